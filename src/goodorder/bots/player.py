"""What a computer player is: it decides from its own side's view, with a random source that is handed to it."""

from __future__ import annotations

import random
from typing import Protocol

from goodorder.core.actions import Action
from goodorder.core.frames import Choice
from goodorder.core.state import State


class Player(Protocol):
    """One computer opponent.  Equal views and equal random sources give equal decisions."""

    name: str

    def decide(self, st: State, choice: Choice, rng: random.Random) -> Action:
        """An action that ``choice`` accepts, decided from the view ``st``."""
        ...

    def explain(self) -> tuple[str, ...]:
        """The reasons for the last decision in plain words, most important first."""
        ...


def passing(choice: Choice) -> Action | None:
    """The action that declines a choice or ends it, or None where it can't be declined."""
    for entry in choice.menu.plain():
        if entry.kind == "pass" and entry.action is not None:
            return entry.action
    return None


def first_leaf(choice: Choice) -> Action:
    """The first action of the menu; a branch may hold none that lives."""
    return next(action for _, action in choice.menu.leaves(1))
