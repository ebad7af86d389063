"""Rasters cut, turned and joined, with the names and geometry of their hexes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goodorder.board.errors import BoardError
from goodorder.board.map.geometry import Geometry, geometry
from goodorder.board.map.hexgrid import column_starts
from goodorder.board.map.layout import MOST_HEXES, NO_MARKS, Layout
from goodorder.board.map.raster import Raster
from goodorder.board.map.terrain import OPEN

_TINY = 1e-9
_SPOT = 3
"""Pixels around the centre of a joined hex that show what either half has there."""


class Sheet(NamedTuple):
    """A raster and the names of its hexes in index order; ``others`` are second names, of half hexes that met."""

    raster: Raster
    names: list[str]
    others: dict[str, int] = {}

    def columns(self) -> list[list[str]]:
        """The names column by column."""
        starts = column_starts(self.raster.columns, self.raster.rows, self.raster.layout.first)
        return [self.names[a:b] for a, b in pairwise(starts)]


def cut(sheet: Sheet, columns: tuple[int, int], rows: tuple[int, int]) -> Sheet:
    """Keep columns and rows, counted from 0, both ends included.

    The outer columns become half hexes at the edge, as do the outer hexes of every second column; ``rows`` count the
    full hexes.
    """
    raster, lay = sheet.raster, sheet.raster.layout
    (c0, c1), (r0, r1) = columns, rows
    wide, high = c1 - c0 + 1, r1 - r0 + 1
    left = _pixel(lay.left + c0 * lay.hex_width) if c0 else round(lay.left)
    top = _pixel(lay.top + r0 * lay.hex_height) if r0 else round(lay.top)
    width, height = max(1, ceil((wide - 1) * lay.hex_width)), ceil(high * lay.hex_height)
    codes = raster.codes[top : top + height, left : left + width].copy()
    levels = raster.levels[top : top + height, left : left + width].copy()
    layout = Layout(lay.hex_width, lay.hex_height, 0.0, 0.0, (lay.first + c0) & 1)
    starts = column_starts(raster.columns, raster.rows, lay.first)
    kept = [starts[c] + row for c in range(c0, c1 + 1) for row in range(r0, r1 + 1 + ((lay.first + c) & 1))]
    base = geometry(layout.shape(wide, high, codes.shape[1], codes.shape[0]))
    found = _placed(base, raster.geometry, np.array(kept), np.arange(len(kept)), (-left, -top))
    moved = np.array([-left, -top], np.int32)
    found = found._replace(
        vertices=raster.geometry.vertices[kept] + moved,
        wide=raster.geometry.wide[kept] + moved,
        bands=raster.geometry.bands[kept] + np.tile(moved, 2),
    )
    return Sheet(
        Raster(
            wide,
            high,
            codes,
            levels,
            layout,
            raster.marks.moved({old: new for new, old in enumerate(kept)}) if raster.marks else NO_MARKS,
            found,
        ),
        [sheet.names[index] for index in kept],
    )


def turned(sheet: Sheet) -> Sheet:
    """Turned by half a turn; the names stay with their hexes."""
    raster, lay = sheet.raster, sheet.raster.layout
    count = len(sheet.names)
    layout = Layout(
        lay.hex_width,
        lay.hex_height,
        max(0.0, raster.width - lay.left - (raster.columns - 1) * lay.hex_width) if lay.left else 0.0,
        max(0.0, raster.height - lay.top - raster.rows * lay.hex_height) if lay.top else 0.0,
        (lay.first + raster.columns - 1) & 1,
    )
    shape = layout.shape(raster.columns, raster.rows, raster.width, raster.height)
    return Sheet(
        Raster(
            raster.columns,
            raster.rows,
            raster.codes[::-1, ::-1].copy(),
            raster.levels[::-1, ::-1].copy(),
            layout,
            raster.marks.moved({n: count - 1 - n for n in range(count)}, turned=True) if raster.marks else NO_MARKS,
            raster.geometry.flipped(shape),
        ),
        sheet.names[::-1],
    )


def trimmed(sheet: Sheet) -> Sheet:
    """Without the margin that some large maps have around their hexes."""
    raster, lay = sheet.raster, sheet.raster.layout
    if lay.left or lay.top:
        return cut(sheet, (0, raster.columns - 1), (0, raster.rows - 1))
    return sheet


def joined(grid: Sequence[Sequence[Sheet]]) -> Sheet:
    """Boards in rows and columns as one. Hexes that meet become one, named by the board that comes first.

    Raises BoardError when sizes don't fit: boards of one row must be equally high and of one column equally wide,
    hexes of one size, and a board may not begin with a column of half hexes where another ends on a full one.
    """
    if len(grid) == 1 and len(grid[0]) == 1:
        return grid[0][0]
    grid = [[trimmed(sheet) for sheet in row] for row in grid]
    across = [sheet.raster.columns - 1 for sheet in grid[0]]
    down = [row[0].raster.rows for row in grid]
    _check(grid, across, down)
    sizes = [[sheet.raster.layout for sheet in row] for row in grid]
    wides = [n * sizes[0][i].hex_width for i, n in enumerate(across)]
    highs = [n * sizes[j][0].hex_height for j, n in enumerate(down)]
    columns, rows = sum(across) + 1, sum(down)
    if columns * rows + columns > MOST_HEXES:
        raise BoardError(f"a map of {columns} x {rows} hexes", expected=f"at most {MOST_HEXES} hexes")
    layout = Layout(sum(wides) / (columns - 1), sum(highs) / rows, 0.0, 0.0, sizes[0][0].first)
    table = _Table(layout, columns, rows, (ceil(sum(highs)), ceil(sum(wides))))
    for j, line in enumerate(grid):
        for i, sheet in enumerate(line):
            pixel = _pixel(sum(wides[:i])), _pixel(sum(highs[:j]))
            table.lay(sheet, (sum(across[:i]), sum(down[:j])), pixel)
    return table.sheet()


def _pixel(place: float) -> int:
    """The pixel of a place, rounded as aiming pixels are: a seam through centres then runs along these pixels."""
    return floor(place + _TINY)


class _Table:
    """The map under way: boards are laid on it one after the other."""

    def __init__(self, layout: Layout, columns: int, rows: int, size: tuple[int, int]) -> None:
        self.columns, self.rows, self.layout = columns, rows, layout
        self.codes: npt.NDArray[np.uint8] = np.zeros(size, np.uint8)
        self.levels = np.zeros(size, np.int8)
        self.starts = column_starts(columns, rows, layout.first)
        self.names = [""] * self.starts[-1]
        self.others: dict[str, int] = {}
        self.marks = NO_MARKS
        self.found = geometry(layout.shape(columns, rows, size[1], size[0]))

    def lay(self, sheet: Sheet, place: tuple[int, int], pixel: tuple[int, int]) -> None:
        """Lay a board with its upper left hex at a column and row, and its upper left pixel at (x, y)."""
        raster, (column, row), (left, top) = sheet.raster, place, pixel
        places = [self.starts[column + k] + row + n for k, c in enumerate(sheet.columns()) for n in range(len(c))]
        met = {at: self._terrain(at) for at in places if self.names[at]}
        height, width = min(raster.height, self.codes.shape[0] - top), min(raster.width, self.codes.shape[1] - left)
        self.codes[top : top + height, left : left + width] = raster.codes[:height, :width]
        self.levels[top : top + height, left : left + width] = raster.levels[:height, :width]
        for name, at in zip(sheet.names, places, strict=True):
            if self.names[at]:
                self.others[name] = at
            else:
                self.names[at] = name
        if raster.marks:
            self.marks = self.marks.with_(raster.marks.moved(dict(enumerate(places))))
        self.found = _placed(self.found, raster.geometry, np.arange(len(places)), np.array(places), pixel)
        for at, code in met.items():
            self._combine(at, code)

    def _terrain(self, at: int) -> int:
        x, y = self.found.aim[at]
        return int(self.codes[y, x])

    def _combine(self, at: int, code: int) -> None:
        """A half hex of other terrain that meets one of Open Ground gives the whole hex its terrain (A2.3).

        The two halves' pixels stay as they are, but for a spot at the centre.
        """
        if code == OPEN or self._terrain(at) != OPEN:
            return
        x, y = self.found.aim[at]
        spot = (slice(max(0, y - _SPOT), y + _SPOT + 1), slice(max(0, x - _SPOT), x + _SPOT + 1))
        self.codes[spot] = np.where(self.codes[spot] == OPEN, code, self.codes[spot])

    def sheet(self) -> Sheet:
        """The finished map."""
        raster = Raster(self.columns, self.rows, self.codes, self.levels, self.layout, self.marks, self.found)
        return Sheet(raster, self.names, self.others)


def _check(grid: Sequence[Sequence[Sheet]], across: list[int], down: list[int]) -> None:
    size = grid[0][0].raster.layout
    for j, row in enumerate(grid):
        if len(row) != len(across):
            raise BoardError(f"row {j + 1} has {len(row)} boards", expected=f"{len(across)} as in the first row")
        column = 0
        for i, sheet in enumerate(row):
            raster = sheet.raster
            if raster.rows != down[j]:
                raise BoardError("boards of different height side by side", expected="equal numbers of rows")
            if raster.columns - 1 != across[i]:
                raise BoardError("boards of different width one below the other", expected="equal numbers of columns")
            lay = raster.layout
            if round(lay.hex_width) != round(size.hex_width) or round(lay.hex_height) != round(size.hex_height):
                raise BoardError("boards with hexes of different size", expected="one size for the whole map")
            if lay.first != (size.first + column) & 1:
                raise BoardError(
                    "a board cut at a column that begins with a half hex", expected="A, C, E .. at the joint"
                )
            column += across[i]


def _placed(
    base: Geometry, source: Geometry, hexes: npt.NDArray[np.int_], places: npt.NDArray[np.int_], by: tuple[int, int]
) -> Geometry:
    """``base`` with the aiming pixels and edge points of ``hexes`` of another geometry, moved, put at ``places``.

    Aiming pixels stay on the map; edge points one pixel off it are taken back, as on a board of its own.
    """
    move, size = np.array(by, np.int32), np.array([base.shape.width, base.shape.height], np.int32)
    aim, edges = base.aim.copy(), base.edges.copy()
    aim[places] = np.clip(source.aim[hexes] + move, 0, size - 1)
    moved = source.edges[hexes] + move
    moved = np.where((moved == size) | (moved == size + 1), size - 1, np.where(moved == -1, 0, moved))
    edges[places] = moved
    return base._replace(aim=aim, edges=edges)
