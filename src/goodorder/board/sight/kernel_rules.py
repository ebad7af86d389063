"""What every rule of line of sight reads (A6, B): the line at hand, how it lies to a hex, and hindrances.

The rules themselves stand in :mod:`goodorder.board.sight.kernel_sides` (hexsides, Depressions) and
:mod:`goodorder.board.sight.kernel_heights` (ground, obstacles, blind hexes).
"""

from __future__ import annotations

from goodorder.board.map.facts import (
    BOX,
    CODE,
    COL,
    EDGE_X,
    EDGE_Y,
    FLAGS,
    ON_MAP,
    ROW2,
    UNPARTED,
    WAY,
    WIDE_X,
    WIDE_Y,
    Ints,
    Row,
    X,
    Y,
)

# kinds of Location
GROUND, UPPER, ON_BRIDGE, UNDER_BRIDGE = range(4)

# reasons, in the order in which the rules are asked
(
    CLEAR,
    BUILDING_LEVELS,
    BRIDGE_BETWEEN,
    LEAVES_AT_VERTEX,
    LEAVES_DEPRESSION,
    ENTERS_DEPRESSION,
    INSIDE_BUILDING,
    WALL,
    ROWHOUSE_BAR,
    BOCAGE_SIDE,
    HILL,
    LOWER_PART,
    HALF_LEVEL,
    HIGHER,
    NO_ADVANTAGE,
    BLIND_BEHIND_CREST,
    BLIND_BEHIND_OBSTACLE,
    TOO_THICK,
    OVERGROWN,
) = range(19)

# places in ``mind``: the line at hand ...
A, B, FROM, TO, FROM_KIND, TO_KIND, REACH, LOW, HIGH, ALONG, EXIT, ENTRY, DEEP_A, DEEP_B = range(14)
INSIDE, OPEN_HEX, TOTAL, SLOPE, RULINGS_OFF, SLOPED, LEAVING, HERE, BEFORE = range(14, 23)
START_X, START_Y, END_X, END_Y = range(23, 27)
WHERE = 27
"""Hex, x, y, code and ground of the pixel that blocks."""
# ... where hillocks count, the hillocks in play and what was met of them
UNEVEN, STARTS_UP, ENDS_UP, BESIDE_A, BESIDE_B, CROSSING, ONE_GRAIN, ONE_RUBBLE = range(32, 40)
SLOPES_AT_A, SLOPES_AT_B = 40, 41
HILLOCKS_CROSSED, CROSSED, MANY_HILLOCKS = 42, 43, 8
WALL_SEEN = 51
"""Whether a wall was met, then its hex, hexside, x and y."""
RANGES = 1024
HINDRANCES, SMOKE_HINDRANCES, MIND = 56, 56 + 3 * RANGES, 56 + 6 * RANGES
"""... and from here on value, hex and code of the hindrance at each range from the first end."""


