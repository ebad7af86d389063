"""Bypass under random and computer play: menus, saved positions, lines of fire (A4.3-A4.34)."""

from __future__ import annotations

import random

import numpy as np
import pytest
from msgspec.structs import replace

from goodorder.board import Map, text_map
from goodorder.board.map.bypass_ways import ways
from goodorder.board.map.terrain import by_id
from goodorder.bots.standard import StandardPlayer
from goodorder.core.actions import Action, Done, Fire, Go, Halt, Move
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.notation import Names, parse, write
from goodorder.core.saving import copy
from goodorder.core.state import State
from goodorder.flow.move.move_phase import MovePhase
from goodorder.odds import attack as attack_odds
from goodorder.play.log import lines
from goodorder.rules.a04_movement.bypass import goes_on
from goodorder.rules.facts.bypass_path import bypass_path, ends_at, hexsides, turns
from goodorder.rules.ruleset import ruleset
from goodorder.web.preview import preview_action
from tests.support import begin, leader, loc, position, slow_after, squad

TERRAIN = """
size 8x8
C4 woods ; C5 woods ; D4 stone_building 1 ; E5 woods ; E5 level 1
building D6 E7 stone 2 ; C5-C6 wall ; B5-C5 hedge
"""


def bypass_position() -> State:
    st = position(
        TERRAIN,
        leader("8-1", "C3"),
        squad("A", "C3"),
        squad("B", "C3"),
        squad("C", "B5"),
        squad("Y", "G6", 1),
        squad("Z", "A7", 1),
        phase="MPh",
    )
    return st.with_(world=replace(st.world, rules=ruleset("full")))


def around(action: Action) -> bool:
    act = action.first if isinstance(action, Move) else action
    return isinstance(act, Go) and bool(act.bypass)


def random_moves(seed: int) -> tuple[State, int]:
    """The position at the end of a MPh at random, and how many times a Bypass was fired at."""
    rng = random.Random(seed)
    st, _ = begin(bypass_position(), MovePhase())
    fired = 0
    while not isinstance(asked := pending(st), Over):
        assert copy(st).digest() == st.digest()
        if isinstance(asked, Roll):
            st, _ = answer(st, tuple(rng.randint(1, 6) for _ in asked.dice))
            continue
        if rng.random() < 0.7:
            wanted = [action for _, action in asked.menu.leaves(300) if around(action) or isinstance(action, Fire)]
        else:
            wanted = []
        action = rng.choice(wanted) if wanted else asked.menu.sample(rng)
        assert asked.check(action) is None
        names = Names.of(st)
        assert parse(write(action, names), names) == action
        if isinstance(action, Fire):
            fired += any(bypass_path(unit) for unit in st.at(action.target))
        before = st
        st, events = answer(st, action)
        lines(before, st, events)
        if isinstance(action, Done | Halt):
            chose = action.units if isinstance(action, Halt) else ()
            assert not any(bypass_path(before.units[u]) and goes_on(before, (u,)) for u in chose)
    return st, fired


@pytest.mark.parametrize("seed", slow_after(10, range(120), each_run=40))
def test_random_moves_end_with_nobody_in_bypass(seed: int) -> None:
    st, _ = random_moves(seed)
    assert not any(bypass_path(unit) for unit in st.units.values())


def test_random_moves_are_fired_at_in_bypass() -> None:
    assert sum(random_moves(seed)[1] for seed in range(6)) > 0


@pytest.mark.parametrize("seed", range(3))
def test_the_computer_goes_on_from_a_bypass(seed: int) -> None:
    rng = random.Random(seed)
    st, _ = begin(bypass_position(), MovePhase())
    st, _ = answer(st, Move((1, 2, 3), 0, Go((1, 2, 3), loc(st, "C4"), bypass=(1, 2))))
    player = StandardPlayer()
    while not isinstance(asked := pending(st), Over):
        reply = (
            tuple(rng.randint(1, 6) for _ in asked.dice) if isinstance(asked, Roll) else player.decide(st, asked, rng)
        )
        st, _ = answer(st, reply)
    assert not any(bypass_path(unit) for unit in st.units.values())


def test_odds_know_the_line_to_the_vertex() -> None:
    st, _ = begin(bypass_position(), MovePhase())
    st, _ = answer(st, Move((4,), 0, Go((4,), loc(st, "C5"), bypass=(3,))))
    asked = pending(st)
    assert isinstance(asked, Choice)
    shots = [action for _, action in asked.menu.leaves(50) if isinstance(action, Fire)]
    assert shots
    assert attack_odds(st, shots[0]).first


@pytest.mark.parametrize(
    ("start", "sides", "path"),
    [(0, (5, 4), (0, 5, 4)), (1, (1, 2, 3), (1, 2, 3, 4)), (0, (4,), None), (0, (5, 0), None), (0, (0, 1, 3), None)],
)
def test_hexsides_make_a_path_of_vertices(start: int, sides: tuple[int, ...], path: tuple[int, ...] | None) -> None:
    assert turns(start, sides) == path


def test_a_path_ends_between_two_hexsides() -> None:
    assert hexsides((0, 5, 4)) == (5, 4)
    assert set(ends_at((0, 5, 4))) == {4, 3}


def painted() -> Map:
    """A hex of a building with woods along its lower left, as in A4.31's example."""
    board = text_map("size 12x10; D4 stone_building 1")
    here = board.hex("D4")
    codes = board.raster.codes.copy()
    ys, xs = np.mgrid[0 : codes.shape[0], 0 : codes.shape[1]]
    low = (ys > here.y + 16) & (np.hypot(xs - here.x, ys - here.y) < 45)
    codes[low] = by_id()["woods"].code
    return Map("painted", board.raster._replace(codes=codes))


def test_woods_around_a_building_are_ground_to_go_over() -> None:
    board = painted()
    kinds = [kind.id if kind else None for kind in ways(board, board.index("D4"))]
    assert kinds[3] == "woods"
    assert kinds[0] == "open_ground"


def test_the_preview_of_a_bypass_tells_its_cost_and_its_danger() -> None:
    st, _ = begin(bypass_position(), MovePhase())
    told = preview_action(st, Move((2,), 0, Go((2,), loc(st, "C4"), bypass=(1, 2, 3))))
    assert told is not None
    assert told.text[0] == "costs 2 of the 4 MF left"
