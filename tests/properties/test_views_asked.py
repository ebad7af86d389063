"""At every step of games with Guns and vehicles under a "?" or in hiding both sides are asked everything, whoever is to
answer: what waits, titles, documents, menus to their leaves, previews, standing orders, logs. Nothing asks a view for a
counter that its side does not know, and none of those is named (A12.1, A12.2, A12.34).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest
from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, breadcrumb, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.state import State
from goodorder.core.view import Waiting, asked_of, public_view, stand_ins, view
from goodorder.flow.sequence.opening import new_game
from goodorder.play.log import lines
from goodorder.play.seen import roll_asked
from goodorder.web import queries
from goodorder.web.documents import WATCH, state_doc
from goodorder.web.messages.requests import Orders
from goodorder.web.preview import preview_action

from .secrets_of import ARMORED, GUNS, PATIENCE, TANKS, masked, towards_readiness

NAMES = (TANKS, "cherries", *ARMORED, GUNS)
FEW, MANY = 40, 4_000
"""Steps of each scenario."""
LISTED, TRIED = 40, 3
"""Leaves of a menu, and those of them that are previewed and asked about."""
EVERY = 5
"""At one step in so many menus are opened."""
NAMED = re.compile(r"Zq(\d+)q")
FOR_A_MOMENT = "shows itself for a moment"
"""What is said of one who shows himself on purpose and hides again (A12.14)."""
OUT_OF_PLAY = ", its crew apart"
"""What is said of a vehicle that has left the map under its "?", for which victory points are given."""
ORDERS = Orders(threshold=0.3, advised=True)


def christened(st: State) -> State:
    """The position with a name of its own for every unit and vehicle."""
    units = {key: replace(one, ident=f"Zq{key}q") for key, one in st.units.items()}
    return st.with_(units=units, vehicles={k: replace(one, ident=f"Zq{k}q") for k, one in st.vehicles.items()})


def named_in(told: bytes | str) -> set[int]:
    """Ids of those whom a text names."""
    return {int(key) for key in NAMED.findall(told if isinstance(told, str) else told.decode())}


def given(st: State, side: int, rng: random.Random, *, menus: bool) -> Iterator[bytes | str]:
    """What a side is given in a position, and is answered when it asks."""
    seen = view(st, side)
    asked = pending(seen)
    yield saving.encode(seen)
    yield repr((breadcrumb(seen), [frame.title(seen) for frame in seen.stack]))
    mine = isinstance(asked, Choice) and not isinstance(seen.stack[-1], Waiting)
    you = st.world.sides[side].id
    yield msgspec.json.encode(state_doc(seen, asked if mine else None, you, controls=frozenset((side,))))
    if not isinstance(asked, Choice) or not mine:
        return
    yield repr((asked.prompt, asked.why))
    if not menus:
        return
    yield repr(queries.passes(seen, asked, ORDERS))
    yield repr(queries.preview(seen, asked, ()))
    found = list(asked.menu.leaves(LISTED))
    for path, action in rng.sample(found, min(TRIED, len(found))):
        yield repr((asked.check(action), asked.menu.entry(path).label, preview_action(seen, action)))
        for depth in range(1, len(path)):
            yield repr(queries.preview(seen, asked, path[:depth]))
    action = asked.menu.sample(rng)
    yield repr((asked.check(action), preview_action(seen, action)))


def steps(name: str, seed: int) -> Iterator[str]:
    """A random game after its set-up, looked at by both sides and by an onlooker; each step yields who is asked."""
    rng, dice = random.Random(f"{name} {seed} asked"), DiceStream(f"{name} {seed} asked")
    st, number = new_game(masked(name)), 0
    while not isinstance(asked := pending(st), Over):
        aside, number = st.turn.phase == "setup", number + 1
        if not aside and not any(one.ident.startswith("Zq") for one in st.units.values()):
            st = christened(st)
            asked = pending(st)
        secret = [set(stand_ins(st, side)) for side in (0, 1)]
        if not aside:
            for side in (0, 1):
                for told in given(st, side, rng, menus=number % EVERY == 0):
                    assert not named_in(told) & secret[side], (name, seed, number, told)
            public = public_view(st)
            assert not named_in(saving.encode(public)) & (secret[0] | secret[1]), (name, seed, number)
            msgspec.json.encode(state_doc(public, None, WATCH, controls=frozenset()))
            yield type(st.stack[-1]).__name__
        if isinstance(asked, Roll):
            for side in (0, 1):
                assert not named_in(repr(roll_asked(st, asked, side))) & secret[side], (name, seed, number)
            after, events = answer(st, dice.faces(st.rolls, len(asked.dice)))
        else:
            assert isinstance(asked, Choice)
            menu = asked_of(st, asked)[1]
            late = aside and number > PATIENCE
            after, events = answer(st, towards_readiness(st, menu, rng) if late else menu.menu.sample(rng))
        for side in (0, 1) if not aside else ():
            for line in lines(st, after, events, viewer=side):
                hidden = named_in(repr(line)) & secret[side] & set(stand_ins(after, side))
                openly = FOR_A_MOMENT in line.text or OUT_OF_PLAY in line.text
                assert openly or not hidden, (name, seed, number, line)
        st = after


def asked_in(name: str, most: int, seed: int) -> set[str]:
    """What is asked in so many steps of games of a scenario."""
    games = (step for number in range(seed, seed + 1_000) for step in steps(name, number))
    return set(islice(games, most))


@pytest.mark.parametrize("name", NAMES[:3])
def test_both_sides_may_ask_everything_at_every_step(name: str) -> None:
    assert len(asked_in(name, FEW, 1)) > 1


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_both_sides_may_ask_everything_at_every_step_of_long_games(name: str) -> None:
    assert len(asked_in(name, MANY, 100)) > 10
