"""The plain way: answer every roll of a position with every face, until somebody must decide.

Slow and without any short cut; it is what the quick odds are held against.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

from msgspec import Struct

from goodorder.core import engine
from goodorder.core.dice import Roll
from goodorder.core.errors import EngineFault
from goodorder.core.frames import Pending
from goodorder.core.state import State


class End(Struct, frozen=True, eq=False):
    """A position that waits for a decision (or is over), and the probability of coming there."""

    state: State
    chance: Fraction

    @property
    def waits_for(self) -> Pending:
        """The Choice that is shown, not guessed, or Over."""
        return engine.pending(self.state)


def enumerate_rolls(st: State, limit: int = 20_000) -> dict[str, End]:
    """Every position in which the game next waits for a decision, by its digest, equal ones merged.

    Raises :class:`EngineFault` when more than ``limit`` positions with a roll would have to be opened.
    """
    ends: dict[str, End] = {}
    todo: dict[str, tuple[State, Fraction]] = {}
    opened = 0

    def put(new: State, chance: Fraction) -> None:
        new = new.with_(rolls=0)
        key = new.digest()
        if isinstance(engine.pending(new), Roll):
            old = todo.get(key)
            todo[key] = (new, chance + old[1]) if old else (new, chance)
        else:
            known = ends.get(key)
            ends[key] = End(new, chance + known.chance if known else chance)

    put(st, Fraction(1))
    while todo:
        level, todo = todo, {}
        for here, chance in level.values():
            asked = engine.pending(here)
            assert isinstance(asked, Roll)
            opened += 1
            if opened > limit:
                raise EngineFault(f"more than {limit} positions with a roll")
            share = chance / 6 ** len(asked.dice)
            for faces in itertools.product(range(1, 7), repeat=len(asked.dice)):
                put(engine.answer(here, faces)[0], share)
    return ends
