"""Reverse Movement (D2.2): the whole cost of an entry times a number."""

from __future__ import annotations

from math import ceil

from goodorder.data.charts.vehicles import vehicle_chart

from ..facts.vehicles import DriveFacts
from ..ledger import Mod
from ..registry import builds
from .mp import takes_all


@builds("D2.21", "D2.21a", "D2.21b")
def reverse_cost(facts: DriveFacts, forward: int) -> Mod | None:
    """What an entry in reverse costs more than ``forward``, in halves of MP: the multiplier of how it moves."""
    if facts.entry is None or not facts.entry.reverse or facts.to < 0 or takes_all(facts):
        return None
    found = vehicle_chart().reverse(facts.kind.movement.kind)
    return Mod("reverse", ceil(forward * (found.factor - 1)), found.rule, f"reverse, {found.times} times")
