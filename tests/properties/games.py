"""Random games from first to last decision: what the generic properties look at."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from goodorder.core.actions import Action, Done, TakeSetup
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, breadcrumb, pending
from goodorder.core.events import Event
from goodorder.core.frames import Choice, Over
from goodorder.core.state import State
from goodorder.data.scenario import scenario
from goodorder.flow.sequence.opening import new_game

LIMIT = 6_000
"""Answers after which a game counts as endless; the longest random games need about 1,000."""

PATIENCE = 60
"""Answers of a random set-up before the player takes what is ready."""

Reply = Action | Sequence[int]


class Beat(Struct, frozen=True):
    """One answer of a game: the position before it, what was asked, the reply, what came of it."""

    number: int
    before: State
    asked: Choice | Roll
    reply: Reply
    after: State
    events: tuple[Event, ...]

    @property
    def begins_phase(self) -> bool:
        """Whether the answer led into another phase."""
        return self.before.turn != self.after.turn

    @property
    def interrupts(self) -> bool:
        """Whether a decision of the other side in somebody's Player Turn is answered."""
        return isinstance(self.asked, Choice) and self.asked.side != self.before.turn.attacker


@cache
def _opening(scenario_id: str) -> State:
    return new_game(scenario(scenario_id))


def opening(scenario_id: str) -> State:
    """The first position of a scenario; the map is made once, the position has a memo of its own."""
    return _opening(scenario_id).with_()


def choose(asked: Choice, number: int, seed: int, rng: random.Random) -> Action:
    """A random answer: uniform at every level of the menu.

    Even seeds take a ready-made set-up where one is offered; odd ones place counters at random for a while.
    """
    if asked.prompt.endswith("set-up") and (seed % 2 == 0 or number > PATIENCE):
        actions = [action for _, action in asked.menu.leaves(400)]
        done = [action for action in actions if isinstance(action, Done)]
        ready = [action for action in actions if isinstance(action, TakeSetup)]
        found = done or ready
        if found:
            return found[int(rng.random() * len(found))]
    return asked.menu.sample(rng)


def beats(scenario_id: str, seed: int) -> Iterator[Beat]:
    """A random game answer by answer until it is over; fails when it is endless."""
    rng = random.Random(f"{scenario_id} {seed}")
    dice = DiceStream(f"{scenario_id} {seed}")
    st = opening(scenario_id)
    for number in range(LIMIT):
        asked = pending(st)
        if isinstance(asked, Over):
            return
        reply: Reply
        if isinstance(asked, Roll):
            reply = dice.faces(st.rolls, len(asked.dice))
        else:
            reply = choose(asked, number, seed, rng)
        after, events = answer(st, reply)
        yield Beat(number, st, asked, reply, after, events)
        st = after
    raise AssertionError(f"no end after {LIMIT} answers: {' > '.join(breadcrumb(st))}")
