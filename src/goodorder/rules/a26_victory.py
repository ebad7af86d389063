"""Victory: each clause of the scenario as it stands, and who wins (A26)."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from goodorder.core.state import ABOARD, CAPTURED, ELIMINATED, EXITED, ON_MAP, State, Unit, first_owner
from goodorder.core.world import World
from goodorder.data.hexarea import in_any
from goodorder.data.scenario import PRISONERS, VictoryClause

from .a26_control import building_controller, hex_controller
from .a26_vehicles import crews_lost, vehicles_captured, vehicles_exited
from .facts.ground import map_now
from .facts.units import is_good_order, printed, utype, wtype
from .registry import builds


class ClauseStanding(Struct, frozen=True):
    """One victory clause now: its counted value and whether it is met."""

    clause: VictoryClause
    value: Fraction
    met: bool


HALF_LOST = 1
"""Casualty VP for a squad's Casualty Reduction: that of the half-squad lost (A26.211, A26.221)."""


@builds("A26.211")
def casualty_points(st: State, unit: Unit) -> int:
    """VP of a unit: squad or crew 2, half-squad 1, leader 1 and one more for each point of a negative printed
    modifier, wounded or not (A26.211); a Dummy nothing.
    """
    kind = printed(st, unit)
    if kind.kind in ("squad", "crew"):
        return 2
    if kind.kind == "half_squad":
        return 1
    if kind.kind == "dummy":
        return 0
    return 1 + max(0, -(kind.leadership or 0))


def _area(st: State, clause: VictoryClause) -> tuple[int, ...]:
    return tuple(h.index for h in map_now(st).hexes if in_any(clause.area, h.name))


def hex_counts(world: World, loc: int) -> bool:
    """Whether Control of this very hex, not of its building, is part of a victory clause; of a mere Location it never
    is.
    """
    if not 0 <= loc < len(world.map.neighbours):
        return False
    terms = world.scenario.victory.clauses if world.scenario else ()
    name = world.map.place_name(loc)
    return any(clause.kind == "control_hexes" and in_any(clause.area, name) for clause in terms)


GUN = 2
"""VP of a Gun (A26.212)."""


@builds("A26.212")
def gun_points(st: State, side: int, *, captured: bool) -> int:
    """VP of a side's Guns that are out of the game, or ``captured``: last Recovered by the enemy, manned or not."""
    guns = (
        weapon for weapon in st.weapons.values() if first_owner(weapon) == side and wtype(st, weapon).gun is not None
    )
    if captured:
        return GUN * sum(gun.captured and gun.place == ON_MAP for gun in guns)
    return GUN * sum(gun.place == ELIMINATED for gun in guns)


def _points(st: State, side: int, place: int) -> int:
    gone = (unit for unit in st.units.values() if unit.side == side and unit.place == place)
    return sum(casualty_points(st, unit) for unit in gone)


@builds("A26.221")
@builds("A26.222", "A20.1", "A20.1a")
def casualty_vp(st: State, side: int, *, ended: bool = True) -> int:
    """Casualty VP that a side has scored: enemy units and Guns eliminated, and half-squads lost by Casualty Reduction.

    What was captured counts twice when the game has ``ended``, once before (A26.222).
    """
    held = _points(st, 1 - side, CAPTURED) + gun_points(st, 1 - side, captured=True)
    held += vehicles_captured(st, 1 - side) if st.vehicles else 0
    lost = _points(st, 1 - side, ELIMINATED) + gun_points(st, 1 - side, captured=False)
    lost += crews_lost(st, 1 - side) if st.vehicles else 0
    return lost + held * (2 if ended else 1) + st.points[side]


@builds("A26.23")
def exit_vp(st: State, side: int) -> int:
    """VP of a side's units that have left the map as its victory terms ask."""
    return _points(st, side, EXITED) + (vehicles_exited(st, side) if st.vehicles else 0)


@builds("A20.5", "A26.21")
def freed_vp(st: State, side: int) -> int:
    """VP of a side's men who were prisoners at the start and are not any more: on the map, Unarmed or armed, or off it
    by an edge.
    """
    men = (unit for unit in st.units.values() if unit.side == side and unit.group == PRISONERS)
    return sum(casualty_points(st, unit) for unit in men if unit.place in (ON_MAP, ABOARD, EXITED))


def _squads(st: State, side: int, hexes: frozenset[int]) -> Fraction:
    total = Fraction(0)
    for loc in hexes:
        for unit in st.side_at(loc, side):
            kind = utype(st, unit)
            if kind.mmc and is_good_order(st, unit):
                total += 1 if kind.kind == "squad" else Fraction(1, 2)
    return total


def clause_value(st: State, clause: VictoryClause, *, ended: bool = True) -> Fraction:
    """The counted value of a clause."""
    side = st.world.side_number(clause.side)
    if clause.kind == "control_hexes":
        return Fraction(sum(1 for loc in _area(st, clause) if hex_controller(st, loc) == side))
    if clause.kind == "control_buildings":
        hexes = map_now(st).hexes
        found = {hexes[loc].building for loc in _area(st, clause)} - {-1}
        return Fraction(sum(1 for building in found if building_controller(st, building) == side))
    if clause.kind == "exit_vp":
        return Fraction(exit_vp(st, side))
    if clause.kind == "freed_vp":
        return Fraction(freed_vp(st, side))
    if clause.kind == "casualties_vp":
        return Fraction(casualty_vp(st, side, ended=ended))
    if clause.kind == "casualties_lead":
        return Fraction(casualty_vp(st, side, ended=ended) - casualty_vp(st, 1 - side, ended=ended))
    hexes_in = frozenset(_area(st, clause))
    return _squads(st, side if clause.kind == "squads_in" else 1 - side, hexes_in)


def standings(st: State, *, ended: bool = True) -> tuple[ClauseStanding, ...]:
    """Every clause of the scenario as it stands if the game has ``ended``, or in the course of play."""
    scenario = st.world.scenario
    if scenario is None:
        return ()
    found: list[ClauseStanding] = []
    for clause in scenario.victory.clauses:
        value = clause_value(st, clause, ended=ended)
        found.append(ClauseStanding(clause, value, clause.met(value)))
    return tuple(found)


@builds("A26.3")
def side_ahead(st: State, *, ended: bool = True) -> int | None:
    """Who would win if the game ended now, or None without a scenario; without ``ended`` by what counts in play."""
    scenario = st.world.scenario
    if scenario is None:
        return None
    wins = st.world.side_number(scenario.victory.wins)
    met = [standing.met for standing in standings(st, ended=ended)]
    done = all(met) if scenario.victory.when == "all" else any(met)
    return wins if done else 1 - wins


def won_already(st: State) -> bool:
    """Whether the scenario ends at once because its terms are met, where it says so."""
    scenario = st.world.scenario
    if scenario is None or not scenario.victory.immediate:
        return False
    return side_ahead(st, ended=False) == st.world.side_number(scenario.victory.wins)
