"""The road bonus: one MF more for a move that keeps to a road (A4.11, B3.4)."""

from __future__ import annotations

from goodorder.data.charts import movement

from ..facts.entry import HALF
from ..facts.wave import in_wave
from ..ledger import Mod
from ..points import ALLOTMENT
from ..registry import builds, rule
from .allotment import AllotmentFacts


@rule("A4.11", point=ALLOTMENT, rows=["A4.11c"], order=35, of=["along a road"])
@builds("B3.4")
def road_bonus(facts: AllotmentFacts) -> Mod | None:
    """One MF for a unit that crosses only road hexsides in its whole MPh, at the road's rate and without SMOKE;
    not in a Human Wave (A25.232).
    """
    if not facts.along_road or in_wave(facts.st, facts.unit):
        return None
    return Mod("road_bonus", movement().mf["road_bonus"].mf * HALF, "B3.4", "along a road")
