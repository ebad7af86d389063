"""What fire remembers from one position to the next is what is found anew: whom a side sees, who is armed and how far
he fires, the SMOKE that lies there.
"""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.state import State
from goodorder.core.view import asked_of
from goodorder.flow.fire.fire_drafts import Drafts, aims
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from goodorder.rules.facts.smoke import hindered


def _found(at: State) -> tuple[object, ...]:
    """What is remembered, asked of both sides."""
    found: list[object] = []
    for side in (0, 1):
        menu = Drafts(at, side, at.turn.phase, aims(at, side))
        armed = menu.armed()
        found += [menu.targets, armed, [[aim.loc for aim in menu._in_sight(unit)] for unit in armed]]
        found.append([hindered(at, unit.loc, aim.loc) for unit in armed for aim in menu.targets[:2]])
    return tuple(found)


def _forgetful(at: State) -> State:
    return replace(at, tables={}, memo={}, waits={})


@pytest.mark.parametrize(("scenario", "steps"), [("houses", 450), ("furrows", 300)])
def test_what_fire_remembers_is_what_is_found_anew(scenario: str, steps: int) -> None:
    at, rng = new_game(given(scenario).scenario), random.Random(8)
    for _ in range(steps):
        if isinstance(asked := pending(at), Over):
            break
        if isinstance(asked, Roll):
            at, _ = answer(at, tuple(rng.randint(1, 6) for _ in range(len(asked.dice))))
            continue
        seen, choice = asked_of(at, asked)
        if at.turn.phase != "setup" and rng.random() < 0.15:
            assert _found(at) == _found(_forgetful(at))
            assert _found(seen) == _found(_forgetful(seen))
        at, _ = answer(at, choice.menu.sample(rng))


def test_whom_a_side_sees_changes_with_each_counter() -> None:
    at, rng = new_game(given("furrows").scenario), random.Random(2)
    while at.turn.phase == "setup":
        asked = pending(at)
        assert not isinstance(asked, Over | Roll)
        at, _ = answer(at, asked.menu.sample(rng))
    before = aims(at, 0)
    unit = next(unit for unit in at.units.values() if unit.side == 1 and unit.loc >= 0)
    assert aims(at.with_unit(replace(unit, pinned=not unit.pinned)), 0) != before
    vehicle = next(one for one in at.vehicles.values() if one.side == 1)
    assert aims(at.with_vehicle(replace(vehicle, concealed=not vehicle.concealed)), 0) != before
    assert aims(at, 0) is before
