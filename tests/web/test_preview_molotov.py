"""Previews of MOL: the check, the numbers, and the fates that the dice of play bring (A22.611, A22.612)."""

from __future__ import annotations

import pytest

from goodorder.core.actions import Action
from goodorder.core.engine import settle
from goodorder.core.frames import Do
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.odds.spread import Settled
from goodorder.play.cases import position
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import parse_cases
from goodorder.play.cases.start import import_flow
from goodorder.web.messages.preview import PreviewDoc
from goodorder.web.preview import preview_action

import_flow()

TEXT = """
version = 1
[[case]]
title = "a MOL"
profile = "full"
sides = ["russian elr 3 molotovs", "german elr 3"]
phase = "PFPh"
units = ["A russian 4-4-7 at C4", "B german 4-6-7 at D3"]
vehicles = ["T german pzkpfw_ivh at C5 facing 1"]
[[case.step]]
ask = "hex A1"
"""


def previewed(words: str) -> tuple[State, Action, PreviewDoc]:
    [case] = parse_cases(TEXT, "molotovs")
    assert isinstance(case, Case), case
    at = position.build(case)
    st = settle(at.state, Do(then=Settled(), push=(FirePhase("PFPh"),)))[0]
    action = parse(words, at.names)
    doc = preview_action(st, action)
    assert doc is not None
    return st, action, doc


def fate(doc: PreviewDoc, unit: int, word: str) -> float:
    return sum(
        one.p for target in doc.per_target if target.unit == str(unit) for one in target.odds if one.label == word
    )


def test_the_preview_of_a_mol_at_an_afv_tells_its_check_its_number_and_both_fates() -> None:
    st, _, doc = previewed("molotov A at C5 vehicle T")
    assert [line for line in doc.text if "less than 6 burns it" in line]
    user, tank = (
        next(one.id for one in found.values() if one.side == side) for found, side in ((st.units, 0), (st.vehicles, 1))
    )
    assert sum(one.p for one in doc.odds) == pytest.approx(1)
    # Half of the checks give one; of 36 DR 10 are below six and none of these has a colored 6, 5 are a six.
    assert fate(doc, tank, "burning") == pytest.approx(10 / 72)
    assert fate(doc, tank, "destroyed") == pytest.approx(5 / 72)
    assert fate(doc, user, "breaks") == pytest.approx(1 / 12)


def test_the_preview_of_a_mol_at_men_has_its_fp_as_a_line_of_its_own() -> None:
    _, _, doc = previewed("molotov A at D3")
    assert doc.fp == "12"
    assert [line for line in doc.lines if line.reason.startswith("MOL")]
