"""Computer players for mass play: those of ``goodorder.bots`` by name, and anybody's own as ``module:Class``."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from goodorder.core.errors import Unreadable
from goodorder.play.players import COMPUTERS, Player, player


def player_of(word: str) -> Player:
    """A new player by its name, or an object of the class that ``module:Class`` names; the current folder is searched
    for the module too.

    Raises ``Unreadable`` for an unknown name, and for a module or class that can't be used as a player.

    >>> player_of("goodorder.bots.simple:IdlePlayer").name
    'idle'
    """
    if ":" not in word:
        if word not in COMPUTERS:
            raise Unreadable(f"no computer player {word!r}; there are {', '.join(COMPUTERS)}, or module:Class")
        return player(word)
    module, _, name = word.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        made = getattr(importlib.import_module(module), name)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise Unreadable(f"can't make a player of {word!r}: {error}") from None
    if not callable(getattr(made, "decide", None)):
        raise Unreadable(f"{word!r} is no player: it needs decide(view, choice, rng)")
    found: Player = made
    return found
