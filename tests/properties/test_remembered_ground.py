"""What is remembered of walls, Control and weapons in water is what is found anew, whatever changes in between."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.state import ON_MAP, State, with_stance
from goodorder.rules.a04_movement.portage import sunk
from goodorder.rules.a26_control import control_sweep
from goodorder.rules.b_terrain.wall_claims import settled, walls_now
from goodorder.rules.ruleset import ruleset
from tests.properties.games import choose, opening
from tests.support import loc, position, squad


def _found(at: State) -> tuple[object, ...]:
    return settled(at), control_sweep(at), sunk(at)


def _forgetful(at: State) -> State:
    return replace(at, tables={}, memo={}, waits={})


def _changed(at: State, rng: random.Random) -> State:
    """A position in which one unit is otherwise: elsewhere, broken, under a "?", its claim made or given up."""
    here = [unit for unit in at.units.values() if unit.place == ON_MAP]
    unit, near = rng.choice(here), walls_now(at)
    across = [loc for one in here if one.loc in near for loc in near[one.loc]]
    return at.with_unit(
        rng.choice(
            (
                replace(unit, loc=rng.choice([*across, *(one.loc for one in here)])),
                replace(unit, broken=not unit.broken),
                replace(unit, concealed=not unit.concealed),
                with_stance(unit, wa=not unit.stance.wa),
            )
        )
    )


@pytest.mark.parametrize(("scenario", "steps"), [("hedges", 400), ("bridges", 300), ("piano", 300)])
def test_what_is_remembered_of_the_ground_is_what_is_found_anew(scenario: str, steps: int) -> None:
    at, rng, claims = opening(scenario), random.Random(5), 0
    for number in range(steps):
        if isinstance(asked := pending(at), Over):
            break
        if isinstance(asked, Roll):
            at, _ = answer(at, tuple(rng.randint(1, 6) for _ in range(len(asked.dice))))
            continue
        if at.turn.phase != "setup" and rng.random() < 0.3:
            other = at
            for _ in range(4):
                assert _found(other) == _found(_forgetful(other))
                claims += bool(settled(other))
                other = _changed(other, rng)
        at, _ = answer(at, choose(asked, number, 5, rng))
    assert claims > 10


def test_weapons_in_water_are_looked_for_again_as_any_weapon_changes() -> None:
    st = position("size 8x8\nE4 marsh", squad("A", "C3").armed("LMG"))
    at = st.with_(world=replace(st.world, rules=ruleset("full")))
    (weapon,) = at.weapons.values()
    for place, sinks in (("E4", True), ("C3", False), ("E4", True)):
        at = at.with_weapon(replace(weapon, holder=0, loc=loc(at, place)))
        assert bool(sunk(at)) == sinks
