"""Which Locations lie beside one another for morale and rout (A.8)."""

from __future__ import annotations

from goodorder.core.state import State, Unit

from ..a07_fire.permission import is_armed_known
from ..b_terrain.places import beside


def near(st: State, loc: int) -> tuple[int, ...]:
    """The Locations ADJACENT to a Location."""
    return tuple(there for there in beside(st, loc) if there >= 0)


def next_places(st: State, loc: int) -> tuple[int, ...]:
    """The Locations that Infantry could go to from a Location in one step."""
    return near(st, loc)


def foes_beside(st: State, unit: Unit) -> tuple[Unit, ...]:
    """Known armed enemies in the unit's Location or ADJACENT to it."""
    return tuple(
        other
        for loc in (unit.loc, *near(st, unit.loc))
        for other in st.at(loc)
        if other.side != unit.side and is_armed_known(st, other)
    )
