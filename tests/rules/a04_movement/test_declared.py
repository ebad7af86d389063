"""Minimum Move and Dash under random play, in notation and in saved actions (A4.134, A4.63)."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from goodorder.core import actions
from goodorder.core.actions import Go, Move
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.notation import Names, parse, write
from goodorder.core.saving import copy
from goodorder.core.state import DASH, MINIMUM, NOWHERE, ON_MAP, State
from goodorder.flow.move.move_phase import MovePhase
from goodorder.rules.ruleset import ruleset
from tests.support import begin, leader, loc, position, slow_after, squad

TERRAIN = """
size 8x8
C4 woods
C6 level 2
C6 woods
D4 level 1
D4 woods
road A5 B5 C5 D5 E5 F5 G5
"""
DECLARED = MINIMUM | DASH
LEADER = 1
"""Whose MF others may lack for their Dash when he is stopped in the road."""
MOST = 12
"""Half MF that anyone here has without Double Time: who has spent more went by Minimum Move."""


def crossing() -> State:
    st = position(
        TERRAIN,
        leader("8-1", "C4"),
        squad("A", "C4"),
        squad("B", "C4").armed("HMG"),
        squad("C", "D4"),
        squad("Y", "F5", 1),
        squad("Z", "C8", 1),
        phase="MPh",
    )
    return st.with_(world=replace(st.world, rules=ruleset("full")))


def random_moves(seed: int) -> tuple[State, int]:
    """The position at the end of a MPh at random, and the bits that were declared in it."""
    rng, declared = random.Random(seed), 0
    st, _ = begin(crossing(), MovePhase())
    while not isinstance(asked := pending(st), Over):
        assert copy(st).digest() == st.digest()
        if isinstance(asked, Roll):
            st, _ = answer(st, tuple(rng.randint(1, 6) for _ in asked.dice))
            continue
        bold = [a for _, a in asked.menu.leaves(800) if isinstance(a, Move) and a.declared & DECLARED]
        action = rng.choice(bold) if bold and rng.random() < 0.7 else asked.menu.sample(rng)
        declared |= action.declared if isinstance(action, Move) else 0
        st, _ = answer(st, action)
    return st, declared


@pytest.mark.parametrize("seed", slow_after(12, range(150), each_run=50))
def test_a_minimum_mover_ends_pinned_and_cx_and_a_dash_where_it_was_declared_to(seed: int) -> None:
    st, _ = random_moves(seed)
    for unit in st.units.values():
        trail = st.trail(unit.id)
        if unit.place != ON_MAP or unit.broken:
            continue
        if trail.declared & MINIMUM and trail.spent > MOST and any(step.kind == "enter" for step in trail.steps):
            assert unit.pinned and unit.cx
        if trail.dash >= 0 and len([step for step in trail.steps if step.kind == "enter"]) == 2:
            assert unit.loc == trail.dash or st.trail(LEADER).dash == NOWHERE


@pytest.mark.slow
def test_random_moves_declare_both() -> None:
    declared = 0
    for seed in range(12):
        declared |= random_moves(seed)[1]
    assert declared & DECLARED == DECLARED


@pytest.mark.parametrize(
    "text",
    [
        "move A minimum to D3",
        "move A dash C6 to C5",
        "move A double_time dash C6 to C5",
        "move A dash C6 then smoke A to C4",
    ],
)
def test_declarations_are_read_and_written_alike(text: str) -> None:
    names = Names.of(crossing())
    action = parse(text, names)
    assert write(action, names) == text
    assert actions.decode(actions.encode(action)) == action


def test_a_move_without_a_dash_is_saved_without_one() -> None:
    st = crossing()
    action = Move((2,), 0, Go((2,), loc(st, "C5")))
    assert "dash" not in actions.encode(action)
    assert actions.encode(Move((2,), DASH, action.first, loc(st, "C6")))["dash"] == loc(st, "C6")
