"""The points of a line that mattered: hex by hex what the line meets, how high it is, and which rule speaks there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from goodorder.board.map import terrain as t
from goodorder.board.map.facts import CODE_SHIFT, HEX_BITS, LEVEL_BIAS, LEVEL_BITS, LEVEL_SHIFT
from goodorder.board.map.locations import Location
from goodorder.board.sight.los import Hindrance, Obstruction

if TYPE_CHECKING:
    from goodorder.board.map.board import Map


class LineStretch(msgspec.Struct, frozen=True, gc=False):
    """A stretch of a line in one hex over one terrain at one level, in pixels from ``at``.

    ``terrain`` is an id, "crest" for bare ground that blocks. ``top`` is the level that the terrain reaches. ``says``
    tells what it does to this line; ``rule`` is why.
    """

    hex: int
    terrain: str
    ground: int
    top: float
    at: tuple[float, float]
    says: str
    rule: str


def trail(board: Map, a: int, b: int) -> tuple[LineStretch, ...]:
    """The points of the line between two Locations, from ``a`` on, the one that blocks among them.

    A line is judged from the lower id on (:meth:`Map.los`), so what lies between the point that blocks and the higher
    id is not told.
    """
    low, high = min(a, b), max(a, b)
    verdict = board.los(low, high)
    one, two = board.locations[low], board.locations[high]
    hindering = {(h.hex, h.terrain): h for h in verdict.hindrances}
    why = verdict.why
    found: list[tuple[float, LineStretch]] = []
    x0, y0 = (int(of) for of in board.raster.geometry.aim[one.hex])

    def along(at: tuple[float, float]) -> float:
        return max(abs(at[0] - x0), abs(at[1] - y0))

    end = along(why.at) if why is not None else float("inf")
    seen: set[tuple[int, int, int]] = set()
    for x, y in _pixels(board, one.hex, two.hex):
        if along((x, y)) >= end:
            break
        p = int(board.sight.facts.field.pixels[y, x])
        h, code, ground = p & HEX_BITS, (p >> CODE_SHIFT) & 255, ((p >> LEVEL_SHIFT) & LEVEL_BITS) - LEVEL_BIAS
        if h == HEX_BITS or (h, code, ground) in seen:
            continue
        seen.add((h, code, ground))
        kind = t.by_code().get(code) or t.by_code()[t.OPEN]
        if why is not None and (h, kind.id) == (why.hex, why.terrain):
            continue  # told where it blocks
        top = ground + kind.height + (0.5 if kind.half else 0.0)
        told = _says(hindering.pop((h, kind.id), None), kind, top, h, one, two)
        if told is not None:
            found.append((along((x, y)), LineStretch(h, kind.id, ground, top, (x, y), *told)))
    for more in hindering.values():  # beside the walk: hexes that a hexspine counts too, and SMOKE
        spot = board.hexes[more.hex]
        point = LineStretch(spot.index, more.terrain, spot.level, float(spot.level), (spot.x, spot.y), *_hinders(more))
        found.append((along((spot.x, spot.y)), point))
    found.sort(key=lambda item: item[0])
    points = [point for _, point in found]
    if why is not None:
        points.append(_blocking(board, why))
    return tuple(points if a <= b else points[::-1])


def _blocking(board: Map, why: Obstruction) -> LineStretch:
    ground = board.hexes[why.hex].level
    return LineStretch(why.hex, why.terrain, ground, why.height, why.at, f"blocks: {why.reason}", why.rule)


def _hinders(found: Hindrance) -> tuple[str, str]:
    return f"hinders by {found.value:+d}", found.rule


def _says(
    found: Hindrance | None, kind: t.Terrain, top: float, h: int, one: Location, two: Location
) -> tuple[str, str] | None:
    """What terrain that does not block does to the line, and the rule; None where it does not matter."""
    low, high = min(one.level, two.level), max(one.level, two.level)
    if found is not None:
        return _hinders(found)
    if top <= low:
        return None
    if h in (one.hex, two.hex):
        return "lies in an end's own hex", "A6.2"
    if top <= high:
        return "is looked over: its blind hexes end before the lower end", "A6.4"
    if kind.hexside:
        return "touches an end's own hex, or is passed without being crossed", kind.rule
    return "does not count: it is only touched, or another counts at its range", kind.rule


def _pixels(board: Map, a: int, b: int) -> list[tuple[int, int]]:
    """One pixel for each step along the line between the aiming pixels of two hexes."""
    aim = board.raster.geometry.aim
    (x0, y0), (x1, y1) = aim[a].tolist(), aim[b].tolist()
    steps = max(abs(x1 - x0), abs(y1 - y0), 1)
    return [(x0 + (x1 - x0) * n // steps, y0 + (y1 - y0) * n // steps) for n in range(steps + 1)]
