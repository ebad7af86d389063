"""Infantry reckons with Guns and vehicles: in their arcs, by what they can still fire, and on its way (C3, D1.8)."""

from __future__ import annotations

import pytest

from goodorder.bots.ground import ground_of
from goodorder.bots.moving import Planner
from goodorder.bots.objectives import Purpose
from goodorder.bots.standard import StandardPlayer
from goodorder.bots.threat_map import Threat, all_positions, fire_positions
from goodorder.core.state import FireMark, State
from tests.bots.test_driving import drive

GUN = """
units = ["A german 4-6-7 at A1", "B russian 2-2-8 at F2"]
weapons = ["g russian 76_2mm_p_obr_39 held by B facing {facing}{state}"]
"""

TANK = """
units = ["A german 4-6-7 at A1"]
vehicles = ["T russian t_34_m41 at F2 facing {facing}{state}"]
"""


def place(st: State, name: str) -> int:
    return next(one.index for one in st.world.map.hexes if one.name == name)


def harm(st: State, name: str, *, now: bool = True) -> float:
    """What Guns and vehicles alone do to a squad in a hex."""
    heavy = all_positions(st, 1)[len(fire_positions(st, 1)) :]
    threat = Threat(ground_of(st), heavy)
    return threat.moving(place(st, name)) if now else threat.still(place(st, name))


@pytest.mark.parametrize("counters", [GUN, TANK])
def test_the_hexes_in_an_arc_are_more_dangerous_than_those_out_of_it(counters: str) -> None:
    toward = drive(counters.format(facing=4, state=""))
    away = drive(counters.format(facing=1, state=""))
    assert harm(toward, "D6") > harm(away, "D6") > 0


@pytest.mark.parametrize("counters", [GUN, TANK])
def test_out_of_sight_there_is_no_danger(counters: str) -> None:
    st = drive(counters.format(facing=4, state=""), "F4 stone_building\nE4 stone_building\nE5 stone_building")
    assert harm(st, "F3") > 0 == harm(st, "F8")


def test_a_gun_that_is_malfunctioned_and_a_vehicle_that_is_shocked_or_abandoned_are_harmless() -> None:
    for st in (
        drive(GUN.format(facing=4, state=" malfunctioned")),
        drive(TANK.format(facing=4, state=" shock")),
        drive(TANK.format(facing=4, state=" abandoned")),
    ):
        assert harm(st, "D6") == 0


def test_a_vehicle_in_motion_does_less_than_one_that_stands() -> None:
    assert (
        0
        < harm(drive(TANK.format(facing=4, state=" motion")), "D6")
        < harm(drive(TANK.format(facing=4, state="")), "D6")
    )


def test_what_has_fired_endangers_movers_less_and_in_the_next_turn_as_much() -> None:
    fresh = drive(GUN.format(facing=4, state=""))
    gun = next(iter(fresh.weapons))
    shot = FireMark(occasion="first", target=place(fresh, "D6"), weapon=gun)
    fired = fresh.with_(weapon_shots={gun: (shot,)})
    assert 0 < harm(fired, "D6") < harm(fresh, "D6")
    assert harm(fired, "D6", now=False) == harm(fresh, "D6", now=False)


def test_cover_and_range_spare() -> None:
    st = drive(GUN.format(facing=4, state=""), "D6 stone_building")
    assert harm(st, "D6", now=False) < harm(st, "D5", now=False)


def leaves(facing: int) -> float:
    """What a squad in the open before a Gun gains by its best move, woods being beside it."""
    counters = GUN.format(facing=facing, state="").replace("at A1", "at C8").replace("at F2", "at C1")
    st = drive(counters, "D8 woods\nD7 woods\nD6 woods")
    ground = ground_of(st)
    planner = Planner(st, 0, ground, Threat(ground, all_positions(st, 1)), Purpose(st, 0, ground))
    (squad,) = (unit.id for unit in st.units.values() if unit.side == 0)
    plan = planner.best((squad,), 0, 8)
    assert plan.ways and plan.ways[-1].to in {place(st, name) for name in ("D8", "D7", "D6")}
    return plan.gain


def test_to_take_cover_is_worth_more_before_the_muzzle_of_a_gun_than_behind_it() -> None:
    assert leaves(4) > leaves(1) + 0.2


def test_the_computer_itself_reckons_with_guns_and_vehicles() -> None:
    st = drive(TANK.format(facing=4, state=""))
    threat = StandardPlayer()._threat(st, 0)
    assert threat.still(place(st, "D6")) > 0
