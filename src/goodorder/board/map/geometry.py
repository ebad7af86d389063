"""Where the hexes of a raster lie: centres, aiming pixels, polygons, edge points, neighbours.

Every board is a grid of flat-topped hexes in columns. Pixels run to the right and down from the upper left of the
image. The aiming pixel of a hex is its centre as a whole number; at the edge of the map the centre would fall
outside and is taken back by one pixel.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Places = npt.NDArray[np.int16]
"""A hex of each pixel, -1 for none: half as large as Ints, and no map has so many hexes."""
Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.signedinteger]
Bools = npt.NDArray[np.bool_]

_VERTICES = ((-0.5, -1.0), (0.5, -1.0), (1.0, 0.0), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0))
_OUTWARD = ((-1, -1), (1, -1), (1, 0), (1, 1), (-1, 1), (-1, 0))
_LOW = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_TINY = 1e-9
_RAISED = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))


STRIP = 64
"""Rows of pixels."""


class Shape(msgspec.Struct, frozen=True):
    """The measures of a hex grid, in pixels.

    ``columns`` and ``rows`` count hexes; a *raised* column begins half a hex higher and holds one hex more.
    ``raised`` is the parity of those columns: 1 as printed, 0 on boards of the other grain. (``x0``, ``y0``) is
    the centre of the first hex of the first column that is not raised (as if it lay in column 0).
    """

    columns: int
    rows: int
    width: int
    height: int
    hex_width: float
    hex_height: float
    x0: float = 0.0
    y0: float = 0.0
    raised: int = 1

    def is_raised(self, column: int) -> bool:
        """Whether a column begins with a half hex."""
        return (column & 1) == self.raised

    def rows_in(self, column: int) -> int:
        """Hexes in a column."""
        return self.rows + self.is_raised(column)

    def starts(self) -> list[int]:
        """Index of the first hex of each column, and the number of hexes at the end."""
        found = [0]
        for column in range(self.columns):
            found.append(found[-1] + self.rows_in(column))
        return found


def shape_of(
    columns: int,
    rows: int,
    width: int,
    height: int,
    *,
    hex_width: float | None = None,
    hex_height: float | None = None,
    a1: tuple[float, float] | None = None,
    raised: int = 1,
) -> Shape:
    """The shape of one board from its size and, where they are given, its measures and the centre of A1.

    A negative centre of A1 marks boards whose lettering begins elsewhere: the hexes begin at the edge all the same.
    """
    across = hex_width or width / (columns - 1)
    down = hex_height or height / rows
    x0 = max(a1[0], 0.0) if a1 else 0.0
    y0 = a1[1] if a1 and a1[1] >= 0 else down / 2
    return Shape(columns, rows, width, height, across, down, x0, y0, raised)


class Geometry(NamedTuple):
    """A shape worked out for every hex, in index order (columns from the left, each from the top).

    ``aim`` (n, 2) are aiming pixels; ``vertices`` (n, 6, 2) the corners from the upper left, clockwise, rounded;
    ``wide`` (n, 6, 2) the same one pixel further out; ``bands`` (n, 4) the pixels between the upper and lower side,
    from x, y to x, y not included, which are the hex's whatever the rounded corners say; ``edges`` (n, 6, 2) a point
    just inside the middle of each hexside; ``sides`` (n, 6) whether that hexside belongs to the map; ``neighbours``
    (n, 6) hexes or -1;
    ``place`` (n, 2) column and doubled row, from which ranges are counted.
    """

    shape: Shape
    aim: Ints
    vertices: Ints
    wide: Ints
    bands: Ints
    edges: Ints
    sides: Bools
    neighbours: Ints
    place: Ints

    @property
    def size(self) -> int:
        """How many hexes there are."""
        return len(self.aim)

    def flipped(self, shape: Shape | None = None) -> Geometry:
        """Turned by half a turn: hexes in reverse order, on the grid of ``shape`` (left out: its own, turned).

        Aiming pixels and edge points stay on their pixels of the picture. Which pixels a hex holds is told by the
        grid, whose rounding goes to the right and down whatever lies on it.
        """
        if shape is None:
            shape = self.shape
            if shape.columns % 2 == 0:
                shape = msgspec.structs.replace(shape, raised=1 - shape.raised)
        last = np.array([shape.width - 1, shape.height - 1], np.int32)
        return geometry(shape)._replace(
            aim=np.ascontiguousarray(last - self.aim[::-1]),
            edges=np.ascontiguousarray((last - self.edges[::-1])[:, [3, 4, 5, 0, 1, 2]]),
        )


def geometry(shape: Shape) -> Geometry:
    """Every hex of a shape."""
    starts = shape.starts()
    count = starts[-1]
    column = np.concatenate([np.full(shape.rows_in(c), c) for c in range(shape.columns)])
    row = np.concatenate([np.arange(shape.rows_in(c)) for c in range(shape.columns)])
    raised = (column & 1) == shape.raised
    x = shape.x0 + shape.hex_width * column
    y = shape.y0 + shape.hex_height * row - np.where(raised, shape.hex_height / 2, 0.0)
    centre = np.stack([x, y], 1)

    side, half = 2 * shape.hex_width / 3, shape.hex_height / 2
    corners = _to_map(centre[:, None, :] + np.array(_VERTICES) * (side, half), shape)
    third = shape.hex_width / 3
    bands = np.ceil(np.stack([x - third, y - half, x + third, y + half], 1) - _TINY).astype(np.int32)

    across = cos(radians(30)) * half
    inside = np.array(
        [
            (0, 1 - half),
            (across - 1, 1 - half / 2),
            (across - 1, half / 2 - 1),
            (0, half - 1),
            (1 - across, half / 2 - 1),
            (1 - across, 1 - half / 2),
        ]
    )
    edges = _to_map(np.trunc(centre[:, None, :] + inside), shape)

    neighbours = np.full((count, 6), -1, np.int32)
    for h in range(count):
        c, r = int(column[h]), int(row[h])
        for s, (dc, dr) in enumerate(_RAISED if raised[h] else _LOW):
            if 0 <= c + dc < shape.columns and 0 <= r + dr < shape.rows_in(c + dc):
                neighbours[h, s] = starts[c + dc] + r + dr
    sides = np.ones((count, 6), bool)
    sides[column == 0, 4:] = False
    sides[column == shape.columns - 1, 1:3] = False
    top, bottom = raised & (row == 0), raised & (row == shape.rows)
    for s in (0, 1, 5):
        sides[top, s] = False
    for s in (2, 3, 4):
        sides[bottom, s] = False
    return Geometry(
        shape,
        np.trunc(_to_map(centre, shape)).astype(np.int32),
        np.floor(corners + 0.5).astype(np.int32),
        np.trunc(corners).astype(np.int32) + np.array(_OUTWARD, np.int32),
        bands,
        np.trunc(edges).astype(np.int32),
        sides,
        neighbours,
        np.stack([column, 2 * row + np.where(raised, 0, 1)], 1).astype(np.int32),
    )


def _to_map(points: Floats, shape: Shape) -> Floats:
    """Coordinates one pixel off the map taken back to its edge; those further out stay."""
    fixed = points.copy()
    fixed[fixed == -1.0] = 0.0
    for axis, size in ((0, shape.width), (1, shape.height)):
        whole = np.trunc(fixed[..., axis])
        fixed[..., axis] = np.where((whole == size) | (whole == size + 1), size - 1, fixed[..., axis])
    return fixed


class Pixels(NamedTuple):
    """For every pixel [y, x] its hex (-1: none), the nearest hexside of that hex (6: the centre), and whether it lies
    in another hex too when that is one pixel wider; and the three in one number, as the kernel reads them."""

    hexes: Places
    sides: npt.NDArray[np.uint8]
    rim: Bools
    packed: Ints


HEX_BITS, SIDE_SHIFT, RIM = 0x1FFF, 13, 1 << 30
"""Where in that number the hex (all bits: none), the hexside and the rim stand."""


_known: list[tuple[Geometry, Pixels]] = []
"""The last that was asked for stands last."""
KNOWN = 12_000_000
"""Pixels of all geometries together that are remembered, eight bytes each."""


def pixels_of(of: Geometry) -> Pixels:
    """How the pixels of a geometry belong to its hexes; the last are remembered, for maps of one size are many."""
    for n, (geometry_, found) in enumerate(_known):
        if geometry_ is of:
            if n < len(_known) - 1:
                _known.append(_known.pop(n))
            return found
    hexes = hexes_of_pixels(of)
    sides, rim = nearest_sides(of, hexes), rims(of, hexes)
    packed = np.where(hexes < 0, HEX_BITS, hexes).astype(np.int32)
    packed |= np.left_shift(sides, SIDE_SHIFT, dtype=np.int32)
    packed[rim] |= RIM
    found = Pixels(hexes, sides, rim, packed)
    _known.append((of, found))
    while len(_known) > 1 and sum(one.hexes.size for _, one in _known) > KNOWN:
        del _known[0]
    return found


def hexes_of_pixels(of: Geometry) -> Places:
    """For every pixel [y, x] the hex whose band or polygon holds it, -1 where none does."""
    found = np.full((of.shape.height, of.shape.width), -1, np.int16)
    for h, (x0, y0, x1, y1) in enumerate(np.maximum(of.bands, 0).tolist()):
        found[y0:y1, x0:x1] = h
    for h, window, inside in _polygons(of, of.vertices):
        part = found[window]
        part[inside & (part < 0)] = h
    ys, xs = np.nonzero(found < 0)
    found[ys, xs] = _nearest_hexes(of, xs, ys)
    return found


def rims(of: Geometry, hexes: Places) -> Bools:
    """Which pixels lie in a hex that is not their own when every hex is one pixel wider all round."""
    found = np.zeros(hexes.shape, bool)
    for h, window, inside in _polygons(of, of.wide):
        found[window] |= inside & (hexes[window] != h)
    return found


def _polygons(of: Geometry, corners: Ints) -> Iterator[tuple[int, tuple[slice, slice], Bools]]:
    """Each hex with the window of pixels around it and which of them its polygon holds.

    Rounding leaves a few forms of polygon, so that what is found out for one hex holds for most others.
    """
    known: dict[tuple[bytes, int, int], Bools] = {}
    low = np.maximum(corners.min(1), 0)
    high = np.minimum(corners.max(1) + 1, (of.shape.width, of.shape.height))
    within = (corners - low[:, None]).astype(np.int32)
    for h, ((x0, y0), (x1, y1)) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
        if x0 < x1 and y0 < y1:
            key = within[h].tobytes(), x1 - x0, y1 - y0
            found = known.get(key)
            if found is None:
                found = known[key] = in_polygon(within[h], np.arange(x1 - x0), np.arange(y1 - y0))
            yield h, (slice(y0, y1), slice(x0, x1)), found


def _nearest_hexes(of: Geometry, xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64]) -> Ints:
    """The hex of pixels that rounding or the edge of the map left outside every polygon; -1 beyond the last hex."""
    shape = of.shape
    starts = np.array(shape.starts())
    best, index = np.full(len(xs), np.inf), np.full(len(xs), -1, np.int32)
    left = np.floor((xs - shape.x0) / shape.hex_width).astype(int)
    for column in (left, left + 1):
        raised = (column & 1) == shape.raised
        row = np.rint((ys - shape.y0) / shape.hex_height + np.where(raised, 0.5, 0.0)).astype(int)
        du = np.abs(xs - shape.x0 - column * shape.hex_width) / (shape.hex_width / 3)
        dv = np.abs(ys - shape.y0 - (row - np.where(raised, 0.5, 0.0)) * shape.hex_height) / (shape.hex_height / 2)
        out = np.maximum(dv, (du + dv) / 2)
        known = (column >= 0) & (column < shape.columns) & (row >= 0) & (row < shape.rows + raised) & (out < best)
        best = np.where(known, out, best)
        index = np.where(known, starts[np.clip(column, 0, shape.columns)] + row, index)
    return index.astype(np.int32)


def in_polygon(corners: Ints, across: npt.NDArray[np.signedinteger], down: npt.NDArray[np.signedinteger]) -> Bools:
    """Which points of a grid lie in a polygon: left and upper edges belong to it, right and lower ones don't."""
    x, y = across[None, :], down[:, None]
    inside = np.zeros((len(down), len(across)), bool)
    for (ax, ay), (bx, by) in zip(corners.tolist(), np.roll(corners, -1, 0).tolist(), strict=True):
        if ay == by:
            continue
        if ay > by:
            ax, ay, bx, by = bx, by, ax, ay
        level = (y >= ay) & (y < by)
        inside ^= level & (x - ax < (y - ay) / (by - ay) * (bx - ax))
    return inside


