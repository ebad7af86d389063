"""Previews of Panzerfausts, held to every sum of the dice in play (C13.3)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from goodorder.core.actions import Action
from goodorder.core.engine import answer, settle
from goodorder.core.frames import Do
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.odds.aftermath import each_alone, of_frames
from goodorder.odds.fate import fate
from goodorder.odds.spread import TOTAL, Settled
from goodorder.play.cases import position
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import parse_cases
from goodorder.play.cases.start import import_flow
from goodorder.web.messages.preview import PreviewDoc
from goodorder.web.preview import preview_action
from tests.web.told_and_played import differences, ends

import_flow()

TEXT = """
version = 1
[[case]]
title = "a Panzerfaust"
profile = "full"
year = 1944
phase = "PFPh"
attacker = "german"
map = "{ground}"
units = ["A german 4-6-7 at E5", {beside}"R russian 4-4-7 at {man}", "S russian 2-2-7 at {man}"]
vehicles = ["T russian {vehicle}"]
[[case.step]]
ask = "hex A1"
"""
HOUSE, OPEN = "size 12x12; D5 wooden_building", "size 12x12"
HOUSES = "size 12x12; D5 wooden_building; E5 wooden_building"
TANK, TRUCK, FAR = (f"{one} facing 1" for one in ("t_34_m43 at F5", "gaz_mm at F5", "gaz_mm at L10"))


def previewed(ground: str, man: str, vehicle: str, words: str, beside: str = "") -> tuple[State, Action, PreviewDoc]:
    [case] = parse_cases(TEXT.format(ground=ground, man=man, vehicle=vehicle, beside=beside), "panzerfausts")
    assert isinstance(case, Case), case
    at = position.build(case)
    st = settle(at.state, Do(then=Settled(), push=(FirePhase("PFPh"),)))[0]
    action = parse(f"panzerfaust A {words}", at.names)
    doc = preview_action(st, action)
    assert doc is not None
    assert "C13.31" in doc.text[0]
    assert sum(one.p for one in doc.odds) == pytest.approx(1)
    return st, action, doc


@pytest.mark.parametrize("vehicle", [TANK, TRUCK])
def test_the_preview_of_a_panzerfaust_tells_what_play_does(vehicle: str) -> None:
    st, action, doc = previewed(OPEN, "L9", vehicle, "at F5 vehicle T shot vehicle HEAT")
    assert doc.per_target
    assert differences(st, action, doc, 20_000) == []


@pytest.mark.parametrize(("ground", "how"), [(HOUSE, ""), (HOUSES, " desperate")])
def test_a_panzerfaust_at_men_tells_their_fates_and_those_of_its_firers_in_the_backblast(ground: str, how: str) -> None:
    st, action, doc = previewed(ground, "D5", FAR, f"at D5 shot infantry HEAT{how}")
    assert len(doc.per_target) == 3
    # the colored die of To Hit, the second roll, is the DR of the backblast (C13.81)
    assert differences(st, action, doc, 20_000, whole=2) == []


def test_who_costs_himself_a_casualty_was_in_the_backblast_before_with_his_leader() -> None:
    """The mishap reduces whatever the backblast has left of him (C13.36, C13.81): as frame by frame, unit by unit."""
    st, action, _ = previewed(HOUSES, "D5", FAR, "at D5 shot infantry HEAT desperate", '"L german 8-0 at E5", ')
    frames = st.stack[-1].chosen(st, action).push
    locs = {unit.loc for unit in st.units.values()}
    found = of_frames(st, frames, locs)
    assert len(found.units) == 4
    assert found == each_alone(st, (Settled(),), [(Do((), None, frames), TOTAL)], locs)


def test_the_fates_of_two_squads_that_a_panzerfaust_may_strike_both_are_those_of_play() -> None:
    """A tie strikes both, and among both a K or KIA then chooses (C13.31, A7.301)."""
    st, action, _ = previewed(HOUSE, "D5", FAR, "at D5 shot infantry HEAT")
    men = [unit for unit in st.units.values() if unit.side == 1]
    found = of_frames(st, st.stack[-1].chosen(st, action).push, {unit.loc for unit in men}).units
    after = ends(answer(st, action)[0])
    for unit in men:
        real: dict[str, Fraction] = {}
        for end, chance in after:
            word = fate(st, end, unit.id).word
            real[word] = real.get(word, Fraction(0)) + chance
        assert found[unit.id] == real
