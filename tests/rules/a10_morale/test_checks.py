"""ELR failure and the Casualty MC (A10.31, A19.13)."""

from __future__ import annotations

from goodorder.core.state import ELIMINATED, ON_MAP, State
from goodorder.flow.shared.checks import MoraleCheck
from tests.support import Placed, answer_all, begin, leader, position, squad, unit

SS = "german:6-5-8:ss"


def check(counter: Placed, faces: tuple[int, int], number: int = 0) -> State:
    st, _ = begin(position("size 8x8", counter), MoraleCheck(1, number))
    return answer_all(st, faces)[0]


def codes(st: State) -> list[tuple[str, bool]]:
    """Type and state of every unit that is left."""
    return [(u.type, u.broken) for u in st.units.values() if u.place == ON_MAP]


def test_failing_by_more_than_the_elr_leaves_a_broken_unit_of_the_next_class() -> None:
    assert codes(check(squad("A", "C4"), (5, 6))) == [("german:4-4-7", True)]
    assert codes(check(squad("A", "C4"), (4, 6))) == [("german:4-6-7", True)]


def test_a_casualty_mc_replaces_first_and_reduces_then() -> None:
    assert codes(check(squad("A", "C4"), (6, 6))) == [("german:2-3-7", True)]


def test_a_leader_is_replaced_by_the_next_lower_one() -> None:
    assert codes(check(leader("9-2", "C4"), (5, 6), 2)) == [("german:9-1", True)]


def test_an_underlined_squad_becomes_two_broken_half_squads_and_one_in_a_casualty_mc() -> None:
    half = ("german:3-4-8:ss", True)
    assert codes(check(unit("A", SS, "C4"), (5, 6), 3)) == [half, half]
    st = check(unit("A", SS, "C4"), (6, 6), 2)
    assert codes(st) == [half]
    assert st.units[1].place == ELIMINATED


def test_the_lowest_class_only_breaks() -> None:
    assert codes(check(squad("A", "C4", code="4-3-6"), (5, 6), 2)) == [("german:4-3-6", True)]


def test_a_unit_broken_before_is_reduced_and_never_replaced() -> None:
    assert codes(check(squad("A", "C4").now(broken=True, dm=True), (5, 6))) == [("german:2-4-7", True)]
