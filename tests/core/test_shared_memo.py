"""What rules remember of a position while only the stack changes is what they would find anew: over random games."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from tests.properties.games import beats


def anew(st: State) -> State:
    """The same position with nothing remembered."""
    return replace(st, memo={}, tables={}, waits={})


@pytest.mark.parametrize(("scenario", "answers"), [("first", 400), ("patrol", 150)])
def test_a_game_goes_on_as_with_nothing_remembered(scenario: str, answers: int) -> None:
    shared = 0
    for beat in beats(scenario, 5):
        told, events = answer(anew(beat.before), beat.reply)
        assert events == beat.events, beat.number
        assert saving.encode(told) == saving.encode(beat.after), beat.number
        asked, again = pending(beat.after), pending(anew(beat.after))
        assert type(asked) is type(again)
        if isinstance(asked, Choice) and isinstance(again, Choice):
            draws = (one.menu.sample(random.Random(beat.number)) for one in (asked, again))
            assert len(set(draws)) == 1, beat.number
            keys = [[entry.key for entry in one.menu.top()] for one in (asked, again)]
            assert keys[0] == keys[1], beat.number
        shared += beat.after.memo is beat.before.memo
        if beat.number >= answers:
            break
    assert shared


def test_a_copy_without_changes_has_found_out_nothing() -> None:
    st = next(beats("first", 1)).after
    pending(st)
    st.memo["found"] = True
    assert st.with_().memo == {} == st.with_().waits
    assert st.with_(stack=()).memo is st.memo
    assert st.with_(units=dict(st.units)).memo == {}
