"""How the standard opponent plans moves: where leaders go, when a plan needs Double Time, when it is made anew."""

from __future__ import annotations

import random

import pytest

from goodorder.bots.ground import ground_of
from goodorder.bots.moving import Planner
from goodorder.bots.objectives import Purpose
from goodorder.bots.standard import StandardPlayer
from goodorder.bots.threat_map import Threat, fire_positions
from goodorder.core.actions import Action, Go, Move
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import DOUBLE_TIME, MK_RESIDUAL, Marker, State
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.move.moving import Moving
from tests.support import asked, begin, leader, loc, position, squad


def planner(st: State) -> Planner:
    ground = ground_of(st)
    return Planner(st, 0, ground, Threat(ground, fire_positions(st, 1)), Purpose(st, 0, ground))


FAR = "size 14x3"


def test_double_time_is_declared_only_where_the_way_needs_it() -> None:
    plans = planner(position(FAR, squad("A", "A2"), squad("X", "N2", 1).now(broken=True), turns=1, phase="MPh"))
    assert plans.best((1,), 0, 8).declared == 0
    stretched = plans.best((1,), 0, 8, stretch=12)
    assert stretched.declared == DOUBLE_TIME and len(stretched.ways) == 6
    near = planner(position("size 5x3", squad("A", "A2"), squad("X", "E2", 1).now(broken=True), turns=1, phase="MPh"))
    assert near.best((1,), 0, 8, stretch=12).declared == 0


def test_a_leader_is_not_needed_twice_beside_a_broken_squad() -> None:
    broken = squad("A", "B2").now(broken=True)
    far = leader("8-0", "D2")
    alone = planner(position("size 5x3", broken, far))
    second = planner(position("size 5x3", broken, far, leader("9-1", "B2")))
    there = loc(alone.st, "B2")
    officer = alone.st.units[2]
    assert alone.worth_at((officer,), there) > second.worth_at((officer,), there) + 2


def on_the_way() -> tuple[StandardPlayer, State, Action]:
    """A squad that has made its first step towards a broken enemy far away."""
    st = position(FAR, squad("A", "A2"), squad("X", "N2", 1).now(broken=True), turns=1, phase="MPh")
    st, _ = begin(st, MovePhase())
    bot = StandardPlayer()
    first = bot.decide(st, asked(st, MovePhase), random.Random(1))
    assert isinstance(first, Move)
    return bot, answer(st, first)[0], first


def test_a_way_is_followed_as_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, st, _ = on_the_way()
    monkeypatch.setattr(Planner, "best", lambda *_, **__: pytest.fail("planned anew"))
    step = bot.decide(st, asked(st, Moving), random.Random(1))
    assert isinstance(step, Go) and bot.explain() == ("It goes on as planned.",)


def test_residual_fp_on_the_way_makes_it_think_again() -> None:
    bot, st, _ = on_the_way()
    planned = bot.decide(st, asked(st, Moving), random.Random(1))
    assert isinstance(planned, Go)
    bot, st, _ = on_the_way()
    marked = st.with_(markers={200: Marker(200, MK_RESIDUAL, planned.to, 12)})
    choice = pending(marked)
    assert isinstance(choice, Choice)
    again = bot.decide(marked, choice, random.Random(1))
    assert not (isinstance(again, Go) and again.to == planned.to)
