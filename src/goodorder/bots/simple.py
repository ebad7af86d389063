"""Two opponents without judgement: one plays anything, one plays nothing."""

from __future__ import annotations

import random

from goodorder.core.actions import Action, TakeSetup
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.flow.sequence.setup import SetUp

from .placing import set_up
from .player import first_leaf, passing


class RandomPlayer:
    """Chooses uniformly at every level of the menu; passes only where that is one of the entries."""

    name = "random"

    def decide(self, st: State, choice: Choice, rng: random.Random) -> Action:
        """Any leaf."""
        return choice.menu.sample(rng)

    def explain(self) -> tuple[str, ...]:
        """It has no reasons."""
        return ("Chosen at random.",)


class IdlePlayer:
    """Does what is forced and nothing else; takes the first ready-made set-up."""

    name = "idle"

    def decide(self, st: State, choice: Choice, rng: random.Random) -> Action:
        """Pass, else the first thing offered."""
        declined = passing(choice)
        if declined is not None:
            return declined
        if st.stack and isinstance(st.stack[-1], SetUp):
            for entry in choice.menu.plain():
                if isinstance(entry.action, TakeSetup):
                    return entry.action
            return set_up(st, choice, st.stack[-1].side)
        return first_leaf(choice)

    def explain(self) -> tuple[str, ...]:
        """It has one reason for everything."""
        return ("Only what is forced.",)
