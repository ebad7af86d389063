"""Bounding First Fire by the computer: where what waits after it is no better (D3.3)."""

from __future__ import annotations

import random

import pytest

from goodorder.bots.bounding import bounding_shot, together
from goodorder.bots.driving import Driver
from goodorder.bots.ordnance import GunShot
from goodorder.bots.standard import StandardPlayer
from goodorder.core.actions import DriveStep, Fire, Firer
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from tests.bots.test_driving import drive

BEFORE_A_SQUAD = """
vehicles = ["T german {vehicle} at D5 facing 1 ce"]
units = ["A german 4-6-7 at A9", "R russian 4-4-7 at F4"]
"""


def shot_of(st: State, then: float | None = None) -> Fire | None:
    choice = pending(st)
    assert isinstance(choice, Choice)
    return bounding_shot(st, choice, next(iter(st.vehicles.values())), then)


@pytest.mark.parametrize("profile", ["", "full"])
@pytest.mark.parametrize("vehicle", ["pzkpfw_iiif", "stug_iiig"])
def test_the_guns_of_an_afv_wait_for_their_better_advancing_fire(vehicle: str, profile: str) -> None:
    assert shot_of(drive(BEFORE_A_SQUAD.format(vehicle=vehicle), "", profile)) is None


@pytest.mark.parametrize("profile", ["", "full"])
def test_machine_guns_that_do_no_more_in_the_afph_fire_at_once(profile: str) -> None:
    assert shot_of(drive(BEFORE_A_SQUAD.format(vehicle="psw_222"), "", profile)) is not None


def test_who_drives_to_where_he_can_do_less_fires_first_and_who_drives_to_a_better_place_does_not() -> None:
    st = drive(BEFORE_A_SQUAD.format(vehicle="pzkpfw_iiif"))
    assert shot_of(st, 0.0) is not None
    assert shot_of(st, 4.0) is None


def test_nobody_fires_where_a_shot_does_hardly_anything() -> None:
    assert shot_of(drive(BEFORE_A_SQUAD.format(vehicle="psw_222"), "F4 stone_building"), 0.0) is None


def test_shots_of_the_same_weapon_count_once() -> None:
    def shot(harm: float, *weapons: int) -> GunShot:
        return GunShot(Fire((Firer(1, False, weapons),), 5), harm, 1)

    assert together([shot(2.0, 1), shot(1.5, 1), shot(1.0, 2, 3), shot(0.5, 3)]) == 3.0


def test_a_tank_fires_before_it_drives_to_where_it_has_no_target_and_then_drives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counters = """
vehicles = ["T german pzkpfw_iiif at D8 facing 1"]
units = ["A german 4-6-7 at A9", "B russian 2-2-8 at F2", "R russian 4-4-7 at F7"]
weapons = ["g russian 45mm_ptp_obr_42 held by B facing 4"]
"""
    monkeypatch.setattr(Driver, "chances", lambda *_: 0.0)
    st = drive(counters, "B4 stone_building\nB5 stone_building\nC4 stone_building\nC5 stone_building")
    player, rng = StandardPlayer(), random.Random(1)
    first = player.decide(st, asked(st), rng)
    assert isinstance(first, Fire), player.explain()
    st = answer(st, first)[0]
    while isinstance(roll := pending(st), Roll):
        st = answer(st, (6,) * len(roll.dice))[0]
    while isinstance(second := player.decide(st, asked(st), rng), Fire):
        st = answer(st, second)[0]
        while isinstance(roll := pending(st), Roll):
            st = answer(st, (6,) * len(roll.dice))[0]
    assert isinstance(second, DriveStep), player.explain()


def asked(st: State) -> Choice:
    choice = pending(st)
    assert isinstance(choice, Choice)
    return choice
