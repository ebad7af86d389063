"""The mover's choice to pay for the cover of shellholes (B2.4, B3.43)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import MINIMUM

from ..facts.entry import EntryFacts
from ..facts.ground import map_now
from ..facts.places import on_bridge
from ..facts.shellholes import SHELLHOLES, SHELTER
from ..ledger import Mod
from ..points import GROUND_COST
from ..registry import builds, by_name, removable, rule


@rule("B2.4", point=GROUND_COST, order=12)
def cover_cost(facts: EntryFacts) -> Mod | None:
    """Who takes cover among shellholes as he enters them pays one MF more, two uphill."""
    if not facts.way.cover:
        return None
    return Mod("cover_cost", SHELTER * (2 if facts.rise > 0 else 1), "B2.4", "cover among shellholes")


@builds("B2.4", "B3.43")
def cover_refusal(facts: EntryFacts) -> Refusal | None:
    """Why the cover of shellholes can't be paid for with this entry, or None; nobody need pay for it."""
    return _unpaid_cover(facts) if facts.way.cover else None


@removable(without=by_name("shellhole_cover"))
@builds("B2.4", "B3.43")
def _unpaid_cover(facts: EntryFacts) -> Refusal | None:
    """Why cover among shellholes is not to be had with this entry, or None."""
    st = facts.st
    board = map_now(st)
    apart = facts.way.bypass or facts.way.crest >= 0 or facts.way.frm == facts.way.to or on_bridge(board, facts.way.to)
    if apart or facts.terrain.id != SHELLHOLES:
        return Refusal("B2.4", "there are no shellholes to take cover in")
    if facts.way.road:
        return Refusal("B3.43", "who keeps to the road takes no cover beside it", also=("B2.4",))
    if any(st.trail(unit.id).declared & MINIMUM for unit in facts.units):
        return Refusal("A4.134", "a Minimum Move is made for want of MF: there is none for cover", also=("B2.4",))
    return None
