"""What the menu of a view offers the referee accepts, whatever is hidden (A12): games played from view menus alone.

In each position leaves of every kind of action are answered, there and in positions that look the same to who is asked:
other counters beneath the "?", and hidden units beside his own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from goodorder.core.actions import Action, Fire, Move
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.menu import Menu
from goodorder.core.state import ON_MAP, State
from goodorder.core.view import asked_of, hides_anything
from goodorder.rules.a12_concealment.gain import hides_at_setup

from .secrets_of import positions, twin
from .test_twins import FULL

FEW, MANY = 160, 10_000
LISTED = 150
"""Leaves of a menu among which those that are answered are drawn."""
EACH = 2
"""Leaves of one kind that are answered in one position."""


def kind(action: Action) -> tuple[str, object]:
    """What leaves are told apart by."""
    if isinstance(action, Move):
        return "Move", (action.declared, type(action.first).__name__)
    if isinstance(action, Fire):
        return "Fire", (len(action.firers), action.spray >= 0, bool(action.lanes), action.via)
    return type(action).__name__, getattr(action, "how", "")


def some_of(menu: Menu, rng: random.Random) -> Iterator[Action]:
    """A few leaves of each kind."""
    found = [action for _, action in menu.leaves(LISTED)]
    found += [menu.sample(rng) for _ in range(3)]
    rng.shuffle(found)
    count: dict[object, int] = {}
    for action in found:
        sort = kind(action)
        count[sort] = count.get(sort, 0) + 1
        if count[sort] <= EACH:
            yield action


def lying_in_wait(st: State, side: int, rng: random.Random) -> State | None:
    """The position with hidden enemies right beside a side's units."""
    board = st.world.map
    mine = [unit.loc for unit in st.units.values() if unit.side == side and unit.loc >= 0]
    near = {loc for one in mine for loc in board.around(one) if loc >= 0 and not st.at(loc) and hides_at_setup(st, loc)}
    hidden = [unit for unit in st.units.values() if unit.side != side and unit.hidden and unit.place == ON_MAP]
    if not near or not hidden:
        return None
    places = sorted(near)
    moved = {unit.id: replace(unit, loc=rng.choice(places)) for unit in hidden}
    found = st.with_(units={**st.units, **moved})
    return found if getattr(pending(found), "side", None) == side else None


def leaves(most: int, seed: int) -> Iterator[Action]:
    """Answer leaves until so many have been accepted, in each scenario as many; one that is refused raises."""
    for name in FULL:
        yield from islice(_leaves_in(name, seed, every=4 if most > FEW else 30), most // len(FULL))


def _leaves_in(name: str, seed: int, every: int) -> Iterator[Action]:
    for number in range(seed, seed + 1_000):
        for at, st in enumerate(positions(name, number, every=every)):
            asked, rng = pending(st), random.Random(f"{name} {number} {at} leaves")
            assert isinstance(asked, Choice)
            if not hides_anything(st, asked.side):
                continue
            actions = list(some_of(asked_of(st, asked)[1].menu, rng))
            looks = (st, twin(st, asked.side, rng), lying_in_wait(st, asked.side, rng))
            for truth in (one for one in looks if one is not None):
                offered = actions if truth is not looks[2] else [*some_of(_menu(truth), rng)]
                for action in offered:
                    answer(truth.with_(), action)
                    yield action


def _menu(st: State) -> Menu:
    asked = pending(st)
    assert isinstance(asked, Choice)
    return asked_of(st, asked)[1].menu


@pytest.mark.slow
def test_the_referee_accepts_what_the_menu_of_a_view_offers() -> None:
    assert len({kind(action)[0] for action in leaves(FEW, 1)}) > 5


@pytest.mark.soak
def test_the_referee_accepts_ten_thousand_leaves_of_view_menus() -> None:
    assert sum(1 for _ in leaves(MANY, 100)) == MANY // len(FULL) * len(FULL)
