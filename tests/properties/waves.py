"""A player who declares Human Waves, for tests of what goes on in them."""

from __future__ import annotations

import random

from goodorder.core.actions import Action, Done, TakeSetup
from goodorder.core.frames import Choice
from goodorder.core.menu import Entry
from goodorder.core.state import State


def eager(choice: Choice, st: State, rng: random.Random, ready: set[int]) -> Action:
    """A random answer that declares a Wave where it can, and keeps its fire for it."""
    if st.turn.phase == "setup":
        first = choice.side not in ready
        ready.add(choice.side)
        taken = (entry.action for entry in choice.menu.top() if isinstance(entry.action, TakeSetup))
        return next(taken) if first else Done()
    if st.turn.phase == "PFPh":
        return Done()
    waves: list[Entry] = [entry for entry in choice.menu.top() if entry.key == "wave"]
    while waves:
        entry = rng.choice(waves)
        if entry.action is not None:
            return entry.action
        waves = list(entry.opened())
    return choice.menu.sample(rng)
