"""Leaders under fire and directing it: losses that follow on losses, whom they may direct again (A7.53, A10.2)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Fire, Firer
from goodorder.core.events import UnitEliminated
from goodorder.core.notation.notes import read_direction
from goodorder.core.state import State, Trail
from goodorder.flow.shared.casualties import LeaderLoss, leaders_among
from goodorder.rules.a07_fire.group import AttackAsk, directing_leaders
from tests.support import answer_all, assert_broken, assert_good, assert_pinned, begin, happen, leader, position, squad


def lost(st: State) -> State:
    """The position in which the first leader has just been eliminated by fire at his stack."""
    before = leaders_among(st, tuple(st.units))
    st = happen(st, UnitEliminated(unit=1))
    return begin(st, LeaderLoss(before, tuple(st.units)))[0]


def test_a_leader_who_breaks_over_another_ones_loss_shakes_the_rest_in_turn() -> None:
    st = position("size 8x8", leader("10-2", "C4"), leader("9-1", "C4"), squad("A", "C4"))
    st, _ = answer_all(lost(st), (4, 4), (2, 2), (4, 3))
    assert st.units[2].broken
    assert_pinned(st, "A")


def test_a_leader_who_stands_another_ones_loss_shakes_nobody() -> None:
    st = position("size 8x8", leader("10-2", "C4"), leader("9-1", "C4"), squad("A", "C4"))
    st, _ = answer_all(lost(st), (4, 3), (2, 2))
    assert not st.units[2].broken
    assert_good(st, "A")


def test_broken_units_of_lower_morale_check_for_a_lost_leader_too() -> None:
    st = position("size 8x8", leader("9-1", "C4"), squad("A", "C4").now(broken=True, dm=True))
    st, _ = answer_all(lost(st), (2, 2))
    assert_broken(st, "A")


def directs(st: State, *firers: int) -> str:
    """The rule that refuses direction of these units' fire by leader 3, or nothing."""
    action = Fire(tuple(Firer(unit) for unit in firers), st.units[4].loc, (3,))
    refusal = directing_leaders(AttackAsk(st, action, (st.units[4],), "MPh"))
    return refusal.rule if refusal else ""


def test_direction_is_repeated_within_the_first_group_and_once_an_occasion() -> None:
    st = position(
        "size 8x8",
        squad("A", "C4"),
        squad("B", "C4"),
        leader("9-1", "C4"),
        squad("C", "C6", 1),
        phase="MPh",
        attacker=1,
    )
    known = Trail(directed=(1, 2), lent=(read_direction("first 1,2"),))
    fresh = st.with_trail(3, known)
    assert directs(fresh, 1) == directs(fresh, 2) == directs(fresh, 1, 2) == ""
    again = st.with_trail(3, replace(known, lent=(read_direction("first 1,2"), read_direction("subsequent 1"))))
    assert directs(again, 1) == ""
    assert directs(again, 2) == "A7.53"
    only = st.with_trail(3, replace(known, directed=(1,), lent=(read_direction("first 1"),)))
    assert directs(only, 2) == "A7.53"
