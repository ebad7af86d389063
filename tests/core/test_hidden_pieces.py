"""Guns, vehicles and works that a side may not know: hidden ones are nowhere, those under a "?" are a "?" stack (A12).

No rule places them yet; an MMG with a place of its own stands for a Gun.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.apply import apply
from goodorder.core.events import WeaponTaken
from goodorder.core.state import NOWHERE, ON_MAP, State, Unit, Vehicle, Weapon, Work
from goodorder.core.view import hides_anything, is_masked, may_hide, public_view, view
from goodorder.core.world import DUMMY, UNKNOWN
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.rules.facts.bearers import place_of
from goodorder.rules.ruleset import ruleset
from tests.properties.test_twins import given_to
from tests.support import begin, loc, position, squad

GERMAN, RUSSIAN = 0, 1
GUN, WORK, COVERED = 701, 702, 703


def ambush(**fields: Any) -> State:
    """A German squad in its PFPh; of the Russians it knows X alone: a hidden Gun in D6 that nobody mans, a hidden work
    in C5, and a Gun under a "?" of its own in F6, beside a squad under another one in F5.
    """
    st = position(
        "size 8x8\nE4 F5 woods",
        squad("A", "C3").armed("LMG"),
        squad("X", "E4", side=1),
        squad("Y", "F5", side=1).now(concealed=True),
    )
    st = st.with_(world=replace(st.world, rules=ruleset("full")), control={})
    st = st.with_weapon(gun(st, GUN, "D6", hidden=True)).with_weapon(gun(st, COVERED, "F6", concealed=True))
    st = st.with_(works={WORK: Work(WORK, RUSSIAN, "wire", loc=loc(st, "C5"), hidden=True)})
    return begin(st, FirePhase(phase="PFPh"))[0]


def gun(st: State, key: int, where: str, **fields: Any) -> Weapon:
    return Weapon(key, RUSSIAN, "russian:MMG", loc=loc(st, where), place=ON_MAP, **fields)


def gun_now(st: State, key: int, **fields: Any) -> State:
    return st.with_weapon(replace(st.weapons[key], **fields))


def work_now(st: State, **fields: Any) -> State:
    return st.with_(works={WORK: replace(st.works[WORK], **fields)})


def renumbered(st: State) -> State:
    """All of them under other ids, in another order."""
    held = [replace(one, id=one.id + 40) for one in reversed(st.weapons.values()) if one.id >= GUN]
    known = {key: one for key, one in st.weapons.items() if key < GUN}
    works = {720: Work(720, RUSSIAN, "mines", hidden=True), 719: replace(st.works[WORK], id=719)}
    return st.with_(weapons={**{one.id: one for one in held}, **known}, works=works, next_id=900)


def dummy_instead(st: State) -> State:
    """A Dummy in place of the Gun under a "?"."""
    there = st.weapons[COVERED].loc
    weapons = {key: one for key, one in st.weapons.items() if key != COVERED}
    return st.with_(weapons=weapons).with_unit(Unit(60, RUSSIAN, DUMMY, loc=there, place=ON_MAP, concealed=True))


def covered_vehicle(st: State) -> State:
    there = st.weapons[COVERED].loc
    weapons = {key: one for key, one in st.weapons.items() if key != COVERED}
    return st.with_(
        weapons=weapons, vehicles={704: Vehicle(704, RUSSIAN, "russian:t_34_m41", loc=there, concealed=True)}
    )


UNKNOWABLE: dict[str, Callable[[State], State]] = {
    "the hidden Gun is elsewhere": lambda st: gun_now(st, GUN, loc=loc(st, "B4"), facing=3),
    "the hidden Gun is another one": lambda st: gun_now(st, GUN, type="russian:HMG", malfunctioned=True),
    "the hidden Gun is manned under a question mark": lambda st: gun_now(st, GUN, holder=3, loc=st.units[3].loc),
    "there is no hidden work": lambda st: st.with_(works={}),
    "the hidden work is elsewhere": lambda st: work_now(st, loc=NOWHERE, type="mines", facing=1),
    "a second hidden work": lambda st: st.with_(works={**st.works, 705: Work(705, RUSSIAN, "wire", 5, hidden=True)}),
    "other ids, another order": renumbered,
    "the Gun under a question mark is another one": lambda st: gun_now(st, COVERED, type="russian:LMG", facing=2),
    "a Dummy instead of a Gun": dummy_instead,
    "a vehicle instead of a Gun": covered_vehicle,
    "a work under the question mark of a squad": lambda st: st.with_(
        works={**st.works, 706: Work(706, RUSSIAN, "foxhole", loc=st.units[3].loc, concealed=True)}
    ),
}


@pytest.mark.parametrize("change", UNKNOWABLE.values(), ids=UNKNOWABLE)
def test_what_a_side_cannot_know_changes_nothing_of_what_it_is_given(change: Callable[[State], State]) -> None:
    truth = ambush()
    other = change(truth)
    assert saving.encode(other) != saving.encode(truth)
    assert given_to(other, GERMAN) == given_to(truth, GERMAN)


def test_hidden_ones_are_nowhere_and_one_under_a_question_mark_is_a_stack_of_them() -> None:
    st = ambush()
    for seen in (view(st, GERMAN), public_view(st)):
        assert not seen.works and not {GUN, COVERED} & set(seen.weapons)
    places = {unit.loc for unit in view(st, GERMAN).units.values() if unit.type == UNKNOWN}
    assert places == {loc(st, "F5"), loc(st, "F6")}
    assert view(st, RUSSIAN).weapons == st.weapons and view(st, RUSSIAN).works == st.works


def test_a_stack_under_a_question_mark_shows_where_it_is() -> None:
    st = ambush()
    assert given_to(gun_now(st, COVERED, loc=loc(st, "G7")), GERMAN) != given_to(st, GERMAN)
    assert given_to(gun_now(st, COVERED, concealed=False), GERMAN) != given_to(st, GERMAN)


@pytest.mark.parametrize("name", ["weapons", "works"])
def test_a_side_that_hides_a_counter_is_known_to_hide_some(name: str) -> None:
    st = position("size 8x8", squad("A", "C3"), squad("X", "E4", side=1))
    one = gun(st, GUN, "D6", hidden=True) if name == "weapons" else Work(GUN, RUSSIAN, "wire", hidden=True)
    hiding = st.with_(**{name: {GUN: one}})
    assert (
        [may_hide(hiding, side) for side in (GERMAN, RUSSIAN)] == [False, True] == [False, is_masked(hiding, RUSSIAN)]
    )
    assert may_hide(view(hiding, GERMAN), RUSSIAN) and not hides_anything(hiding, RUSSIAN)
    covered = st.with_(**{name: {GUN: replace(one, hidden=False, concealed=True)}})
    assert is_masked(covered, RUSSIAN) and not may_hide(covered, RUSSIAN) and hides_anything(covered, GERMAN)


def test_a_gun_shares_the_question_mark_of_who_mans_it() -> None:
    st = ambush()
    manned = st.with_weapon(replace(gun(st, 704, "F5"), holder=3))
    assert 704 not in view(manned, GERMAN).weapons and given_to(manned, GERMAN) == given_to(st, GERMAN)
    assert view(manned, RUSSIAN).weapons[704].holder == 3
    alone = st.with_weapon(gun(st, 704, "F5"))
    assert view(alone, GERMAN).weapons[704] == alone.weapons[704]


def test_a_gun_keeps_its_place_as_it_is_manned_and_a_machine_gun_has_none_of_its_own() -> None:
    st = position("size 8x8", squad("A", "C3"))
    pak = next(iter(st.world.catalogue.guns("german"))).id
    there = loc(st, "C3")
    for kind, stays in ((pak, True), ("german:LMG", False)):
        lying = st.with_weapon(Weapon(GUN, GERMAN, kind, loc=there, place=ON_MAP))
        taken = apply(lying, WeaponTaken(weapon=GUN, unit=1))
        weapon = taken.weapons[GUN]
        assert (weapon.holder, weapon.loc) == (1, there if stays else NOWHERE) and place_of(taken, weapon) == there
        gone = taken.with_unit(replace(taken.units[1], loc=loc(st, "C4")))
        assert place_of(gone, weapon) == (there if stays else loc(st, "C4"))
