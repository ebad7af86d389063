"""Which Locations lie beside one another for morale and rout (A.8)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.remember import once_per_map
from goodorder.core.state import State, Unit

from ..a07_fire.permission import is_armed_known
from ..b_terrain.places import beside


def near(st: State, loc: int) -> tuple[int, ...]:
    """The Locations ADJACENT to a Location."""
    return beside(st, loc)


def next_places(st: State, loc: int) -> tuple[int, ...]:
    """The Locations that Infantry could go to from a Location in one step."""
    return near(st, loc)


@once_per_map(4096)
def house_of(board: Map, h: int) -> frozenset[int]:
    """The hexes of the building in a hex, empty without one; each house of a row is a building of its own (B23.71)."""
    if board.hexes[h].building < 0:
        return frozenset()
    found, todo = {h}, [h]
    while todo:
        here = board.hexes[todo.pop()]
        for side, there in enumerate(board.neighbours[here.index]):
            if there < 0 or there in found or here.bars[side] or board.hexes[there].building != here.building:
                continue
            found.add(there)
            todo.append(there)
    return frozenset(found)


def foes_beside(st: State, unit: Unit) -> tuple[Unit, ...]:
    """Known armed enemies in the unit's Location or ADJACENT to it."""
    return tuple(
        other
        for loc in (unit.loc, *near(st, unit.loc))
        for other in st.at(loc)
        if other.side != unit.side and is_armed_known(st, other)
    )
