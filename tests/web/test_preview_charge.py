"""Previews of demolition charges, held to every sum of the dice in play (A23, C7.346)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.core.actions import PlaceCharge
from goodorder.core.apply import apply
from goodorder.core.engine import settle
from goodorder.core.events import ChargePlaced
from goodorder.core.frames import Do
from goodorder.core.notation import parse
from goodorder.flow.fire.charges import Detonations
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.odds.spread import Settled
from goodorder.play.cases import position
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import parse_cases
from goodorder.play.cases.start import import_flow
from goodorder.rules.a23_charges import placed
from goodorder.web.preview import preview_action
from tests.web.told_and_played import differences, ends, played, told

import_flow()

TEXT = """
version = 1
[[case]]
title = "a charge"
profile = "full"
phase = "{phase}"
attacker = "german"
units = ["A german 5-4-8 at G5", "R russian 4-4-7 at {man}"]
weapons = ["d german DC held by A"]
vehicles = [{vehicles}]
[[case.step]]
ask = "unit A"
"""


def made(man: str, vehicle: str, phase: str = "PFPh") -> position.CasePosition:
    vehicles = f'"T russian {vehicle}"' if vehicle else ""
    [case] = parse_cases(TEXT.format(man=man, vehicles=vehicles, phase=phase), "charges")
    assert isinstance(case, Case), case
    return position.build(case)


@pytest.mark.parametrize(
    ("man", "vehicle", "words"),
    [
        ("H5", "", "throw d by A to H5"),
        ("H5", "t_34_m43 at H5 facing 1 turret 1 ce", "throw d by A to H5"),
        ("H5", "gaz_mm at H5 facing 1", "throw d by A to H5"),
        ("H5", "t_34_m43 at H5 facing 1 turret 1", "throw d by A to H5 vehicle T"),
        ("A1", "t_34_m43 at H5 facing 1 turret 4 motion ce", "throw d by A to H5 vehicle T"),
        ("H5", "su_76m at H5 facing 4", "throw d by A to H5 vehicle T"),
    ],
)
def test_the_preview_of_a_thrown_charge_tells_what_play_does(man: str, vehicle: str, words: str) -> None:
    at = made(man, vehicle)
    st = settle(at.state, Do(then=Settled(), push=(FirePhase("PFPh"),)))[0]
    action = parse(words, at.names)
    doc = preview_action(st, action)
    assert doc is not None
    assert doc.per_target
    assert differences(st, action, doc, 20_000) == []


def test_the_preview_of_a_charge_to_be_placed_tells_what_it_does_as_it_goes_off() -> None:
    at = made("A1", "t_34_m43 at H5 facing 1 turret 1", "MPh")
    action = parse("charge d by A to H5 vehicle T", at.names)
    assert isinstance(action, PlaceCharge)
    doc = preview_action(at.state, action)
    assert doc is not None
    charge = placed(at.state, action)
    assert charge is not None
    st = apply(at.state, ChargePlaced(weapon=action.weapon, charge=charge))
    st = st.with_(turn=replace(st.turn, phase="AFPh"))
    found = ends(settle(st, Do(then=Settled(), push=(Detonations(0),)))[0])
    assert told(doc) == {action.vehicle: pytest.approx(played(st, found, action.vehicle))}
    assert any("A23.3" in line for line in doc.text)
    assert any("Position DR" in line for line in doc.text)


def test_the_preview_of_a_charge_at_nobody_tells_no_fates() -> None:
    at = made("A1", "", "MPh")
    doc = preview_action(at.state, parse("charge d by A to H5", at.names))
    assert doc is not None
    assert doc.per_target == ()
