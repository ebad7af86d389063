"""Units of which something rare holds are found anew whenever one of them changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

import goodorder as go
from goodorder.core.counters import CAPTURED
from goodorder.core.rare import RARE, Rare, still
from goodorder.core.state import State, Unit, with_stance

CHANGES: dict[Rare, Callable[[Unit], Unit]] = {
    "berserk": lambda unit: replace(unit, berserk=True),
    "broken": lambda unit: replace(unit, broken=True),
    "captured": lambda unit: replace(unit, place=CAPTURED),
    "disrupted": lambda unit: replace(unit, disrupted=True),
    "hidden": lambda unit: replace(unit, hidden=True),
    "pinned": lambda unit: replace(unit, pinned=True),
    "ti": lambda unit: replace(unit, ti=True),
    "unarmed": lambda unit: replace(unit, unarmed=True),
    "wall": lambda unit: with_stance(unit, wa=True),
}


@pytest.fixture
def st() -> State:
    return go.new_game("houses")


def looked_for(st: State, rare: Rare) -> list[int]:
    return [unit.id for unit in st.units.values() if RARE[rare](unit)]


def test_each_is_changed_here() -> None:
    assert CHANGES.keys() == RARE.keys()


@pytest.mark.parametrize("rare", RARE)
def test_who_becomes_it_and_who_is_it_no_more_is_found(st: State, rare: Rare) -> None:
    first, second = list(st.units.values())[:2]
    assert st.units_that_are(rare) == ()
    one = st.with_unit(CHANGES[rare](first))
    assert [unit.id for unit in one.units_that_are(rare)] == [first.id]
    both = one.with_unit(CHANGES[rare](second))
    assert [unit.id for unit in both.units_that_are(rare)] == looked_for(both, rare) != [first.id]
    assert [unit.id for unit in both.with_unit(first).units_that_are(rare)] == [second.id]
    assert st.units_that_are(rare) == ()


@pytest.mark.parametrize("rare", RARE)
def test_it_is_the_unit_as_it_is_now(st: State, rare: Rare) -> None:
    changed: Unit = CHANGES[rare](next(iter(st.units.values())))
    st = st.with_unit(changed)
    assert st.units_that_are(rare) == (changed,)
    moved = replace(changed, loc=7)
    assert st.with_unit(moved).units_that_are(rare) == (moved,)


@pytest.mark.parametrize("rare", RARE)
def test_what_holds_of_a_unit_that_changes_is_looked_for_again_and_nothing_else(st: State, rare: Rare) -> None:
    unit = next(iter(st.units.values()))
    known: dict[Rare, tuple[Unit, ...]] = dict.fromkeys(RARE, ())
    assert still(known, unit, replace(unit, loc=7)) is known
    others = {each: () for each in RARE if each != rare}
    assert still(known, unit, CHANGES[rare](unit)) == still(known, CHANGES[rare](unit), unit) == others


def test_what_is_found_stays_while_a_usual_unit_moves(st: State) -> None:
    first, second = list(st.units.values())[:2]
    st = st.with_unit(replace(first, broken=True))
    found = st.units_that_are("broken")
    assert st.with_unit(replace(second, loc=7)).units_that_are("broken") is found
