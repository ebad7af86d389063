"""What a Search is told to find before its dr, by the dr alone: nothing of what hides there (A12.152, A12.154)."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from goodorder.core import engine
from goodorder.core.actions import Search
from goodorder.core.events import DiceThrown
from goodorder.core.state import State
from goodorder.core.view import view
from goodorder.flow.shared.searching import SearchRoll
from goodorder.web.messages.preview import PreviewDoc
from goodorder.web.preview import preview_action
from tests.odds.shots import Shot, made
from tests.rules.a11_close_combat.fights import begin
from tests.support import loc

SQUADS = ("A german 4-6-7 at D5", "L german 8-1 at D5")
HALF = ("A german 2-4-7 at D5",)
TIRED = ("A german 4-6-7 at D5 cx", "B german 4-6-7 at D5 cx")
FOE = ("X russian 4-4-7 at L9",)


def position(units: tuple[str, ...]) -> tuple[State, Search]:
    st, _ = made(Shot("fire A at C9", (*units, *FOE)))
    st = st.with_(turn=replace(st.turn, phase="MPh"))
    return st, Search(tuple(unit.id for unit in st.units.values() if unit.side == 0))


def previewed(st: State, action: Search) -> PreviewDoc:
    doc = preview_action(st, action)
    assert doc is not None
    return doc


@pytest.mark.parametrize("units", [SQUADS, HALF, TIRED], ids=["squad and leader", "half-squad", "two CX squads"])
def test_it_searches_as_many_hexes_as_the_preview_says_by_each_dr(units: tuple[str, ...]) -> None:
    st, action = position(units)
    here, found = begin(st, SearchRoll(action.units))[0], Counter[str]()
    for face in range(1, 7):
        [told] = (one for one in engine.answer(here, (face,))[1] if isinstance(one, DiceThrown))
        searched, _, every = told.outcome.removesuffix(" hexes beside searched").split()
        found[f"all {every} hexes beside" if searched == every else f"{searched} of {every} hexes beside"] += 1
    assert {one.label: one.p for one in previewed(st, action).odds} == {
        word: pytest.approx(count / 6) for word, count in found.items()
    }


def test_by_hand_a_squad_with_an_8_1_leaves_out_two_hexes_less() -> None:
    st, action = position(SQUADS)
    doc = previewed(st, action)
    # a squad is one half-squad above one, the 8-1 one more: a Final dr of -1 to 4 bars none, none, 1, 2, 3, 4 of six
    assert [(one.label, round(one.p * 6)) for one in doc.odds] == [
        ("all 6 hexes beside", 2),
        ("5 of 6 hexes beside", 1),
        ("4 of 6 hexes beside", 1),
        ("3 of 6 hexes beside", 1),
        ("2 of 6 hexes beside", 1),
    ]
    assert doc.drm == -2
    assert any("(A12.154)" in text for text in doc.text)


@pytest.mark.parametrize(("hidden", "concealed"), [(True, True), (False, True)], ids=["hidden", "under a ?"])
def test_who_is_hidden_beside_changes_nothing_of_it(hidden: bool, concealed: bool) -> None:
    st, action = position(SQUADS)
    [foe] = (unit for unit in st.units.values() if unit.side == 1)
    other = replace(foe, id=st.next_id, ident="H", loc=loc(st, "D6"), hidden=hidden, concealed=concealed)
    there = st.with_(units={**st.units, other.id: other}, next_id=other.id + 1)
    assert previewed(view(there, 0), action) == previewed(view(st, 0), action)
