"""Human Waves in games: in the middle of an impulse a position is saved, forked and gone on with, and a draft of the
next impulse is always legal (A25.23).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from goodorder.bots.waving import all_forward
from goodorder.core import saving
from goodorder.core.actions import Action, DeclareWave, Done, Surge
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.state import State
from goodorder.core.view import asked_of, view
from goodorder.data.scenario import load_scenario
from goodorder.flow.move.wave import WaveMove
from goodorder.flow.sequence.opening import new_game
from goodorder.rules.facts.wave import in_wave, wave_units
from tests.properties.waves import eager

SCENARIO = Path(__file__).with_name("human_wave.toml")


def played(seed: int) -> Iterator[tuple[State, Action | Sequence[int], State]]:
    """A game, answer by answer."""
    st, rng, dice, ready = (
        new_game(load_scenario(SCENARIO)),
        random.Random(seed),
        DiceStream(f"wave {seed}"),
        set[int](),
    )
    while not isinstance(asked := pending(st), Over):
        reply: Action | Sequence[int]
        if isinstance(asked, Roll):
            reply = dice.faces(st.rolls, len(asked.dice))
        else:
            seen, choice = asked_of(st, asked)
            reply = eager(choice, seen, rng, ready)
        after, _ = answer(st, reply)
        yield st, reply, after
        st = after


@pytest.mark.parametrize("seed", range(4))
def test_in_mid_impulse_a_game_is_saved_forked_and_goes_on(seed: int) -> None:
    declared = impulses = inside = 0
    for st, reply, after in played(seed):
        declared += isinstance(reply, DeclareWave)
        impulses += isinstance(reply, Surge)
        if st.wave is None or st.wave.over:
            continue
        inside += 1
        text = saving.encode(st)
        loaded = saving.decode(text, st.world)
        assert saving.encode(loaded) == text
        again, events = answer(loaded, reply)
        assert again.digest() == after.digest() and events == answer(st, reply)[1]
        assert saving.encode(st) == text
        for side in (0, 1):
            seen = view(st, side)
            assert seen.wave == st.wave
            assert {unit.id for unit in wave_units(seen)} == {unit.id for unit in wave_units(st)}
    assert declared and impulses and inside > impulses


@pytest.mark.parametrize("seed", range(10, 14))
def test_an_impulse_is_always_filled_in_legally(seed: int) -> None:
    looked, rng = 0, random.Random(seed)
    for st, _, _ in played(seed):
        asked = pending(st)
        if not isinstance(st.stack[-1], WaveMove) or not isinstance(asked, Choice):
            continue
        looked += 1
        filled = all_forward(asked)
        assert filled is not None and asked.check(filled) is None
        assert asked.check(Done()) is not None
        for _ in range(5):
            assert asked.check(asked.menu.sample(rng)) is None
        assert all(in_wave(st, unit) and not unit.concealed for unit in wave_units(st))
    assert looked
