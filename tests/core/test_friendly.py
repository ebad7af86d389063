"""What somebody who uses the library by hand gets back: one line for a value, one error that says what was expected."""

from __future__ import annotations

import random
from typing import Any

import pytest

import goodorder as go
from goodorder.board import BoardError


@pytest.fixture(scope="module")
def game() -> go.State:
    return go.new_game("first")


@pytest.fixture(scope="module")
def rolling(game: go.State) -> go.State:
    rng, st = random.Random(1), game
    while not isinstance(asked := go.pending(st), go.Roll):
        assert isinstance(asked, go.Choice)
        st, _ = go.answer(st, asked.menu.sample(rng))
    return st


def test_a_scenario_is_named_by_its_id(game: go.State) -> None:
    assert game.digest() == go.new_game(go.scenario("first")).digest()


@pytest.mark.parametrize("reply", ["pass", None, 3, {"do": "done"}])
def test_an_answer_that_is_no_action_is_told_what_was_expected(game: go.State, reply: Any) -> None:
    with pytest.raises(go.Unreadable, match="expected an action of the choice's menu, not") as error:
        go.answer(game, reply)
    assert repr(reply) in str(error.value)


@pytest.mark.parametrize("reply", ["pass", "12", None, 3, 1.5])
def test_an_answer_that_is_no_faces_is_told_what_was_expected(rolling: go.State, reply: Any) -> None:
    with pytest.raises(go.Unreadable, match="needs faces of dice, not"):
        go.answer(rolling, reply)


@pytest.mark.parametrize("text", ["", "  \n", None, 5])
def test_a_map_of_nothing_is_told_what_was_expected(text: Any) -> None:
    with pytest.raises(BoardError, match="expected entries such as"):
        go.text_map(text)


def test_values_print_as_one_line(game: go.State, rolling: go.State) -> None:
    asked = go.pending(game)
    assert isinstance(asked, go.Choice)
    assert repr(game) == "<State: german against russian, setup, 0 units on 'village A-Q'>"
    assert repr(asked).startswith("<Choice of side 1: Russian set-up (A2.9), <Menu: setup:0,")
    assert "ATTACKER" in repr(rolling) and len(repr(rolling)) < 120
    for value in (game, rolling, asked, asked.menu):
        assert "\n" not in repr(value) and len(repr(value)) < 300
