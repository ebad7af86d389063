"""Exact odds of a Rally attempt (A10.6)."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.flow.rally.rally_phase import RallyRoll
from goodorder.flow.shared.checks import MoraleCheck, TaskCheck

from .fate import Fates, by_word
from .fire import fates_of
from .spread import TOTAL, Project, spread, started


class RallyOdds(Struct, frozen=True):
    """What can come of a Rally attempt: the unit's fates, and the probability of a new leader (A18.11)."""

    fates: Fates
    promoted: Fraction

    @property
    def chances(self) -> dict[str, Fraction]:
        """Probabilities by class: rallied, reduced, eliminated, wounded, unharmed (still broken)."""
        return by_word(self.fates)

    @property
    def rallied(self) -> Fraction:
        """The probability that the unit rallies."""
        return sum((chance for found, chance in self.fates if found.rallied), Fraction(0))


def rally(st: State, unit: int, leader: int = 0) -> RallyOdds:
    """Exact odds of one Rally attempt, by ``leader`` or by itself (0)."""

    def instead(now: State, frame: Frame) -> Do | None:
        return Do() if isinstance(frame, (MoraleCheck, TaskCheck)) and frame.unit != unit else None

    leaves = spread([(started(st, RallyRoll(unit, leader)), TOTAL)], Project((unit,), instead))
    promoted = sum(leaf.weight for leaf in leaves if leaf.state.next_id > st.next_id)
    return RallyOdds(fates_of(st, leaves, unit), Fraction(promoted, TOTAL))
