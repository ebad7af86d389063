"""Several groups that move at once: no starter scenario needs them, the frames carry them all the same (A4.2)."""

from __future__ import annotations

import pytest

from goodorder.core import saving
from goodorder.core.actions import Done, Fire, Firer, Go, Halt
from goodorder.core.engine import answer, breadcrumb
from goodorder.core.errors import Illegal, Refusal
from goodorder.core.events import Event, MoveDeclared, StepTaken, UnitMoved
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ASSAULT, State, Step
from goodorder.flow.fire.defensive_fire import Touch, Window
from goodorder.flow.move.moving import Group, Moving
from tests import support
from tests.support import answer_all, asked, begin, by_ident, leader, loc, position, squad

SPENT = 2  # half MF of an Open Ground hex


class Impulse(Frame, frozen=True):
    """A joint announcement: every group enters its Location, then one window over all of them."""

    groups: tuple[Group, ...]
    goals: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """Move all, then the window, then the move goes on."""
        events: list[Event] = []
        for group, to in zip(self.groups, self.goals, strict=True):
            for unit in group.units:
                frm = st.units[unit].loc
                side = st.world.map.side_between(frm, to)
                assert side is not None
                events.append(UnitMoved(unit=unit, loc=to))
                events.append(StepTaken(unit=unit, step=Step("enter", frm, to, SPENT, side)))
        touches = tuple(Touch(to, group.units) for group, to in zip(self.groups, self.goals, strict=True))
        return Do(events=tuple(events), then=Moving(self.groups), push=(Window(touches),))


def three_groups() -> State:
    """Three German groups before three Russian squads, Residual FP in each hex they are about to enter."""
    st = position(
        "size 8x8",
        squad("A", "C2"),
        leader("8-0", "C2"),
        squad("B", "D3"),
        squad("C", "E3"),
        squad("X", "C6", side=1),
        squad("Y", "D7", side=1),
        squad("Z", "E7", side=1),
        phase="MPh",
        residual=[("C3", 2), ("D4", 4), ("E4", 1)],
    )
    declared = {by_ident(st, "C").id: ASSAULT}
    for unit in (1, 2, 3, 4):
        st = support.happen(st, MoveDeclared(unit=unit, declared=declared.get(unit, 0)))
    return st


def goals(st: State) -> tuple[int, ...]:
    return tuple(loc(st, name) for name in ("C3", "D4", "E4"))


GROUPS = (Group((1, 2)), Group((3,)), Group((4,)))


def fire(st: State, ident: str, at: str) -> Fire:
    return Fire((Firer(by_ident(st, ident).id),), loc(st, at))


def after_residual(st: State) -> State:
    """Residual FP has no effect in C3 and E4 and breaks squad B in D4."""
    st, events = begin(st, Impulse(GROUPS, goals(st)))
    for faces in ((5, 6), (2, 3), (3, 3), (6, 5)):
        st, more = answer(st, faces)
        events += more
    support.assert_rolls(events, "attack at C3", "attack at D4", "2MC of squad B", "attack at E4")
    return st


def test_residual_fp_attacks_each_group_of_an_impulse_in_its_own_hex() -> None:
    st = after_residual(three_groups())
    support.assert_broken(st, "B")
    support.assert_good(st, "A", "C")
    window = asked(st, Window)
    assert window.side == 1
    assert breadcrumb(st)[-2:] == ("squad A (4-6-7), 8-0 and squad C (4-6-7) moving", "Russian window")


def test_one_window_takes_shots_at_every_location_touched() -> None:
    st = after_residual(three_groups())
    rolls = []
    for ident, hex_name in (("X", "C3"), ("Y", "D4"), ("Z", "E4")):
        assert asked(st, Window).check(fire(st, ident, hex_name)) is None
        st, _ = answer(st, fire(st, ident, hex_name))
        st, events = answer(st, (5, 6))
        rolls += [event.final for event in support.thrown(events)]
    assert rolls == [9, 9, 10]  # A moves in the open, so does B; C by Assault Movement


def test_a_mover_is_shot_at_once_by_the_same_firer_for_one_expenditure() -> None:
    st = after_residual(three_groups())
    st, _ = answer(st, fire(st, "X", "C3"))
    st, _ = answer(st, (5, 6))
    again = asked(st, Window).check(fire(st, "X", "C3"))
    assert isinstance(again, Refusal) and again.rule.startswith("A8")


def test_groups_of_a_move_split_stop_and_drop_out_by_themselves() -> None:
    st = after_residual(three_groups())
    st, _ = answer(st, Done())  # the Russians hold their fire
    moving = asked(st, Moving)
    assert [entry.key for entry in moving.menu.top()] == ["g1", "g4"]
    assert moving.check(Go((3,), loc(st, "D5"))) is not None  # B is broken and out of the move
    st, _ = answer(st, Halt((4,)))
    assert st.trail(4).ended and not st.trail(1).ended
    st, _ = answer(st, Go((1,), loc(st, "C4")))  # the leader stays behind as a group of his own
    while isinstance(st.stack[-1], Window):
        st, _ = answer(st, Done())
    assert [entry.key for entry in asked(st, Moving).menu.top()] == ["g1", "g2"]
    with pytest.raises(Illegal, match="which one ends"):
        answer(st, Done())
    st, _ = answer_all(st, Halt((1,)), Done())
    assert st.trail(1).ended and st.trail(2).ended


def test_an_impulse_is_saved_in_the_middle_of_its_window() -> None:
    st = after_residual(three_groups())
    copied = saving.copy(st)
    assert copied.digest() == st.digest()
    reply = fire(st, "X", "C3")
    one, two = answer(st, reply)[0], answer(copied, reply)[0]
    assert one.digest() == two.digest()
    assert [*asked(copied, Window).menu.leaves(50)] == [*asked(st, Window).menu.leaves(50)]
