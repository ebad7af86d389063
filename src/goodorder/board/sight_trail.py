"""The points of a line that mattered: hex by hex what the line meets, how high it is, and which rule speaks there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from goodorder.board import terrain as t
from goodorder.board.facts import CODE_SHIFT, HEX_BITS, LEVEL_BIAS, LEVEL_BITS, LEVEL_SHIFT

if TYPE_CHECKING:
    from goodorder.board.board import Map


class Point(msgspec.Struct, frozen=True, gc=False):
    """A stretch of a line in one hex over one terrain at one level, in pixels from ``at``.

    ``top`` is the level that the terrain reaches. ``says`` tells what it does to this line; ``rule`` is why.
    """

    hex: int
    terrain: str
    ground: int
    top: float
    at: tuple[int, int]
    says: str
    rule: str


def trail(board: Map, a: int, b: int) -> tuple[Point, ...]:
    """The points of the line between two Locations, from ``a``, up to where it is blocked."""
    verdict = board.los(a, b)
    one, two = board.locations[a], board.locations[b]
    low, high = min(one.level, two.level), max(one.level, two.level)
    hindering = {(h.hex, h.terrain): h for h in verdict.hindrances}
    table = t.by_code()
    points: list[Point] = []
    seen: set[tuple[int, int, int]] = set()
    for x, y in _pixels(board, one.hex, two.hex):
        p = int(board.sight.facts.field.pixels[y, x])
        h, code, ground = p & HEX_BITS, (p >> CODE_SHIFT) & 255, ((p >> LEVEL_SHIFT) & LEVEL_BITS) - LEVEL_BIAS
        if h == HEX_BITS or (h, code, ground) in seen:
            continue
        seen.add((h, code, ground))
        kind = table.get(code) or table[t.OPEN]
        top = ground + kind.height + (0.5 if kind.half else 0.0)
        found = hindering.get((h, kind.id))
        why = verdict.why
        if why is not None and why.hex == h and why.terrain in (kind.id, "crest") and why.height in (top, ground):
            points.append(Point(h, kind.id, ground, top, (x, y), f"blocks: {why.reason}", why.rule))
            break
        if found is not None:
            points.append(Point(h, kind.id, ground, top, (x, y), f"hinders by {found.value:+d}", found.rule))
        elif h in (one.hex, two.hex):
            if top > low:
                points.append(Point(h, kind.id, ground, top, (x, y), "lies in an end's own hex", "A6.2"))
        elif top > high:
            points.append(
                Point(h, kind.id, ground, top, (x, y), "stands above both ends, and lets them see", kind.rule)
            )
        elif top > low:
            points.append(Point(h, kind.id, ground, top, (x, y), "is looked over: its blind hexes end before", "A6.4"))
    return tuple(points)


def _pixels(board: Map, a: int, b: int) -> list[tuple[int, int]]:
    """One pixel for each step along the line between the aiming pixels of two hexes."""
    aim = board.raster.geometry.aim
    (x0, y0), (x1, y1) = aim[a].tolist(), aim[b].tolist()
    steps = max(abs(x1 - x0), abs(y1 - y0), 1)
    return [(x0 + (x1 - x0) * n // steps, y0 + (y1 - y0) * n // steps) for n in range(steps + 1)]
