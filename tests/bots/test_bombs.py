"""The computer throws petrol bombs where they bring more than they risk (A22.6)."""

from __future__ import annotations

import random

from goodorder.bots.standard import StandardPlayer
from goodorder.core.actions import Action, Molotov
from goodorder.core.engine import pending, settle
from goodorder.core.frames import Choice, Do
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.odds.spread import Settled
from goodorder.play.cases import position
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import parse_cases
from goodorder.play.cases.start import import_flow

import_flow()

TEXT = """
version = 1
[[case]]
title = "a MOL"
profile = "full"
sides = ["russian elr 3{bombs}", "german elr 3"]
phase = "PFPh"
{counters}
[[case.step]]
ask = "hex A1"
"""
TANK = """
units = ["A russian 4-4-7 at C4"]
vehicles = ["T german spw_251_1 at C5 facing 1"]
"""
MEN = """
map = "C5 stone_building"
units = ["A russian 4-2-6 at C4", "B german 4-6-7 at C5", "D german 4-6-7 at C5", "L german 9-2 at C5"]
"""


def decided(counters: str, bombs: str = " molotovs") -> Action:
    [case] = parse_cases(TEXT.format(counters=counters, bombs=bombs), "bombs")
    assert isinstance(case, Case), case
    st = settle(position.build(case).state, Do(then=Settled(), push=(FirePhase("PFPh"),)))[0]
    asked = pending(st)
    assert isinstance(asked, Choice)
    return StandardPlayer().decide(st, asked, random.Random(1))


def test_the_computer_throws_a_mol_at_an_afv_beside_it() -> None:
    found = decided(TANK)
    assert isinstance(found, Molotov)
    assert found.shot.vehicle


def test_it_looks_for_one_where_that_helps_against_men_and_has_none_without_the_special_rule() -> None:
    assert isinstance(decided(MEN), Molotov)
    assert not isinstance(decided(MEN, ""), Molotov)
