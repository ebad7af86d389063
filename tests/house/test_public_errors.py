"""Bad input to the public functions gets one error that says what was given and what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import goodorder as go

WRONG: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "a scenario nobody knows": (lambda: go.new_game("frist"), go.DataError, "the nearest known is 'first'"),
    "no scenario": (lambda: go.new_game(3), go.Unreadable, "needs a scenario or its id, not 3"),  # type: ignore[arg-type]
    "a file that is not there": (lambda: go.load_scenario("nope.toml"), go.DataError, "nope.toml: can't be read"),
    "an empty map": (lambda: go.text_map(""), go.BoardError, "expected entries"),
    "a board nobody knows": (
        lambda: go.compose([go.Part("villge")]),
        go.BoardError,
        "board 'villge' (nearest is 'village')",
    ),
    "a word of a map": (lambda: go.text_map("C4 wods"), go.BoardError, "line 1: unknown terrain 'wods' (nearest is"),
    "no boards": (lambda: go.compose([]), go.BoardError, "expected at least one board"),
    "a board's name alone": (lambda: go.compose("village"), go.BoardError, "expected parts"),  # type: ignore[arg-type]
    "a counter nobody knows": (lambda: go.catalogue().unit("german:4-6-0"), go.DataError, "german:4-6-"),
}


@pytest.mark.parametrize("what", WRONG)
def test_bad_input_gets_one_clear_error(what: str) -> None:
    call, kind, text = WRONG[what]
    with pytest.raises(kind) as found:
        call()
    assert text in str(found.value), str(found.value)


@pytest.mark.parametrize("what", WRONG)
def test_every_error_that_is_raised_on_purpose_has_one_base_and_its_whole_text(what: str) -> None:
    with pytest.raises(go.GoodOrderError) as found:
        WRONG[what][0]()
    assert found.value.kind == "unreadable"
    assert found.value.message == str(found.value)


def test_what_is_shared_by_all_positions_prints_in_one_line() -> None:
    world = go.new_game("first").world
    assert repr(world.rules).startswith("<RuleSet: starter, ")
    assert repr(world.catalogue).startswith("<Catalogue: counters of ")
