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
from goodorder.flow.fire.defensive_fire import Window
from goodorder.flow.fire.fire_drafts import Drafts
from goodorder.flow.fire.fire_menu import FireMenu
from goodorder.flow.fire.targets import aims
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from goodorder.rules.facts.firing import armed_units
from goodorder.rules.facts.smoke import hindered


def _found(at: State) -> tuple[object, ...]:
    """What is remembered, asked of both sides."""
    found: list[object] = []
    for side in (0, 1):
        menu = Drafts(at, side, at.turn.phase, aims(at, side))
        armed = menu.armed()
        found += [menu.targets, armed, [[aim.loc for aim in menu.seen_by(unit)] for unit in armed]]
        found.append([hindered(at, unit.loc, aim.loc) for unit in armed for aim in menu.targets[:2]])
    return tuple(found)


def _forgetful(at: State) -> State:
    return replace(at, tables={}, memo={}, waits={})


def _set_up(scenario: str) -> State:
    at, rng = new_game(given(scenario).scenario), random.Random(2)
    while at.turn.phase == "setup":
        asked = pending(at)
        assert not isinstance(asked, Over | Roll)
        at, _ = answer(at, asked.menu.sample(rng))
    return at


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
    at = _set_up("furrows")
    before = aims(at, 0)
    unit = next(unit for unit in at.units.values() if unit.side == 1 and unit.loc >= 0)
    assert aims(at.with_unit(replace(unit, pinned=not unit.pinned)), 0) != before
    vehicle = next(one for one in at.vehicles.values() if one.side == 1)
    assert aims(at.with_vehicle(replace(vehicle, concealed=not vehicle.concealed)), 0) != before
    assert aims(at, 0) is before


def test_who_is_armed_changes_with_each_unit_and_weapon() -> None:
    at = _set_up("houses")
    side = next(iter(at.units.values())).side
    armed, fields = armed_units(at, side)
    weapon = next(one for one in at.weapons.values() if one.holder in fields)
    bearer, other = at.units[weapon.holder], next(unit for unit in armed if unit.id != weapon.holder)
    changes = {
        "a unit moves": at.with_unit(replace(other, loc=bearer.loc)),
        "a unit breaks": at.with_unit(replace(other, broken=True)),
        "a unit is gone": at.with_(units={key: unit for key, unit in at.units.items() if key != other.id}),
        "a weapon goes to another": at.with_weapon(replace(weapon, holder=other.id)),
        "a weapon is gone": at.with_(weapons={key: one for key, one in at.weapons.items() if key != weapon.id}),
    }
    for what, after in changes.items():
        assert armed_units(after, side) == armed_units(_forgetful(after), side), what
    assert other not in armed_units(changes["a unit breaks"], side)[0]
    assert armed_units(at, side)[0] is armed


def test_whom_the_menu_of_a_window_lists_is_who_can_fire() -> None:
    at, rng, able = new_game(given("houses").scenario), random.Random(3), 0
    for _ in range(900):
        if isinstance(asked := pending(at), Over):
            break
        if isinstance(asked, Roll):
            at, _ = answer(at, tuple(rng.randint(1, 6) for _ in range(len(asked.dice))))
            continue
        seen, choice = asked_of(at, asked)
        window = seen.stack[-1]
        if isinstance(window, Window):
            menu, fresh = (FireMenu(seen, choice.side, "MPh", window.live(seen)) for _ in range(2))
            shown = [entry.unit for entry in menu.root() if entry.lives()]
            assert shown == [unit.id for unit in fresh.lead_units()]
            able += len(shown)
        at, _ = answer(at, choice.menu.sample(rng))
    assert able
