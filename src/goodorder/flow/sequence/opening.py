"""A game's first position, from a scenario."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from goodorder.board import BoardError, Map, compose
from goodorder.board.library import board_names, known
from goodorder.board.map.seasons import in_season, season
from goodorder.core.engine import settle
from goodorder.core.errors import Unreadable
from goodorder.core.frames import Do
from goodorder.core.state import (
    CAPTURED,
    ON_MAP,
    REINFORCEMENT,
    UNPLACED,
    SetCharge,
    Sniper,
    State,
    Turn,
    Unit,
    Vehicle,
    Weapon,
    Weather,
    with_stance,
)
from goodorder.core.world import DUMMY, Side, World
from goodorder.data.catalogue import catalogue
from goodorder.data.charts import snipers
from goodorder.data.hexarea import in_any
from goodorder.data.load import DataError, unknown
from goodorder.data.scenario import (
    PRISONERS,
    ROLLED,
    Scenario,
    ScenarioGroup,
    ScenarioSide,
    carried_by_rule,
    elite_ammunition,
    elr_rules,
    fanatic_by_rule,
    molotov_groups,
    prisoner_rules,
    short_of_ammunition,
    weather_told,
    words_of,
)
from goodorder.data.scenario import scenario as scenario_named
from goodorder.data.scenario_check import check_hexes
from goodorder.rules.a16_integrity import integrity_of
from goodorder.rules.a19_disruption import UNDERLINED
from goodorder.rules.a19_shortage import low_from_the_start
from goodorder.rules.a20_guards import room_of
from goodorder.rules.a23_charges import dud_from
from goodorder.rules.a23_set_charges import place_refused
from goodorder.rules.c_ordnance.places import closed_to_gun
from goodorder.rules.facts.captives import us_of
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.streams_now import stream_of
from goodorder.rules.facts.units import is_dummy
from goodorder.rules.facts.vehicles import mounted
from goodorder.rules.optional import chosen_options
from goodorder.rules.registry import builds
from goodorder.rules.ruleset import ruleset

from .turn import Game
from .weather import WeatherRolls


def side_of(scenario: Scenario, side: ScenarioSide) -> Side:
    """A side of a game as its scenario and the special rules there have it."""
    rules = {rule.group or "": rule.value for rule in elr_rules(scenario, side.id) if rule.value is not None}
    groups = {group.id: group.elr for group in side.groups if group.elr is not None} | rules
    elr = groups.pop("", side.elr)
    return Side(
        side.id,
        side.nationality,
        side.name,
        elr,
        short_of_ammunition(scenario, side.id),
        elite_ammunition(scenario, side.id),
        tuple(sorted(groups.items())),
        tuple(sorted(group for group, value in rules.items() if value < UNDERLINED)),
        molotov_groups(scenario, side.id),
        _troops(scenario, side),
        _forces(side),
    )


def _troops(scenario: Scenario, side: ScenarioSide) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Nation, formation and special rules of its groups, where any has one (A25)."""
    told = {"": words_of(scenario, side)} | {group.id: words_of(scenario, side, group) for group in side.groups}
    return tuple(sorted(told.items())) if any(told.values()) else ()


def _forces(side: ScenarioSide) -> tuple[tuple[str, str], ...]:
    """The types of a side's men by their groups: what its vehicles were made by is nobody's nation."""
    book = catalogue()
    return tuple(
        sorted({(type, group.id) for group in side.groups for type in group.unit_types() if not book.is_vehicle(type)})
    )


def world_of(scenario: Scenario, options: Iterable[str] = ()) -> World:
    """Map, rule set, catalogue and sides of a scenario; ``options`` are ids of optional rules (A.4).

    Raises ``DataError`` where the boards can't be joined or the scenario names hexes that its map does not have.
    """
    board = _map_of(scenario)
    first, second = (side_of(scenario, side) for side in scenario.sides)
    return World(
        map=board,
        rules=ruleset(scenario.profile),
        catalogue=catalogue(),
        sides=(first, second),
        turns=scenario.turns,
        scenario=scenario,
        options=chosen_options(options),
    )


def _map_of(scenario: Scenario) -> Map:
    file = f"{scenario.id}.toml"
    for n, used in enumerate(scenario.boards):
        if not known(used.name):  # a scenario names boards, never files
            raise DataError(file, f"$.boards[{n}].name", unknown("board", used.name, board_names()))
    try:
        printed = compose(in_season(scenario.boards, season(scenario.month)), scenario.join)
    except BoardError as error:
        raise DataError(file, "$.boards", str(error)) from error
    board = ruleset(scenario.profile).played_on(printed)
    edges = {hex.name: touched for hex in board.hexes if (touched := board.edge(hex.index))}
    buildings = {hex.name for hex in board.hexes if hex.building >= 0}
    check_hexes(scenario, [hex.name for hex in board.hexes], edges, buildings, file, board.words)
    _check_guns(scenario, board, file)
    _check_streams(scenario, board, file)
    return board


