"""Who belongs to a move in progress (A2.6, A4.2, A4.5)."""

from __future__ import annotations

from goodorder.core.actions import Done, Go, Move
from goodorder.core.engine import answer
from goodorder.core.events import UnitExited
from goodorder.core.state import DOUBLE_TIME
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.move.moving import Group, Moving
from tests.support import begin, happen, loc, position, squad


def test_who_left_the_map_with_his_first_expenditure_is_out_of_the_move() -> None:
    st = position("size 8x8", squad("A", "A1"), squad("B", "A1"), phase="MPh")
    move = Moving((Group((1, 2)),))
    assert move.live(st) == (Group((1, 2)),)
    assert move.live(happen(st, UnitExited(unit=1))) == (Group((2,)),)


def test_a_stack_declares_double_time_together() -> None:
    st = position("size 8x8", squad("A", "C4"), squad("B", "C4"), squad("C", "H8", 1).now(broken=True), phase="MPh")
    st, _ = begin(st, MovePhase())
    st, _ = answer(st, Move((1, 2), DOUBLE_TIME, Go((1, 2), loc(st, "C5"))))
    assert st.units[1].cx and st.units[2].cx
    st, _ = answer(st, Done())
    assert st.trail(1).ended and st.trail(2).ended
