"""What stands at the middles of hexsides: for all hexes of a map at once, because every map asks for all of them.

Terrain on and across a hexside is read at a few places a few pixels to either side of its middle. Where these lie
follows from the map's measures, and is remembered for maps of equal measures.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goodorder.board.map import terrain as t
from goodorder.board.map.hexgrid import HEX_HEIGHT, HEX_WIDTH, UNIT_X, UNIT_Y, lattice, rows_in, side_offset
from goodorder.board.map.layout import Layout
from goodorder.board.map.raster import Raster

Ints = npt.NDArray[np.int_]
Bools = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.int32]

INSETS = (3.0, -3.0, -1.0, 1.0, 0.0, 4.0, -4.0)
"""Pixels inside the middle of a hexside; the hex is read at 3, what lies beyond at -3, the hexside itself at -1 to 1,
and the levels that it stands on at 4 and -4."""
WITHIN, BEYOND = 0, 1
ON_SIDE = (2, 3, 4)
LEVELS = (5, 6)
OFF_MAP = 256


class _Places(NamedTuple):
    """Pixels by inset, hex and hexside, taken back to the map where they lie beyond its edge."""

    x: Ints
    y: Ints
    off: Bools


class Middles(NamedTuple):
    """Of every hex and hexside: a code that stands on it (-1: none), its level, what it is, what crosses it."""

    side: Codes
    level: Codes
    cliff: Bools
    bar: Bools
    road: Bools
    depression: Bools
    path: Bools
    rail: Bools


@lru_cache(maxsize=16)
def _places(columns: int, rows: int, width: int, height: int, layout: Layout) -> _Places:
    centres = [lattice(c, r) for c in range(layout.first, layout.first + columns) for r in range(rows_in(c, rows))]
    lattices = np.array(centres, float)
    across, down = layout.hex_width / HEX_WIDTH, layout.hex_height / HEX_HEIGHT
    shape = (len(INSETS), len(centres), 6)
    x, y = np.empty(shape), np.empty(shape)
    for n, inset in enumerate(INSETS):
        for side in range(6):
            dx, dy = side_offset(side, inset)
            x[n, :, side] = (lattices[:, 0] * UNIT_X + dx) * across + (layout.left - layout.first * layout.hex_width)
            y[n, :, side] = (lattices[:, 1] * UNIT_Y + dy) * down + layout.top
    off = (x < 0) | (x > width) | (y < 0) | (y > height)
    return _Places(np.clip(x.astype(int), 0, width - 1), np.clip(y.astype(int), 0, height - 1), off)


@cache
def _terrains() -> tuple[Bools, ...]:
    """By code: cliffs, rowhouse bars, all else that stands on hexsides, roads, depressions, paths, railroads."""
    found = np.zeros((7, OFF_MAP + 1), bool)
    for code, kind in t.by_code().items():
        cliff, bar = kind.hexside and code == t.CLIFF, kind.hexside and kind.bar
        standing = kind.hexside and not cliff and not bar
        rail = kind.road and kind.rule == "B32"
        found[:, code] = cliff, bar, standing, kind.road, kind.depression, kind.id == "path", rail
    return tuple(found)


def middles(raster: Raster) -> Middles:
    """What stands on and crosses the hexsides of a raster, hexes in index order."""
    x, y, off = _places(raster.columns, raster.rows, raster.width, raster.height, raster.layout)
    codes = raster.codes[y, x].astype(np.int32)
    codes[off] = OFF_MAP
    cliffs, bars, standing, roads, depressions, paths, rails = _terrains()
    on_side = codes[list(ON_SIDE)]
    side = np.full(on_side.shape[1:], -1, np.int32)
    for found in on_side:
        np.copyto(side, found, where=standing[found])
    inside, beyond = codes[WITHIN], codes[BEYOND]
    leads_off = beyond == OFF_MAP

    def crossed(by: Bools) -> Bools:
        """Of each hexside, whether such terrain lies on both sides of its middle (or runs off the map)."""
        both: Bools = by[inside] & (by[beyond] | leads_off)
        return both

    at = list(LEVELS)
    level = raster.levels[y[at], x[at]].max(0).astype(np.int32)
    return Middles(
        side,
        level,
        np.logical_or.reduce(cliffs[on_side], axis=0),
        np.logical_or.reduce(bars[on_side], axis=0),
        crossed(roads),
        crossed(depressions),
        crossed(paths),
        crossed(rails),
    )
