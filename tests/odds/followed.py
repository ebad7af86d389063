"""Play followed over all faces of the dice: how often something is heard."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from fractions import Fraction

from goodorder.core import engine
from goodorder.core.dice import PAIRS, TWO_DICE, Roll
from goodorder.core.events import Event
from goodorder.core.state import State

Heard = Callable[[State, tuple[Event, ...]], bool]
"""Says of a position and the events that led to it whether they are what is looked for."""
Weighed = Iterable[tuple[tuple[int, int], Fraction]]

EVERY_PAIR: Weighed = tuple((pair, Fraction(1, len(PAIRS))) for pair in PAIRS)


def how_often(st: State, heard: Heard, pairs: Weighed = EVERY_PAIR) -> Fraction:
    """The chance from a position on that waits for dice, until somebody is to decide.

    ``pairs``: the faces of a DR that stand for all, with their shares.
    """
    found, todo = Fraction(0), {"": (st, Fraction(1))}
    while todo:
        level, todo = todo, {}
        for here, chance in level.values():
            roll = engine.pending(here)
            if not isinstance(roll, Roll):
                continue
            for faces, share in _faces(roll.dice, pairs):
                after, events = engine.answer(here, faces)
                if heard(after, events):
                    found += chance * share
                    continue
                after = after.with_(rolls=0)
                key = after.digest()
                todo[key] = (after, chance * share + (todo[key][1] if key in todo else 0))
    return found


def _faces(dice: tuple[str, ...], pairs: Weighed) -> Iterable[tuple[tuple[int, ...], Fraction]]:
    if dice == TWO_DICE:
        return pairs
    every = itertools.product(range(1, 7), repeat=len(dice))
    return [(faces, Fraction(1, 6 ** len(dice))) for faces in every]
