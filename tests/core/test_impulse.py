"""Several groups that move at once: no scenario needs them yet, the frames carry them all the same (A4.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.actions import Done, Fire, Firer, Go, Halt, Recover
from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.engine import answer, breadcrumb
from goodorder.core.errors import Illegal, Refusal
from goodorder.core.events import DiceThrown, Event, MoveDeclared, UnitPinned
from goodorder.core.frames import Do, Frame, Request, frame_of
from goodorder.core.state import ASSAULT, State
from goodorder.flow.fire.defensive_fire import Window
from goodorder.flow.move.moving import Group, Impulse, Moving
from goodorder.flow.shared.thrown import thrown
from goodorder.rules.facts.entry import EntryFacts
from goodorder.rules.points import UNITS_ENTER, UNITS_LEAVE, Point
from goodorder.rules.registry import RuleFn
from goodorder.rules.ruleset import RuleSet, ruleset
from tests import support
from tests.support import answer_all, asked, begin, by_ident, leader, loc, position, squad


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


def ahead(st: State) -> Moving:
    """Each group enters the hex before it."""
    groups = ((1, 2), "C3"), ((3,), "D4"), ((4,), "E4")
    acts = tuple(Go(units, loc(st, name)) for units, name in groups)
    return Moving(tuple(Group(units) for units, _ in groups), (Impulse(acts),))


def fire(st: State, ident: str, at: str) -> Fire:
    return Fire((Firer(by_ident(st, ident).id),), loc(st, at))


def after_residual(st: State) -> State:
    """Residual FP has no effect in C3 and E4 and breaks squad B in D4."""
    st, events = begin(st, ahead(st))
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


# -- attacks as units leave and as they have entered, by rules that no chapter has yet -------------------------------


class MinesDue(Request, frozen=True):
    """What a rule of the test requests of units in a Location."""

    units: tuple[int, ...]
    where: str


class MinesOfTheTest(Frame, frozen=True):
    """One die: on a 1 the units are pinned where they are."""

    units: tuple[int, ...]
    where: str

    def ask(self, st: State) -> Roll:
        """The die."""
        return Roll(ONE_DIE, f"mines {self.where}", "A.9", 1, self.units)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Pinned or not."""
        pins = tuple(UnitPinned(unit=unit) for unit in self.units) if faces == (1,) else ()
        return Do(events=(thrown(self.ask(st), faces, "pinned" if pins else "nothing"), *pins))


@frame_of.register
def _mines(request: MinesDue) -> Frame:
    return MinesOfTheTest(request.units, request.where)


def out_of(facts: EntryFacts) -> tuple[MinesDue, ...]:
    name = facts.st.world.map.place_name(facts.way.frm)
    return (MinesDue(tuple(unit.id for unit in facts.units), f"out of {name}"),)


def into(facts: EntryFacts) -> tuple[MinesDue, ...]:
    name = facts.st.world.map.place_name(facts.way.to)
    return (MinesDue(tuple(unit.id for unit in facts.units), f"into {name}"),)


def mined(st: State) -> State:
    """The same position where every Location is mined."""
    known = ruleset("starter")
    points: tuple[tuple[Point, Callable[..., Any]], ...] = (UNITS_LEAVE, out_of), (UNITS_ENTER, into)
    rules = dict(known.rules)
    for point, function in points:
        rules[f"test.{point.name}"] = RuleFn(f"test.{point.name}", "A.9", point, (), function, 0)
    return st.with_(world=replace(st.world, rules=RuleSet("starter", rules, known.refused)))


def two_groups() -> State:
    st = position(
        "size 8x8",
        squad("A", "C2"),
        squad("B", "F2"),
        squad("X", "C5", side=1),
        squad("Y", "F5", side=1),
        phase="MPh",
    )
    for unit in (1, 2):
        st = support.happen(st, MoveDeclared(unit=unit, declared=0))
    return mined(st)


def both(st: State) -> Moving:
    acts = (Go((1,), loc(st, "C3")), Go((2,), loc(st, "F3")))
    return Moving((Group((1,)), Group((2,))), (Impulse(acts),))


def purposes(events: tuple[Event, ...]) -> list[str]:
    return [event.purpose for event in events if isinstance(event, DiceThrown)]


def test_all_of_an_impulse_leave_before_any_enters_and_one_window_is_open_over_both_entries() -> None:
    st = two_groups()
    st, events = begin(st, both(st))
    for face in (6, 6):
        assert (st.units[1].loc, st.units[2].loc) == (loc(st, "C2"), loc(st, "F2"))
        st, more = answer(st, (face,))
        events += more
    assert (st.units[1].loc, st.units[2].loc) == (loc(st, "C3"), loc(st, "F3"))
    for face in (6, 6):
        st, more = answer(st, (face,))
        events += more
    assert purposes(events) == ["mines out of C2", "mines out of F2", "mines into C3", "mines into F3"]
    window = asked(st, Window)
    assert window.check(fire(st, "X", "C3")) is None and window.check(fire(st, "Y", "F3")) is None
    st, _ = answer(st, Done())
    assert [entry.key for entry in asked(st, Moving).menu.top()] == ["g1", "g2"]  # one window was all


def test_who_is_pinned_as_he_leaves_stays_behind_and_the_other_group_goes_on() -> None:
    st = two_groups()
    st, events = begin(st, both(st))
    for face in (1, 6, 6):
        st, more = answer(st, (face,))
        events += more
    assert purposes(events) == ["mines out of C2", "mines out of F2", "mines into F3"]
    assert st.units[1].pinned and st.units[1].loc == loc(st, "C2") and st.units[2].loc == loc(st, "F3")
    window = asked(st, Window)
    assert window.check(fire(st, "X", "C2")) is not None and window.check(fire(st, "Y", "F3")) is None
    st, _ = answer(st, Done())
    assert st.trail(1).ended and asked(st, Moving).check(Go((2,), loc(st, "F4"))) is None


def test_what_is_attacked_on_entry_is_attacked_where_it_has_come_to() -> None:
    st = two_groups()
    st, _ = begin(st, both(st))
    for face in (6, 6, 1, 6):
        st, _ = answer(st, (face,))
    assert st.units[1].pinned and st.units[1].loc == loc(st, "C3")


def test_an_impulse_that_is_not_made_yet_is_saved_with_its_acts() -> None:
    st = two_groups()
    st, _ = begin(st, both(st))
    copied = saving.copy(st)
    assert copied.stack == st.stack and copied.digest() == st.digest()


def test_impulses_of_a_queue_are_made_one_after_the_other() -> None:
    st = two_groups().with_(world=replace(two_groups().world, rules=ruleset("starter")))
    one, two = both(st).queue[0].acts
    st, _ = begin(st, Moving((Group((1,)), Group((2,))), (Impulse((one,)), Impulse((two,)))))
    assert asked(st, Window).check(fire(st, "Y", "F3")) is not None
    st, _ = answer(st, Done())
    assert asked(st, Window).check(fire(st, "Y", "F3")) is None
    st, _ = answer(st, Done())
    assert asked(st, Moving).check(Recover(1, 1)) is not None
