"""Paths into woods and brush (B13.6)."""

from __future__ import annotations

from ..facts.entry import HALF, EntryFacts
from ..facts.ground import ground
from ..ledger import Mod
from ..points import GROUND_COST
from ..registry import rule

PATH_TERRAIN = frozenset({"B12", "B12.7", "B13", "B13.7", "B13.8", "B35"})
"""Sections of the terrain that a path leads into: woods and brush of every kind."""


@rule("B13.6", point=GROUND_COST, order=11)
def path_rate(facts: EntryFacts) -> Mod | None:
    """One MF along a path into woods or brush; they stay woods and brush in all other respects."""
    if facts.way.side < 0 or facts.way.road or facts.way.bypass or facts.way.frm == facts.way.to:
        return None
    if facts.terrain.rule not in PATH_TERRAIN or not ground(facts.st, facts.way.frm).paths[facts.way.side]:
        return None
    saved = int(facts.terrain.mf * HALF) - HALF
    return Mod("path_rate", -saved * (2 if facts.rise > 0 else 1), "B13.6", "along the path")
