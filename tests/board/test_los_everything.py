"""Lines of sight over every terrain, level and layer, drawn as patches of pixels that hypothesis makes fewer."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from goodorder.board import Map
from goodorder.board.map.compose_grid import Sheet, cut, joined, turned
from goodorder.board.map.layout import Marks
from goodorder.board.map.raster import Raster
from goodorder.board.map.terrain import by_code
from goodorder.board.sight import los_table as tables
from goodorder.board.sight.compiled import PLAIN, compiled
from goodorder.board.sight.kernel_table import BLOCKED
from goodorder.board.sight.layers import Blaze, Layers, Smoke, Vehicle
from goodorder.board.sight.layers_sight import LayeredSight
from tests.board.test_kernel_wild import COLUMNS, HEIGHT, ROWS, WIDTH, all_pairs, told
from tests.support import examples

CODES = sorted(by_code())
HEXES = 40
patches = st.tuples(
    st.integers(0, WIDTH - 8),
    st.integers(0, HEIGHT - 8),
    st.integers(4, 90),
    st.integers(4, 90),
    st.one_of(st.none(), st.sampled_from(CODES)),
    st.one_of(st.none(), st.integers(-2, 4)),
)
one_side: st.SearchStrategy[tuple[int, ...]] = st.integers(0, 5).map(lambda side: (side,))
hexsides = st.dictionaries(st.integers(0, HEXES - 1), one_side, max_size=4)


@st.composite
def rasters(draw: st.DrawFn) -> Raster:
    """Up to 30 patches, each of one terrain, one level or both; stairs, slopes and embankments anywhere."""
    codes, levels = np.zeros((HEIGHT, WIDTH), np.uint8), np.zeros((HEIGHT, WIDTH), np.int8)
    for x, y, wide, high, code, level in draw(st.lists(patches, max_size=30)):
        here = slice(y, y + high), slice(x, x + wide)
        if code is not None:
            codes[here] = code
        if level is not None:
            levels[here] = level
    stairs = draw(st.frozensets(st.integers(0, HEXES - 1)))
    return Raster(COLUMNS, ROWS, codes, levels, marks=Marks(stairs, draw(hexsides), draw(hexsides)))


def sheet(raster: Raster) -> Sheet:
    return Sheet(raster, [here.name for here in Map("sheet", raster).hexes])


def table(raster: Raster) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return tables.build(Map("table", raster), workers=1).cells


@settings(max_examples=examples(40))
@given(rasters(), st.integers(0, 2**32 - 1))
def test_compiled_and_plain_table_and_line_and_either_end_say_the_same(raster: Raster, seed: int) -> None:
    board = Map("any", raster)
    assert len(board.hexes) == HEXES
    asked = np.random.default_rng(seed).permutation(all_pairs(board))[:60]
    plain, cells = told(PLAIN, board, asked), tables.build(board, workers=1).cells
    assert (plain == told(compiled(), board, asked)).all()
    assert (cells == cells.T).all()
    for (a, b), (reason, hindrance) in zip(asked.tolist(), plain.tolist(), strict=True):
        there, back = board.los(a, b), board.los(b, a)
        assert (there.blocked, there.hindrance, there.why, there.hexes) == (
            back.blocked,
            back.hindrance,
            back.why,
            back.hexes[::-1],
        )
        assert there.blocked == bool(reason) == (cells[a, b] == BLOCKED)
        assert there.blocked or there.hindrance == hindrance == cells[a, b] == sum(h.value for h in there.hindrances)


def ridge() -> Raster:
    """Level 1 at the upper edge, grazed by the line from B0 to G4: one pixel at the seam turns the verdict."""
    levels = np.zeros((HEIGHT, WIDTH), np.int8)
    levels[0:39, 105:109] = 1
    return Raster(COLUMNS, ROWS, np.zeros((HEIGHT, WIDTH), np.uint8), levels)


@settings(max_examples=examples(25))
@given(rasters(), st.sampled_from([2, 4, 6]), st.integers(1, ROWS - 1), st.booleans())
@example(ridge(), 6, 3, False)
def test_composed_maps_have_the_tables_of_their_boards(raster: Raster, seam: int, row: int, back: bool) -> None:
    """Cut in four and joined again, and side by side with another board, turned or not."""
    one = sheet(raster)
    if not any(raster.marks.slopes) and not any(raster.marks.embankments):  # at the seam a hexside is told by either
        quarters = [
            [cut(one, columns, rows) for columns in ((0, seam), (seam, COLUMNS - 1))]
            for rows in ((0, row - 1), (row, ROWS - 1))
        ]
        again = joined(
            [
                [Sheet(part.raster, [f"{name}{i}{j}" for name in part.names]) for j, part in enumerate(line)]
                for i, line in enumerate(quarters)
            ]
        )
        assert (again.raster.geometry.aim == raster.geometry.aim).all()
        assert (table(again.raster) == table(raster)).all()
    plain = Sheet(Raster(COLUMNS, ROWS, np.zeros_like(raster.codes), np.zeros_like(raster.levels)), list(one.names))
    here = turned(one) if back else one
    both = joined([[Sheet(plain.raster, [f"x{name}" for name in plain.names]), here]])
    alone, made = Map("alone", here.raster, here.names), Map("both", both.raster, both.names)
    inner = [h.name for h in alone.hexes if -1 not in alone.neighbours[h.index]]
    for a in inner:
        for b in inner[::3]:
            ours, theirs = (m.los(m.index(a), m.index(b)) for m in (alone, made))
            assert (ours.blocked, ours.hindrance) == (theirs.blocked, theirs.hindrance), (a, b)


layers = st.builds(
    Layers,
    smoke=st.lists(st.builds(Smoke, st.integers(0, HEXES - 1)), max_size=4).map(tuple),
    blazes=st.lists(st.builds(Blaze, st.integers(0, HEXES - 1)), max_size=2).map(tuple),
    vehicles=st.lists(st.builds(Vehicle, st.integers(0, HEXES - 1), st.sampled_from(["afv", "wreck"])), max_size=3).map(
        tuple
    ),
    wind=st.sampled_from(["none", "mild_breeze"]),
)


@settings(max_examples=examples(40))
@given(rasters(), layers, st.data())
def test_layers_hinder_alike_from_either_end_but_for_who_looks_out_of_smoke(
    raster: Raster, laid: Layers, data: st.DataObject
) -> None:
    board = Map("any", raster)
    last = len(board.locations) - 1
    sight = LayeredSight(board, laid)
    clouds = {board.hex_at(cloud.location) for cloud in laid.smoke} | {board.hex_at(b.location) for b in laid.blazes}
    for _ in range(12):
        a, b = data.draw(st.integers(0, last)), data.draw(st.integers(0, last))
        bare, there, back = board.los(a, b), sight.verdict(a, b), sight.verdict(b, a)
        assert there.blocked or (not bare.blocked and there.hindrance >= bare.hindrance)
        if not clouds & {board.hex_at(a), board.hex_at(b)}:
            assert (there.blocked, there.hindrance) == (back.blocked, back.hindrance)
        elif not there.blocked and not back.blocked:
            assert abs(there.hindrance - back.hindrance) <= 1  # A24.8
