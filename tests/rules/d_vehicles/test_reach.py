"""What a vehicle is said to reach it gets to by playing the acts that lead there."""

from __future__ import annotations

import pytest

from goodorder.core.apply import apply
from goodorder.core.state import State
from goodorder.flow.drive.act import DRIVE
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.rules.d_vehicles.mp import mp_left
from goodorder.rules.d_vehicles.reach import Reached, reach

CASE = """
version = 1

[[case]]
title = "A vehicle in a village"
rules = ["D2.1"]
phase = "MPh"
attacker = "german"
boards = ["village A-Q"]
vehicles = ["T german {kind} at E5 facing 2"]
units = ["A german 4-6-7 at A1", "R russian 4-4-7 at P5"]
[[case.step]]
ask = "reach T"
"""


def position(kind: str) -> State:
    [case] = parse_cases(CASE.format(kind=kind), "village.toml")
    assert isinstance(case, Case)
    return build(case).state


def played(st: State, one: Reached) -> State:
    """The position after the acts; no Bog Check is rolled."""
    for action in one.acts:
        act = DRIVE.of(action)
        assert act is not None
        assert act.refusal(st, action) is None, (one, action)
        for event in act.do(st, action).events:
            st = apply(st, event)
    return st


@pytest.mark.parametrize("kind", ["pzkpfw_ivh", "psw_222", "spw_250_9", "opel_6700_blitz"])
def test_the_acts_of_each_hex_in_reach_are_legal_and_leave_the_mp_that_it_says(kind: str) -> None:
    st = position(kind)
    [vehicle] = st.vehicles.values()
    found = reach(st, vehicle)
    assert len(found) > 5
    for loc, one in found.items():
        after = played(st, one)
        assert after.vehicles[vehicle.id].loc == loc == one.loc
        assert after.vehicles[vehicle.id].facing == one.facing
        assert mp_left(after, vehicle) == one.left
