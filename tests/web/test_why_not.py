"""Why what was clicked can't be chosen, as the server answers a click on the board."""

from __future__ import annotations

import pytest

from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases
from goodorder.web.messages.requests import Why
from goodorder.web.queries import why

SHOTS = """
version = 1
[[case]]
title = "a Gun, and targets in sight, out of sight and out of range of its hull"
profile = "full"
phase = "PFPh"
attacker = "german"
map = '''
size 14x14
E7 stone_building
'''
units = ["A german 2-2-8 at E9", "X russian 4-4-7 at E5 concealed", "Y russian 4-4-7 at H6"]
weapons = ["g german 7_5cm_pak_40 held by A facing 0"]
vehicles = ["T russian t_34_m43 at E4 facing 3"]
[[case.step]]
cannot = ["pass"]
"""


@pytest.fixture
def st() -> State:
    [case] = parse_cases(SHOTS, "a position")
    assert isinstance(case, Case), case
    play = Play(case)
    play.begin()
    return play.state


def told(st: State, *, hex: str = "", unit: int = 0) -> tuple[str, str]:
    choice = pending(st)
    assert isinstance(choice, Choice)
    gun = next(entry.key for entry in choice.menu.top() if entry.kind == "weapon")
    doc = why(st, choice, Why(rid=1, path=[gun], hex=hex or None, unit=str(unit) if unit else None))
    return doc.rule, doc.message


def test_a_click_on_a_stack_behind_a_building_names_the_line_of_sight_not_the_target_type(st: State) -> None:
    rule, message = told(st, hex="E5")
    assert rule.startswith("A6") and "ine of sight" in message


def test_a_click_on_a_vehicle_out_of_sight_names_the_line_of_sight(st: State) -> None:
    rule, _ = told(st, unit=next(iter(st.vehicles)))
    assert rule.startswith("A6")


def test_a_click_on_a_target_that_can_be_fired_at_says_that_there_is_a_way(st: State) -> None:
    assert "possible" in told(st, hex="H6")[1]
