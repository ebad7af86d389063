"""A view that is made from the one before it is the view that would be made anew, whatever has changed in between."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from goodorder.core.hidden import changed_units, is_masked
from goodorder.core.stance import PLAIN
from goodorder.core.state import (
    ASSAULT,
    ELIMINATED,
    EMPTY_TRAIL,
    NOWHERE,
    ON_MAP,
    PARTS,
    Charge,
    FireMark,
    Marker,
    State,
    Step,
    Turn,
    Unit,
    Vehicle,
    Weapon,
    Work,
)
from goodorder.core.view import STAND_IN, hides_anything, known_weapons, public_view, stand_ins, view
from goodorder.core.world import UNKNOWN
from goodorder.flow.combat.close_combat import LocationCombat
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.rules.ruleset import ruleset
from tests.support import begin, leader, loc, position, squad

GERMAN, RUSSIAN = 0, 1
A, B, X, Y, L, Z, C = range(1, 8)
LMG, MMG = 50, 51
GUN, WIRE, TANK, DC = 60, 61, 62, 63

Change = Callable[[State], State]


def field() -> State:
    """Germans A, B and C; of the Russians X in sight, Y with a MMG and a leader under one "?", Z under another."""
    st = position(
        "size 8x8\nE4 F5 woods",
        squad("A", "C3").armed("LMG"),
        squad("B", "C3"),
        squad("X", "E4", side=1),
        squad("Y", "F5", side=1).now(concealed=True).armed("MMG"),
        leader("9-1", "F5", side=1).now(concealed=True),
        squad("Z", "E4", side=1).now(concealed=True),
        squad("C", "H3"),
    )
    st = st.with_(world=replace(st.world, rules=ruleset("full")))
    return begin(st, FirePhase(phase="PFPh"))[0]


def unit(key: int, **fields: Any) -> Change:
    return lambda st: st.with_unit(replace(st.units[key], **fields))


def at(key: int, where: str, **fields: Any) -> Change:
    return lambda st: st.with_unit(replace(st.units[key], loc=loc(st, where), **fields))


def trail(key: int, **fields: Any) -> Change:
    return lambda st: st.with_trail(key, replace(st.trail(key), started=True, **fields))


def weapon(key: int, **fields: Any) -> Change:
    return lambda st: st.with_weapon(replace(st.weapons[key], **fields))


def tank(**fields: Any) -> Change:
    return lambda st: st.with_vehicle(
        replace(
            st.vehicles.get(TANK, Vehicle(TANK, RUSSIAN, "russian:t_34_m41", loc(st, "F6"), place=ON_MAP)), **fields
        )
    )


def part(name: str, value: Any) -> Change:
    return lambda st: st.with_(**{name: value})


def without(key: int) -> Change:
    return lambda st: st.with_(units={k: one for k, one in st.units.items() if k != key})


STEPS = (Step(kind="enter", frm=20, to=21, mf=4),)
SHOT = FireMark("prep", 21, units=(Y, X), weapon=MMG)

CHANGES: dict[str, Change] = {
    "everybody knows that Russians may hide": lambda st: st.with_(world=replace(st.world, hides=(RUSSIAN,))),
    "one of its own moves": at(A, "C4"),
    "another of its own moves, on top": at(B, "E6", order=40),
    "an enemy in sight moves": at(X, "D4"),
    'a "?" moves': at(Z, "G7"),
    'a "?" stack is split': at(L, "G7"),
    'a "?" comes upon an enemy in sight': at(Y, "E4", order=3),
    "a unit is Known": unit(Y, concealed=False),
    'a unit goes under a "?"': unit(X, concealed=True),
    "its own unit is concealed": unit(A, concealed=True),
    "a unit is hidden": unit(Z, concealed=True, hidden=True),
    'a "?" is TI': unit(L, ti=True),
    "a unit is pinned": unit(A, pinned=True),
    "a unit is out of the game": unit(A, loc=NOWHERE, place=ELIMINATED),
    'a "?" is out of the game': unit(Y, loc=NOWHERE, place=ELIMINATED),
    "a stack is in another order": unit(B, order=300),
    "a unit is gone": without(C),
    "units are in another order": lambda st: st.with_(units=dict(reversed(st.units.items()))),
    "another unit comes": lambda st: st.with_unit(replace(st.units[X], id=80, concealed=True)),
    "another unit with a number before all others": lambda st: st.with_(
        units={0: replace(st.units[A], id=0), **st.units}
    ),
    'a "?" in Crest status': unit(Y, stance=PLAIN.with_(crest=2)),
    'a "?" in Bypass': unit(Y, stance=PLAIN.with_(bypass=(4, 3))),
    'another "?" in Bypass': unit(L, stance=PLAIN.with_(bypass=(1, 2))),
    'a "?" has moved': trail(Y, steps=STEPS, ended=True),
    'another "?" is on its way': trail(L, steps=(*STEPS, *STEPS)),
    'two "?" went the same way, one of them in a Dash': lambda st: trail(Y, steps=STEPS, dash=30)(
        trail(L, steps=STEPS)(st)
    ),
    "its own unit has fired": trail(A, shots=(SHOT,)),
    "an enemy in sight has moved": trail(X, steps=STEPS),
    "an enemy in sight has fired the MMG": trail(X, shots=(SHOT,)),
    "a unit goes with an AFV": trail(A, afv=TANK, beside=2),
    'a "?" goes with an AFV': trail(Y, steps=STEPS, afv=TANK, beside=2),
    "trails are forgotten": part("trails", {}),
    "trails are forgotten, and one of its own acts": part("trails", {A: replace(EMPTY_TRAIL, started=True)}),
    "a trail comes first": lambda st: st.with_(trails={Z: EMPTY_TRAIL, **st.trails}),
    "the MMG is lost": weapon(MMG, holder=0, place=ELIMINATED),
    "the LMG is broken": weapon(LMG, malfunctioned=True),
    "the MMG lies there": lambda st: weapon(MMG, holder=0, loc=loc(st, "F5"), place=ON_MAP)(st),
    'a Gun under a "?" of its own': lambda st: st.with_weapon(
        Weapon(GUN, RUSSIAN, "russian:MMG", loc=loc(st, "F6"), place=ON_MAP, concealed=True)
    ),
    'a "?" that places a DC': lambda st: st.with_weapon(
        Weapon(DC, RUSSIAN, "russian:DC", holder=X, placed=Charge(loc(st, "C3"), Y, halved=(L,)))
    ),
    "a hidden Gun": lambda st: st.with_weapon(
        Weapon(GUN, RUSSIAN, "russian:MMG", loc=loc(st, "B6"), place=ON_MAP, hidden=True)
    ),
    "a weapon has fired": part("weapon_shots", {MMG: (SHOT,), LMG: (SHOT,)}),
    'a vehicle under a "?"': tank(concealed=True, stance=PLAIN),
    'a vehicle under a "?" has driven': lambda st: trail(TANK, steps=(replace(STEPS[0], walk=3),))(
        tank(concealed=True)(st)
    ),
    'a vehicle under a "?" elsewhere': lambda st: tank(concealed=True, loc=loc(st, "F5"))(st),
    'a vehicle under a "?" has turned': tank(concealed=True, facing=3),
    "a vehicle in sight": tank(concealed=False, stance=PLAIN),
    'the "?" of a vehicle has Wall Advantage': tank(concealed=True, stance=PLAIN.with_(wa=True)),
    "a work in sight": part("works", {WIRE: Work(WIRE, RUSSIAN, "wire", 30)}),
    'a work under a "?"': part("works", {WIRE: Work(WIRE, RUSSIAN, "wire", 30, concealed=True)}),
    "a marker": part("markers", {90: Marker(90, "smoke", 30)}),
    "Control": part("control", {20: GERMAN, 30: RUSSIAN}),
    "what is believed": part("believed", {2 * 30 + GERMAN: GERMAN}),
    "both sides set up": part("turn", Turn(phase="setup")),
    "it is another phase": part("turn", Turn(2, RUSSIAN, "MPh")),
    'Close Combat of a "?"': lambda st: st.with_stack((*st.stack[:-1], LocationCombat(loc=loc(st, "F5")))),
    "Close Combat over a Gun": lambda st: st.with_stack((*st.stack[:-1], LocationCombat(loc=loc(st, "F6")))),
}


def anew(st: State) -> State:
    """The same position with nothing remembered."""
    return replace(st, memo={}, tables={}, waits={})


def assert_same(found: State, fresh: State) -> None:
    """Two views are one, in the order of their counters too."""
    for each in PARTS:
        one, other = getattr(found, each.name), getattr(fresh, each.name)
        assert one == other, each.name
        if each.keyed:
            assert list(one) == list(other), each.name
    assert list(found.occupied().items()) == list(fresh.occupied().items())
    assert found.world is fresh.world


def look(st: State) -> None:
    """Both sides see what they would see with nothing remembered, and each is asked what it knows."""
    for side in (GERMAN, RUSSIAN):
        assert hides_anything(st, side) == hides_anything(anew(st), side)
        assert is_masked(st, side) == is_masked(anew(st), side)
        assert_same(view(st, side), view(anew(st), side))
        hidden = stand_ins(st, side)
        assert hidden == stand_ins(anew(st), side)
        assert known_weapons(st, side, hidden) == known_weapons(anew(st), side, hidden)
    assert_same(public_view(st), public_view(anew(st)))


@pytest.mark.parametrize("first", CHANGES)
def test_a_view_after_two_changes_is_as_if_made_anew(first: str) -> None:
    st = field()
    look(st)
    between = CHANGES[first](st)
    look(between)
    look(st)
    for second in CHANGES:
        look(CHANGES[second](between.with_()))  # with_stack shares what is remembered


@pytest.mark.parametrize("names", list(permutations(['a "?" moves', "a unit is Known", 'a unit goes under a "?"'], 3)))
def test_a_view_after_changes_that_nobody_looked_at_is_as_if_made_anew(names: tuple[str, ...]) -> None:
    st = field()
    look(st)
    for name in names:
        st = CHANGES[name](st)
    look(st)


def test_a_view_of_an_imagined_position_knows_its_own_stand_ins_from_others() -> None:
    """Where a stand-in has become a Known unit, the "?" of its Location is another one."""
    st = field()
    seen = view(st, GERMAN)
    look(seen)
    there = next(one for one in seen.units.values() if one.type == UNKNOWN)
    known = seen.with_unit(replace(there, concealed=False, type="russian:4-4-7"))
    look(known)
    look(known.with_unit(replace(seen.units[X], loc=there.loc, concealed=True)))
    look(seen.with_unit(replace(there, loc=loc(st, "H2"))))


def test_units_that_are_the_very_same_stay_so_where_only_hidden_ones_change() -> None:
    st = field()
    seen = view(st, GERMAN)
    for change in (unit(Y, wounded=True), unit(L, broken=True), trail(Y, tried=())):
        st = change(st)
        assert view(st, GERMAN).units is seen.units
    assert view(CHANGES["a unit is pinned"](st), GERMAN).units is not seen.units


def test_units_that_have_changed_are_told_only_where_all_others_stand_as_before() -> None:
    st = field()
    moved = CHANGES["one of its own moves"](st)
    assert changed_units(moved, st.units) == [(st.units[A], moved.units[A])]
    assert changed_units(st, st.units) == []
    for name in ("a unit is gone", "another unit comes", "units are in another order"):
        assert changed_units(CHANGES[name](st), st.units) is None
    stand_in = st.with_unit(Unit(STAND_IN + 3, RUSSIAN, UNKNOWN, 3, ON_MAP))
    assert changed_units(stand_in.with_unit(Unit(STAND_IN + 3, RUSSIAN, UNKNOWN, 4, ON_MAP)), stand_in.units) is None


def test_with_which_vehicle_a_mark_goes_does_not_hang_on_who_is_on_top() -> None:
    st = trail(L, declared=ASSAULT)(trail(Y, declared=ASSAULT, afv=TANK)(tank(concealed=False)(field())))
    swapped = unit(L, order=st.units[Y].order)(unit(Y, order=st.units[L].order)(st))
    seen, other = view(anew(st), GERMAN), view(anew(swapped), GERMAN)
    assert [one.afv for one in seen.trails.values() if one.declared] == [TANK]
    assert seen.trails == other.trails
