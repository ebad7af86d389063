"""The computer strikes vehicles that come into its Infantry's Location (D7.2)."""

from __future__ import annotations

import random

import pytest

from goodorder.bots.standard import StandardPlayer
from goodorder.core.actions import CloseCombat
from goodorder.core.engine import answer, pending, settle
from goodorder.core.frames import Choice, Do
from goodorder.core.state import State
from goodorder.flow.fire.defensive_fire import Touch, Window
from goodorder.play.cases.model import CaseResult
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from tests.support import Stop

TEXT = """
version = 1
[[case]]
title = "a tank among men"
phase = "MPh"
attacker = "german"
vehicles = ["T german {vehicle} at D4 facing 1"]
units = ["L russian 9-1 at D4", "R russian 4-5-8 at D4", "A german 4-6-7 at A1"]
[[case.step]]
cannot = ["pass"]
"""


def window(vehicle: str) -> tuple[State, Choice]:
    """The window over a start of the vehicle in the Location of a squad and a leader."""
    (case,) = parse_cases(TEXT.replace("{vehicle}", vehicle), "reaction")
    assert not isinstance(case, CaseResult), case.message
    st = build(case).state
    tank = next(iter(st.vehicles.values()))
    frame = Window((Touch(tank.loc, (), (tank.id,)),))
    st = settle(st.with_(stack=(Stop(), frame)), Do(then=frame))[0]
    asked = pending(st)
    assert isinstance(asked, Choice)
    return st, asked


@pytest.mark.parametrize("vehicle", ["psw_222", "opel_6700_blitz"])
def test_men_strike_the_vehicle_in_their_hex_with_the_leader(vehicle: str) -> None:
    st, asked = window(vehicle)
    action = StandardPlayer().decide(st, asked, random.Random(1))
    assert isinstance(action, CloseCombat)
    assert action.defenders == tuple(st.vehicles)
    assert len(action.attackers) == 2 and action.leader
    assert asked.check(action) is None
    answer(st, action)
