"""What First Fire leaves behind, and what may be given up for it (A8.2, A8.221, A8.23)."""

from __future__ import annotations

from goodorder.core.actions import Residual
from goodorder.core.events import WeaponForfeited, WeaponMalfunctioned
from goodorder.core.state import FIRST, MK_RESIDUAL, FireMark, State
from goodorder.flow.fire.residual import LeaveResidual
from goodorder.rules.a07_fire.attack import residual_strength
from goodorder.rules.a07_fire.firepower import UNIT
from tests.support import answer_all, asked, begin, happen, loc, position, squad

FIRST_GUN, SECOND_GUN = 50, 51


def guns() -> State:
    return position("size 8x8", squad("A", "C4").armed("HMG", "HMG"), squad("C", "C7", 1), phase="MPh", attacker=1)


def leave(st: State, *rated: int) -> LeaveResidual:
    parts = ((0, 4 * UNIT), (FIRST_GUN, 7 * UNIT), (SECOND_GUN, 7 * UNIT))
    return LeaveResidual(loc(st, "C7"), 0, parts, rated)


def test_half_the_column_used_at_most_twelve_after_the_columns_lost() -> None:
    assert [residual_strength(fp * UNIT, 0, 0) for fp in (1, 2, 4, 7, 8, 13, 20, 25, 40)] == [
        0,
        1,
        2,
        2,
        4,
        6,
        8,
        12,
        12,
    ]
    assert [residual_strength(36 * UNIT, 0, outside) for outside in (0, 1, 2, 8, 9)] == [12, 12, 8, 0, 0]
    assert residual_strength(4 * UNIT, 1, 0) == 1


def test_each_rate_may_be_given_up_by_itself_or_both() -> None:
    st, _ = begin(guns(), leave(guns(), FIRST_GUN, SECOND_GUN))
    offered = {action for _, action in asked(st, LeaveResidual).menu.leaves()}
    assert offered == {Residual(()), Residual((FIRST_GUN,)), Residual((SECOND_GUN,)), Residual((50, 51))}
    st, _ = answer_all(st, Residual((SECOND_GUN,)))
    marker = st.marker_at(MK_RESIDUAL, loc(st, "C7"))
    assert marker is not None and marker.strength == 4
    assert [shot.spent for shot in st.weapon_shots[SECOND_GUN]] == [True]


def test_a_gun_that_malfunctioned_or_was_marked_by_cowering_is_no_choice() -> None:
    broken = happen(guns(), WeaponMalfunctioned(weapon=FIRST_GUN))
    assert leave(broken).strength(broken, ()) == 4
    cowed = happen(guns(), WeaponForfeited(weapon=FIRST_GUN, shot=FireMark(FIRST, 0, final=True, spent=True)))
    assert leave(cowed, FIRST_GUN).options(cowed) == ()
