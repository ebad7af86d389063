"""Positions in which standing still is right and in which acting is, and some with vehicles and Guns: what the standard
opponent makes of them.
"""

from __future__ import annotations

import random
import tomllib
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from goodorder.bots.player import Player
from goodorder.bots.standard import StandardPlayer
from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.core.notation import write
from goodorder.core.view import imagined
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from tests.support import slow_after

FOLDER = Path(__file__).parent / "positions"
OWN = ("side", "right", "before")
LEAST = {"standing": 16, "acting": 17}
"""How many of the twenty of each file must be solved."""


@cache
def positions(name: str) -> tuple[dict[str, Any], ...]:
    return tuple(tomllib.loads((FOLDER / f"{name}.toml").read_text())["position"])


def decision(raw: dict[str, Any], who: Player, seed: int = 1) -> str:
    """What a player does in a position, in the notation of cases."""
    fields = {key: value for key, value in raw.items() if key not in OWN}
    profile = fields.pop("profile", "starter")
    play = Play(Case("positions", raw["title"], 1, (), (), (), (), (), (), profile, fields))
    play.begin()
    for number, step in enumerate(raw.get("before", ()), 1):
        play.step(number, step)
    asked = pending(play.state)
    assert isinstance(asked, Choice), (raw["title"], asked)
    seen, choice = imagined(play.state, asked)
    assert play.state.world.sides[choice.side].id == raw["side"], (raw["title"], choice.prompt)
    action = who.decide(seen, choice, random.Random(seed))
    assert choice.check(action) is None
    return write(action, play.names)


def solved(raw: dict[str, Any], who: Player) -> tuple[bool, str]:
    done = decision(raw, who)
    return any(fnmatchcase(done, pattern) for pattern in raw["right"]), done


@pytest.mark.parametrize("name", slow_after(1, list(LEAST)))
def test_most_positions_are_solved(name: str) -> None:
    found = {raw["title"]: solved(raw, StandardPlayer()) for raw in positions(name)}
    missed = [f"{title}: {done}" for title, (right, done) in found.items() if not right]
    assert len(found) == 20
    assert len(found) - len(missed) >= LEAST[name], "\n".join(missed)


@pytest.mark.parametrize("raw", [*positions("armor"), *positions("close_arms")], ids=lambda raw: raw["title"])
def test_each_position_with_vehicles_guns_smoke_flames_or_prisoners_is_solved(raw: dict[str, Any]) -> None:
    right, done = solved(raw, StandardPlayer())
    assert right, done