def nearest_sides(of: Geometry, hexes: Places) -> npt.NDArray[np.uint8]:
    """For every pixel the hexside of its hex whose edge point is nearest, 6 when none is nearer than the centre."""
    height, width = hexes.shape
    found = np.full((height, width), 6, np.uint8)
    todo = np.ones((height, width), bool)
    low, high = np.maximum(of.wide.min(1), 0), of.wide.max(1) + 1
    known: dict[tuple[object, ...], npt.NDArray[np.uint8]] = {}
    for h, ((x0, y0), (x1, y1)) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
        if x0 < x1 and y0 < y1:
            window = slice(y0, y1), slice(x0, x1)
            own = hexes[window] == h
            # as in _polygons: where aim and edge points lie alike in their windows, the same hexsides are nearest
            places = (of.aim[h] - (x0, y0)).tobytes(), (of.edges[h] - (x0, y0)).tobytes(), of.sides[h].tobytes()
            key = *places, own.shape
            nearest = known.get(key)
            if nearest is None:
                rows, columns = np.arange(y0, y0 + own.shape[0]), np.arange(x0, x0 + own.shape[1])
                nearest = known[key] = _nearest_of_one(of, h, columns[None, :], rows[:, None])
            found[window][own] = nearest[own]
            todo[window] &= ~own
    ys, xs = np.nonzero(todo)  # beyond the last hex, or drawn to their hex from further away
    for h in np.unique(hexes[ys, xs]).tolist():
        these = hexes[ys, xs] == h
        found[ys[these], xs[these]] = _nearest_of_one(of, max(h, 0), xs[these], ys[these])
    return found


def _nearest_of_one(of: Geometry, h: int, x: Whole, y: Whole) -> npt.NDArray[np.uint8]:
    """The nearest hexside of one hex for points given by their x and y."""

    def away(point: Ints) -> Whole:
        far: Whole = (x - int(point[0])) ** 2 + (y - int(point[1])) ** 2
        return far

    best = away(of.aim[h])
    found = np.full(best.shape, 6, np.uint8)
    for s in np.flatnonzero(of.sides[h]).tolist():
        far = away(of.edges[h, s])
        nearer = far < best
        found[nearer] = s
        np.minimum(best, far, out=best)
    return found


def strips(height: int) -> Iterator[slice]:
    """Rows of pixels that are worked on together: large maps would fill the memory if all were at once."""
    for first in range(0, height, STRIP):
        yield slice(first, first + STRIP)
