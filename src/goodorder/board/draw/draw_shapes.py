"""Shapes that boards and text maps are drawn with, in pixels."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import cos, radians, sin

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

from goodorder.board.map.hexgrid import centre, side_middle, step

Place = tuple[int, int]
Point = tuple[float, float]
Mask = npt.NDArray[np.bool_]


def side_of(here: Place, there: Place) -> int | None:
    """The hexside of ``here`` that leads to ``there``, None when they are not neighbours."""
    return next((side for side in range(6) if step(*here, side) == there), None)


def way_out(place: Place, rows: int, beyond: float) -> Point:
    """Where a road that begins in a hex comes from: over the board's edge by ``beyond`` pixels, else its centre."""
    col, row = place
    if not col & 1 and row == 0:
        return side_middle(col, row, 0, -beyond)
    if not col & 1 and row == rows - 1:
        return side_middle(col, row, 3, -beyond)
    return centre(col, row)


def road_line(hexes: Sequence[Place], ends: tuple[Point, Point]) -> list[Point]:
    """A curve through the middles of the hexsides crossed, bending towards each centre."""
    middles = [side_middle(*a, side, 0.0) for a, b in itertools.pairwise(hexes) if (side := side_of(a, b)) is not None]
    points = [ends[0], *_bend(ends[0], centre(*hexes[0]), middles[0])]
    for n in range(1, len(hexes) - 1):
        points += _bend(middles[n - 1], centre(*hexes[n]), middles[n])
    return points + _bend(middles[-1], centre(*hexes[-1]), ends[1])


def winding_line(hexes: Sequence[Place], ends: tuple[Point, Point]) -> list[Point]:
    """A curve through every centre and every hexside crossed, as a brook runs."""
    points = [ends[0]] if ends[0] != centre(*hexes[0]) else []
    for a, b in itertools.pairwise(hexes):
        points.append(centre(*a))
        side = side_of(a, b)
        if side is not None:
            points.append(side_middle(*a, side, 0.0))
    points.append(centre(*hexes[-1]))
    if ends[1] != points[-1]:
        points.append(ends[1])
    spread = [points[0], *points, points[-1]]
    line = [points[0]]
    for n in range(len(points) - 1):
        before, first, last, after = spread[n : n + 4]
        line += [_between(before, first, last, after, k / 6) for k in range(1, 7)]
    return line


def _between(p: Point, a: Point, b: Point, q: Point, k: float) -> Point:
    """A place on the curve from ``a`` to ``b`` that comes from ``p`` and goes on to ``q`` (Catmull and Rom)."""

    def axis(n: int) -> float:
        u, v, w, x = p[n], a[n], b[n], q[n]
        return 0.5 * (2 * v + (w - u) * k + (2 * u - 5 * v + 4 * w - x) * k * k + (3 * v - u - 3 * w + x) * k**3)

    return axis(0), axis(1)


def _bend(a: Point, by: Point, b: Point) -> list[Point]:
    steps = [k / 6 for k in range(1, 7)]
    return [
        (
            (1 - k) ** 2 * a[0] + 2 * k * (1 - k) * by[0] + k * k * b[0],
            (1 - k) ** 2 * a[1] + 2 * k * (1 - k) * by[1] + k * k * b[1],
        )
        for k in steps
    ]


def block(at: Point, size: tuple[float, float], angle: float) -> list[Point]:
    """A rectangle about a place, turned by ``angle`` degrees."""
    c, s = cos(radians(angle)), sin(radians(angle))
    w, h = size[0] / 2, size[1] / 2
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in ((-w, -h), (w, -h), (w, h), (-w, h))]


