"""Rasters cut, turned and joined, with the names and geometry of their hexes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goodorder.board.errors import BoardError
from goodorder.board.geometry import Geometry, geometry
from goodorder.board.layout import NO_MARKS, Layout
from goodorder.board.raster import Raster, column_starts


MOST_HEXES = 8000
"""A pixel of the sight kernel's grid keeps 13 bits for its hex."""


class Sheet(NamedTuple):
    """A raster and the names of its hexes in index order."""

    raster: Raster
    names: list[str]

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
    left, top = round(lay.left + c0 * lay.hex_width), round(lay.top + r0 * lay.hex_height)
    width, height = max(1, ceil((wide - 1) * lay.hex_width)), ceil(high * lay.hex_height)
    codes = raster.codes[top : top + height, left : left + width].copy()
    levels = raster.levels[top : top + height, left : left + width].copy()
    layout = Layout(lay.hex_width, lay.hex_height, 0.0, 0.0, (lay.first + c0) & 1)
    starts = column_starts(raster.columns, raster.rows, lay.first)
    kept = [starts[c] + row for c in range(c0, c1 + 1) for row in range(r0, r1 + 1 + ((lay.first + c) & 1))]
    base = geometry(layout.shape(wide, high, codes.shape[1], codes.shape[0]))
    found = _placed(base, raster.geometry, np.array(kept), np.arange(len(kept)), (-left, -top))
    moved = np.array([-left, -top], np.int32)
    found = found._replace(vertices=raster.geometry.vertices[kept] + moved, wide=raster.geometry.wide[kept] + moved)
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
            raster.geometry.flipped()._replace(shape=shape),
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
    first = sizes[0][0].first
    layout = Layout(sum(wides) / (columns - 1), sum(highs) / rows, 0.0, 0.0, first)
    codes: npt.NDArray[np.uint8] = np.zeros((ceil(sum(highs)), ceil(sum(wides))), np.uint8)
    levels = np.zeros(codes.shape, np.int8)
    starts = column_starts(columns, rows, first)
    names = [""] * starts[-1]
    marks = NO_MARKS
    found = geometry(layout.shape(columns, rows, codes.shape[1], codes.shape[0]))
    for j, line in enumerate(grid):
        for i, sheet in enumerate(line):
            raster = sheet.raster
            left, top = round(sum(wides[:i])), round(sum(highs[:j]))
            height, width = min(raster.height, codes.shape[0] - top), min(raster.width, codes.shape[1] - left)
            codes[top : top + height, left : left + width] = raster.codes[:height, :width]
            levels[top : top + height, left : left + width] = raster.levels[:height, :width]
            c, r = sum(across[:i]), sum(down[:j])
            places = [starts[c + k] + r + row for k, names_ in enumerate(sheet.columns()) for row in range(len(names_))]
            for name, place in zip(sheet.names, places, strict=True):
                names[place] = names[place] or name
            if raster.marks:
                marks = marks.with_(raster.marks.moved(dict(enumerate(places))))
            found = _placed(found, raster.geometry, np.arange(len(places)), np.array(places), (left, top))
    return Sheet(Raster(columns, rows, codes, levels, layout, marks, found), names)


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
