"""Habits of the standard opponent, counted over whole games."""

from __future__ import annotations

import random
from functools import cache

import pytest

from goodorder.bots import player
from goodorder.core.actions import Action, Move, Rout
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.state import DOUBLE_TIME, State
from goodorder.core.view import imagined
from goodorder.data.scenario import scenario, scenario_ids
from goodorder.flow.rout.rout_move import RoutMove
from goodorder.flow.sequence.opening import new_game
from goodorder.rules.facts.units import is_dummy
from tests.conftest import Count
from tests.support import large, slow_after

GAMES = [name for name in scenario_ids() if not large(name)]


@cache
def played(sid: str, seed: int = 3) -> tuple[tuple[State, Action], ...]:
    """Every decision of a game against itself, with the position in which it fell."""
    st = new_game(scenario(sid))
    players, rngs, dice = (
        (player("standard"), player("standard")),
        (random.Random(1), random.Random(2)),
        DiceStream(str(seed)),
    )
    found: list[tuple[State, Action]] = []
    while not isinstance(asked := pending(st), Over):
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        seen, choice = imagined(st, asked)
        only = choice.menu.idle() if choice.public else choice.menu.only()
        action = only if only is not None else players[choice.side].decide(seen, choice, rngs[choice.side])
        found.append((st, action))
        st, _ = answer(st, action)
    return tuple(found)


@pytest.mark.parametrize("sid", slow_after(1, GAMES))
def test_a_router_does_not_come_back_to_where_it_was(sid: str, count: Count) -> None:
    steps, again = 0, 0
    been: set[int] = set()
    for st, action in played(sid):
        if isinstance(action, Rout):
            frame = st.stack[-1]
            if not isinstance(frame, RoutMove):
                been = {st.units[action.unit].loc}
            steps += 1
            again += action.to in been
            been.add(action.to)
    assert again <= steps / 180
    count.games()


@pytest.mark.parametrize("sid", slow_after(2, GAMES))
def test_no_more_than_a_third_of_a_side_doubles_in_the_first_turn(sid: str) -> None:
    for side in (0, 1):
        runners: set[int] = set()
        size = 1
        for st, action in played(sid):
            if st.turn.number == 1 and isinstance(action, Move) and action.declared & DOUBLE_TIME:
                if st.units[action.units[0]].side == side:
                    runners |= set(action.units)
                    size = sum(u.side == side and u.loc >= 0 and not is_dummy(u) for u in st.units.values())
        assert 3 * len(runners) <= max(size, 1)
