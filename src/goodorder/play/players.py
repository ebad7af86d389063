"""Who answers for a side: people, or computer players by name."""

from __future__ import annotations

import importlib
import random
from typing import Protocol

from goodorder.core.actions import Action
from goodorder.core.errors import GoodOrderError
from goodorder.core.frames import Choice
from goodorder.core.state import State

from .record import HUMAN

COMPUTERS = ("standard", "random", "idle")
PLAYERS = (HUMAN, *COMPUTERS)


class Player(Protocol):
    """A computer player: it is given its side's view and the choice, and gives an action of that choice's menu."""

    def decide(self, view: State, choice: Choice, rng: random.Random) -> Action:
        """The answer to ``choice``."""
        ...


class _Uniform:
    """Picks uniformly at every level of the menu."""

    def decide(self, view: State, choice: Choice, rng: random.Random) -> Action:
        return choice.menu.sample(rng)


def player(name: str) -> Player:
    """The computer player of that name.

    >>> player("random") is not None
    True
    """
    try:
        bots = importlib.import_module("goodorder.bots")
        found: Player = bots.player(name)
        return found
    except (ImportError, AttributeError):
        if name not in COMPUTERS:
            raise KeyError(name) from None
        return _Uniform()


def decide(who: Player, view: State, choice: Choice, rng: random.Random) -> Action:
    """The player's answer, checked; for a player that fails or errs it is picked at random, so that no game hangs."""
    try:
        action = who.decide(view, choice, rng)
        if choice.check(action) is None:
            return action
    except (GoodOrderError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, AssertionError):
        pass
    return choice.menu.sample(rng)
