"""The net of recorded games: what players read and see stays the same, whatever is changed beneath (docs/testing.md).

One game of each scenario is replayed in every run, all of them with ``--soak``. Where a rule was changed on purpose:
``python -m tools.replay_games check`` shows all differences, ``record`` writes the games anew.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from goodorder.data.scenario import scenario, scenario_ids
from tests.support import games_after
from tools.replay_games import Game, check, games_of, read, record

BATCH = 5  # games a test, so that workers share the load


@cache
def kept(scenario_id: str) -> tuple[Game, ...]:
    return tuple(read(scenario_id))


def chosen(scenario_id: str) -> Game:
    """The longest game by the starter rules; by the full rules, which take ten times as long, the shortest."""
    pick = max if scenario(scenario_id).profile == "starter" else min
    return pick(kept(scenario_id), key=lambda game: len(game.lines))


@pytest.mark.parametrize("scenario_id", games_after(3, scenario_ids()))
def test_a_game_comes_out_as_it_was_recorded(scenario_id: str, count: Any) -> None:
    difference = check(chosen(scenario_id))
    assert not difference, difference
    count.games()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("scenario_id", "first"), [(one, first) for one in scenario_ids() for first in range(0, games_of(one), BATCH)]
)
def test_all_games_come_out_as_they_were_recorded(scenario_id: str, first: int, count: Any) -> None:
    for game in kept(scenario_id)[first : first + BATCH]:
        difference = check(game)
        assert not difference, difference
        count.games()


@pytest.mark.parametrize("scenario_id", scenario_ids())
def test_every_scenario_has_its_games_and_each_was_played_to_its_end(scenario_id: str) -> None:
    games = kept(scenario_id)
    assert [game.number for game in games] == list(range(1, games_of(scenario_id) + 1))
    assert all(game.lines[-1].startswith("@ over: ") for game in games)
    assert all(not line.startswith("!") for game in games for line in game.lines)


def test_what_players_with_equal_seeds_play_is_the_same_game() -> None:
    game = next(game for game in kept("first") if game.players == ("curious", "curious"))
    assert record(replace(game, lines=())).lines == record(replace(game, lines=())).lines


@pytest.mark.parametrize("mark", [". ", "s", "? ", "@ "])
def test_a_line_that_comes_out_otherwise_is_shown_with_its_phase_and_answer(mark: str) -> None:
    game = min(kept("first"), key=lambda game: len(game.lines))
    at = next(n for n in range(len(game.lines) // 2, len(game.lines)) if game.lines[n].startswith(mark))
    changed = (*game.lines[:at], f"{game.lines[at]} indeed", *game.lines[at + 1 :])
    told = check(replace(game, lines=changed))
    answers = sum(line.startswith(("> ", "# ")) for line in game.lines[:at])
    assert f"first {game.number}" in told and f"after answer {answers} (line {at + 1})" in told
    assert f"-{game.lines[at]} indeed" in told and f"+{game.lines[at]}" in told


def test_an_answer_that_is_refused_is_a_difference() -> None:
    game = min(kept("first"), key=lambda game: len(game.lines))
    at = next(n for n, line in enumerate(game.lines) if line.startswith("> advance"))
    told = check(replace(game, lines=(*game.lines[:at], "> pick A1", *game.lines[at + 1 :])))
    assert "+! " in told


@pytest.mark.parametrize("cut", [1, 40])
def test_a_game_that_goes_on_longer_than_it_was_recorded_is_a_difference(cut: int) -> None:
    game = min(kept("first"), key=lambda game: len(game.lines))
    assert check(replace(game, lines=game.lines[:-cut]))
    assert check(replace(game, lines=(*game.lines, "? more")))
