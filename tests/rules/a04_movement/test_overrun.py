"""Infantry OVR under random and computer play: menus, saved positions, who may do what (A4.15-A4.152)."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from goodorder.bots.player import passing
from goodorder.bots.standard import StandardPlayer
from goodorder.core.actions import Action, Displace, Done, Go, Move, OverrunCheck
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.saving import copy
from goodorder.core.state import MK_MELEE, State
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.move.overrun import ImmediateCombat, OverrunTask, SingleManOptions
from goodorder.rules.ruleset import ruleset
from goodorder.web.preview import preview_action
from tests.support import begin, leader, loc, position, slow_after, squad

TERRAIN = """
size 8x8
C5 woods
D5 stone_building 1
C6 grain
"""


def overrun_position() -> State:
    st = position(
        TERRAIN,
        leader("8-1", "C4"),
        squad("A", "C4"),
        squad("B", "C4"),
        squad("C", "B5"),
        leader("8-0", "C5", 1).armed("LMG"),
        squad("Y", "G6", 1),
        phase="MPh",
    )
    return st.with_(world=replace(st.world, rules=ruleset("full")))


def overruns(st: State, action: Action) -> bool:
    """Whether an action takes a NTC for an Infantry OVR or enters the man's hex."""
    act = action.first if isinstance(action, Move) else action
    return isinstance(act, OverrunCheck) or (isinstance(act, Go) and act.to == st.units[5].loc)


def random_roll(asked: Roll, rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.randint(1, 6) for _ in asked.dice)


def random_moves(seed: int) -> tuple[State, set[type]]:
    """The position at the end of a MPh at random, and the kinds of frames that were on its stack."""
    rng = random.Random(seed)
    st, _ = begin(overrun_position(), MovePhase())
    seen: set[type] = set()
    while not isinstance(asked := pending(st), Over):
        seen.update(type(frame) for frame in st.stack)
        assert copy(st).digest() == st.digest()
        if isinstance(asked, Roll):
            st, _ = answer(st, random_roll(asked, rng))
            continue
        bold = [action for _, action in asked.menu.leaves(400) if overruns(st, action)]
        st, _ = answer(st, rng.choice(bold) if bold and rng.random() < 0.8 else asked.menu.sample(rng))
    return st, seen


@pytest.mark.parametrize("seed", slow_after(12, range(150), each_run=50))
def test_random_moves_with_overruns_leave_melee_where_the_man_still_fights(seed: int) -> None:
    st, _ = random_moves(seed)
    man = st.units[5]
    melee = st.marker_at(MK_MELEE, man.loc) if man.loc >= 0 else None
    assert (melee is not None) == (man.loc >= 0 and any(u.side == 0 for u in st.at(man.loc)))


def test_random_moves_meet_every_frame_of_an_overrun() -> None:
    assert {OverrunTask, SingleManOptions, ImmediateCombat} <= set().union(*(random_moves(n)[1] for n in range(8)))


def test_the_overrun_frames_come_in_their_order() -> None:
    unarmed = overrun_position().with_(weapons={})  # with a weapon he would have to fire (A8.312)
    st, _ = begin(unarmed, MovePhase())
    st, _ = answer(st, Move((1, 2, 3), 0, OverrunCheck(1, loc(st, "C5"))))
    st, _ = answer(st, (2, 2))
    st, _ = answer(st, Go((1, 2, 3), loc(st, "C5")))
    assert isinstance(st.stack[-1], SingleManOptions)
    st, _ = answer(st, Done())
    assert not isinstance(st.stack[-1], SingleManOptions)
    st, _ = answer(st, Done())
    assert any(isinstance(frame, ImmediateCombat) for frame in st.stack)


@pytest.mark.parametrize("seed", range(4))
def test_the_computer_answers_everything_that_an_overrun_asks(seed: int) -> None:
    rng = random.Random(seed)
    st, _ = begin(overrun_position(), MovePhase())
    st, _ = answer(st, Move((1, 2, 3), 0, OverrunCheck(1, loc(st, "C5"))))
    st, _ = answer(st, (1, 2))
    st, _ = answer(st, Go((1, 2, 3), loc(st, "C5")))
    if seed % 2:
        st, _ = answer(st, Displace(5))
    player = StandardPlayer()
    while not isinstance(asked := pending(st), Over):
        reply = random_roll(asked, rng) if isinstance(asked, Roll) else player.decide(st, asked, rng)
        st, _ = answer(st, reply)
    assert all(st.trail(unit).ended for unit in (1, 2, 3) if st.units[unit].loc >= 0)


def test_who_stays_is_the_answer_without_thought() -> None:
    st, _ = begin(overrun_position(), MovePhase())
    st, _ = answer(st, Move((2,), 0, OverrunCheck(2, loc(st, "C5"))))
    st, _ = answer(st, (1, 2))
    st, _ = answer(st, Go((2,), loc(st, "C5")))
    asked = pending(st)
    assert isinstance(asked, Choice) and asked.side == 1
    assert passing(asked) == Done()


def test_the_preview_of_the_check_tells_its_chance_and_what_failing_costs() -> None:
    st, _ = begin(overrun_position(), MovePhase())
    alone = preview_action(st, Move((2,), 0, OverrunCheck(2, loc(st, "C5"))))
    led = preview_action(st, Move((1, 2), 0, OverrunCheck(2, loc(st, "C5"))))
    assert alone is not None and led is not None
    assert (alone.drm, led.drm) == (1, 0)
    assert [round(36 * chance.p) for chance in alone.odds] == [15, 21]
    assert [round(36 * chance.p) for chance in led.odds] == [21, 15]


def test_the_computer_has_an_overrun_leader_leave() -> None:
    st, _ = begin(overrun_position(), MovePhase())
    st, _ = answer(st, Move((2,), 0, OverrunCheck(2, loc(st, "C5"))))
    st, _ = answer(st, (1, 2))
    st, _ = answer(st, Go((2,), loc(st, "C5")))
    asked = pending(st)
    assert isinstance(asked, Choice)
    assert StandardPlayer().decide(st, asked, random.Random(1)) == Displace(5)
