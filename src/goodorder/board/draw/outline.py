"""Outlines of pixel masks as polygons, for drawing."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Point = tuple[float, float]


def outlines(mask: npt.NDArray[np.bool_], tolerance: float) -> list[list[Point]]:
    """Closed polygons around the true pixels (holes run the other way round), thinned to ``tolerance`` pixels."""
    padded = np.pad(mask, 1)
    follow: dict[Point, list[Point]] = {}
    # cracks between a true and a false pixel, directed so that the true pixel lies on the right
    for (ys, xs), (dx0, dy0), (dx1, dy1) in (
        (np.nonzero(padded[1:, :] & ~padded[:-1, :]), (0, 1), (1, 1)),
        (np.nonzero(padded[:-1, :] & ~padded[1:, :]), (1, 1), (0, 1)),
        (np.nonzero(padded[:, 1:] & ~padded[:, :-1]), (1, 1), (1, 0)),
        (np.nonzero(padded[:, :-1] & ~padded[:, 1:]), (1, 0), (1, 1)),
    ):
        for y, x in zip(ys.tolist(), xs.tolist(), strict=True):
            follow.setdefault((x + dx0 - 1, y + dy0 - 1), []).append((x + dx1 - 1, y + dy1 - 1))
    loops = []
    while follow:
        start = next(iter(follow))
        loop = [start]
        before: Point | None = None
        here = start
        while True:
            choices = follow[here]
            there = choices[0]
            if len(choices) == 2 and before is not None:  # two pixels meet at a corner: turn right, keep them apart
                there = min(choices, key=lambda p: _turn(before, here, p))
            choices.remove(there)
            if not choices:
                del follow[here]
            before, here = here, there
            if here == start:
                break
            loop.append(here)
        if len(loop) >= 8:
            loops.append(_thin(loop, tolerance))
    return [loop for loop in loops if len(loop) >= 3]


def _turn(a: Point | None, b: Point, c: Point) -> float:
    if a is None:
        return 0
    return -((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]))


def _thin(loop: list[Point], tolerance: float) -> list[Point]:
    """Douglas and Peucker's thinning of a closed loop, cut at its two most distant corners."""
    points = np.array(loop, float)
    far = int(np.argmax(((points - points[0]) ** 2).sum(axis=1)))
    keep = {0, far}
    for first, last in ((0, far), (far, len(loop))):
        _split(np.vstack([points, points[:1]]), first, last, tolerance, keep)
    return [loop[i] for i in sorted(keep) if i < len(loop)]


def _split(points: npt.NDArray[np.float64], first: int, last: int, tolerance: float, keep: set[int]) -> None:
    stack = [(first, last)]
    while stack:
        a, b = stack.pop()
        if b - a < 2:
            continue
        p, q = points[a], points[b]
        d = q - p
        length = float((d * d).sum()) ** 0.5
        between = points[a + 1 : b]
        if length < 1e-9:
            off = ((between - p) ** 2).sum(axis=1) ** 0.5
        else:
            off = np.abs(d[0] * (between[:, 1] - p[1]) - d[1] * (between[:, 0] - p[0])) / length
        worst = int(np.argmax(off))
        if off[worst] > tolerance:
            keep.add(a + 1 + worst)
            stack += [(a, a + 1 + worst), (a + 1 + worst, b)]
