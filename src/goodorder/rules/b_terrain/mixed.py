"""Woods, brush or grain around a building in its own hex: both are paid for, both cover (A2.4)."""

from __future__ import annotations

from ..facts.entry import HALF, EntryFacts
from ..facts.ground import map_now
from ..facts.shelter import among
from ..ledger import Mod
from ..points import GROUND_COST
from ..registry import rule


@rule("A2.4", point=GROUND_COST, order=12)
def mixed_cost(facts: EntryFacts) -> Mod | None:
    """The terrain around a building costs its MF as well, but from inside the same building (B23.4)."""
    board = map_now(facts.st)
    other = among(facts.st, facts.way.to)
    if other is None or facts.stairs or facts.way.road or facts.way.bypass or facts.posture:
        return None
    if facts.way.side >= 0 and board.hex_of(facts.way.frm).building == board.hex_of(facts.way.to).building:
        return None
    climb = 2 if facts.rise > 0 else 1
    return Mod("mixed_cost", int(other.mf * HALF) * climb, "A2.4", f"among {other.name}")
