"""Generic properties on random games of every scenario (design section 9).

Every step is looked at in a game of every other scenario. In one of the others it is each phase's start, the first
interrupt of each kind and one in eighteen of the rest, and one step in a hundred; ``test.py --soak`` plays more, of
every scenario, and looks at each.
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
from tests.support import large, slow_after

from . import checks
from .games import Beat, beats, opening

THOROUGH = {"starter": (1, 5), "full": (1, 2), "large": (0, 1)}
"""Games a scenario in which every step is looked at: in each run, and with those of a soak."""
SAMPLED = {"starter": (2, 44), "full": (1, 10), "large": (1, 6)}
"""The same of games in which some steps are looked at; by the full rules a game costs several times as much."""
BATCH = {"starter": 2, "full": 1, "large": 1}
"""Of those so many are one test, so that workers share the load."""
SINGLE = {"starter": 1, "full": 1, "large": 1}
FIRST = 5
"""Seed of the first of those."""
EVERY = 100
"""Steps of a sampled game from one that is looked at to the next."""
INTERRUPTS = {"starter": 18, "full": 18, "large": 24}
"""The same for interrupts; a soak looks at each."""
WHOLE = {"starter": 4, "full": 12, "large": 36}
"""Steps from one whose menu is walked whole to the next where every step is looked at; a soak walks each."""
SOME = 10
"""Leaves of any other menu; three more are drawn."""


def looked_at(beat: Beat, rng: random.Random, *, whole: bool = True) -> None:
    """Every property of one step; not ``whole``: large menus in part."""
    checks.saves(beat)
    checks.only_events_change(beat)
    checks.tells_its_dice(beat)
    checks.loses_nobody(beat)
    checks.conserves(beat.after)
    checks.reads_well(beat.after)
    checks.all_is_known(beat.before)
    checks.leaks_nothing(beat.before, rng)
    if isinstance(beat.asked, Choice):
        read = checks.menu_is_legal(beat.asked, rng, checks.FEW if whole else SOME)
        if whole:
            assert checks.refuses_the_rest(beat.before, beat.asked, rng, read=read) == []


def glanced_at(beat: Beat, rng: random.Random) -> None:
    """What costs little."""
    checks.tells_its_dice(beat)
    checks.loses_nobody(beat)
    checks.conserves(beat.after)
    checks.reads_well(beat.after)


def thoroughly(scenario_id: str, seed: int, whole: int, *, faces_every: int = 4) -> int:
    """A whole game with every step looked at, of one in ``whole`` the whole menu; returns its number of answers."""
    rng = random.Random(seed)
    played: list[Beat] = []
    for beat in beats(scenario_id, seed):
        before = saving.encode(beat.before)
        looked_at(beat, rng, whole=beat.number % whole == 0)
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


def by_sample(scenario_id: str, seed: int, interrupts: int) -> int:
    """A whole game with some steps looked at; of interrupts the first of each kind and those at one step in so many."""
    rng = random.Random(seed)
    played: list[Beat] = []
    met: set[tuple[type, str]] = set()
    for beat in beats(scenario_id, seed):
        kind = (type(beat.before.stack[-1]), beat.before.turn.phase)
        interrupt = beat.interrupts and (kind not in met or beat.number % interrupts == 0)
        if beat.interrupts:
            met.add(kind)
        if beat.begins_phase or interrupt or beat.number % EVERY == 0:
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


@pytest.mark.parametrize("scenario_id", slow_after(1, scenario_ids()[:2]))
def test_a_random_game_keeps_every_property(scenario_id: str, count: Any) -> None:
    assert by_sample(scenario_id, 1000, INTERRUPTS["full"]) > 50
    count.games()


def kind_of(scenario_id: str) -> str:
    """Which of the numbers above are those of a scenario."""
    return "large" if large(scenario_id) else scenario(scenario_id).profile


def games_of(
    many: dict[str, tuple[int, int]], steps: dict[str, int], batch: dict[str, int], *, others: bool = False
) -> list[Any]:
    """Each scenario with the numbers of its games, or batches, and the steps from one that is looked at to the next.

    Those that only a soak plays are looked at in each step. Each run plays those of every other scenario, or of the
    ``others``, the soak all. Half of those begin with the second game, so that games with an even seed, whose set-up is
    a ready-made one, and with an odd one are in each run.
    """
    found = []
    for place, scenario_id in enumerate(scenario_ids()):
        kind = kind_of(scenario_id)
        always, with_soak = (count // batch[kind] for count in many[kind])
        always = always if place % 2 == others else 0
        numbers = sorted(range(with_soak), key=lambda number: number != place // 2 % 2)
        found += [pytest.param(scenario_id, number, steps[kind]) for number in numbers[:always]]
        left = numbers if steps[kind] > 1 else numbers[always:]  # a soak looks at each step of those of each run too
        found += [pytest.param(scenario_id, number, 1, marks=pytest.mark.soak) for number in left]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("scenario_id", "seed", "whole"), games_of(THOROUGH, WHOLE, SINGLE))
def test_every_step_of_a_game_keeps_every_property(scenario_id: str, seed: int, whole: int, count: Any) -> None:
    assert thoroughly(scenario_id, seed, whole) > 50
    count.games()


@pytest.mark.slow
@pytest.mark.parametrize(("scenario_id", "batch", "interrupts"), games_of(SAMPLED, INTERRUPTS, BATCH, others=True))
def test_sampled_steps_of_many_games_keep_every_property(
    scenario_id: str, batch: int, interrupts: int, count: Any
) -> None:
    size = BATCH[kind_of(scenario_id)]
    for seed in range(FIRST + batch * size, FIRST + (batch + 1) * size):
        by_sample(scenario_id, seed, interrupts)
        count.games()
