"""Who answers for a side: people, or computer players by name."""

from __future__ import annotations

import random

from goodorder import bots
from goodorder.bots import Player
from goodorder.core.actions import Action
from goodorder.core.errors import GoodOrderError
from goodorder.core.frames import Choice
from goodorder.core.state import State

from .record import HUMAN

COMPUTERS = bots.names()
PLAYERS = (HUMAN, *COMPUTERS)

__all__ = ["COMPUTERS", "PLAYERS", "Player", "decide", "player"]


def player(name: str) -> Player:
    """The computer player of that name; ``ValueError`` for an unknown one.

    >>> player("random").name
    'random'
    """
    return bots.player(name)


def decide(who: Player, view: State, choice: Choice, rng: random.Random) -> Action:
    """The player's answer, checked; for a player that fails or errs it is picked at random, so that no game hangs."""
    try:
        action = who.decide(view, choice, rng)
        if choice.check(action) is None:
            return action
    except (GoodOrderError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, AssertionError):
        pass
    return choice.menu.sample(rng)
