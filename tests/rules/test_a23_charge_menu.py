"""The menu of who places a DC: one entry for each Location, however many charges a unit has (A23.3)."""

from __future__ import annotations

from goodorder.flow.move.acts.charge import PlaceChargeAct
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases

TWO = """
version = 1
[[case]]
title = "a squad with two charges of its own and a captured one"
phase = "MPh"
attacker = "german"
units = ["A german 4-6-7 at C3", "X russian 4-4-7 at C4"]
weapons = ["d german DC held by A", "e german DC held by A", "f russian DC held by A"]
[[case.step]]
ask = "hex A1"
"""


def test_two_charges_of_a_unit_are_offered_once() -> None:
    [case] = parse_cases(TWO, "charges")
    assert isinstance(case, Case)
    st = build(case).state
    [placing] = PlaceChargeAct().entries(st, (min(st.units),), lambda action: action)
    keys = [entry.key for entry in placing.opened()]
    assert keys and len(set(keys)) == len(keys)
