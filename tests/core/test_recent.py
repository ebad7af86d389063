"""What a position waits for is known while it is held, and a position that nobody holds is gone at once."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Iterator

import pytest

from goodorder.core import recent
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.view import asked_of
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from tests.properties.games import beats

LEFT_A_DECISION = 40
"""Objects in circles that a decision may leave: ledgers which a position remembers hold it."""


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_the_same_decision_is_asked_again_while_it_is_held() -> None:
    st = next(beats("first", 1)).after
    asked = pending(st)
    for beat in beats("first", 2):
        pending(beat.after)
        if beat.number > 40:
            break
    assert pending(st) is asked


def test_the_last_decision_is_held() -> None:
    st = next(beats("first", 1)).after
    asked = weakref.ref(pending(st))
    assert recent.known_pending(st) is not None
    assert asked() is pending(st)


def test_a_position_goes_without_the_collector_when_its_decision_does(no_collector: None) -> None:
    st = next(beats("houses", 1)).after
    pending(st).menu.top()  # type: ignore[union-attr]
    gone = weakref.ref(st)
    del st
    assert gone() is not None
    recent.forget_all()
    assert gone() is None


@pytest.mark.parametrize("scenario", ["houses", "chapel", "gap", "furrows"])
def test_a_game_leaves_next_to_nothing_to_the_collector(scenario: str, no_collector: None) -> None:
    st, rng, dice, decisions = new_game(given(scenario).scenario), random.Random(3), DiceStream("3"), 0
    gc.collect()
    while decisions < 120 and not isinstance(asked := pending(st), Over):
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
        else:
            decisions += 1
            st, _ = answer(st, asked_of(st, asked)[1].menu.sample(rng))
    assert gc.collect() < LEFT_A_DECISION * decisions
