"""Who watches a unit is the same whether it is remembered from the positions before or found anew."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.state import ELIMINATED, NOWHERE, ON_MAP, Acquired, State, Vehicle
from goodorder.core.view import asked_of
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from goodorder.rules.a12_concealment.sight import alert, in_range, known, unbroken, under_a_mask, watching
from goodorder.rules.c_ordnance import acquisition
from goodorder.rules.ruleset import ruleset
from tests.support import loc, position, squad

ASKED = (alert, known, unbroken, under_a_mask)
A, X, Y, TANK = 1, 2, 3, 60


def anew(st: State) -> State:
    """The same position as if nobody had asked anything of it."""
    return replace(st, memo={}, tables={}, waits={})


def watchers_of(st: State) -> list[set[int]]:
    """Who watches each unit on the map, and who is near enough."""
    units = [unit for unit in st.units.values() if unit.place == ON_MAP]
    return [
        {one.id for one in found(st, unit, within, qualifies)}
        for unit in units
        for within in (None, 4)
        for qualifies in ASKED
        for found in (watching, in_range)
    ]


@pytest.mark.parametrize("scenario", ["houses", "sluice"])
def test_who_watches_a_unit_is_found_as_if_nobody_had_asked_before(scenario: str) -> None:
    at, rng, asked_of_them = new_game(given(scenario).scenario), random.Random(11), 0
    for n in range(600):
        if isinstance(asked := pending(at), Over):
            break
        if isinstance(asked, Roll):
            at, _ = answer(at, tuple(rng.randint(1, 6) for _ in range(len(asked.dice))))
            continue
        seen, choice = asked_of(at, asked)
        if n % 9 == 0:
            for st in (at, seen):
                assert watchers_of(st) == watchers_of(anew(st))
                asked_of_them += 1
        at, _ = answer(at, choice.menu.sample(rng))
    assert asked_of_them


def field(*, with_tank: bool) -> State:
    """Squad A in C3 in sight of X and of Y, who is under a "?", and of a tank that may hinder lines."""
    st = position("size 8x8 ; woods H8", squad("A", "C3"), squad("X", "C6", side=1), squad("Y", "F5", side=1))
    st = st.with_(world=replace(st.world, rules=ruleset("full")))
    st = st.with_unit(replace(st.units[Y], concealed=True))
    tank = Vehicle(TANK, 1, "russian:t_34_m41", loc(st, "E6"), ON_MAP)
    return st.with_(vehicles={TANK: tank}) if with_tank else st


def unit_now(number: int, **changes: object) -> Callable[[State], State]:
    """A change of one unit."""
    return lambda st: st.with_unit(replace(st.units[number], **changes))


CHANGES: dict[str, Callable[[State], State]] = {
    "an enemy goes elsewhere": lambda st: st.with_unit(replace(st.units[X], loc=loc(st, "D4"))),
    "an enemy goes out of sight": lambda st: st.with_unit(replace(st.units[X], loc=loc(st, "A8"))),
    "an enemy is gone": unit_now(X, loc=NOWHERE, place=ELIMINATED),
    "an enemy breaks": unit_now(X, broken=True),
    "an enemy is found out": unit_now(Y, concealed=False),
    "who is watched moves": lambda st: st.with_unit(replace(st.units[A], loc=loc(st, "G2"))),
    "who is watched comes to an enemy": lambda st: st.with_unit(replace(st.units[A], loc=loc(st, "C6"))),
    "all enemies are gone": lambda st: st.with_(units={A: st.units[A]}, vehicles={}),
    "an enemy comes": lambda st: st.with_(units={**st.units, 9: replace(st.units[X], id=9, loc=loc(st, "B2"))}),
}
OF_THE_TANK: dict[str, Callable[[State], State]] = {
    "the vehicle goes elsewhere": lambda st: st.with_vehicle(replace(st.vehicles[TANK], loc=loc(st, "C4"))),
    "its crew leaves it": lambda st: st.with_vehicle(replace(st.vehicles[TANK], abandoned=True)),
}


@pytest.mark.parametrize("with_tank", [False, True])
@pytest.mark.parametrize("change", [*CHANGES, *OF_THE_TANK])
def test_whatever_changes_is_seen_by_who_asks_again(change: str, with_tank: bool) -> None:
    st = field(with_tank=with_tank or change in OF_THE_TANK)
    before = watchers_of(st)
    after = {**CHANGES, **OF_THE_TANK}[change](st)
    assert watchers_of(after) == watchers_of(anew(after))
    assert watchers_of(st) == before


def test_which_weapons_have_acquired_is_found_anew_when_a_weapon_changes() -> None:
    st = position("size 8x8", squad("A", "C3").armed("LMG"))
    assert acquisition._aimed(st) == ()
    (gun,) = st.weapons.values()
    aiming = replace(gun, acquired=Acquired(loc(st, "C6"), -1))
    assert acquisition._aimed(st.with_weapon(aiming)) == (aiming,)
    assert acquisition._aimed(st) == ()
