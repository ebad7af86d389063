"""Residual FP and Fire Lanes among the threats of a move and of a drive, held to play (A8.2, A9.22, D5.31)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.core.actions import DriveTo
from goodorder.core.state import State, Step
from goodorder.flow.fire.defensive_fire import Touch, Window
from goodorder.play.cases import position
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import parse_cases
from goodorder.play.cases.start import import_flow
from goodorder.web.messages.answers import ThreatDoc
from goodorder.web.preview_moves import stepped
from goodorder.web.reach_vehicles import driven_way
from goodorder.web.threats_lying import at_movers, at_vehicle
from goodorder.web.threats_ordnance import arrived
from tests.rules.a11_close_combat.fights import begin
from tests.web.told_and_played import ends, played

import_flow()

TEXT = """
version = 1
[[case]]
title = "a move"
profile = "full"
phase = "MPh"
attacker = "german"
units = ["A german 4-6-7 at D5", "W russian 2-2-7 at D9"]
weapons = ["w russian MMG held by W{lane}"]
vehicles = ["T german {vehicle}"]
markers = [{markers}]
[[case.step]]
ask = "hex A1"
"""


def made(vehicle: str, markers: str, lane: str = "") -> position.CasePosition:
    [case] = parse_cases(TEXT.format(vehicle=vehicle, markers=markers, lane=lane), "threats")
    assert isinstance(case, Case), case
    return position.build(case)


def same(st: State, told: ThreatDoc, touch: Touch, target: int) -> None:
    """What is told is what every sum of the dice does as the window opens."""
    found = ends(begin(st, Window((touch,)))[0])
    real = played(st, found, target)
    assert {one.label: one.p for one in told.odds} == pytest.approx(real)
    assert told.p == pytest.approx(1 - real.get("no effect", real.get("untouched", 0)))


@pytest.mark.parametrize(("markers", "lane"), [('"residual 4 at D6"', ""), ("", " lane D2")])
def test_what_lies_in_a_hex_is_among_the_threats_of_a_move(markers: str, lane: str) -> None:
    at = made("pzkpfw_ivh at A1 facing 1", markers, lane)
    unit, to = at.names.unit("A"), at.names.hex("D6")
    st = stepped(at.state, (unit,), to, 2)
    [one] = at_movers(st, (unit,))
    assert one.words == ("Residual FP 4" if markers else "Fire Lane 2")
    same(st, one.doc(st, to), Touch(to, (unit,)), unit)


@pytest.mark.parametrize("vehicle", ["opel_6700_blitz at D5 facing 3", "pzkpfw_ivh at D5 facing 3 ce"])
@pytest.mark.parametrize(("markers", "lane"), [('"residual 8 at D6"', ""), ("", " lane D2")])
def test_what_lies_in_a_hex_is_among_the_threats_of_a_drive(vehicle: str, markers: str, lane: str) -> None:
    at = made(vehicle, markers, lane)
    truck, to = at.state.vehicles[at.names.unit("T")], at.names.hex("D6")
    moved = arrived(at.state, truck, Step("start", truck.loc, truck.loc, 2))
    there = replace(truck, loc=to)
    st = arrived(moved, there, Step("enter", truck.loc, to, 2))
    [one] = at_vehicle(st, there)
    same(st, one.doc(st, to), Touch(to, (), (truck.id,)), truck.id)
    way = driven_way(at.state, DriveTo(truck.id, to), (to,))
    assert [one.unit for step in way.steps for one in step.threats if one.unit == ""] == [""]


def test_nothing_lies_there_for_a_buttoned_up_crew_or_where_no_counter_is() -> None:
    at = made("pzkpfw_ivh at D6 facing 3 motion", '"residual 8 at D6"')
    assert list(at_vehicle(at.state, at.state.vehicles[at.names.unit("T")])) == []
    unit = at.names.unit("A")
    assert list(at_movers(stepped(at.state, (unit,), at.names.hex("C5"), 2), (unit,))) == []
