"""How a unit is in its Location is one value on it: copied, saved, seen, written and placed like the rest of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.apply import apply
from goodorder.core.events import (
    Bypassed,
    CrestChanged,
    MoveEnded,
    PlayerTurnBegan,
    StepTaken,
    UnitEliminated,
    UnitMoved,
    WallAdvantage,
)
from goodorder.core.stance import PLAIN, Stance
from goodorder.core.state import State, Step, Unit, with_stance
from goodorder.core.view import view
from goodorder.play.cases.expect import unit_status
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from tests.support import loc, position, squad

OTHER: dict[str, Any] = {"crest": 2, "wa": True, "bypass": (4, 3), "turning": 1, "guard": 2}
"""Every field of a stance with a value that is not its default."""


def bare() -> State:
    return position("size 6x6", squad("A", "C3"), squad("B", "C5", side=1))


def posed(**fields: Any) -> State:
    st = bare()
    return st.with_unit(with_stance(st.units[1], **fields))


def test_every_field_is_tried_here() -> None:
    assert set(OTHER) == set(Stance.__struct_fields__)


@pytest.mark.parametrize("name", OTHER)
def test_a_stance_is_copied_and_saved(name: str) -> None:
    st = posed(**{name: OTHER[name]})
    assert saving.copy(st).units[1].stance == st.units[1].stance != PLAIN
    assert saving.copy(st).digest() == st.digest() != bare().digest()
    written = msgspec.json.decode(saving.encode(st))["units"][0]["stance"]
    assert written == {name: list(OTHER[name]) if name == "bypass" else OTHER[name]}


@pytest.mark.parametrize("name", OTHER)
def test_a_stance_at_its_default_is_not_written_and_changes_no_digest(name: str) -> None:
    st = posed(**{name: OTHER[name]})
    default = getattr(PLAIN, name)
    again = st.with_unit(with_stance(st.units[1], **{name: default}))
    assert again.units[1].stance is PLAIN
    assert "stance" not in again.parts()["units"][0]
    assert again.digest() == bare().digest()


def test_a_unit_leaves_its_stance_where_it_was() -> None:
    st = posed(crest=2, wa=True)
    assert apply(st, CrestChanged(unit=1, crest=-1)).units[1].stance == Stance(wa=True)
    assert apply(st, WallAdvantage(unit=1, held=False)).units[1].stance == Stance(crest=2)
    assert apply(st, UnitMoved(unit=1, loc=loc(st, "D4"))).units[1].stance is PLAIN


def test_bypass_ends_with_the_move_or_with_an_entry_and_no_further_step_ends_it() -> None:
    st = apply(bare(), Bypassed(unit=1, vertices=(4, 3)))
    here = st.units[1].loc
    assert st.units[1].stance == Stance(bypass=(4, 3))
    assert apply(st, StepTaken(unit=1, step=Step("smoke", here, here, 2))).units[1].stance == Stance(bypass=(4, 3))
    for event in (MoveEnded(unit=1), UnitMoved(unit=1, loc=loc(st, "D4"))):
        assert apply(st, event).units[1].stance is PLAIN
    assert apply(st, StepTaken(unit=1, step=Step("occupy", here, here, 2))).units[1].stance is PLAIN


def test_of_a_unit_that_is_out_only_its_crest_status_is_told() -> None:
    st = apply(posed(**OTHER), UnitEliminated(unit=1, reason="A7.301"))
    assert st.units[1].stance == Stance(crest=2)


def test_a_stance_outlasts_a_player_turn_where_nothing_ends_it() -> None:
    st = posed(**OTHER)
    later = apply(st, PlayerTurnBegan(number=2, attacker=1))
    assert later.units[1].stance == st.units[1].stance


def test_a_view_shows_it_of_a_known_unit_and_of_a_concealed_stack() -> None:
    st = posed(crest=2, wa=True)
    assert view(st, 1).units[1].stance == Stance(crest=2, wa=True)
    twin = Unit(3, 0, st.units[1].type, loc=st.units[1].loc, place=st.units[1].place, concealed=True)
    st = st.with_(units={**st.units, 1: replace(st.units[1], concealed=True), 3: twin})
    (stack,) = (unit for unit in view(st, 1).units.values() if unit.side == 0)
    assert stack.id not in st.units and stack.stance == Stance(crest=2, wa=True)


CASE = """
version = 1
[[case]]
title = "A unit in Crest status claims Wall Advantage"
rules = ["B20.9"]
map = "size 6x6"
units = ["A german 4-6-7 at C3 {words}", "B russian 4-4-7 at C5"]
[[case.step]]
ask = "los C3 C5"
"""


@pytest.mark.parametrize("words", ["crest 2 wa", "wa crest=2", "crest 1,2,3 wa"])
def test_a_case_says_it_in_words_and_reads_it_back(words: str) -> None:
    (case,) = parse_cases(CASE.format(words=words), "words.toml")
    assert isinstance(case, Case)
    made = build(case)
    assert made.state.units[1].stance == Stance(crest=2, wa=True)
    assert {"crest", "wa"} <= set(unit_status(made.state, made.names, 1))
