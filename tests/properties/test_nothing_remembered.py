"""A position of which nothing is remembered is asked, seen and answered as the one of the game is, which remembers what
rules have found out in all the positions before it: nothing that is remembered outlives what it was found of.
"""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import PARTS, State
from goodorder.core.view import asked_of, view
from goodorder.data.scenario import scenario_ids

from .games import Beat, beats

IN_EACH_RUN = ("cherries", "houses", "lingon")
SEED = 3
SHARE = 0.06
"""At so many of the answers both are compared; their menus up to so many leaves."""
LEAVES = 200


def forgetful(st: State) -> State:
    """The same position with nothing remembered."""
    return replace(st, tables={}, memo={}, waits={})


def written(choice: Choice) -> tuple[object, ...]:
    """The prompt, the lines and the leaves of what is asked."""
    lines = [(one.key, one.label, one.kind, one.figure(), one.unit, one.hex, one.rule) for one in choice.menu.top()]
    return choice.prompt, choice.rule, lines, list(choice.menu.leaves(LEAVES))


def seen(st: State) -> list[object]:
    """Both views, part by part, each counter where it stands in the order."""
    found: list[object] = []
    for side in (0, 1):
        looked = view(st, side)
        parts = [getattr(looked, part.name) for part in PARTS]
        found.append([list(part.items()) if isinstance(part, dict) else part for part in parts])
    return found


def is_as_if_nothing_were_remembered(beat: Beat) -> None:
    fresh = forgetful(beat.before)
    assert seen(beat.before) == seen(fresh)
    asked = pending(fresh)
    if isinstance(asked, Choice):
        assert isinstance(beat.asked, Choice)
        assert written(asked_of(beat.before, beat.asked)[1]) == written(asked_of(fresh, asked)[1])
    after, events = answer(fresh, beat.reply)
    assert events == beat.events and after.digest() == beat.after.digest()


@pytest.mark.parametrize(
    "scenario_id",
    [pytest.param(one, marks=() if one in IN_EACH_RUN else pytest.mark.soak, id=one) for one in sorted(scenario_ids())],
)
def test_a_game_goes_as_if_nothing_were_remembered(scenario_id: str) -> None:
    rng = random.Random(SEED)
    for beat in beats(scenario_id, SEED):
        if rng.random() < SHARE:
            is_as_if_nothing_were_remembered(beat)
