"""The standard opponent and WP grenades, and weather it has to play in."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from goodorder import bots
from goodorder.bots.values import BROKEN, PINNED, armed_worth
from goodorder.bots.wp_grenades import best_wp
from goodorder.core.actions import Move, Smoke
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.view import imagined
from goodorder.data.scenario import scenario
from goodorder.flow.sequence.opening import new_game
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play


def played(**raw: Any) -> Play:
    case = Case("", "", 1, (), (), (), (), (), (), "full", {"phase": "MPh", **raw})
    play = Play(case)
    play.begin()
    return play


def test_wp_is_worth_the_chance_that_it_is_placed_and_breaks_or_pins() -> None:
    st = played(units=["A american 6-6-6 at C4", "B german 4-6-7 at C5"]).state
    [thrower, target] = sorted(st.units.values(), key=lambda unit: unit.id)
    found = best_wp(st, thrower)
    assert found is not None and found[1] == Smoke(thrower.id, target.loc, wp=True)
    # exponent 3 less one; morale 7: 15 of 36 DR fail, 6 pin, and there is no cover
    expected = 2 / 6 * (BROKEN * 15 / 36 + PINNED * 6 / 36) * armed_worth(st, target)
    assert found[0] == pytest.approx(expected)


def test_none_at_friends_at_nobody_nor_at_the_broken() -> None:
    for units in (
        ["A american 6-6-6 at C4", "B german 4-6-7 at C6"],
        ["A american 6-6-6 at C4", "B german 4-6-7 at C5 broken"],
        ["A german 4-6-8 at C4", "B russian 4-4-7 at C5"],
    ):
        st = played(units=units).state
        assert best_wp(st, min(st.units.values(), key=lambda unit: unit.id)) is None


def test_the_standard_opponent_throws_wp_at_a_strong_stack_beside_it() -> None:
    lines = [f"{name} german 4-6-7 at C5" for name in "BCD"]
    play = played(units=["A american 6-6-6 at C4", *lines, "L german 9-2 at C5"], map="C4 stone_building")
    asked = pending(play.state)
    assert isinstance(asked, Choice)
    view, seen = imagined(play.state, asked)
    chosen = bots.player("standard").decide(view, seen, random.Random(1))
    assert isinstance(chosen, Move) and isinstance(chosen.first, Smoke) and chosen.first.wp


@pytest.mark.parametrize("seed", range(3))
def test_a_game_in_weather_that_is_rolled_for_goes_on(seed: int) -> None:
    st = new_game(replace(scenario("patrol"), weather=None))
    rng, player = random.Random(seed), bots.player("random")
    rolled = set()
    for _ in range(1500):
        asked = pending(st)
        if isinstance(asked, Over):
            break
        if isinstance(asked, Choice):
            view, seen = imagined(st, asked)
            reply: Any = player.decide(view, seen, rng)
        else:
            rolled.add(asked.rule)
            reply = tuple(rng.randint(1, 6) for _ in asked.dice)
        st, _ = answer(st, reply)
    assert {"B25.5", "B25.63", "B25.65"} <= rolled
