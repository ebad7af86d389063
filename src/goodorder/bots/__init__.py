"""Computer opponents by name (``player``); they know a game only from one side's view."""

from __future__ import annotations

from collections.abc import Callable

from .player import Player
from .simple import IdlePlayer, RandomPlayer
from .standard import StandardPlayer

_KINDS: dict[str, Callable[[], Player]] = {"standard": StandardPlayer, "random": RandomPlayer, "idle": IdlePlayer}


def names() -> tuple[str, ...]:
    """The names that ``player`` takes, the strongest first."""
    return tuple(_KINDS)


def player(name: str) -> Player:
    """A new computer player; ``ValueError`` with the known names for another word."""
    kind = _KINDS.get(name)
    if kind is None:
        raise ValueError(f"no computer player {name!r}; there are {', '.join(_KINDS)}")
    return kind()


__all__ = ["Player", "names", "player"]
