"""Captured weapons and vehicles in the hands of the standard opponent (A21)."""

from __future__ import annotations

import random

from goodorder.bots.standard import StandardPlayer
from goodorder.core.actions import Action, Done, Fire, ManVehicle
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.core.view import imagined
from goodorder.play.cases.model import CaseResult
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases

HEAD = """
version = 1
[[case]]
title = "what it does"
profile = "full"
phase = "{phase}"
attacker = "german"
map = "size 12x22"
units = [{units}]
vehicles = [{vehicles}]
weapons = [{weapons}]
[[case.step]]
ask = "hex A1"
"""


def decided(phase: str, units: str, vehicles: str = "", weapons: str = "") -> Action:
    """What it answers first in such a position."""
    (case,) = parse_cases(HEAD.format(phase=phase, units=units, vehicles=vehicles, weapons=weapons), "manning")
    assert not isinstance(case, CaseResult), case.message
    playing = Play(case)
    playing.begin()
    return answered(playing.state)


def answered(st: State) -> Action:
    """What it answers to what is asked."""
    asked = pending(st)
    assert isinstance(asked, Choice)
    seen, choice = imagined(st, asked)
    return StandardPlayer().decide(seen, choice, random.Random(1))


def test_a_crew_gets_back_into_its_tank() -> None:
    units = '"K german 1-2-7 at C4", "A german 4-6-7 at C4", "X russian 4-4-7 at C20"'
    action = decided("MPh", units, '"T german pzkpfw_ivh at C4 facing 1 abandoned"')
    assert isinstance(action, ManVehicle), action
    assert len(action.units) == 1


def test_nobody_gets_into_a_tank_without_a_gun_that_works() -> None:
    units = '"K german 1-2-7 at C4", "X russian 4-4-7 at C20"'
    arms = '"T.MA malfunctioned"'
    action = decided("MPh", units, '"T german pzkpfw_ivh at C4 facing 1 abandoned"', arms)
    assert not isinstance(action, ManVehicle), action


def test_who_is_alone_with_an_enemy_tank_captures_and_mans_it() -> None:
    units = '"A german 4-6-7 at C4", "X russian 4-4-7 at C20"'
    (case,) = parse_cases(
        HEAD.format(phase="CCPh", units=units, vehicles='"T russian t_34_m43 at C4 facing 1 abandoned"', weapons=""),
        "manning",
    )
    assert not isinstance(case, CaseResult), case.message
    playing = Play(case)
    playing.begin()
    st = playing.state
    action = answered(st)
    assert action == Done(), "it falls to him without an attack"
    st, _ = answer(st, action)
    assert isinstance(answered(st), ManVehicle)


def test_a_captured_machine_gun_is_fired() -> None:
    units = '"A german 4-6-7 at C4", "X russian 4-4-7 at C9", "Y russian 4-4-7 at C9"'
    action = decided("AFPh", units, "", '"w russian HMG held by A"')
    assert isinstance(action, Fire), action
    assert any(firer.weapons for firer in action.firers)