def hex_range(hx: Ints, a: int, b: int) -> int:
    """Range in hexes."""
    across, down = abs(hx[a, COL] - hx[b, COL]), abs(hx[a, ROW2] - hx[b, ROW2])
    found: int = across + max(0, (down - across) // 2)
    return found


def in_wide(hx: Ints, h: int, x: int, y: int) -> bool:
    """Whether a pixel lies in a hex made one pixel wider all round."""
    if x < hx[h, BOX] or x > hx[h, BOX + 1] or y < hx[h, BOX + 2] or y > hx[h, BOX + 3]:
        return False
    inside = False
    ax, ay = hx[h, WIDE_X + 5], hx[h, WIDE_Y + 5]
    for i in range(6):
        bx, by = hx[h, WIDE_X + i], hx[h, WIDE_Y + i]
        if ay < by:
            if ay <= y < by and x - ax < (y - ay) / (by - ay) * (bx - ax):
                inside = not inside
        elif by < ay:
            if by <= y < ay and x - bx < (y - by) / (ay - by) * (ax - bx):
                inside = not inside
        ax, ay = bx, by
    return inside


def nearest_side(hx: Ints, h: int, x: int, y: int) -> int:
    """The hexside of a hex that a pixel is nearest to, 6 if it is as near to the centre."""
    best = (x - hx[h, X]) ** 2 + (y - hx[h, Y]) ** 2
    found = 6
    for s in range(6):
        if hx[h, FLAGS] >> (ON_MAP + s) & 1:
            far = (x - hx[h, EDGE_X + s]) ** 2 + (y - hx[h, EDGE_Y + s]) ** 2
            if far < best:
                best, found = far, s
    return found


def beyond_centre(hx: Ints, end: int, h: int, x: int, y: int) -> int:
    """How much farther from an end a pixel is than its hex's centre: squared pixels, less than 0 if nearer."""
    pixel = (x - hx[end, X]) ** 2 + (y - hx[end, Y]) ** 2
    centre = (hx[h, X] - hx[end, X]) ** 2 + (hx[h, Y] - hx[end, Y]) ** 2
    found: int = pixel - centre
    return found


def turn(ax: int, ay: int, bx: int, by: int, px: int, py: int) -> int:
    """On which side of the stretch a-b a point lies: 1 or -1, and 0 on it; on its line, -1 before and 1 behind it."""
    dx, dy, px, py = bx - ax, by - ay, px - ax, py - ay
    found = px * dy - py * dx
    if found == 0:
        found = min(0, px * dx + py * dy)
        if found == 0:
            found = max(0, (px - dx) * dx + (py - dy) * dy)
    return 1 if found > 0 else -1 if found < 0 else 0


def crossed(hx: Ints, mind: Row, h: int) -> int:
    """The hexsides of a hex that the line crosses or touches, bit by bit; the hex is taken a pixel wider."""
    ax, ay, bx, by = mind[START_X], mind[START_Y], mind[END_X], mind[END_Y]
    found = 0
    for s in range(6):
        px, py = hx[h, WIDE_X + s], hx[h, WIDE_Y + s]
        qx, qy = hx[h, WIDE_X + (s + 1) % 6], hx[h, WIDE_Y + (s + 1) % 6]
        apart = turn(ax, ay, bx, by, px, py) * turn(ax, ay, bx, by, qx, qy) > 0
        if not apart and turn(px, py, qx, qy, ax, ay) * turn(px, py, qx, qy, bx, by) <= 0:
            found |= 1 << s
    return found


def whole_hex(hx: Ints, te: Ints, mind: Row, h: int, code: int) -> int:
    """What a pixel between the ends counts as: a road is no gap in crags, a graveyard or rubble (R510)."""
    fills = hx[h, CODE]
    if te[code, WAY] and (fills in UNPARTED) and not mind[RULINGS_OFF] & 128:
        return int(fills)
    return code


def first_side(sides: int) -> int:
    """The lowest of some hexsides told as bits, -1 for none."""
    for s in range(6):
        if sides >> s & 1:
            return s
    return -1


def smoke(smokes: Ints, mind: Row, h: int, near: int) -> None:
    """SMOKE in a hex hinders whatever would be blocked by an obstacle as high (A24.2, A24.4)."""
    value, top = smokes[h, 0], smokes[h, 1]
    if value == 0 or (h == mind[A] and mind[FROM] >= top) or (h == mind[B] and mind[TO] >= top):
        return
    if h != mind[A] and h != mind[B] and not (top > mind[HIGH] or (top == mind[HIGH] and top > mind[LOW])):
        far = max(0, mind[REACH] - near)
        down, up = (near, far) if mind[FROM] >= mind[TO] else (far, near)
        if top <= mind[LOW] or up > max(2 * top + down // 5 - mind[HIGH] - mind[LOW] + 1, 1):
            return
    hinder(mind, SMOKE_HINDRANCES, near, value, h, -1)


def hinder(mind: Row, table: int, near: int, value: int, h: int, code: int) -> None:
    """Note a hindrance; of those at one range the highest alone counts (A6.7)."""
    at = table + 3 * near
    if value > mind[at]:
        mind[TOTAL] += value - mind[at]
        mind[at], mind[at + 1], mind[at + 2] = value, h, code
