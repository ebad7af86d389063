"""The third die thrown with each DR answers a dr that follows from it (A.1e, A.4a)."""

from __future__ import annotations

import random

import pytest

from goodorder.core.dice import ONE_DIE, THREE_DICE, DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.errors import Unreadable
from goodorder.core.events import DiceThrown
from goodorder.core.frames import Do, Frame, Over
from goodorder.core.state import State
from goodorder.data.scenario import scenario
from goodorder.flow.sequence.opening import new_game


class Follow(Frame, frozen=True):
    """Asks a DR, then a dr that follows from it, then an unrelated dr."""

    step: int = 0

    def ask(self, st: State) -> Roll | Do:
        match self.step:
            case 0:
                return Roll(("white", "colored"), "first", "A.1", 0)
            case 1:
                return Roll(ONE_DIE, "follows", "A.1", 0, subsequent=True)
        return Roll(ONE_DIE, "stands alone", "A.1", 0)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        thrown = DiceThrown(dice=("x",) * len(faces), faces=faces, purpose=str(self.step), rule="A.1", side=0)
        return Do(events=(thrown,), then=Follow(self.step + 1))


def position(options: tuple[str, ...]) -> State:
    return new_game(scenario("first"), options).with_(stack=(Follow(),))


def test_the_third_die_is_the_dr_that_follows() -> None:
    st = position(("third_die",))
    asked = pending(st)
    assert isinstance(asked, Roll) and asked.dice == THREE_DICE
    st, events = answer(st, (2, 3, 5))
    assert [event.faces for event in events if isinstance(event, DiceThrown)] == [(2, 3), (5,)]
    assert st.third == 0
    alone = pending(st)
    assert isinstance(alone, Roll) and alone.purpose == "stands alone"


def test_without_the_option_each_dr_is_thrown() -> None:
    st = position(())
    st, events = answer(st, (2, 3))
    asked = pending(st)
    assert isinstance(asked, Roll) and asked.purpose == "follows"
    assert len(events) == 1


def test_only_optional_rules_are_switched() -> None:
    with pytest.raises(Unreadable, match="not an optional rule"):
        new_game(scenario("first"), ("no_cowering",))


def test_a_game_with_the_option_ends() -> None:
    st, rng, dice = new_game(scenario("first"), ("third_die",)), random.Random(3), DiceStream("third")
    while not isinstance(asked := pending(st), Over):
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
        else:
            setup = [e.action for e in asked.menu.top() if e.key in ("setup:0", "pass")]
            wanted = setup[-1] if st.turn.phase == "setup" and setup and setup[-1] else asked.menu.sample(rng)
            st, _ = answer(st, wanted)
    assert st.result is not None
