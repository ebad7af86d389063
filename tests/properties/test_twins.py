"""Twin positions: two that differ only in what a side may not know tell it the same, byte for byte (A12).

Beneath the "?" and in the hiding of one side's enemy lie other counters, under other ids and in another number, with
other Control behind them. Compared is all that the side is given (its view, document, menu with labels, refusals and
previews, the replay's document), all that an onlooker is given, and what comes of its own next act where that finds
nobody.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest

from goodorder.core import saving
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.events import Event
from goodorder.core.frames import Choice
from goodorder.core.state import Fighter, State
from goodorder.core.view import Waiting, asked_of, hides_anything, is_hidden, public_view, view
from goodorder.data.scenario import scenario, scenario_ids
from goodorder.play.log import lines
from goodorder.web.documents import WATCH, state_doc
from goodorder.web.preview import preview_action

from .secrets_of import ARMORED, GUNS, TANKS, positions, twin

FULL = (GUNS, TANKS, *ARMORED, *(name for name in scenario_ids() if scenario(name).profile == "full"))
FEW, MANY = 40, 20_000
TWINS = 4
"""Twins of each position."""
LEAVES = 6


def given_to(st: State, side: int) -> list[bytes]:
    """What a side, and an onlooker, are given in a position."""
    seen, public = view(st, side), public_view(st)
    asked = pending(seen) if not isinstance(seen.stack[-1], Waiting) else None
    parts = [saving.encode(seen), saving.encode(public)]
    parts.append(msgspec.json.encode(state_doc(public, None, WATCH, controls=frozenset())))
    you = st.world.sides[side].id
    parts.append(msgspec.json.encode(state_doc(seen, asked, you, controls=frozenset((side,)))))
    if isinstance(asked, Choice):
        parts.append(repr((asked.prompt, asked.rule, asked.why, asked.public, asked.menu.only())).encode())
        for path, action in asked.menu.leaves(LEAVES):
            told = (path, asked.menu.entry(path).label, repr(action), repr(asked.check(action)))
            parts.append(repr((told, preview_action(seen, action))).encode())
    return parts


def goes_on(st: State, rng: random.Random, dice: DiceStream, viewer: int) -> list[bytes] | None:
    """What ``viewer`` is told of his own next act, up to the next decision; None where somebody is found by it."""
    asked = pending(st)
    assert isinstance(asked, Choice)
    action = asked_of(st, asked)[1].menu.sample(rng)
    told: list[bytes] = [repr(action).encode()]
    after, events = answer(st, action)
    for number in range(40):
        if _found(st, after, viewer) or after.result is not None:
            return None
        told.append(msgspec.json.encode(lines(st, after, events, viewer=viewer)))
        told.append(saving.encode(view(after, viewer)))
        asked = pending(after)
        if not isinstance(asked, Roll):
            told.append(
                repr((type(asked).__name__, getattr(asked, "side", None), getattr(asked, "public", 0))).encode()
            )
            return told
        if _of_the_unseen(after, asked, viewer):
            return None
        st = after
        after, events = answer(st, dice.faces(number, len(asked.dice)))
    return None


def _found(before: State, after: State, viewer: int) -> bool:
    """Whether a step showed the viewer anybody."""
    every: tuple[Fighter, ...] = (*before.units.values(), *before.vehicles.values())
    units = (unit for unit in every if is_hidden(unit, viewer))
    return any((now := after.fighter(u.id)).hidden != u.hidden or not is_hidden(now, viewer) for u in units)


def _of_the_unseen(st: State, asked: Roll, viewer: int) -> bool:
    """Whether who lies under a "?" has to roll: what comes of it is seen in the end."""
    found = (st.units.get(u) or st.vehicles.get(u) for u in asked.subjects)
    return asked.side != viewer or any(one is not None and one.concealed and one.side != viewer for one in found)


def compared(most: int, seed: int) -> Iterator[str]:
    """Compare, until so many comparisons are made, in each scenario as many: each yields the name of its scenario."""
    for name in FULL:
        yield from islice(_compared_in(name, seed, every=5 if most > FEW else 40), most // len(FULL))


def _compared_in(name: str, seed: int, every: int) -> Iterator[str]:
    for number in range(seed, seed + 1_000):
        for at, st in enumerate(positions(name, number, every=every)):
            yield from compared_position(name, st, random.Random(f"{name} {number} {at}"))


def compared_position(name: str, st: State, rng: random.Random) -> Iterator[str]:
    asked = pending(st)
    assert isinstance(asked, Choice)
    for side in (0, 1):
        if not hides_anything(st, side):
            continue
        mine = given_to(st, side)
        for _ in range(TWINS):
            other = twin(st, side, rng)
            if other is None:
                continue
            assert given_to(other, side) == mine, (name, st.turn, side)
            yield name
            if asked.side != side:
                continue
            seed = rng.random()
            told = [goes_on(one.with_(), random.Random(seed), DiceStream(f"{seed}"), side) for one in (st, other)]
            if None not in told:
                assert told[0] == told[1], (name, st.turn, told[0] and told[0][0])
                yield name


@pytest.mark.slow
def test_positions_that_differ_in_what_a_side_may_not_know_tell_it_the_same() -> None:
    assert Counter(compared(FEW, 1)) == dict.fromkeys(FULL, FEW // len(FULL))


@pytest.mark.soak
def test_twenty_thousand_twin_positions_tell_the_same() -> None:
    assert Counter(compared(MANY, 100)) == dict.fromkeys(FULL, MANY // len(FULL))


def test_events_name_nobody_whom_a_side_does_not_know() -> None:
    from goodorder.play.seen import seen_by

    looked = 0
    for st in positions("patrol", 7, every=2):
        asked = pending(st)
        assert isinstance(asked, Choice)
        viewer = 1 - asked.side
        after, events = answer(st, asked_of(st, asked)[1].menu.sample(random.Random(looked)))
        _, _, told = seen_by(st, after, events, viewer)
        known = {*view(st, viewer).units, *view(after, viewer).units}
        for event in told:
            assert named_by(event) <= known, event
            looked += 1
    assert looked > 50


def named_by(event: Event) -> set[int]:
    """Ids of units in an event."""
    found = {getattr(event, field) for field in ("unit", "other", "by") if isinstance(getattr(event, field, None), int)}
    found |= set(getattr(event, "subjects", ())) | {one for one in getattr(event, "firers", ()) if one > 0}
    found |= set(getattr(getattr(event, "shot", None), "units", ()))
    return found - {0}
