"""The computer drives: what it takes to be within reach is, and what it does there is sensible (D2)."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from goodorder.bots.driving import Courses, Driver, Leg
from goodorder.bots.ground import ground_of
from goodorder.bots.objectives import Purpose
from goodorder.bots.simple import IdlePlayer
from goodorder.bots.standard import StandardPlayer
from goodorder.bots.threat_map import Threat, fire_positions
from goodorder.core.actions import ParkHere
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending, settle
from goodorder.core.frames import Choice, Do
from goodorder.core.state import EXITED, State, Vehicle
from goodorder.data.load import DATA_FOLDER
from goodorder.data.scenario import load_scenario
from goodorder.flow.drive.act import DRIVE
from goodorder.flow.drive.driving import Driving
from goodorder.flow.fire.defensive_fire import Window
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.sequence.opening import new_game
from goodorder.play.cases.model import CaseResult
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.rules.d_vehicles import recall
from goodorder.rules.d_vehicles.mp import mp_left
from goodorder.rules.d_vehicles.recall import homeward
from goodorder.rules.facts.vehicles import running
from tests.support import Stop

HEAD = """
version = 1
[[case]]
title = "a drive"
phase = "MPh"
attacker = "german"
map = '''
size 12x10
{terrain}
'''
{counters}
[[case.step]]
ask = "hex A1"
"""


def drive(counters: str, terrain: str = "", profile: str = "") -> State:
    head = HEAD.replace("phase =", f'profile = "{profile}"\nphase =') if profile else HEAD
    (case,) = parse_cases(head.format(terrain=terrain, counters=counters), "drive")
    assert not isinstance(case, CaseResult), case.message
    st = build(case).state
    return settle(st.with_(stack=(Stop(), MovePhase(True))), Do(then=MovePhase(True)))[0]


def driver(st: State) -> Driver:
    ground = ground_of(st)
    threat = Threat(ground, fire_positions(st, 1))
    return Driver(st, 0, Courses().tracks, threat, Purpose(st, 0, ground))


def played(st: State, leg: Leg) -> State:
    """The position after the steps of a leg, made one after the other in the engine, the enemy holding his fire."""
    for action in leg.steps:
        while isinstance(choice := pending(st), Choice) and choice.side == 1:
            st = answer(st, next(e.action for e in choice.menu.plain() if e.kind == "pass" and e.action is not None))[0]
        assert DRIVE.of(action) is not None
        st = answer(st, action)[0]
    return st


@pytest.mark.parametrize(
    "terrain", ["", "road C5 D5 E5 F5\nG5 woods\nE4 brush\nF6-F7 wall", "level 1 F3 F4 G4 G5\nE6 grain"]
)
def test_each_place_within_reach_is_come_to_by_its_steps_for_its_mp(terrain: str) -> None:
    counters = 'vehicles = ["T german pzkpfw_ivh at D5 facing 2 ce", "S german stug_iiig at E5 facing 0"]\n'
    st = drive(counters + 'units = ["A german 4-6-7 at A1", "R russian 4-4-7 at L9"]', terrain)
    tank = next(iter(st.vehicles))
    legs = [leg for leg in driver(st).legs(st.vehicles[tank]) if leg.steps]
    assert len(legs) > 40
    for leg in random.Random(3).sample(legs, 25):
        if any("bog" in repr(one) for one in leg.steps) or leg.risk >= 0.25:
            continue  # a Bog Check lies on the way
        after = played(st, leg)
        vehicle = after.vehicles[tank]
        assert (vehicle.loc, vehicle.facing, running(after, vehicle), vehicle.stance) == leg.place
        assert mp_left(st, st.vehicles[tank]) - mp_left(after, vehicle) == leg.spent


def test_around_woods_and_houses_places_are_come_to_in_bypass() -> None:
    counters = 'vehicles = ["T german pzkpfw_ivh at D5 facing 0 ce"]\n'
    st = drive(
        counters + 'units = ["A german 4-6-7 at A1", "R russian 4-4-7 at L9"]', "D4 woods\nC4 woods\nE4 woods", "full"
    )
    tank = next(iter(st.vehicles))
    legs = [leg for leg in driver(st).legs(st.vehicles[tank]) if leg.steps and leg.place[3].bypass and leg.risk < 0.25]
    assert len(legs) > 4
    for leg in random.Random(3).sample(legs, 5):
        after = played(st, leg)
        vehicle = after.vehicles[tank]
        assert (vehicle.loc, vehicle.facing, running(after, vehicle), vehicle.stance) == leg.place
        assert mp_left(st, st.vehicles[tank]) - mp_left(after, vehicle) == leg.spent


def test_a_plan_of_a_recalled_vehicle_in_bypass_searches_its_way_home_from_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counters = 'vehicles = ["T german pzkpfw_ivh at D5 facing 0 ce"]\n'
    st = drive(counters + 'units = ["A german 4-6-7 at A1", "R russian 4-4-7 at L9"]', "D4 woods\nC4 woods", "full")
    tank = next(iter(st.vehicles.values()))
    leg = next(leg for leg in driver(st).legs(tank) if leg.place[3].bypass and leg.risk < 0.25)
    st = played(st, leg)
    plain = st.vehicles[tank.id]
    recalled = replace(plain, recalled=True)
    assert not homeward(st.with_vehicle(recalled), recalled), "its owner chooses how it leaves the Bypass (D5.341)"
    asked: list[int] = []
    search = recall._course

    def counted(at: State, vehicle: Vehicle) -> object:
        asked.append(vehicle.loc)
        return search(at, vehicle)

    monkeypatch.setattr(recall, "_course", counted)
    usual, found = driver(st).legs(plain), driver(st.with_vehicle(recalled)).legs(recalled)
    assert [one.place for one in found] == [one.place for one in usual] and len(found) > 20
    assert set(asked) <= {plain.loc}


def test_a_tank_does_not_end_its_move_before_an_anti_tank_gun_that_it_can_avoid() -> None:
    counters = """
