"""The menu of Panzerfausts: each try alone, and directed by a leader beside the unit (C13.35)."""

from __future__ import annotations

from goodorder.core.actions import Panzerfaust
from goodorder.flow.fire.panzerfaust import PanzerfaustMenu
from goodorder.flow.fire.targets import aims
from goodorder.flow.sequence.opening import new_game
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.rules.c_ordnance.panzerfaust import army_of

TANK = """
version = 1
[[case]]
title = "a tank before a squad with a leader"
phase = "PFPh"
attacker = "german"
month = 8
year = 1944
units = ["A german 4-6-7 at C3", "L german 9-2 at C3", "Z german 8-0 at C3", "X russian 4-4-7 at C9"]
vehicles = ["T russian t_34_85 at C4 facing 2"]
[[case.step]]
ask = "hex A1"
"""


def test_a_try_is_offered_alone_and_by_each_leader_who_has_a_modifier() -> None:
    [case] = parse_cases(TANK, "faust")
    assert isinstance(case, Case)
    st = build(case).state
    [root] = PanzerfaustMenu(st, 0, "PFPh", aims(st, 0)).root()
    tries = [entry.action for entry in root.opened() if isinstance(entry.action, Panzerfaust)]
    squad, leader, other = sorted(st.units)[:3]
    assert {one.shot.leaders for one in tries if one.unit == squad} == {(), (leader,)}
    assert {one.shot.leaders for one in tries if one.unit == other} == {(), (leader,)}
    assert {one.shot.leaders for one in tries if one.unit == leader} == {()}


def test_whether_a_game_has_panzerfausts_is_told_by_the_order_of_battle_and_by_no_vehicle_in_sight() -> None:
    doors, chapel = new_game("doors"), new_game("chapel")
    german = next(unit for unit in doors.units.values() if unit.side == 1)
    assert army_of(doors, german) is not None
    assert army_of(doors.with_(vehicles={}), german) is not None
    assert army_of(chapel, next(iter(chapel.units.values()))) is None
