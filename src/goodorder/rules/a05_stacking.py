"""Stacking limits and the squads in excess of them (A5)."""

from __future__ import annotations

from goodorder.core.state import State, Unit
from goodorder.data.charts import movement

from .units import squad_equivalents_x10


def excess_of(st: State, units: tuple[Unit, ...]) -> int:
    """Squads (fractions rounded up) by which these units exceed the limit of a Location (A5.1, A5.5).

    Four SMC are free; each five are a half-squad.
    """
    allowed = movement().limits.squads_per_location
    if len(units) <= allowed:
        return 0
    limit = allowed * 10
    over = squad_equivalents_x10(st, units) - limit
    return max(0, -(-over // 10))


def excess_squads(st: State, loc: int, side: int) -> int:
    """Squads in excess of the limit that a side has in a Location."""
    return excess_of(st, st.side_at(loc, side))


def within_limits(st: State, units: tuple[Unit, ...]) -> bool:
    """Whether these units may be set up together in one Location (A5.1)."""
    return excess_of(st, units) == 0
