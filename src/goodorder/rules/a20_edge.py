"""Guards who take their prisoners off the map by a Friendly Board Edge (A20.53)."""

from __future__ import annotations

from goodorder.core.events import UnitExited
from goodorder.core.state import OFF_BOARD, ON_MAP, REINFORCEMENT, Fighter, State, Unit
from goodorder.data.hexarea import in_any
from goodorder.data.scenario import ScenarioGroup

from .a04_movement.edges import EDGES, leaves_lost
from .facts.captives import prisoners_of
from .facts.ground import map_now
from .facts.manned import manned
from .facts.units import is_dummy, utype
from .registry import builds, removable


@removable(without=False)
@builds("A20.53", "A20.53b")
def escorts_off(st: State, unit: Unit) -> bool:
    """Whether a Guard who leaves the map from where he stands takes prisoners home."""
    if not prisoners_of(st, unit.id) or unit.loc < 0:
        return False
    return not friendly_edges(st, unit.side).isdisjoint(map_now(st).edge(unit.loc))


@builds("A2.6", "A20.53b")
def exit_event(st: State, unit: Unit) -> UnitExited:
    """A unit leaves the map: for the victory terms, lost to its side, or with prisoners by a Friendly Board Edge."""
    lost = leaves_lost(st, unit)
    if lost and escorts_off(st, unit):
        return UnitExited(unit=unit.id, escort=True)
    return UnitExited(unit=unit.id, lost=lost)


@builds("A20.53", "A20.53b")
def friendly_edges(st: State, side: int) -> frozenset[str]:
    """The edges by which a side has entered; of one that set up on the map those of its set-up area by which no enemy
    has come, and to which no Known enemy is nearer than all its men and vehicles on the map.
    """
    entered = _entered(st, side)
    if entered:
        return entered
    theirs, home = _entered(st, 1 - side), _set_up_at(st, side)
    return frozenset(edge for edge in home - theirs if not _cut_off(st, side, edge))


def _entered(st: State, side: int) -> frozenset[str]:
    """The edges by which groups of a side have come onto the map; in a position without a scenario by their names."""
    if st.world.scenario is None:
        here = (unit for unit in st.units.values() if unit.side == side and unit.place == ON_MAP)
        return EDGES & {unit.group for unit in here}
    waiting = {u.group for u in st.units.values() if u.side == side and u.place in (REINFORCEMENT, OFF_BOARD)}
    groups = (one for one in _groups(st, side) if 0 < one.enters_turn <= st.turn.number and one.id not in waiting)
    return frozenset(area.edge for group in groups for area in group.area if area.edge)


def _groups(st: State, side: int) -> tuple[ScenarioGroup, ...]:
    scenario = st.world.scenario
    return () if scenario is None else scenario.side(st.world.sides[side].id).groups


def _set_up_at(st: State, side: int) -> frozenset[str]:
    """The edges at which a side was allowed to set up."""
    areas = [group.area for group in _groups(st, side) if not group.enters_turn]
    board = map_now(st)
    found = (board.edge(h.index) for h in board.hexes if any(in_any(area, h.name) for area in areas))
    return frozenset[str]().union(*found)


def _cut_off(st: State, side: int, edge: str) -> bool:
    """Whether a Known enemy, man or manned vehicle, is nearer to an edge than every MMC and manned vehicle of the side
    that is on the map.
    """
    board = map_now(st)
    rim = [h.index for h in board.hexes if edge in board.edge(h.index)]

    def away(one: Fighter) -> int:
        return int(min(board.distance(board.hex_at(one.loc), h) for h in rim))

    men = [u for u in st.units.values() if u.place == ON_MAP and not is_dummy(u) and not u.unarmed]
    driven = [one for one in st.vehicles.values() if manned(one)]
    mine = [away(u) for u in men if u.side == side and utype(st, u).mmc and not prisoners_of(st, u.id)]
    mine += [away(one) for one in driven if one.side == side]
    enemies: list[Fighter] = [*men, *driven]
    foes = [away(one) for one in enemies if one.side != side and not one.concealed]
    return not mine or min(foes, default=len(board.hexes)) < min(mine)