def wings(hexes: Sequence[Place], width: float) -> list[list[Point]]:
    """A building over several hexes: a bar between the centres of each two neighbours, square at its gables; where
    bars meet their corner is filled by a hexagon."""
    pairs = [(a, b) for n, a in enumerate(hexes) for b in hexes[n + 1 :] if side_of(a, b) is not None]
    meeting = {place for place in hexes if sum(place in pair for pair in pairs) > 1}
    polygons = [_bar(a, b, width, tuple(0.0 if end in meeting else width / 2 for end in (a, b))) for a, b in pairs]
    reach = width / 2 / cos(radians(30))
    for x, y in (centre(*place) for place in hexes if place in meeting):
        corners = [(x + reach * cos(radians(60 * k)), y + reach * sin(radians(60 * k))) for k in range(6)]
        polygons.append(corners)
    return polygons


def _bar(here: Place, there: Place, width: float, beyond: tuple[float, ...]) -> list[Point]:
    """A bar from one hex centre to the next, reaching so far beyond each."""
    a, b = centre(*here), centre(*there)
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5
    ux, uy, half = dx / length, dy / length, width / 2
    ends = ((a[0] - ux * beyond[0], a[1] - uy * beyond[0]), (b[0] + ux * beyond[1], b[1] + uy * beyond[1]))
    return [
        (ends[0][0] - uy * half, ends[0][1] + ux * half),
        (ends[1][0] - uy * half, ends[1][1] + ux * half),
        (ends[1][0] + uy * half, ends[1][1] - ux * half),
        (ends[0][0] + uy * half, ends[0][1] - ux * half),
    ]


def stroke(shape: tuple[int, int], line: Sequence[Point], width: float) -> Mask:
    """The pixels of a line of a width; ``shape`` is rows and columns of the picture."""
    image = Image.new("L", (shape[1], shape[0]), 0)
    ImageDraw.Draw(image).line(list(line), fill=255, width=round(width), joint="curve")
    return np.asarray(image) > 0


def filled(shape: tuple[int, int], polygon: Sequence[Point]) -> Mask:
    """The pixels of a polygon."""
    image = Image.new("L", (shape[1], shape[0]), 0)
    ImageDraw.Draw(image).polygon(list(polygon), fill=255)
    return np.asarray(image) > 0


def disc(shape: tuple[int, int], at: Point, radius: float) -> Mask:
    """The pixels of a circle."""
    image = Image.new("L", (shape[1], shape[0]), 0)
    ImageDraw.Draw(image).circle(at, radius, fill=255)
    return np.asarray(image) > 0


def wider(mask: Mask, by: int) -> Mask:
    """The mask with ``by`` pixels more on every side."""
    high, wide = mask.shape
    padded = np.pad(mask, by)
    across = np.zeros((high + 2 * by, wide), bool)
    for shift in range(2 * by + 1):
        across |= padded[:, shift : shift + wide]
    result = np.zeros(mask.shape, bool)
    for shift in range(2 * by + 1):
        result |= across[shift : shift + high]
    return result


def narrower(mask: Mask, by: int) -> Mask:
    """The mask with ``by`` pixels less on every side; the picture's edge takes nothing away."""
    return ~wider(~mask, by)


def uneven(mask: Mask, random: np.random.Generator) -> Mask:
    """The mask with soft, natural edges."""
    soft = np.asarray(Image.fromarray((mask * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(3)), np.float32)
    rough = Image.fromarray(random.integers(0, 256, mask.shape, dtype=np.uint8))
    noise = np.asarray(rough.filter(ImageFilter.GaussianBlur(4)), np.float32) - 127.5
    noise *= 1 / max(1e-6, float(noise.std()))
    result: Mask = soft / 255 + 0.08 * noise > 0.5
    return result


def lowest(levels: npt.NDArray[np.int8], by: int) -> npt.NDArray[np.int8]:
    """For every pixel the lowest level within ``by`` pixels across and down."""
    for axis in (0, 1):
        size = levels.shape[axis]
        padded = np.pad(levels, [(by, by) if axis == a else (0, 0) for a in (0, 1)], mode="edge")
        windows = [np.take(padded, range(shift, shift + size), axis=axis) for shift in range(2 * by + 1)]
        levels = np.minimum.reduce(windows)
    return levels
