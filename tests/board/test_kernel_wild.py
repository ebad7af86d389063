"""Every terrain, level and mark at once, on boards of blots: all ways to a verdict say the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from goodorder.board import Map
from goodorder.board.map.compose_grid import Sheet, cut, joined, turned
from goodorder.board.map.facts import Ints
from goodorder.board.map.layout import Marks
from goodorder.board.map.raster import Raster
from goodorder.board.map.terrain import by_code
from goodorder.board.sight import kernel_rules as k
from goodorder.board.sight import los_table as tables
from goodorder.board.sight.compiled import PLAIN, compiled
from goodorder.board.sight.kernel_table import BLOCKED
from goodorder.board.sight.sight import NO_SMOKE
from tests.board.judged import judged
from tests.board.ours import mostly_slow

COLUMNS, ROWS = 9, 4
HEIGHT, WIDTH = 258, 450
CODES = sorted(by_code())
SEEDS = mostly_slow([str(seed) for seed in range(8)], "0", "1")


def blots(random: np.random.Generator, values: list[int], size: int, share: float) -> Ints:
    """A grid of squares of ``size`` pixels, a share of them one of the values, the rest 0."""
    shape = (HEIGHT // size + 1, WIDTH // size + 1)
    found = np.where(random.random(shape) < share, random.choice(values, shape), 0)
    return found.repeat(size, 0).repeat(size, 1)[:HEIGHT, :WIDTH].astype(np.int32)


def wild(seed: int) -> Raster:
    """A board on which terrain of every kind lies anywhere; some seeds are crowded, some nearly bare."""
    random = np.random.default_rng(seed)
    share = (0.9, 0.4, 0.15, 0.06)[seed % 4]
    codes = np.where(blots(random, [1], 23, share) > 0, blots(random, CODES, 23, 1), 0)
    codes = np.where(blots(random, [1], 7, share / 3) > 0, blots(random, CODES, 7, 1), codes)
    levels = blots(random, [-1, 1, 1, 2, 3], 61, share)
    count = len(Map("bare", Raster(COLUMNS, ROWS, codes.astype(np.uint8), levels.astype(np.int8))).hexes)
    marked = [int(h) for h in random.integers(0, count, 6)]
    marks = Marks(
        frozenset(range(0, count, 2)),
        {h: (int(random.integers(6)),) for h in marked[: 2 * (seed % 3)]},
        {h: (int(random.integers(6)),) for h in marked[3:]},
    )
    return Raster(COLUMNS, ROWS, codes.astype(np.uint8), levels.astype(np.int8), marks=marks)


def told(kernel: Any, board: Map, asked: Ints, smokes: Ints = NO_SMOKE) -> Ints:
    """Reason and hindrance of each pair."""
    return judged(kernel, board.sight.facts.field, board.sight.ends, asked, smokes)


def all_pairs(board: Map) -> Ints:
    """From each Location to itself and each of a higher number."""
    return np.argwhere(np.triu(np.ones((len(board.sight.places),) * 2, bool))).astype(np.int32)


def cells(board: Map) -> Ints:
    """What a table of the board must hold, asked pair by pair."""
    asked = all_pairs(board)
    verdicts = told(compiled(), board, asked)
    found = np.zeros((len(board.sight.places),) * 2, np.int32)
    found[asked[:, 0], asked[:, 1]] = np.where(verdicts[:, 0] == k.CLEAR, verdicts[:, 1], BLOCKED)
    return np.maximum(found, found.T)


@pytest.mark.parametrize("seed", SEEDS)
def test_compiled_and_plain_kernel_say_the_same_with_smoke_and_without(seed: str) -> None:
    board, random = Map("wild", wild(int(seed))), np.random.default_rng(int(seed))
    asked = random.integers(0, len(board.sight.places), (150, 2)).astype(np.int32)
    smokes = np.zeros((len(board.hexes), 2), np.int32)
    for h in random.integers(0, len(board.hexes), 15):
        smokes[h] = random.integers(1, 4), board.sight.facts.field.hexes[h, 4] + 2
    for layer in (NO_SMOKE, smokes):
        assert (told(PLAIN, board, asked, layer) == told(compiled(), board, asked, layer)).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_says_what_each_pair_says(seed: str) -> None:
    """Pixels looked at before a line is walked never decide it otherwise than the walk does."""
    board = Map("wild", wild(int(seed)))
    table = tables.build(board, workers=1).cells
    assert (table == cells(board)).all()
    asked = np.random.default_rng(3).integers(0, len(board.sight.places), (200, 2))
    for a, b in asked.tolist():
        verdict = board.los(a, b)
        assert table[a, b] == (BLOCKED if verdict.blocked else verdict.hindrance)


def test_a_table_of_a_board_with_a_margin_says_what_each_pair_says() -> None:
    """Where pixels belong to no hex, a line may end before it meets what stands beyond them."""
    raster = wild(1)
    layout = raster.layout
    wide = np.pad(raster.codes, ((20, 20), (20, 20))), np.pad(raster.levels, ((20, 20), (20, 20)))
    moved = type(layout)(layout.hex_width, layout.hex_height, 20.0, 20.0)
    board = Map("margin", Raster(COLUMNS, ROWS, *wide, moved))
    assert (tables.build(board, workers=1).cells == cells(board)).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_cut_in_two_and_joined_has_the_table_of_the_board(seed: str) -> None:
    raster = wild(int(seed))
    whole = Map("whole", raster)
    sheet = Sheet(raster, [here.name for here in whole.hexes])
    left, right = cut(sheet, (0, 4), (0, ROWS - 1)), cut(sheet, (4, COLUMNS - 1), (0, ROWS - 1))
    both = joined([[left, Sheet(right.raster, [f"x{name}" for name in right.names])]])
    made = Map("both", both.raster, both.names)
    assert (made.raster.codes == raster.codes).all() and (made.raster.levels == raster.levels).all()
    assert (tables.build(made, workers=1).cells == tables.build(whole, workers=1).cells).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_turned_twice_has_the_table_of_the_board(seed: str) -> None:
    raster = wild(int(seed))
    whole = Map("whole", raster)
    back = turned(turned(Sheet(raster, [here.name for here in whole.hexes])))
    assert (tables.build(Map("back", back.raster, back.names), workers=1).cells == cells(whole)).all()
