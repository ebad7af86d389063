"""Speed as ratios of two things measured side by side: what must stay cheap against what may cost."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.data.scenario import scenario
from goodorder.flow.sequence.opening import new_game


def best(act: Callable[[], Any], times: int) -> float:
    """The shortest of several runs, in seconds."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        found.append(time.perf_counter() - began)
    return min(found)


@pytest.fixture(scope="module")
def game() -> State:
    """The largest scenario, both sides set up, as its first Movement Phase begins."""
    st = new_game(scenario("breakout"))
    while st.turn.phase != "MPh":
        asked = pending(st)
        assert isinstance(asked, Choice)
        keys = {entry.key for entry in asked.menu.top()}
        unplaced = st.turn.phase == "setup" and "pass" not in keys
        st, _ = answer(st, asked.menu.action(["setup:0" if unplaced else "pass"]))
    return st


def test_changing_one_unit_costs_little_beside_a_copy_of_all(game: State) -> None:
    unit = next(iter(game.units.values()))
    changed = best(lambda: game.with_(units={**game.units, unit.id: replace(unit, cx=True)}), 50)
    parts = (game.units, game.weapons, game.markers, game.trails, game.control)
    assert best(lambda: copy.deepcopy(parts), 5) > 5 * changed


def test_a_fork_costs_little_beside_saving_the_position(game: State) -> None:
    fork = best(lambda: game.with_(rolls=game.rolls), 50)
    assert best(lambda: saving.encode(game), 10) > 5 * fork


def test_a_menu_is_opened_without_listing_what_lies_below(game: State) -> None:
    def menu() -> Choice:
        asked = game.stack[-1].ask(game.with_(rolls=game.rolls))
        assert isinstance(asked, Choice)
        return asked

    opened = best(lambda: menu().menu.top(), 5)
    assert best(lambda: menu().menu.count(1_000), 2) > 5 * opened