@builds("C2.7")
def _check_guns(scenario: Scenario, board: Map, file: str) -> None:
    """DataError where a ready-made set-up has a Gun in a hex that is closed to it."""
    for s, side in enumerate(scenario.sides):
        for n, setup in enumerate(side.setups):
            for p, one in enumerate(setup.placements):
                for weapon in one.weapons:
                    gun = catalogue().weapon(weapon).gun
                    refusal = closed_to_gun(board, gun, board.words[one.hex]) if gun is not None else None
                    if refusal is not None:
                        place = f"$.sides[{s}].setups[{n}].placements[{p}].hex"
                        raise DataError(file, place, f"{refusal.reason} ({refusal.rule})")


def new_game(scenario: Scenario | str, options: Iterable[str] = ()) -> State:
    """The settled position that waits for the first set-up decision of a scenario, given as such or by its id.

    ``options`` are ids of optional rules that both players agreed on (``rules.optional.OPTIONAL``), for example
    ``third_die``; :class:`Unreadable` for any other word. ``DataError`` where scenario and map don't fit.

    >>> game = new_game("first", options=["third_die"])
    >>> game.turn.phase, len(game.units)
    ('setup', 15)
    """
    if isinstance(scenario, str):
        scenario = scenario_named(scenario)
    if not isinstance(scenario, Scenario):
        raise Unreadable(f"a new game needs a scenario or its id, not {scenario!r}")
    world = world_of(scenario, options)
    st = State(world, weather=weather_of(scenario), snipers=snipers_of(side.san for side in scenario.sides))
    for number, side in enumerate(scenario.sides):
        for group in side.groups:
            st = _muster(st, number, group)
    st = st.with_(integrity=integrity_of(st))
    st = with_set_charges(with_prisoners(st, scenario), scenario)
    first = world.side_number(scenario.moves_first)
    up_first = world.side_number(scenario.sets_up_first)
    before = (WeatherRolls(("depth",)),) if depth_due(scenario) else ()
    st = st.with_(turn=Turn(0, first, "setup", first), stack=(Game((up_first, 1 - up_first), first), *before))
    return settle(st, Do(then=st.stack[-1]))[0]


@builds("B25.5", "B25.63", "B25.65")
def weather_of(scenario: Scenario) -> Weather:
    """The weather that a scenario gives; what it does not give is rolled for after set-up."""
    told = weather_told(scenario)
    depth = None if told.depth == ROLLED else told.depth
    return Weather(told.ec or "moderate", told.wind or "none", told.direction or 0, told.changes, depth=depth)


@builds("B20.4", "B25.5c")
def depth_due(scenario: Scenario) -> bool:
    """Whether a scenario leaves the depth of its streams to a dr, which comes before set-up."""
    return weather_told(scenario).depth == ROLLED


def _check_streams(scenario: Scenario, board: Map, file: str) -> None:
    """DataError where a scenario tells of the depth of streams on a map that has none, or has them as deep as drawn."""
    if weather_told(scenario).depth is None:
        return
    kinds = {kind for kind in map(stream_of, board.hexes) if kind}
    if len(kinds) != 1:
        why = "streams of different depths, which gives them" if kinds else "no stream"
        raise DataError(file, "$.weather.depth", f"expected none: the map has {why} (B20.4)")


@builds("A14.1", "A14.01", "A14.01a", "A14.1a")
def snipers_of(sans: Iterable[int]) -> tuple[Sniper, ...]:
    """The Snipers of both sides by their SAN; one that is too low is none."""
    found = tuple(Sniper(san if san >= snipers().least else 0) for san in sans)
    return found if any(one.san for one in found) else ()


