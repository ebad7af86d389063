"""Playing on from what a side imagines: a stand-in is a unit to every rule (A12, core/view.py).

From positions of hidden games the view of the side that is asked, its "?" stacks taken for middling squads, is
played on by random decisions and dice; whatever happens in it, no rule meets a unit that it can't judge.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.state import State
from goodorder.core.view import hides_anything, imagined, public_view, view
from goodorder.core.world import IMAGINED, UNKNOWN
from goodorder.data.charts import nation
from tests.support import position, squad

from .secrets_of import positions
from .test_twins import FULL

FEW, MANY = 200, 10_000
LONG = 120
"""Answers for which one imagined position is played on."""


def steps(most: int, seed: int) -> Iterator[str]:
    """Play on from imagined views, until so many answers were given, in each scenario as many; each yields what was
    asked.
    """
    for name in FULL:
        yield from islice(_steps_in(name, seed, every=20 if most > FEW else 200), most // len(FULL))


def _steps_in(name: str, seed: int, every: int) -> Iterator[str]:
    for number in range(seed, seed + 1_000):
        for at, st in enumerate(positions(name, number, every=every)):
            asked = pending(st)
            assert isinstance(asked, Choice)
            if hides_anything(st, asked.side):
                yield from _on(imagined(st, asked)[0], f"{name} {number} {at}")


def _on(st: State, seed: str) -> Iterator[str]:
    rng, dice = random.Random(seed), DiceStream(seed)
    for number in range(LONG):
        asked = pending(st)
        if isinstance(asked, Over):
            return
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(number, len(asked.dice)))
            yield asked.rule
        else:
            st, _ = answer(st, asked.menu.sample(rng))
            yield asked.prompt


def test_play_goes_on_from_what_a_side_imagines() -> None:
    assert len(set(steps(FEW, 1))) > 8


@pytest.mark.soak
def test_ten_thousand_steps_are_played_on_from_what_sides_imagine() -> None:
    assert sum(1 for _ in steps(MANY, 100)) == MANY // len(FULL) * len(FULL)


def test_a_stand_in_has_a_nationality_with_nothing_of_its_own() -> None:
    st = position("size 6x6", squad("A", "C3"))
    for kind in (IMAGINED, UNKNOWN):
        found = st.world.unit_type(kind)
        assert not found.traits and not nation(found.nationality).traits


def test_stacks_of_both_sides_in_one_location_are_two_to_an_onlooker() -> None:
    st = position("size 6x6", squad("A", "C3").now(concealed=True), squad("B", "C3", 1).now(concealed=True))
    assert [unit.side for unit in public_view(st).units.values()] == [1, 0]


def test_a_stand_in_that_became_known_elsewhere_is_not_taken_for_the_stack_where_it_stood() -> None:
    st = position("size 6x6", squad("A", "A1"), squad("B", "C3", 1).now(concealed=True), squad("C", "E5", 1))
    (key,) = set(view(st, 0).units) - set(st.units)
    later = st.with_(units={1: st.units[1], 2: st.units[2], key: st.units[3]})
    assert len(view(later, 0).units) == len(later.units)
