"""Lines of sight to places other than hex centres: vertices (A4.34) and the middles of hexsides (A4.132).

Such a place belongs to a Location. The line to it may pass through its own hex, where woods and buildings block,
while walls of that hex never do and nothing in it hinders (A4.34); elsewhere the rules at each pixel are those of
:mod:`goodorder.board.kernel_rules`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from goodorder.board import facts as f
from goodorder.board import kernel_rules as k
from goodorder.board.kernel import THICK, aim, is_deep, point
from goodorder.board.kernel_heights import heights
from goodorder.board.kernel_hillocks import hillock_ends
from goodorder.board.locations import KIND_CODES
from goodorder.board.los import Verdict
from goodorder.board.remember import once_per_map
from goodorder.board.sight import Judgement, hindrance_of, why_of

if TYPE_CHECKING:
    from goodorder.board.board import Map

Point = tuple[float, float]
TOUCH = 0.75
"""Pixels within which a line counts as touching a vertex."""


class Aim(NamedTuple):
    """A place to look from or at: the centre of a Location's hex, its vertex ``number`` (0 upper left, then clockwise:
    hexside ``s`` runs from vertex ``s`` to ``s + 1``), or the middle of its hexside ``number``.
    """

    location: int
    kind: Literal["centre", "vertex", "side"] = "centre"
    number: int = 0


def point_of(board: Map, aim: Aim) -> tuple[int, int]:
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
def line(board: Map, frm: Aim, to: Aim) -> Verdict:
    """The line of sight from ``frm`` to ``to``, told from ``frm``; that between two centres is the map's own.

    ``crossed`` names the hexsides of both end hexes that the line crosses. One that meets ``to`` at a vertex is
    crossed where the line comes from beyond it or along it (A4.34).
    """
    if frm.kind == to.kind == "centre":
        return board.los(frm.location, to.location)
    a, b = board.hex_at(frm.location), board.hex_at(to.location)
    start, end = point_of(board, frm), point_of(board, to)
    told, hexes = _judge(board, frm, to, start, end)
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


def _pixels(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Every pixel that the line touches, column by column, as the kernel walks."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    columns = abs(dx) + 1
    slope = dy / columns
    right, down = 1 if dx >= 0 else -1, 1 if dy >= 0 else -1
    enter, leave = float(y), y + slope
    for _ in range(columns):
        y, last = int(enter), int(leave)
        while True:
            yield x, y
            if y == last:
                break
            y += down
        enter, leave = leave, leave + slope
        x += right


def _judge(
    board: Map, frm: Aim, to: Aim, start: tuple[int, int], end: tuple[int, int]
) -> tuple[Judgement, tuple[int, ...]]:
    """What the rules say pixel by pixel, and the hexes on the way."""
    px, hx, te = board.sight.facts.field
    one, two = board.locations[frm.location], board.locations[to.location]
    a, b = one.hex, two.hex
    reach = k.hex_range(hx, a, b)
    mind = np.zeros(k.MIND, np.int32)
    mind[k.A], mind[k.B], mind[k.FROM], mind[k.TO] = a, b, one.level, two.level
    mind[k.FROM_KIND], mind[k.TO_KIND] = KIND_CODES[one.kind], KIND_CODES[two.kind]
    # one more than the range: only the end hexes themselves are left out of the rules for what lies between
    mind[k.REACH], mind[k.LOW], mind[k.HIGH] = reach + 1, min(one.level, two.level), max(one.level, two.level)
    mind[k.DEEP_A], mind[k.DEEP_B] = is_deep(hx, a, mind[k.FROM_KIND]), is_deep(hx, b, mind[k.TO_KIND])
    mind[k.INSIDE] = mind[k.FROM_KIND] == k.UPPER or (
        mind[k.FROM_KIND] == k.GROUND and te[hx[a, f.CODE], f.IS_BUILDING]
    )
    mind[k.EXIT] = mind[k.ENTRY] = mind[k.LEAVING] = -1
    mind[k.UNEVEN] = hx[a, f.FLAGS] >> f.HILLY & 1
    if mind[k.UNEVEN]:
        hillock_ends(hx, mind, mind[k.FROM_KIND], mind[k.TO_KIND])
    aim(hx, mind, *start, *end)
    reason, at, code, ground, h = k.CLEAR, start, 0, 0, a
    hexes = [a]
    for x, y in _pixels(start, end):
        if not (0 <= y < px.shape[0] and 0 <= x < px.shape[1]):
            continue
        p = int(px[y, x])
        h = p & f.HEX_BITS
        if h == f.NO_HEX:
            continue
        if h not in hexes:
            hexes.append(h)
        code = (p >> f.CODE_SHIFT) & 255
        ground = ((p >> f.LEVEL_SHIFT) & f.LEVEL_BITS) - f.LEVEL_BIAS
        side = (p >> f.SIDE_SHIFT) & 7
        near, far = k.hex_range(hx, a, h), k.hex_range(hx, h, b)
        if mind[k.INSIDE] and not te[code, f.IS_BUILDING]:
            mind[k.INSIDE] = 0
        if (h == a and frm.kind != "centre") or (h == b and to.kind != "centre"):
            if te[code, f.OBSTACLE] and not te[code, f.ON_SIDE]:
                reason = heights(hx, te, mind, h, near, far, side, x, y, code, ground)
        else:
            reason = point(hx, te, mind, h, near, far, side, x, y, code, ground)
        if reason == k.CLEAR and mind[k.TOTAL] >= THICK:
            reason = k.TOO_THICK
        if reason != k.CLEAR:
            at = (x, y)
            break
    found = []
    for near in range(reach + 2):
        value, where, what = mind[k.HINDRANCES + 3 * near : k.HINDRANCES + 3 * near + 3].tolist()
        if value:
            found.append(hindrance_of(where, value, what))
    if b not in hexes:
        hexes.append(b)
    return Judgement(reason, int(mind[k.TOTAL]), tuple(found), h, at, code, ground), tuple(hexes)


def _cross(o: Point, p: Point, q: Point) -> float:
    """Twice the signed area of a triangle: on which side of the line o-p the point q lies."""
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def _crossed(board: Map, h: int, here: tuple[int, int], there: tuple[int, int]) -> list[int]:
    """The hexsides of ``h`` on a line that ends ``here``, in or on that hex; both where it passes a vertex."""
    corners = [tuple(v) for v in board.raster.geometry.vertices[h].tolist()]
    centre = tuple(board.raster.geometry.aim[h].tolist())
    found = []
    for s in range(6):
        p, q = corners[s], corners[(s + 1) % 6]
        size = ((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2) ** 0.5
        away, inward = _cross(p, q, there) / size, _cross(p, q, centre) / size
        # what lies on the hex's own side of the hexside's line does not cross it
        if away * inward > 0 and abs(away) > TOUCH:
            continue
        if here in (p, q):
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


def _spines(board: Map, h: int, aim: Aim, start: Point, end: Point) -> list[tuple[int, int]]:
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
    return [(beside, side)] if off <= TOUCH else []
