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
    begin, part = [], []
    for s in line.inner:
        # a pixel that the hexside cuts belongs to one of the two hexes only: stay clear of it
        trim = min(TRIM / line.length, (s.t1 - s.t0) / 4)
        t0, t1 = s.t0 + trim, s.t1 - trim
        begin.append(t0)
        part.append(t1 - t0)
        bounds.append(bounds[-1] + max(1, int((t1 - t0) * line.length + 0.5)))
    ends = np.array(bounds)
    counts = np.diff(ends)
    each = np.repeat(np.array([begin, part, ends[:-1], counts]), counts, axis=1)
    middles = (np.arange(bounds[-1]) - each[2] + 0.5) / each[3]
    at = np.repeat(each[0] + each[1] * middles, 2)
    thread = np.stack((at * line.dx, at * line.dy))
    nx, ny = ASIDE * line.dy / line.length, -ASIDE * line.dx / line.length
    aside = np.tile(np.array([[-nx, nx], [-ny, ny]]), bounds[-1])
    return thread, aside, tuple(bounds)


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
