"""Whole games of the standard opponent against itself: each ends, every decision is legal, and its habits are good."""

from __future__ import annotations

import random

import pytest
from msgspec import Struct

from goodorder.bots import player
from goodorder.core.actions import Action, Fire, Move, Rout
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.state import DOUBLE_TIME, Result, State
from goodorder.core.view import imagined
from goodorder.data.scenario import scenario, scenario_ids
from goodorder.flow.rout.rout_move import RoutMove
from goodorder.flow.sequence.opening import new_game
from goodorder.rules.facts.units import is_dummy
from tests.conftest import COUNTS
from tests.support import games_after

LIMIT = 6000


class Played(Struct, frozen=True):
    """Every decision of a game, with the position in which it fell, and how the game ended."""

    decisions: tuple[tuple[State, Action], ...]
    result: Result | None


@pytest.fixture(scope="module", params=games_after(1, scenario_ids(), one_in=2))
def game(request: pytest.FixtureRequest, pytestconfig: pytest.Config) -> Played:
    """A game of every other scenario, in a soak of each; one worker runs all tests of one game after the other."""
    found = played(request.param)
    pytestconfig.stash[COUNTS].games()
    return found


def played(sid: str, seed: int = 3) -> Played:
    """A game against itself: every action must be accepted by the choice it answers, and have a reason."""
    st = new_game(scenario(sid))
    players, rngs = (player("standard"), player("standard")), (random.Random(1), random.Random(2))
    dice = DiceStream(str(seed))
    found: list[tuple[State, Action]] = []
    for _ in range(LIMIT):
        asked = pending(st)
        if isinstance(asked, Over):
            return Played(tuple(found), st.result)
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        seen, choice = imagined(st, asked)
        only = choice.menu.idle() if choice.public else choice.menu.only()
        if only is None:
            action = players[choice.side].decide(seen, choice, rngs[choice.side])
            assert choice.check(action) is None, (choice.prompt, action)
            assert all(players[choice.side].explain())
        else:
            action = only
        found.append((st, action))
        st, _ = answer(st, action)
    raise AssertionError("the game does not end")


def test_a_game_is_won_and_fought(game: Played) -> None:
    assert game.result is not None and game.result.winner in (0, 1)
    assert sum(isinstance(action, Fire) for _, action in game.decisions) > 10


def test_a_router_does_not_come_back_to_where_it_was(game: Played) -> None:
    steps, again = 0, 0
    been: set[int] = set()
    for st, action in game.decisions:
        if isinstance(action, Rout):
            frame = st.stack[-1]
            if not isinstance(frame, RoutMove):
                been = {st.units[action.unit].loc}
            steps += 1
            asked = pending(st)
            free = isinstance(asked, Choice) and asked.menu.only() is None  # else no other step was legal (A10.51)
            again += free and action.to in been
            been.add(action.to)
    assert again <= steps / 180


def test_no_more_than_a_third_of_a_side_doubles_in_the_first_turn(game: Played) -> None:
    for side in (0, 1):
        runners: set[int] = set()
        size = 1
        for st, action in game.decisions:
            if st.turn.number == 1 and isinstance(action, Move) and action.declared & DOUBLE_TIME:
                if st.units[action.units[0]].side == side:
                    runners |= set(action.units)
                    size = sum(u.side == side and u.loc >= 0 and not is_dummy(u) for u in st.units.values())
        assert 3 * len(runners) <= max(size, 1)
