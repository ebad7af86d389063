"""The computer opponents play whole games legally, repeatably, and better than chance."""

from __future__ import annotations

import random
from functools import cache

import pytest

from goodorder.bots import names, player
from goodorder.bots.player import first_leaf
from goodorder.core.actions import Action, Done, Fire
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.menu import Menu, branch, leaf
from goodorder.core.state import State
from goodorder.core.view import imagined
from goodorder.data.scenario import scenario
from goodorder.flow.sequence.opening import new_game
from tests.conftest import Count
from tests.support import slow_after

LIMIT = 6000


@cache
def opening(sid: str) -> State:
    return new_game(scenario(sid))


def play(sid: str, bots: tuple[str, str], seed: int, stop: int = LIMIT) -> tuple[State, list[Action]]:
    """One game; every action must be accepted by the choice it answers, and have a reason."""
    st = opening(sid)
    rng, dice = random.Random(seed), DiceStream(f"bots {seed}")
    players = [player(name) for name in bots]
    made: list[Action] = []
    for _ in range(stop):
        asked = pending(st)
        if isinstance(asked, Over):
            return st, made
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        seen, choice = imagined(st, asked)
        action = players[asked.side].decide(seen, choice, rng)
        assert choice.check(action) is None, (choice.prompt, action)
        assert all(players[asked.side].explain())
        made.append(action)
        st, _ = answer(st, action)
    assert stop < LIMIT, "the game does not end"
    return st, made


def test_names() -> None:
    assert names() == ("standard", "random", "idle")
    assert [player(name).name for name in names()] == list(names())
    with pytest.raises(ValueError, match="standard"):
        player("grandmaster")


def test_the_first_action_of_a_menu_is_found_behind_a_branch_without_any() -> None:
    top = [branch("a", "nobody can", list), leaf("b", "somebody can", Done())]
    assert first_leaf(Choice(0, "Who?", "A8.1", Menu(lambda: top), lambda _: None)) == Done()


def test_equal_sources_give_equal_games(count: Count) -> None:
    first, again = play("first", ("standard", "standard"), 7), play("first", ("standard", "standard"), 7)
    assert first[1] == again[1] and first[0].digest() == again[0].digest()
    count.games(2)


@pytest.mark.slow
@pytest.mark.parametrize("other", slow_after(1, ["random", "idle"]))
def test_standard_beats_the_others_from_both_sides(other: str, count: Count) -> None:
    won = 0
    for seed in range(3):
        for side, bots in enumerate((("standard", other), (other, "standard"))):
            result = play("first", bots, seed)[0].result
            won += result is not None and result.winner == side
    assert won >= 5
    count.games(6)


def test_idle_does_nothing_that_it_may_decline() -> None:
    _, made = play("first", ("idle", "idle"), 3)
    assert not any(isinstance(action, Fire) for action in made)
    assert sum(isinstance(action, Done) for action in made) > len(made) / 2


def test_standard_does_not_change_the_position_it_looks_at() -> None:
    st, _ = play("first", ("standard", "standard"), 5, stop=60)
    asked = pending(st)
    if isinstance(asked, Choice):
        before = st.digest()
        player("standard").decide(st, asked, random.Random(1))
        assert st.digest() == before
    else:
        assert isinstance(asked, Roll | Over)
