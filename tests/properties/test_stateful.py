"""The engine as a machine that Hypothesis drives: any answers in any order on a small map, shrunk when one fails."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as some
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from goodorder.core import actions, saving
from goodorder.core.actions import Action, Advance, Concede, Done, Fire, Firer, Go, Move, Rally, Rout
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.errors import GoodOrderError, Illegal, NotBuilt, Stale, Unreadable
from goodorder.core.frames import Choice, Over
from goodorder.core.state import State
from tests.support import Placed, examples, game, leader, position, soak_after, squad, unit

from . import checks

MAPS = (
    "size 6x6",
    "size 6x6\nC3 woods\nD4 stone_building 1\nB4 grain",
    "size 7x6\nD3 wooden_building 2\nC4 level 1\nC5 level 1\nE4 brush\nD3-D4 hedge",
)
HEXES = ("B3", "C3", "C4", "D3", "D4", "E4")
COUNTERS: tuple[Callable[[str, int], Placed], ...] = (
    lambda place, side: squad("", place, side),
    lambda place, side: squad("", place, side).armed("LMG"),
    lambda place, side: squad("", place, side).now(broken=True, dm=True),
    lambda place, side: leader(("9-1", "8-0")[side], place, side),
    lambda place, side: unit("", ("2-4-7", "2-3-7")[side], place, side).armed("MMG"),
)
FACES = some.integers(1, 6)
IDS = some.integers(0, 60)
PLACES = some.integers(-2, 40)
TUPLES = some.lists(IDS, max_size=3).map(tuple)
ANYTHING: some.SearchStrategy[Action] = some.one_of(
    some.just(Done()),
    some.builds(Fire, some.lists(some.builds(Firer, IDS, some.booleans(), TUPLES, IDS), max_size=2).map(tuple), PLACES),
    some.builds(Move, TUPLES, some.integers(-1, 4), some.builds(Go, TUPLES, PLACES, some.booleans())),
    some.builds(Go, TUPLES, PLACES, some.booleans(), some.integers(-1, 6)),
    some.builds(Rally, IDS, IDS),
    some.builds(Rout, IDS, PLACES, some.booleans(), IDS),
    some.builds(Advance, TUPLES, PLACES),
)


class Skirmish(RuleBasedStateMachine):
    """A game of two turns; branches are kept and must come out as they went in."""

    branches = Bundle("branches")

    @initialize(
        terrain=some.sampled_from(MAPS),
        mine=some.lists(some.tuples(some.sampled_from(HEXES[:3]), some.integers(0, 4)), min_size=1, max_size=4),
        theirs=some.lists(some.tuples(some.sampled_from(HEXES[3:]), some.integers(0, 4)), min_size=1, max_size=4),
    )
    def begin(self, terrain: str, mine: list[tuple[str, int]], theirs: list[tuple[str, int]]) -> None:
        counters = [COUNTERS[kind](place, 0) for place, kind in mine]
        counters += [COUNTERS[kind](place, 1) for place, kind in theirs]
        self.st: State = game(position(terrain, *counters, turns=2))

    @property
    def asked(self) -> Choice | Roll | Over:
        return pending(self.st)

    @precondition(lambda self: isinstance(self.asked, Choice))
    @rule(data=some.data())
    def decide(self, data: some.DataObject) -> None:
        """Answer with a leaf of the menu, chosen level by level."""
        assert isinstance(self.asked, Choice)
        entries = self.asked.menu.top()
        while True:
            entry = data.draw(some.sampled_from(list(entries)))
            if entry.action is not None:
                break
            entries = entry.opened()
        action: Action = entry.action
        assert self.asked.check(action) is None
        before = self.st.digest()
        after, _ = answer(self.st, action)
        assert self.st.digest() == before
        self.st = after

    @precondition(lambda self: isinstance(self.asked, Roll))
    @rule(data=some.data())
    def roll(self, data: some.DataObject) -> None:
        """Answer with any faces."""
        assert isinstance(self.asked, Roll)
        faces = tuple(data.draw(FACES) for _ in self.asked.dice)
        again, _ = answer(self.st, faces)
        self.st, events = answer(self.st, faces)
        assert events and again.digest() == self.st.digest()

    @rule(seed=some.integers(0, 9999), count=some.integers(5, 40))
    def play_on(self, seed: int, count: int) -> None:
        """Go on for a while at random."""
        rng = random.Random(seed)
        for _ in range(count):
            asked = self.asked
            if isinstance(asked, Over):
                return
            reply = tuple(rng.randint(1, 6) for _ in asked.dice) if isinstance(asked, Roll) else asked.menu.sample(rng)
            self.st, _ = answer(self.st, reply)
            checks.conserves(self.st)

    @rule(action=ANYTHING)
    def insist(self, action: Action) -> None:
        """Any action at any time is either legal or refused by rule, and a refusal changes nothing."""
        before = self.st.digest()
        assert actions.decode(actions.encode(action)) == action
        try:
            after, _ = answer(self.st, action)
        except (Illegal, NotBuilt) as refused:
            assert refused.rule
        except Stale as late:
            assert late.rule or not isinstance(self.asked, Choice)
        except Unreadable:
            assert not isinstance(self.asked, Choice)
        else:
            assert isinstance(self.asked, Choice) and self.asked.check(action) is None
            checks.conserves(after)
        assert self.st.digest() == before

    @rule(target=branches)
    def fork(self) -> tuple[bytes, str]:
        """Keep the position for later."""
        return saving.encode(self.st), self.st.digest()

    @rule(branch=branches)
    def go_back(self, branch: tuple[bytes, str]) -> None:
        """Go on from a kept position."""
        self.st = saving.decode(branch[0], self.st.world)
        assert self.st.digest() == branch[1]

    @rule(side=some.sampled_from([0, 1, 2]))
    def concede_aside(self, side: int) -> None:
        """Conceding ends a branch of the game, and never the game that was branched."""
        try:
            over, _ = answer(self.st, Concede(side))
        except GoodOrderError:
            assert side == 2 or isinstance(self.asked, Over)
        else:
            assert isinstance(pending(over), Over)
        assert (self.st.result is not None) == isinstance(self.asked, Over)

    @invariant()
    def is_whole(self) -> None:
        """Nothing vanished, and something is asked in words."""
        checks.conserves(self.st)
        checks.reads_well(self.st)


BUDGET: dict[str, Any] = {"suppress_health_check": list(HealthCheck)}


def test_the_engine_holds_under_any_answers() -> None:
    run_state_machine_as_test(
        Skirmish,
        settings=settings(max_examples=examples(15), stateful_step_count=25, phases=[Phase.generate], **BUDGET),
    )


@pytest.mark.slow
@pytest.mark.parametrize("many", soak_after(1, [80, 300]))
def test_the_engine_holds_under_many_answers(many: int) -> None:
    run_state_machine_as_test(
        Skirmish, settings=settings(max_examples=examples(many), stateful_step_count=50, **BUDGET)
    )
