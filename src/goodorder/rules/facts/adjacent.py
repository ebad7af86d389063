"""Which Locations lie beside one another for morale and rout (A.8)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.remembered import once_a_position
from goodorder.core.state import Fighter, State, Unit, Vehicle

from ..registry import builds
from .armed_vehicles import feared
from .cliffs import abutting, abutting_on
from .ground import map_now
from .places import beside, eye
from .units import armed_known, is_armed_known


def near(st: State, loc: int) -> tuple[int, ...]:
    """The Locations ADJACENT to a Location (A.8)."""
    sees = map_now(st).sees
    return tuple([to for to in abutting(st, loc) if sees(loc, to)])


def near_unit(st: State, unit: Unit) -> tuple[int, ...]:
    """The Locations ADJACENT to a unit, from where it looks (B20.91)."""
    sees, frm = map_now(st).sees, eye(st, unit)
    return tuple([to for to in abutting(st, unit.loc) if sees(frm, to)])


@builds("A.8")
def adjacent(st: State, one: Fighter, other: Fighter) -> bool:
    """Whether two units are in one Location or ADJACENT: from where they look they see each other (A.8, B20.91)."""
    if one.loc == other.loc:
        return True
    if other.loc not in abutting(st, one.loc) and one.loc not in abutting(st, other.loc):
        return False
    return bool(map_now(st).sees(eye(st, one), eye(st, other)))


def next_places(st: State, loc: int) -> tuple[int, ...]:
    """The Locations that Infantry could go to from a Location in one step."""
    return beside(st, loc)


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


@once_a_position
def known_enemies(st: State, side: int) -> tuple[Fighter, ...]:
    """Known armed enemies of a side on the map, broken ones and armed vehicles included (A10.5, A12.11).

    What keeps its "?" is none, a Dummy never.
    """
    found: list[Fighter] = [one for one in armed_known(st.units.values()) if one.side != side]
    found += [one for one in st.vehicles.values() if one.side != side and feared(st, one)]
    return tuple(found)


@builds("A4.44", "A4.44e")
def armed_foe_here(st: State, unit: Unit) -> bool:
    """Whether an armed Known enemy, broken or not, man or vehicle, is in the Location of a unit."""
    return any(enemy.loc == unit.loc for enemy in known_enemies(st, unit.side))


def foes_beside(st: State, unit: Unit) -> tuple[Fighter, ...]:
    """Known armed enemies in the unit's Location, these first, or ADJACENT to it."""
    around = enemies_around(st, unit)
    if not around:
        return ()
    found = [one for one in around if _is_known_foe(st, one) and adjacent(st, unit, one)]
    if len(found) > 1:
        every = known_enemies(st, unit.side)
        found.sort(key=lambda enemy: (enemy.loc != unit.loc, every.index(enemy)))
    return tuple(found)


def _is_known_foe(st: State, enemy: Fighter) -> bool:
    return feared(st, enemy) if isinstance(enemy, Vehicle) else is_armed_known(st, enemy)


def enemies_around(st: State, unit: Unit) -> list[Fighter]:
    """Enemy units and vehicles, whatever they are, in a unit's Location or in one that may be ADJACENT to it."""
    stacks, side, places = st.stacks(), unit.side, touching(map_now(st), unit.loc)
    found: list[Fighter] = [one for loc in places if loc in stacks for one in stacks[loc] if one.side != side]
    if st.vehicles:
        found += [one for loc in places for one in st.vehicles_at(loc) if one.side != side]
    return found


@once_per_map(32768)
def touching(board: Map, loc: int) -> tuple[int, ...]:
    """A Location, and those that one could advance into from there, or out of which one could advance there: nobody is
    ADJACENT who is anywhere else (A.8).
    """
    hexes = (board.hex_at(loc), *board.around(loc))
    places = [place for h in hexes if h >= 0 for place in places_in(board)[h]]
    return (loc, *[to for to in places if to in abutting_on(board, loc) or loc in abutting_on(board, to)])


@once_per_map(64)
def places_in(board: Map) -> dict[int, list[int]]:
    """The Locations of each hex."""
    found: dict[int, list[int]] = {}
    for place in board.locations:
        found.setdefault(place.hex, []).append(place.id)
    return found
