"""What previews tell of fire in random games with vehicles is what play makes of it over all sums of the dice."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from goodorder.core.actions import Action, Fire, Panzerfaust, ThrowCharge
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.state import State
from goodorder.flow.sequence.opening import new_game
from goodorder.odds.spread import Settled
from goodorder.play.start import given
from goodorder.web.preview import preview_action
from tests.web.told_and_played import Decided, TooMany, differences

STEPS = 1500
"""Decisions of a game that are played at most."""


def declared(scenario: str, seed: int) -> Iterator[tuple[State, Action, int]]:
    """The attacks of a random game, each where it is declared and resolved alone, with its side."""
    st = new_game(given(scenario).scenario)
    rng, dice = random.Random(seed), DiceStream(str(seed))
    for _ in range(STEPS):
        asked = pending(st)
        if isinstance(asked, Over):
            return
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        action = asked.menu.sample(rng)
        if isinstance(action, Fire | ThrowCharge | Panzerfaust):
            yield st.with_(stack=(Settled(), st.stack[-1])), action, asked.side
        st, _ = answer(st, action)


def compared(scenario: str, seed: int, wanted: int, limit: int) -> int:
    """How many attacks of a game were told as they are played; those that somebody's decision divides are left out."""
    done = 0
    for st, action, side in declared(scenario, seed):
        doc = preview_action(st, action)
        if doc is None or not (doc.per_target or isinstance(action, Fire)):
            continue
        try:
            wrong = differences(st, action, doc, limit, side=1 - side)
        except (Decided, TooMany):
            continue
        assert wrong == [], (scenario, seed, action, doc.title, doc.text)
        done += 1
        if done == wanted:
            break
    return done


@pytest.mark.parametrize("scenario", ["cherries", "ridge"])
def test_attacks_of_a_random_game_are_told_as_they_are_played(scenario: str) -> None:
    assert compared(scenario, 1, 4, 40) > 0


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["cherries", "bell", "ambush", "ridge", "orchard", "furrows"])
def test_attacks_of_many_random_games_are_told_as_they_are_played(scenario: str) -> None:
    assert sum(compared(scenario, seed, 30, 1000) for seed in range(2, 12)) > 10