vehicles = ["T german pzkpfw_iiif at D8 facing 1"]
units = ["A german 4-6-7 at A9", "B russian 2-2-8 at F2"]
weapons = ["g russian 45mm_ptp_obr_42 held by B facing 4"]
"""
    st = drive(counters, "B4 stone_building\nB5 stone_building\nC4 stone_building\nC5 stone_building")
    found = driver(st)
    tank = next(iter(st.vehicles.values()))
    route = found.best(tank)
    assert route.steps, "it stands in sight of the Gun"
    (leg,) = [leg for leg in found.legs(tank) if leg.steps == route.steps[: len(leg.steps)] and leg.steps][-1:]
    loc, facing, _, _ = leg.place
    assert found.danger(tank, loc, facing, False) < found.danger(tank, tank.loc, tank.facing, False)


def test_the_computer_sets_vehicles_up_where_no_set_up_is_ready_made(tmp_path: Path) -> None:
    text = (DATA_FOLDER / "scenarios" / "ridge.toml").read_text(encoding="utf-8").replace('id = "ridge"', 'id = "bare"')
    bare = re.sub(r"\[\[sides\.setups\]\]\n(?:(?!\[).*\n|\s*\n)*?\]\n", "", text)
    file = tmp_path / "bare.toml"
    file.write_text(bare, encoding="utf-8")
    st, player, rng = new_game(load_scenario(file)), StandardPlayer(), random.Random(2)
    for _ in range(80):
        choice = pending(st)
        if not isinstance(choice, Choice) or st.turn.phase != "setup":
            break
        st = answer(st, player.decide(st, choice, rng))[0]
    assert st.turn.phase != "setup" and all(one.facing >= 0 and one.loc >= 0 for one in st.vehicles.values())


def test_the_computer_drives_and_ends_the_move_of_every_vehicle() -> None:
    counters = """
vehicles = ["T german pzkpfw_iiif at D8 facing 1", "S german pzkpfw_iiif at D9 facing 1 motion"]
units = ["A german 4-6-7 at A9", "R russian 4-4-7 at F2"]
"""
    st = drive(counters)
    player, rng, ended = StandardPlayer(), random.Random(1), 0
    for _ in range(80):
        choice = pending(st)
        if not isinstance(choice, Choice) or st.turn.phase != "MPh":
            break
        action = player.decide(st, choice, rng)
        assert choice.check(action) is None
        ended += isinstance(action, ParkHere)
        st = answer(st, action)[0]
        while isinstance(roll := pending(st), Roll):  # they may fire first
            st = answer(st, (6,) * len(roll.dice))[0]
        if not isinstance(st.stack[-1], (MovePhase, Driving, Window)):
            break
    assert ended == 2


def test_the_computer_drives_a_recalled_vehicle_off_the_map() -> None:
    counters = """
vehicles = ["T german pzkpfw_iiif at D4 facing 3 recalled"]
units = ["A german 4-6-7 at A9", "R russian 4-4-7 at F8"]
"""
    st = drive(counters)
    player, rng = StandardPlayer(), random.Random(1)
    for _ in range(40):
        choice = pending(st)
        if not isinstance(choice, Choice) or st.turn.phase != "MPh":
            break
        action = player.decide(st, choice, rng)
        assert choice.check(action) is None
        st = answer(st, action)[0]
    (tank,) = st.vehicles.values()
    assert tank.place == EXITED


def test_who_plays_nothing_drives_a_recalled_vehicle_on_too() -> None:
    counters = """
vehicles = ["T german pzkpfw_iiif at D4 facing 3 recalled", "U german pzkpfw_iiif at F5 facing 3 immobile"]
units = ["A german 4-6-7 at A9", "R russian 4-4-7 at F8"]
"""
    st = drive(counters)
    for _ in range(40):
        choice = pending(st)
        if not isinstance(choice, Choice) or st.turn.phase != "MPh":
            break
        st = answer(st, IdlePlayer().decide(st, choice, random.Random(1)))[0]
    assert st.vehicles[next(iter(st.vehicles))].place == EXITED
