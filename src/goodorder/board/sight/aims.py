"""Lines of sight to places other than hex centres: vertices (A4.34) and the middles of hexsides (A4.132).

Such a place belongs to a Location. The line to it may pass through its own hex, where woods and buildings block,
while walls of that hex never do and nothing in it hinders (A4.34); elsewhere the rules at each pixel are those of
:mod:`goodorder.board.sight.kernel_rules`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from goodorder.board.map.locations import CORNERS, KIND_CODES, corner_of
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.sight import compiled
from goodorder.board.sight import kernel_rules as k
from goodorder.board.sight.los import Verdict
from goodorder.board.sight.sight import Judgement, hindrance_of, why_of

if TYPE_CHECKING:
    from goodorder.board.map.board import Map

Point = tuple[float, float]
TOUCH = 0.75
"""Pixels within which a line counts as touching a vertex."""


class LinePoint(Struct, frozen=True, gc=False):
    """A place to look from or at: the centre of a Location's hex, its vertex ``number`` (0 upper left, then clockwise:
    hexside ``s`` runs from vertex ``s`` to ``s + 1``), or the middle of its hexside ``number``.
    """

    location: int
    kind: Literal["centre", "vertex", "side"] = "centre"
    number: int = 0


def looked_from(location: int) -> LinePoint:
    """Where lines to and from a Location, or a vertex by its number, end: in the hex centre, or at the vertex."""
    if location < CORNERS:
        return LinePoint(location)
    h, vertex = corner_of(location)
    return LinePoint(h, "vertex", vertex)


@once_per_map(16384)
def point_of(board: Map, aim: LinePoint) -> tuple[int, int]:
    """The pixel of an aim, taken back to the map where it lies beyond its edge."""
    of, h = board.raster.geometry, board.hex_at(aim.location)
    if aim.kind == "centre":
        x, y = of.aim[h].tolist()
    elif aim.kind == "vertex":
        x, y = of.vertices[h, aim.number % 6].tolist()
    else:
        (ax, ay), (bx, by) = (of.vertices[h, (aim.number + i) % 6].tolist() for i in (0, 1))
        x, y = (ax + bx) // 2, (ay + by) // 2
    return min(max(x, 0), board.width - 1), min(max(y, 0), board.height - 1)


@once_per_map(16384)
def line(board: Map, frm: LinePoint, to: LinePoint) -> Verdict:
    """The line of sight from ``frm`` to ``to``, told from ``frm``; that between two centres is the map's own.

    ``crossed`` names the hexsides of both end hexes that the line crosses. One that meets ``to`` at a vertex is
    crossed where the line comes from the hex beyond it or along it (A4.34, B9.42).
    """
    if frm.kind == to.kind == "centre":
        return board.los(frm.location, to.location)
    a, b = board.hex_at(frm.location), board.hex_at(to.location)
    start, end = point_of(board, frm), point_of(board, to)
    told, hexes = _judge(board, frm, to)
    why = None
    if told.reason != k.CLEAR:
        why = why_of(told, board.locations[frm.location], board.locations[to.location], board)
    crossed = tuple(
        (h, s) for h, here, there in ((a, start, end), (b, end, start)) for s in _crossed(board, h, here, there)
    )
    spines = tuple((h, *side) for h, aim in ((a, frm), (b, to)) for side in _spines(board, h, aim, start, end))
    return Verdict(
        a=frm.location,
        b=to.location,
        blocked=why is not None,
        hindrance=told.hindrance,
        range=board.distance(a, b),
        hexes=hexes,
        crossed=crossed,
        spines=spines,
        hindrances=told.hindrances,
        why=why,
        aimed=True,
    )


@once_per_map(32768)
def sees(board: Map, frm: LinePoint, to: LinePoint) -> bool:
    """Whether a line of sight runs from ``frm`` to ``to``, one of which is no hex centre."""
    return _walk(board, frm, to)[0] == k.CLEAR


def _judge(board: Map, frm: LinePoint, to: LinePoint) -> tuple[Judgement, tuple[int, ...]]:
    """What the rules say pixel by pixel, and the hexes on the way."""
    reason, mind, met = _walk(board, frm, to)
    a, b = board.hex_at(frm.location), board.hex_at(to.location)
    hexes = met[1 : met[0] + 1].tolist()
    if b not in hexes:
        hexes.append(b)
    found = []
    if mind[k.TOTAL]:
        for near in range(board.distance(a, b) + 2):
            value, where, what = mind[k.HINDRANCES + 3 * near : k.HINDRANCES + 3 * near + 3].tolist()
            if value:
                found.append(hindrance_of(where, value, what))
    h, x, y, code, ground = mind[k.WHERE : k.WHERE + 5].tolist()
    return Judgement(reason, int(mind[k.TOTAL]), tuple(found), h, (x, y), code, ground), tuple(hexes)


def _walk(board: Map, frm: LinePoint, to: LinePoint) -> tuple[int, NDArray[np.int32], NDArray[np.int32]]:
    """Why the line is blocked (``k.CLEAR``: it is not), what the kernel has written down, and the hexes it met."""
    a, first, start, off_start = _end(board, frm)
    b, last, end, off_end = _end(board, to)
    reach = board.distance(a, b)
    mind = np.zeros(k.HINDRANCES + 3 * (reach + 3), np.int32)  # no SMOKE here, whose hindrances would lie behind
    met = np.zeros(4 * reach + 16, np.int32)
    field, aimed = board.sight.facts.field, compiled.kernel().aimed
    reason = int(aimed(*field, a, *first, b, *last, *start, *end, off_start, off_end, mind, met))
    return reason, mind, met


@once_per_map(16384)
def _end(board: Map, aim: LinePoint) -> tuple[int, tuple[int, int], tuple[int, int], bool]:
    """An end of a line as the kernel takes it: its hex, level and kind of Location, pixel, and whether that is another
    place than the centre.
    """
    place = board.locations[aim.location]
    return place.hex, (place.level, KIND_CODES[place.kind]), point_of(board, aim), aim.kind != "centre"


def _cross(o: Point, p: Point, q: Point) -> float:
    """Twice the signed area of a triangle: on which side of the line o-p the point q lies."""
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def _crossed(board: Map, h: int, here: Point, there: Point) -> list[int]:
    """The hexsides of ``h`` on a line that ends ``here``, in or on that hex; both where it passes a vertex."""
    centre, sides = _sides(board, h)
    found = []
    for s, (p, q, size, inward) in enumerate(sides):
        away = _cross(p, q, there) / size
        # what lies on the hex's own side of the hexside's line does not cross it
        if away * inward > 0 and abs(away) > TOUCH:
            continue
        if here in (p, q):
            if _from_beyond(here, q if here == p else p, there, centre):
                found.append(s)
        elif abs(_cross(p, q, here)) / size <= TOUCH:
            between = min(p[0], q[0]) <= here[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= here[1] <= max(p[1], q[1])
            if between:
                found.append(s)
        else:
            length = ((there[0] - here[0]) ** 2 + (there[1] - here[1]) ** 2) ** 0.5 or 1.0
            left, right = _cross(here, there, p) / length, _cross(here, there, q) / length
            if left * right <= 0 or min(abs(left), abs(right)) <= TOUCH:
                found.append(s)
    return found


@once_per_map(8192)
def _sides(board: Map, h: int) -> tuple[Point, tuple[tuple[Point, Point, float, float], ...]]:
    """The centre of a hex, and each of its hexsides: both ends, the length, and how far the centre lies beside it."""
    x, y = board.raster.geometry.aim[h].tolist()
    corners = [(a, b) for a, b in board.raster.geometry.vertices[h].tolist()]
    found = []
    for p, q in zip(corners, (*corners[1:], corners[0]), strict=True):
        size = ((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2) ** 0.5
        found.append((p, q, size, _cross(p, q, (x, y)) / size))
    return (x, y), tuple(found)


def _from_beyond(here: Point, far: Point, there: Point, centre: Point) -> bool:
    """Whether a line from ``there`` comes to the vertex ``here`` through the hex beyond its hexside to ``far``, or
    along an edge of that hex (B9.42); not through the third hex of the vertex. ``centre`` is that of the hex aimed at.
    """
    along = math.atan2(far[1] - here[1], far[0] - here[0])
    turn = 1 if _cross(here, far, centre) < 0 else -1  # towards the side on which the hex aimed at is not
    angle = (math.atan2(there[1] - here[1], there[0] - here[0]) - along) * turn
    angle = (angle + math.pi / 6) % (2 * math.pi) - math.pi / 6
    slack = TOUCH / max(math.dist(here, there), 1.0)
    return -slack <= angle <= 2 * math.pi / 3 + slack


def _spines(board: Map, h: int, aim: LinePoint, start: Point, end: Point) -> list[tuple[int, int]]:
    """A hexside (hex, side) that ends at a vertex aimed at and lies lengthwise on the line (B9.3)."""
    if aim.kind != "vertex":
        return []
    beside = board.neighbours[h][(aim.number + 5) % 6]
    if beside < 0:
        return []
    side = (aim.number + 1) % 6
    corners = board.raster.geometry.vertices[beside]
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5 or 1.0
    ends = [tuple(corners[(side + i) % 6].tolist()) for i in (0, 1)]
    off = max(abs(_cross(start, end, p)) / length for p in ends)
    here = tuple(board.raster.geometry.vertices[h, aim.number % 6].tolist())
    there = start if here == end else end
    far = max(ends, key=lambda p: math.dist(p, here))
    ahead = (far[0] - here[0]) * (there[0] - here[0]) + (far[1] - here[1]) * (there[1] - here[1]) > 0
    return [(beside, side)] if off <= TOUCH and ahead else []
