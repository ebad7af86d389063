"""Dummies: counters that move as if there were a stack beneath them (A12.11)."""

from __future__ import annotations

from goodorder.data.charts import movement

from ..a04_movement.allotment import AllotmentFacts, leading
from ..facts.entry import HALF
from ..facts.units import is_dummy
from ..ledger import Mod
from ..points import ALLOTMENT
from ..registry import rule


@rule("A12.11", point=ALLOTMENT, order=21)
def claimed_leader(facts: AllotmentFacts) -> Mod | None:
    """A Dummy moves as if a leader went along."""
    if not is_dummy(facts.unit) or leading(facts) is not None:
        return None
    return Mod("leader_bonus", movement().mf["leader_bonus"].mf * HALF, "A12.11", "moves as if with a leader")