@builds("A23.7", "A23.7a")
def with_set_charges(st: State, scenario: Scenario) -> State:
    """The position with the DC that special rules Set before play, hidden from the enemy; the first MMC of the group
    sets them off.
    """
    for rule in scenario.ssr:
        if rule.clause != "set_charges" or rule.side is None:
            continue
        side = st.world.side_number(rule.side)
        own = (unit for unit in st.units.values() if unit.side == side and unit.group == rule.group)
        user = next((unit for unit in own if st.world.unit_type(unit.type).mmc), None)
        for place in map_now(st).hexes:
            if user is None or not in_any(rule.area, place.name):
                continue
            if refusal := place_refused(st, place.index):
                words = f"no DC is Set in {place.name}: {refusal.reason} ({refusal.rule})"
                raise DataError(f"{scenario.id}.toml", "ssr", words)
            weapon = Weapon(st.next_id, side, f"{st.world.sides[side].nationality}:DC", place=ON_MAP, hidden=True)
            laid = SetCharge(place.index, (user.id,), dud=dud_from(st, user, weapon))
            st = st.with_(weapons={**st.weapons, weapon.id: replace(weapon, laid=laid)}, next_id=st.next_id + 1)
    return st


@builds("A20.5", "A20.51")
def with_prisoners(st: State, scenario: Scenario) -> State:
    """The position with those who are prisoners at the start: each is with the first of the group that guards them who
    has room for him, the largest first.
    """
    for rule in prisoner_rules(scenario):
        if rule.side is None:
            continue
        side = st.world.side_number(rule.side)
        held: list[Unit] = []
        for type_id in (line.type for line in rule.units for _ in range(line.count)):
            ident = "" if st.world.unit_type(type_id).smc else _ident([u for u in st.units.values() if u.side == side])
            unit = Unit(st.next_id, side, type_id, place=CAPTURED, ident=ident, group=PRISONERS)
            st = st.with_(units={**st.units, unit.id: unit}, next_id=st.next_id + 1)
            held.append(unit)
        guards = [u for u in st.units.values() if u.side != side and u.group == rule.group and not is_dummy(u)]
        guards.sort(key=lambda one: (-us_of(st, (one,)), one.id))
        for unit in sorted(held, key=lambda one: (-us_of(st, (one,)), one.id)):
            guard = next(one for one in guards if room_of(st, one) >= us_of(st, (unit,)))
            st = st.with_unit(with_stance(unit, guard=guard.id))
    return st


def _muster(st: State, side: int, group: ScenarioGroup) -> State:
    place = REINFORCEMENT if group.enters_turn else UNPLACED
    units = dict(st.units)
    weapons = dict(st.weapons)
    next_id = st.next_id
    members: list[int] = []
    types = group.unit_types()
    scenario = st.world.scenario
    fanatic = scenario is not None and fanatic_by_rule(scenario, st.world.sides[side].id, group.id)
    for type_id in (type_id for type_id in types if not st.world.catalogue.is_vehicle(type_id)):
        kind = st.world.unit_type(type_id)
        ident = "" if kind.smc else _ident([u for u in units.values() if u.side == side])
        units[next_id] = Unit(
            next_id,
            side,
            type_id,
            place=place,
            ident=ident,
            concealed=group.hidden,
            group=group.id,
            enters=group.enters_turn,
            hidden=group.hidden,
            fanatic=fanatic,
        )
        members.append(next_id)
        next_id += 1
    free = sorted(members, key=lambda u: (not st.world.unit_type(units[u].type).mmc, u))
    for number, type_id in enumerate(group.weapon_types()):
        weapon = Weapon(next_id, side, type_id, place=place, group=group.id, enters=group.enters_turn)
        if group.enters_turn and free:
            weapon = replace(weapon, holder=free[number % len(free)])
        weapons[next_id] = weapon
        next_id += 1
    vehicles = dict(st.vehicles)
    for type_id in (type_id for type_id in types if st.world.catalogue.is_vehicle(type_id)):
        ident = str(1 + sum(one.side == side and one.type == type_id for one in vehicles.values()))
        printed = st.world.catalogue.vehicle(type_id)
        made = Vehicle(next_id, side, type_id, place=place, group=group.id, enters=group.enters_turn, ident=ident)
        aboard = carried_by_rule(scenario, st.world.sides[side].id, group.id, type_id) if scenario is not None else ()
        made = replace(made, ce=printed.open_topped, carries=aboard)
        armed = mounted(made, printed, next_id + 1)
        if st.world.sides[side].short_of_ammunition:
            armed = low_from_the_start(armed)
        vehicles[next_id] = made
        weapons.update({weapon.id: weapon for weapon in armed})
        next_id += 1 + len(armed)
    for dummy in range(next_id, next_id + group.question_marks):
        units[dummy] = Unit(dummy, side, DUMMY, place=place, concealed=True, group=group.id, enters=group.enters_turn)
    return st.with_(units=units, weapons=weapons, vehicles=vehicles, next_id=next_id + group.question_marks)


def _ident(units: list[Unit]) -> str:
    number = sum(1 for unit in units if unit.ident)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return letters[number % 26] * (1 + number // 26)
