"""The pixels on both sides of a line's thread, looked up all at once."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from goodorder.board.raster import PAD, Bytes, Ints
from goodorder.board.trace import Trace, trace

ASIDE = 1.01
"""Pixels from the thread to either side looked at; not a whole number, so that both sides round alike."""
TRIM = 1.3
"""Pixels left out at both ends of the part of a line in one hex."""

Doubles = npt.NDArray[np.float64]


@cache
def samples(odd: int, dc: int, dr: int) -> tuple[Doubles, Doubles, tuple[int, ...]]:
    """Where to look along the inner steps of a trace, in pixels from the first hex's centre.

    Gives the places on the thread and the way from there to the right and to the left, as rows of x and of y
    with right and left in turn, and the number of the first place of each step and of the end.
    """
    line = trace(odd, dc, dr)
    bounds = [0]
    parts = []
    for s in line.inner:
        # a pixel that the hexside cuts belongs to one of the two hexes only: stay clear of it
        trim = min(TRIM / line.length, (s.t1 - s.t0) / 4)
        t0, t1 = s.t0 + trim, s.t1 - trim
        count = max(1, int((t1 - t0) * line.length + 0.5))
        parts.append(t0 + (t1 - t0) * _middles(count))
        bounds.append(bounds[-1] + count)
    at = np.concatenate(parts)
    thread, aside = np.empty((2, len(at))), np.empty((2, len(at)))
    np.multiply(at, line.dx, out=thread[0])
    np.multiply(at, line.dy, out=thread[1])
    nx, ny = ASIDE * line.dy / line.length, -ASIDE * line.dx / line.length
    aside[0, ::2], aside[0, 1::2] = -nx, nx
    aside[1, ::2], aside[1, 1::2] = -ny, ny
    return thread, aside, tuple(bounds)


@cache
def _middles(count: int) -> Doubles:
    """The middles of ``count`` equal parts of 0 to 1, each twice."""
    middles: Doubles = ((np.arange(count) + 0.5) / count).repeat(2)
    return middles


class Pixels:
    """The kinds of pixel of one map, repeated a little beyond its edge."""

    def __init__(self, kind_grid: Bytes, centres: list[tuple[float, float]]) -> None:
        grid = np.pad(kind_grid, PAD, mode="edge")
        self._stride = int(grid.shape[1])
        self._flat = np.ascontiguousarray(grid).ravel()
        self._centres = np.array(centres).reshape(-1, 2, 1) + PAD

    def along(self, hexagon: int, odd: int, line: Trace) -> tuple[Ints, tuple[int, ...]]:
        """Kinds on the left and right of the thread, packed left * 256 + right, and the bounds of the steps."""
        last = line.steps[-1]
        thread, aside, bounds = samples(odd, last.dc, last.dr)
        x, y = (thread + self._centres[hexagon] + aside).astype(np.int32)
        pairs = self._flat.take(y * self._stride + x)
        packed: Ints = pairs.view("<u2")
        return packed, bounds
