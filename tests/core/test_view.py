"""A View shows a side what it may know, and not one bit more (design section 7)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.actions import Done
from goodorder.core.engine import breadcrumb, pending
from goodorder.core.frames import Choice
from goodorder.core.notes import Note
from goodorder.core.state import EMPTY_TRAIL, State, Step, Trail, Unit, Weapon, with_stance
from goodorder.core.view import STAND_IN, Waiting, stand_ins, view
from goodorder.core.world import UNKNOWN
from goodorder.flow.fire.effect import Effect
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.flow.shared.momentary import MomentaryReveal
from goodorder.rules.a08_defensive.residual import ResidualFP
from goodorder.rules.a12_concealment.loss import Exposed
from tests.support import begin, leader, loc, position, squad

GERMAN, RUSSIAN = 0, 1


def ambush() -> State:
    """A Known Russian squad in E4 beside a concealed stack in F5: a squad with a MG under a leader."""
    return position(
        "size 8x8\nE4 F5 woods",
        squad("A", "C3").armed("LMG"),
        squad("X", "E4", side=1),
        squad("Y", "F5", side=1).now(concealed=True).armed("MMG"),
        leader("9-1", "F5", side=1).now(concealed=True),
        squad("Z", "E4", side=1).now(concealed=True),
    )


def changed(st: State, key: int, **fields: object) -> State:
    return st.with_unit(replace(st.units[key], **fields))


def without(st: State, key: int) -> State:
    return st.with_(units={k: u for k, u in st.units.items() if k != key})


def unarmed(st: State, key: int) -> State:
    return st.with_(weapons={k: w for k, w in st.weapons.items() if w.holder != key})


def dummies(st: State) -> State:
    """The concealed stack is nothing but counters."""
    st = unarmed(st, 3)
    return changed(changed(st, 3, type="dummy:?", ident=""), 4, type="dummy:?", ident="")


def renumbered(st: State) -> State:
    """The concealed squad has another id, and its MG as well."""
    units = {k: u for k, u in st.units.items() if k != 3} | {77: replace(st.units[3], id=77)}
    weapons = {k: w for k, w in st.weapons.items() if w.holder != 3} | {
        99: Weapon(99, RUSSIAN, "russian:HMG", holder=77)
    }
    return st.with_(units=units, weapons=weapons, next_id=200)


def waiting_off_board(st: State) -> State:
    """Another concealed unit that is not on the map."""
    return st.with_(units={**st.units, 8: Unit(8, RUSSIAN, "russian:4-4-7", concealed=True)})


UNKNOWABLE: dict[str, Callable[[State], State]] = {
    "another kind of squad": lambda st: changed(st, 3, type="russian:6-2-8"),
    "a wounded leader": lambda st: changed(st, 4, wounded=True),
    "no leader": lambda st: without(st, 4),
    "one squad more": lambda st: st.with_unit(replace(st.units[3], id=60, order=4)).with_(next_id=300),
    "no machine gun": lambda st: unarmed(st, 3),
    "dummies only": dummies,
    "other ids": renumbered,
    "another order in the stack": lambda st: changed(st, 4, order=500),
    "a broken-down machine gun": lambda st: st.with_weapon(replace(st.weapons[51], malfunctioned=True)),
    "the group it belongs to": lambda st: changed(st, 3, group="reserve", ident="Q", enters=2),
    "more dice thrown": lambda st: st.with_(rolls=41),
    "the MF it was given": lambda st: st.with_trail(3, replace(EMPTY_TRAIL, tried=(Note("rally"),))),
    "a unit not yet on the map": waiting_off_board,
}


@pytest.mark.parametrize("change", UNKNOWABLE.values(), ids=UNKNOWABLE)
def test_what_a_side_cannot_know_changes_nothing_in_its_view(change: Callable[[State], State]) -> None:
    truth = ambush()
    other = change(truth)
    assert saving.encode(other) != saving.encode(truth)
    assert saving.encode(view(other, GERMAN)) == saving.encode(view(truth, GERMAN))


KNOWABLE: dict[str, Callable[[State], State]] = {
    "the stack is elsewhere": lambda st: changed(changed(st, 3, loc=loc(st, "F6")), 4, loc=loc(st, "F6")),
    "the stack is split": lambda st: changed(st, 4, loc=loc(st, "F6")),
    "it lost concealment": lambda st: changed(st, 3, concealed=False),
    "a Known enemy breaks": lambda st: changed(st, 2, broken=True, dm=True),
    "it moved": lambda st: st.with_trail(3, replace(EMPTY_TRAIL, steps=(Step("enter", 1, 2, 2),), started=True)),
    "an own unit is pinned": lambda st: changed(st, 1, pinned=True),
}


@pytest.mark.parametrize("change", KNOWABLE.values(), ids=KNOWABLE)
def test_what_everybody_sees_shows_in_the_view(change: Callable[[State], State]) -> None:
    truth = ambush()
    assert saving.encode(view(change(truth), GERMAN)) != saving.encode(view(truth, GERMAN))


def test_a_concealed_stack_is_one_stand_in_in_each_location() -> None:
    st = ambush()
    seen = view(st, GERMAN)
    stand_ins = [unit for unit in seen.units.values() if unit.type == UNKNOWN]
    assert [st.world.map.hexes[unit.loc].name for unit in stand_ins] == ["E4", "F5"]
    assert all(unit.concealed and not seen.weapons_of(unit.id) for unit in stand_ins)
    assert len(seen.units) == 4 and len(seen.weapons) == 1
    assert seen.world.unit_type(UNKNOWN).fp == 0


def test_the_owner_sees_all_of_his_own() -> None:
    st = ambush()
    seen = view(st, RUSSIAN)
    assert seen.parts() == st.with_(rolls=0).parts()


def test_counters_that_both_sides_know_keep_their_ids() -> None:
    st = ambush()
    seen = view(st, GERMAN)
    assert {key for key in seen.units if key < STAND_IN} == {1, 2}
    assert dict(stand_ins(st, GERMAN)) == {
        3: STAND_IN + loc(st, "F5"),
        4: STAND_IN + loc(st, "F5"),
        5: STAND_IN + loc(st, "E4"),
    }


def test_a_hidden_unit_is_not_there_at_all() -> None:
    st = changed(changed(ambush(), 3, hidden=True), 4, hidden=True)
    seen = view(st, GERMAN)
    assert not seen.at(loc(st, "F5"))
    assert all(weapon.holder not in (3, 4) for weapon in seen.weapons.values())


def test_a_view_can_be_asked_like_any_position() -> None:
    st, _ = begin(ambush(), FirePhase("PFPh"))
    seen = view(st, GERMAN)
    asked = pending(seen)
    assert isinstance(asked, Choice) and asked.side == GERMAN
    hexes = {entry.hex for entry in asked.menu.entries(("u1",))}
    assert loc(st, "E4") in hexes
    for _, action in asked.menu.leaves(100):
        assert asked.check(action) is None


def test_a_view_does_not_name_units_by_what_is_being_resolved() -> None:
    st = ambush()
    st, _ = begin(st, Effect((3, 4), loc(st, "F5"), ResidualFP(GERMAN, 4)))
    seen = view(st, GERMAN)
    assert [type(frame) for frame in seen.stack][-1] is Waiting
    assert breadcrumb(seen)[-1] == "waiting"
    asked = pending(seen)
    assert isinstance(asked, Choice) and not asked.menu.top()


def test_a_view_is_read_back_whole() -> None:
    seen = view(ambush(), GERMAN)
    assert saving.copy(seen).digest() == seen.digest()


def test_of_concealed_stacks_in_one_hex_the_one_that_moves_tells_its_way() -> None:
    st = ambush()
    there = st.units[3].loc
    came = Step(kind="enter", frm=there - 1, to=there, mf=4)
    done = Trail(steps=(came, replace(came, mf=8)), started=True, ended=True)
    around = Trail(steps=(came,), started=True)
    for moves, waits in ((3, 4), (4, 3)):
        under_way = st.with_unit(with_stance(st.units[moves], bypass=(4, 3)))
        seen = view(under_way.with_(trails={moves: around, waits: done}), GERMAN)
        assert seen.units[STAND_IN + there].stance.bypass == (4, 3)
        assert seen.trails[STAND_IN + there].steps[-1] == came


def test_whoever_is_asked_to_show_himself_is_asked_in_his_view_too() -> None:
    """What he knows of may not show that anybody could see the enemy; the question stands all the same (A12.14)."""
    st = ambush()
    st, _ = begin(st, MomentaryReveal(GERMAN, (Exposed(3, "A12.14", "any"),), open=True))
    asked = pending(view(st, GERMAN))
    assert isinstance(asked, Choice) and asked.side == GERMAN
    assert asked.menu.idle() == Done()
