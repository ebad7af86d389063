"""Towers: their hex costs one MF more, and on its ground nobody is caught in the open (B34)."""

from __future__ import annotations

from ..facts.entry import HALF, EntryFacts
from ..facts.ground import ground
from ..ledger import Mod
from ..points import GROUND_COST
from ..registry import rule

BESIDE = 1


@rule("B34.4", point=GROUND_COST, order=21)
def beside_the_tower(facts: EntryFacts) -> Mod | None:
    """One MF more for the ground of a tower's hex."""
    if (
        facts.stairs
        or facts.way.bypass
        or facts.way.frm == facts.way.to
        or ground(facts.st, facts.way.to).tower is None
    ):
        return None
    return Mod("tower_cost", BESIDE * HALF, "B34.4", "around the tower")
