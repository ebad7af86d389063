"""MP that a vehicle spends in a hex beyond what it must (D2.18)."""

from __future__ import annotations

from goodorder.core.errors import Refusal

from ..facts.vehicles import HALVES, DriveFacts
from ..ledger import Mod
from ..points import MAY_DRIVE
from ..registry import builds, rule
from .mp import takes_all

MOST = 5
"""MP beyond what it must that are written in one entry; more are Delay MP."""


@builds("D2.18", "D2.18a")
def spends_more(facts: DriveFacts) -> Mod | None:
    """As it enters a hex it may announce that it spends more, which nothing multiplies."""
    more = facts.entry.more if facts.entry is not None else 0
    return Mod("more", HALVES * more, "D2.18", f"{more} MP more than it must") if more > 0 else None


@rule("D2.18", point=MAY_DRIVE, order=40)
def no_more_than_all(facts: DriveFacts) -> Refusal | None:
    """Not beside what takes all its MP, nor as it leaves the map."""
    entry = facts.entry
    if entry is None or not entry.more:
        return None
    if not 0 < entry.more <= MOST:
        return Refusal("D2.18", f"1 to {MOST} MP more")
    if facts.to < 0 or entry.minimum or takes_all(facts):
        return Refusal("D2.18", "it spends all its MP there, or leaves the map")
    return None
