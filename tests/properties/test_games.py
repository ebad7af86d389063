"""Generic properties on random games of every scenario (design section 9).

Every step is looked at in sixteen games, in the others each phase's start, each interrupt and one step in a
hundred; ``test.py --soak`` plays twice as many by the starter rules.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from goodorder.core import saving
from goodorder.core.dice import Roll
from goodorder.core.engine import answer
from goodorder.core.frames import Choice
from goodorder.data.scenario import scenario, scenario_ids
from tests.support import slow_after

from . import checks
from .games import Beat, beats, opening

THOROUGH = 5  # games a scenario in which every step is looked at
SAMPLED = 45  # further games a scenario
BATCH = 5  # games a test, so that workers share the load
FULL_THOROUGH = 1  # by the full rules a game costs ten times as much
FULL_SAMPLED = 5
EVERY = 100  # steps of a sampled game from one that is looked at to the next
SOME = 40  # leaves of a menu that are looked at in a sampled step


def looked_at(beat: Beat, rng: random.Random, *, whole: bool = True) -> None:
    """Every property of one step; not ``whole``: large menus in part."""
    checks.saves(beat)
    checks.only_events_change(beat)
    checks.loses_nobody(beat)
    checks.conserves(beat.after)
    checks.reads_well(beat.after)
    checks.all_is_known(beat.before)
    checks.leaks_nothing(beat.before, rng)
    if isinstance(beat.asked, Choice):
        checks.menu_is_legal(beat.asked, rng, checks.FEW if whole else SOME)
        if whole:
            assert checks.refuses_the_rest(beat.before, beat.asked, rng) == []


def glanced_at(beat: Beat, rng: random.Random) -> None:
    """What costs little."""
    checks.loses_nobody(beat)
    checks.conserves(beat.after)
    checks.reads_well(beat.after)


def thoroughly(scenario_id: str, seed: int, *, faces_every: int = 4) -> int:
    """A whole game with every step looked at; returns its number of answers."""
    rng = random.Random(seed)
    played: list[Beat] = []
    for beat in beats(scenario_id, seed):
        before = saving.encode(beat.before)
        looked_at(beat, rng)
        if isinstance(beat.asked, Roll):
            checks.wrong_faces_are_refused(beat.asked)
            if beat.number % faces_every == 0:
                checks.every_face_goes_on(beat.before, beat.asked, rng)
        else:
            checks.chances_add_up(beat, rng)
        checks.keeps_the_past(beat, before)
        played.append(beat)
    replays(scenario_id, played)
    return len(played)


def by_sample(scenario_id: str, seed: int) -> int:
    """A whole game with some steps looked at."""
    rng = random.Random(seed)
    played: list[Beat] = []
    for beat in beats(scenario_id, seed):
        if beat.begins_phase or beat.interrupts or beat.number % EVERY == 0:
            looked_at(beat, rng, whole=beat.number % EVERY == 0)
        else:
            glanced_at(beat, rng)
        if isinstance(beat.asked, Roll):
            if beat.number % EVERY == 0:
                checks.every_face_goes_on(beat.before, beat.asked, rng)
        else:
            checks.chances_add_up(beat, rng)
        played.append(beat)
    if seed % 5 == 0:
        replays(scenario_id, played)
    return len(played)


def replays(scenario_id: str, played: list[Beat]) -> None:
    """The same answers and faces lead through the same positions."""
    st = opening(scenario_id)
    for beat in played:
        assert st.turn == beat.before.turn and st.rolls == beat.before.rolls
        st, _ = answer(st, beat.reply)
        if beat.begins_phase:
            assert st.digest() == beat.after.digest()
    assert st.result is not None and st.digest() == played[-1].after.digest()


@pytest.mark.parametrize("scenario_id", slow_after(2, scenario_ids()))
def test_a_random_game_keeps_every_property(scenario_id: str, count: Any) -> None:
    assert by_sample(scenario_id, 1000) > 50
    count.games()


def games_of(starter: int, full: int) -> list[Any]:
    """Each scenario with the numbers of its games, or of its batches; the later half of several is for a soak."""
    counts = {"starter": starter, "full": full}
    numbers = [
        (id, n, counts[scenario(id).profile]) for id in scenario_ids() for n in range(counts[scenario(id).profile])
    ]
    return [pytest.param(id, n, marks=[pytest.mark.soak] if 2 * n > of else []) for id, n, of in numbers]


@pytest.mark.slow
@pytest.mark.parametrize(("scenario_id", "seed"), games_of(THOROUGH, FULL_THOROUGH))
def test_every_step_of_a_game_keeps_every_property(scenario_id: str, seed: int, count: Any) -> None:
    assert thoroughly(scenario_id, seed) > 50
    count.games()


@pytest.mark.slow
@pytest.mark.parametrize(("scenario_id", "batch"), games_of(SAMPLED // BATCH, FULL_SAMPLED // BATCH))
def test_sampled_steps_of_many_games_keep_every_property(scenario_id: str, batch: int, count: Any) -> None:
    for seed in range(THOROUGH + batch * BATCH, THOROUGH + (batch + 1) * BATCH):
        by_sample(scenario_id, seed)
        count.games()
