"""The engine loop: settling, errors that a caller can tell apart, guards, series, records of forks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from goodorder.core import engine, saving
from goodorder.core.actions import Action, Concede, Done, Drop, PickLocation
from goodorder.core.dice import ONE_DIE, TWO_DICE, Roll
from goodorder.core.engine import answer, breadcrumb, pending, settle
from goodorder.core.errors import EngineFault, Illegal, NotBuilt, Refusal, Stale, Unreadable, not_built
from goodorder.core.events import Announced, DiceThrown, UnitPinned
from goodorder.core.frames import Choice, Do, Frame, Over, Pending, Series, decode_frame
from goodorder.core.menu import Menu, leaf
from goodorder.core.state import State
from tests.support import Stop, begin, position, squad


class Pick(Frame, frozen=True):
    """Asks side 1 for one of two Locations; the pick goes to the parent."""

    def ask(self, st: State) -> Choice:
        def check(action: Action) -> Refusal | None:
            if isinstance(action, Drop):
                return not_built("A9.8", "dismantling")
            if isinstance(action, PickLocation) and action.loc in (4, 5):
                return None
            return Refusal("A1.1", "four or five")

        menu = Menu(lambda: [leaf("4", "four", PickLocation(4)), leaf("5", "five", PickLocation(5))])
        return Choice(1, "pick", "A1.1", menu, check)

    def chosen(self, st: State, action: Action) -> Do:
        assert isinstance(action, PickLocation)
        return Do(value=action.loc)

    def title(self, st: State) -> str:
        return "pick"


class Throw(Frame, frozen=True):
    """A dr whose face is the value."""

    def ask(self, st: State) -> Roll:
        return Roll(ONE_DIE, "throw", "A.1c", 0)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        event = DiceThrown(dice=ONE_DIE, faces=faces, purpose="throw", rule="A.1c", side=0)
        return Do(events=(event,), value=faces[0])


class Collect(Frame, frozen=True):
    """Pushes frames and keeps the value that comes back to it."""

    frames: tuple[str, ...]
    got: tuple[int, ...] = ()
    pushed: bool = False

    def ask(self, st: State) -> Do | Over:
        if self.pushed:
            return Over()
        kinds: dict[str, Frame] = {"throw": Throw(), "pick": Pick()}
        push = tuple(kinds[name] for name in self.frames)
        return Do(then=Collect(self.frames, (), True), push=push)

    def resumed(self, st: State, value: Any) -> Do:
        return Do(then=Collect(self.frames, (*self.got, value), True))


class Dive(Frame, frozen=True):
    """Pushes itself for ever."""

    def ask(self, st: State) -> Do:
        return Do(then=self, push=(Dive(),))

    def title(self, st: State) -> str:
        return "dive"


class Spin(Frame, frozen=True):
    """Does nothing for ever."""

    def ask(self, st: State) -> Do:
        return Do(then=self)

    def title(self, st: State) -> str:
        return "spin"


def table(*frames: Frame) -> State:
    return begin(position("size 6x6", squad("A", "C3")), *frames)[0]


def test_a_reply_of_the_wrong_kind_is_stale() -> None:
    with pytest.raises(Stale, match="dice"):
        answer(table(Throw()), PickLocation(4))
    with pytest.raises(Stale, match="pick"):
        answer(table(Pick()), (3,))


@pytest.mark.parametrize("faces", [(), (1, 2), (0,), (7,), ("1",)])
def test_faces_that_no_die_shows_are_unreadable(faces: Any) -> None:
    with pytest.raises(Unreadable):
        answer(table(Throw()), faces)


def test_a_refused_action_names_its_rule_and_leaves_the_position_alone() -> None:
    st = table(Pick())
    before = saving.encode(st)
    with pytest.raises(Illegal, match="four or five") as caught:
        answer(st, PickLocation(6))
    assert caught.value.rule == "A1.1" and caught.value.kind == "illegal"
    assert saving.encode(st) == before


def test_what_is_not_built_is_told_apart_from_what_is_illegal() -> None:
    with pytest.raises(NotBuilt, match="not built") as caught:
        answer(table(Pick()), Drop(1, 2))
    assert caught.value.rule == "A9.8" and caught.value.kind == "not_built"


def test_conceding_ends_the_game_whoever_is_asked() -> None:
    st, events = answer(table(Pick()), Concede(0))
    assert isinstance(pending(st), Over) and st.result is not None and st.result.winner == 1
    assert [type(event).__name__ for event in events] == ["GameEnded"]
    for late in (Concede(1), Done(), (3,)):
        with pytest.raises(Stale, match="over"):
            answer(st, late)
    with pytest.raises(Illegal):
        answer(table(Pick()), Concede(2))


def test_several_pushed_frames_run_one_after_the_other() -> None:
    st = table(Collect(("throw", "pick", "throw")))
    assert isinstance(pending(st), Roll)
    st, _ = answer(st, (6,))
    assert isinstance(pending(st), Choice) and "pick" in breadcrumb(st)
    st, _ = answer(st, PickLocation(5))
    assert isinstance(pending(st), Roll)
    st, _ = answer(st, (2,))
    assert isinstance(pending(st), Over)
    assert st.stack[-1] == Collect(("throw", "pick", "throw"), (2,), True)  # only the last value comes back


def test_one_pushed_frame_hands_its_value_to_its_parent() -> None:
    st, _ = answer(table(Collect(("pick",))), PickLocation(4))
    assert st.stack[-1] == Collect(("pick",), (4,), True)


def test_a_series_is_saved_with_each_frame_by_name() -> None:
    series = Series((Throw(), Pick(), Series((Throw(),))))
    assert decode_frame(series.encoded()) == series


@pytest.mark.parametrize("data", [{}, {"frame": "Nobody"}, {"frame": 3}, {"frame": "Collect", "frames": 4}])
def test_a_frame_that_is_unknown_or_damaged_is_unreadable(data: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        decode_frame(data)


def test_frames_that_never_end_are_named() -> None:
    st = position("size 6x6", squad("A", "C3"))
    with pytest.raises(EngineFault, match="dive"):
        begin(st, Dive())
    with pytest.raises(EngineFault, match="spin"):
        begin(st, Spin())


def test_the_bottom_of_the_stack_is_never_popped() -> None:
    st = position("size 6x6", squad("A", "C3"))
    with pytest.raises(EngineFault, match="empty"):
        settle(st, Do())


def test_an_unsettled_position_is_not_asked() -> None:
    st = position("size 6x6", squad("A", "C3")).with_(stack=(Stop(), Spin()))
    with pytest.raises(EngineFault, match="not settled"):
        pending(st)


def test_rolls_are_counted_and_choices_are_not() -> None:
    st = table(Collect(("throw", "pick")))
    st, _ = answer(st, (6,))
    assert st.rolls == 1
    st, _ = answer(st, PickLocation(4))
    assert st.rolls == 1


def test_a_frame_that_takes_no_such_answer_says_so() -> None:
    st = position("size 6x6", squad("A", "C3"))
    calls: tuple[Callable[[], object], ...] = (
        lambda: Throw().chosen(st, Done()),
        lambda: Pick().rolled(st, (1,)),
        lambda: Frame().ask(st),
    )
    for call in calls:
        with pytest.raises(EngineFault):
            call()


def test_equal_positions_have_equal_digests_and_every_part_counts() -> None:
    st = table(Pick())
    assert st.digest() == table(Pick()).digest() == saving.copy(st).digest()
    other: list[State] = [
        st.with_(rolls=1),
        st.with_(next_id=101),
        st.with_(control={1: 0}),
        st.with_(points=(1, 0)),
        st.with_(stack=(Stop(), Throw())),
        engine.settle(st, Do(events=(UnitPinned(unit=1),), then=st.stack[-1]))[0],
    ]
    assert len({one.digest() for one in [st, *other]}) == 1 + len(other)


def test_events_without_an_effect_change_no_digest() -> None:
    st = table(Pick())
    event = Announced(text="words", rule="A1")
    after, log = engine.settle(st, Do(events=(event,), then=st.stack[-1]))
    assert log == (event,) and after.digest() == st.digest()


def test_two_branches_of_a_position_do_not_touch_each_other() -> None:
    st = table(Collect(("throw", "pick")))
    before = saving.encode(st)
    ends = [answer(st, (face,))[0] for face in range(1, 7)]
    assert saving.encode(st) == before
    assert len({end.digest() for end in ends}) == 1  # the face is not kept: the same position six times
    pair: Pending = pending(ends[0])
    assert isinstance(pair, Choice) and pair is not pending(ends[1])


def test_a_roll_knows_what_it_is() -> None:
    assert Roll(TWO_DICE, "x", "A1", 0).is_dr
    assert not Roll(ONE_DIE, "x", "A1", 0).is_dr


def test_what_is_known_of_a_position_is_kept_only_where_it_still_holds() -> None:
    st = position("size 8x8", squad("A", "C4"), squad("B", "C4"), squad("C", "E4", 1))
    here, there = (st.world.map.index(name) for name in ("C4", "E4"))
    assert [unit.id for unit in st.at(here)] == [1, 2]
    one = st.units[1]
    for changed in (
        replace(one, broken=True),
        replace(one, order=-1),
        replace(one, loc=there),
        replace(one, loc=-1),
        replace(one, id=9),
    ):
        after = st.with_unit(changed)
        anew = saving.decode(saving.encode(after), after.world)
        assert {loc: after.at(loc) for loc in (here, there)} == {loc: anew.at(loc) for loc in (here, there)}
        assert list(after.occupied()) == list(anew.occupied())
        assert after.side_at(here, 0) == anew.side_at(here, 0)
