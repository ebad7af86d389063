"""Paths into woods and brush, and hedges of cactus (B13.6, B9.7)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import MINIMUM

from ..a04_movement.costs import HALF, EntryFacts
from ..ledger import Mod
from ..points import GROUND_COST, MAY_ENTER
from ..registry import rule

CACTUS = "cactus_hedge"
PATH_TERRAIN = frozenset({"B12", "B12.7", "B13", "B13.7", "B13.8", "B35"})
"""Sections of the terrain that a path leads into: woods and brush of every kind."""


@rule("B13.6", point=GROUND_COST, order=11)
def path_rate(facts: EntryFacts) -> Mod | None:
    """One MF along a path into woods or brush; they stay woods and brush in all other respects."""
    if facts.side < 0 or facts.road or facts.bypass or facts.frm == facts.to:
        return None
    if facts.terrain.rule not in PATH_TERRAIN or not facts.st.world.map.hex_of(facts.frm).paths[facts.side]:
        return None
    saved = int(facts.terrain.mf * HALF) - HALF
    return Mod("path_rate", -saved * (2 if facts.rise > 0 else 1), "B13.6", "along the path")


@rule("B9.7", point=MAY_ENTER, order=8)
def through_cactus(facts: EntryFacts) -> Refusal | None:
    """A cactus hedge is crossed by Minimum Move, or in the APh, only."""
    if facts.side < 0 or facts.frm == facts.to:
        return None
    kind = facts.st.world.map.hex_of(facts.frm).sides[facts.side]
    if kind is None or kind.id != CACTUS or all(facts.st.trail(u.id).declared & MINIMUM for u in facts.units):
        return None
    return Refusal("B9.7", "a cactus hedge is crossed by Minimum Move only")
