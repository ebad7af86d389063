"""Lines of sight on cut, turned and joined boards are those of the boards they are made of."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goodorder.board import Map, Part, compose, parts
from goodorder.board.archives.vasl import read_board
from goodorder.board.map.compose_grid import Sheet, cut, joined, turned
from goodorder.board.map.raster import Raster
from goodorder.board.map.terrain import by_code
from tests.board.vasl_files import board_archive, hexes, shared_folder
from tests.support import examples

pytestmark = pytest.mark.slow

Pair = tuple[str, str]


def inner(board: Map) -> list[str]:
    """The hexes with six neighbours."""
    return [h.name for h in board.hexes if -1 not in board.neighbours[h.index]]


def lines(board: Map, wanted: int, seed: int = 7) -> list[Pair]:
    """Pairs of inner hexes, of all directions and ranges."""
    names, random = inner(board), np.random.default_rng(seed)
    return [(names[i], names[j]) for i, j in random.integers(0, len(names), (wanted, 2)).tolist()]


def told(board: Map, a: str, b: str) -> tuple[bool, int, int]:
    verdict = board.los(board.index(a), board.index(b))
    return verdict.blocked, 0 if verdict.blocked else verdict.hindrance, verdict.range


def unlike(one: Map, other: Map, pairs: Iterable[Pair], prefix: str = "") -> list[Pair]:
    """The pairs judged differently on the two maps."""
    return [(a, b) for a, b in pairs if told(one, a, b) != told(other, prefix + a, prefix + b)]


@pytest.mark.parametrize(
    ("name", "columns", "rows"), [("farmland", "E-Q", None), ("gullies", "F-Q", "2-8"), ("farmland", "B-AA", "3-9")]
)
def test_sight_on_a_cut_board_is_sight_on_the_board(name: str, columns: str, rows: str | None) -> None:
    board = compose([Part(name, columns=columns, rows=rows)])
    pairs = lines(board, 120)
    assert not unlike(board, compose([Part(name)]), pairs)
    assert {told(board, a, b)[0] for a, b in pairs} == {True, False}


def test_sight_within_one_of_four_boards_is_sight_on_that_board() -> None:
    pieces = ("farmland A-Q 1-6", "gullies A-Q 1-6 flipped", "gullies Q-GG 5-10 flipped", "farmland Q-GG 5-10")
    board = compose(parts("{} | {} / {} | {}".format(*pieces)))
    for prefix, part in zip("1234", pieces, strict=True):
        full = compose(parts(part))
        assert not unlike(full, board, lines(full, 120), prefix)


@pytest.mark.parametrize("name", ["farmland", "gullies"])
def test_sight_on_a_turned_board_differs_in_grazing_lines_only(name: str) -> None:
    full, back = compose([Part(name)]), compose([Part(name, flipped=True)])
    pairs = lines(full, 250)
    assert len(unlike(full, back, pairs)) <= 0.02 * len(pairs)


def test_sight_across_joins_counts_what_lies_on_both_boards() -> None:
    flat = np.zeros((258, 225), np.uint8)
    left, right = flat.copy(), flat.copy()
    left[:, 150:190], right[:, 40:80] = 24, 24
    names = [f"{chr(65 + c)}{r + (c + 1) % 2}" for c in range(5) for r in range(4 + c % 2)]

    def sheet(mark: str, codes: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Sheet:
        return Sheet(Raster(5, 4, codes, np.zeros_like(codes, np.int8)), [mark + n for n in names])

    for one, other, hindrance in ((flat, flat, 0), (left, flat, 1), (flat, right, 1), (left, right, 2)):
        found = joined([[sheet("", one), sheet("x", other)]])
        assert told(Map("both", found.raster, found.names), "B2", "xD2") == (False, hindrance, 6)


@pytest.mark.parametrize("words", ["farmland C-M 2-6 | gullies E-O 2-6", "farmland A-I / gullies A-I flipped"])
def test_sight_is_the_same_from_either_end(words: str) -> None:
    board = compose(parts(words))
    for a, b in lines(board, 100):
        assert told(board, a, b) == told(board, b, a)


def test_the_longest_line_of_a_wide_map_is_judged() -> None:
    board = compose(parts(" | ".join(["woods A-GG 1-2"] * 7)))
    assert told(board, "1A1", "7GG2")[0] and told(board, "1A1", "7GG2")[2] > 200


@settings(max_examples=examples(15))
@given(
    columns=st.integers(2, 6),
    rows=st.integers(1, 4),
    size=st.tuples(st.floats(12, 80), st.floats(12, 80)),
    half_first=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_every_line_of_any_archive_is_judged(
    tmp_path: Path, columns: int, rows: int, size: tuple[float, float], half_first: bool, seed: int
) -> None:
    random = np.random.default_rng(seed)
    width, height = max(columns, round(size[0] * (columns - 1))), max(rows, round(size[1] * rows))
    shape = (height // 7 + 1, width // 7 + 1)
    codes = random.choice(sorted(by_code()), shape).repeat(7, 0).repeat(7, 1)[:height, :width]
    levels = random.integers(-2, 4, shape).repeat(7, 0).repeat(7, 1)[:height, :width]
    count = hexes(columns, rows, half_first)
    path = board_archive(
        tmp_path / "bdT", codes, levels, columns=columns, rows=rows, count=count, stairways=range(0, count, 2)
    )
    found = read_board(path)
    board = Map("T", found.raster(), list(found.names))
    places = len(board.locations)
    assert places >= count
    for a in range(0, places, 3):
        for b in range(0, places, 4):
            verdict = board.los(a, b)
            assert verdict.blocked == board.los(b, a).blocked
            assert (verdict.why is not None) == verdict.blocked


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bd01", "bd03", "bd12"])
def test_sight_on_a_real_board_cut_turned_and_joined(name: str) -> None:
    found = read_board(shared_folder() / name)
    whole = Sheet(found.raster(), list(found.names))
    full = Map(name, found.raster(), list(found.names))
    part = cut(whole, (5, 24), (1, 8))
    crop = Map("part", part.raster, part.names)
    assert not unlike(crop, full, lines(crop, 1500))
    other = Sheet(whole.raster, [f"x{n}" for n in whole.names])
    back = turned(other)
    both = joined([[whole, back]])
    made = Map("both", both.raster, both.names)
    alone = Map("back", back.raster, back.names)
    assert not unlike(alone, made, lines(alone, 1500))
    pairs = lines(full, 1500)
    assert not unlike(full, made, pairs)
    assert len(unlike(full, made, pairs, "x")) <= 0.01 * len(pairs)
