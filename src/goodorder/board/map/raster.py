"""The raster under every map: terrain code and ground level of each pixel, and which hex a pixel is in."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from goodorder.board.map.geometry import Geometry, geometry
from goodorder.board.map.hexgrid import HEX_HEIGHT, HEX_WIDTH, UNIT_X, UNIT_Y, column_starts
from goodorder.board.map.layout import GEO, NO_MARKS, Layout, Marks

Bytes = npt.NDArray[np.uint8]
Levels = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]

_geometry = lru_cache(maxsize=16)(geometry)


class Raster(NamedTuple):
    """Terrain codes and ground levels, indexed [y, x]; ``columns`` and ``rows`` count hexes as on a board.

    ``layout`` says where the hexes lie on the pixels, ``marks`` what the board's maker wrote down hex by hex.
    ``own_geometry`` is the one where it doesn't follow from the layout: of turned, cropped and joined boards, whose
    aiming pixels and edge points stay on the pixels they have on the board as printed.
    """

    columns: int
    rows: int
    codes: Bytes
    levels: Levels
    layout: Layout = GEO
    marks: Marks = NO_MARKS
    own_geometry: Geometry | None = None

    @property
    def geometry(self) -> Geometry:
        """Aiming pixels, polygons, edge points and neighbours of every hex."""
        if self.own_geometry is not None:
            return self.own_geometry
        return _geometry(self.layout.shape(self.columns, self.rows, self.width, self.height))

    @property
    def width(self) -> int:
        """Pixels across."""
        return int(self.codes.shape[1])

    @property
    def height(self) -> int:
        """Pixels down."""
        return int(self.codes.shape[0])

    def flipped(self) -> Raster:
        """The same board turned by half a turn."""
        return self._replace(codes=self.codes[::-1, ::-1].copy(), levels=self.levels[::-1, ::-1].copy())

    def digest(self) -> str:
        """A hash of the content."""
        sha = hashlib.sha256(f"{self.columns}x{self.rows}".encode())
        sha.update(self.codes.tobytes())
        sha.update(self.levels.tobytes())
        if self.layout != GEO or self.marks:
            marks = self.marks
            sides = [sorted(told.items()) for told in (marks.slopes, marks.embankments, marks.partial_orchards)]
            sha.update(msgspec.json.encode((self.layout, sorted(marks.stairways), sides)))
            if marks.told:
                sha.update(msgspec.json.encode(sorted(marks.told)))
        return sha.hexdigest()[:16]


def pixel_width(columns: int) -> int:
    """Pixels across a map of that many columns: the first and last are half hexes."""
    return max(1, int(-(-(columns - 1) * HEX_WIDTH // 1)))


def pixel_height(rows: int) -> int:
    """Pixels down a map of that many rows."""
    return int(-(-rows * HEX_HEIGHT // 1))


def blank(columns: int, rows: int) -> Raster:
    """Open ground at level 0."""
    shape = (pixel_height(rows), pixel_width(columns))
    return Raster(columns, rows, np.zeros(shape, np.uint8), np.zeros(shape, np.int8))


def hex_of_pixels(columns: int, rows: int, width: int, height: int, layout: Layout = GEO) -> tuple[Ints, Floats]:
    """For every pixel its hex index, and how far out it lies in it (0 centre, 1 hexside)."""
    return hex_of_lines(columns, rows, width, (0, height), layout)


@lru_cache(maxsize=8)
def hex_of_lines(
    columns: int, rows: int, width: int, lines: tuple[int, int], layout: Layout = GEO
) -> tuple[Ints, Floats]:
    """The same for the pixels from one line to another (not included)."""
    height = lines[1] - lines[0]
    across, down = layout.hex_width / HEX_WIDTH * UNIT_X, layout.hex_height / HEX_HEIGHT * UNIT_Y
    u = ((np.arange(width) + 0.5 - layout.left) / across + 3 * layout.first)[None, :]
    v = ((np.arange(*lines) + 0.5 - layout.top) / down)[:, None]
    starts = np.array(column_starts(columns, rows, layout.first), np.int32)
    best = np.full((height, width), np.inf, np.float32)
    index = np.zeros((height, width), np.int32)
    # in all odd columns the rows lie alike, and in all others
    row = [np.clip(np.rint((v - even) / 2).astype(np.int32), 0, rows - even) for even in (0, 1)]
    away = [np.abs(v - (2 * one + even)) for one, even in zip(row, (0, 1), strict=True)]
    left = np.floor(u / 3).astype(np.int32)
    for col in (left, left + 1):
        col = np.clip(col, layout.first, layout.first + columns - 1)
        odd = (col & 1) == 1
        du, dv = np.abs(u - 3 * col), np.where(odd, *away)
        out = np.maximum(dv, (du + dv) / 2).astype(np.float32)
        nearer = out < best
        best = np.where(nearer, out, best)
        index = np.where(nearer, starts[col - layout.first] + np.where(odd, *row), index)
    return index, best
