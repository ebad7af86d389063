"""What the rules of line of sight say at one pixel of the line (A6, B): the kernel's second half.

A *top* is the level that terrain at a pixel reaches, without a half level on top of it. Along the line the range
from the higher end is counted *down* to a hex, and *up* from the lower end.
"""

from __future__ import annotations

from goodorder.board.facts import (
    BASE,
    BOCAGE,
    BRIDGE,
    CATEGORY,
    CLIFFS,
    CODE,
    COL,
    DEPRESSION,
    EDGE_X,
    EDGE_Y,
    FLAGS,
    HALF,
    HAS_BRIDGE,
    HEIGHT,
    HINDRANCE,
    INHERENT,
    IS_BAR,
    IS_BUILDING,
    IS_DEPRESSION,
    LATE_ORCHARD,
    LOWER_HINDRANCE,
    LOWER_OBSTACLE,
    NEIGHBOUR,
    OBSTACLE,
    ON_MAP,
    ON_SIDE,
    ROAD,
    ROW2,
    SIDE,
    SLOPES,
    SPLIT,
    SUNKEN,
    VALUE,
    WATER,
    WIDE_X,
    WIDE_Y,
    Ints,
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
) = range(18)

# places in ``mind``: the line at hand ...
A, B, FROM, TO, FROM_KIND, TO_KIND, REACH, LOW, HIGH, ALONG, EXIT, ENTRY, DEEP_A, DEEP_B = range(14)
INSIDE, WATER_A, WATER_B, BRIDGED, TOTAL, SLOPE, RULINGS_OFF, HILLOCKS = range(14, 22)
WHERE = 22
"""Hex, x, y, code and ground of the pixel that blocks."""
RANGES = 1024
HINDRANCES, SMOKE_HINDRANCES, MIND = 27, 27 + 3 * RANGES, 27 + 6 * RANGES
"""... and from here on value, hex and code of the hindrance at each range from the first end."""


def hex_range(hx: Ints, a: int, b: int) -> int:
    """Range in hexes."""
    across, down = abs(hx[a, COL] - hx[b, COL]), abs(hx[a, ROW2] - hx[b, ROW2])
    found: int = across + max(0, (down - across) // 2)
    return found


def in_wide(hx: Ints, h: int, x: int, y: int) -> bool:
    """Whether a pixel lies in a hex made one pixel wider all round."""
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


def on_near_side(hx: Ints, end: int, h: int, x: int, y: int) -> bool:
    """Whether a pixel of a hex lies in the half of it towards an end of the line."""
    pixel = (x - hx[end, X]) ** 2 + (y - hx[end, Y]) ** 2
    centre = (hx[h, X] - hx[end, X]) ** 2 + (hx[h, Y] - hx[end, Y]) ** 2
    return bool(pixel < centre)


def smoke(smokes: Ints, mind: Ints, h: int, near: int) -> None:
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


def hinder(mind: Ints, table: int, near: int, value: int, h: int, code: int) -> None:
    """Note a hindrance; of those at one range the highest alone counts (A6.7)."""
    at = table + 3 * near
    if value > mind[at]:
        mind[TOTAL] += value - mind[at]
        mind[at], mind[at + 1], mind[at + 2] = value, h, code


def point(
    hx: Ints,
    te: Ints,
    mind: Ints,
    h: int,
    near: int,
    far: int,
    side: int,
    x: int,
    y: int,
    code: int,
    as_terrain: int,
    ground: int,
) -> int:
    """The rules at a pixel of hex ``h``, ``near`` hexes from the first end and ``far`` from the second.

    ``code`` is drawn at the pixel, ``as_terrain`` is what it counts as (Inherent Terrain fills its hex, B.6).
    """
    if mind[DEEP_A] or mind[DEEP_B]:
        reason = depression(hx, te, mind, h, near, far, code, ground)
        if reason != CLEAR:
            return reason
    if (
        mind[INSIDE]
        and h != mind[A]
        and te[code, IS_BUILDING]
        and ground + te[code, HEIGHT] >= mind[FROM]
        and mind[LOW] != mind[HIGH]
    ):
        return INSIDE_BUILDING
    if te[code, ON_SIDE]:
        reason = hexside(hx, te, mind, h, near, far, side, code, ground)
        if reason != CLEAR:
            return reason
    if h == mind[A] or h == mind[B] or near == mind[REACH] or far == mind[REACH]:
        return CLEAR
    if te[as_terrain, INHERENT] and hx[h, CODE] != as_terrain:
        return CLEAR
    return heights(hx, te, mind, h, near, far, side, x, y, as_terrain, ground)


def depression(hx: Ints, te: Ints, mind: Ints, h: int, near: int, far: int, code: int, ground: int) -> int:
    """A unit IN a Depression sees out, and is seen, along its floor or from a level higher for each hex (A6.3)."""
    rise = mind[TO] - mind[FROM]
    if mind[DEEP_A] and mind[DEEP_B] and mind[ALONG] and abs(rise) < mind[REACH]:
        if not (sunken_spine(hx, mind[A], mind[EXIT]) and sunken_spine(hx, mind[B], mind[ENTRY])):
            return LEAVES_AT_VERTEX
    bridge = te[code, CATEGORY] == BRIDGE or (te[code, CATEGORY] == ROAD and (hx[h, FLAGS] >> HAS_BRIDGE) & 1)
    if bridge or te[code, CATEGORY] == DEPRESSION:
        return CLEAR
    if mind[DEEP_A] and rise < far and ground > mind[FROM]:
        return LEAVES_DEPRESSION
    if mind[DEEP_B] and -rise < near and ground > mind[TO]:
        return ENTERS_DEPRESSION
    return CLEAR


def sunken_spine(hx: Ints, end: int, vertex: int) -> bool:
    """Whether the hexspine that begins at a vertex of an end hex is a Depression hexside."""
    left, right = hx[end, NEIGHBOUR + (vertex + 5) % 6], hx[end, NEIGHBOUR + vertex]
    if left >= 0:
        return bool((hx[left, FLAGS] >> (SUNKEN + (vertex + 1) % 6)) & 1)
    return right >= 0 and bool((hx[right, FLAGS] >> (SUNKEN + (vertex + 4) % 6)) & 1)


def connected(hx: Ints, a: int, b: int) -> bool:
    """Whether two hexes share a Depression hexside."""
    for s in range(6):
        if hx[a, NEIGHBOUR + s] == b:
            return bool((hx[a, FLAGS] >> (SUNKEN + s)) & 1) or bool((hx[b, FLAGS] >> (SUNKEN + (s + 3) % 6)) & 1)
    return False


def hexside(hx: Ints, te: Ints, mind: Ints, h: int, near: int, far: int, side: int, code: int, ground: int) -> int:
    """Walls, hedges, bocage and bars between rowhouses (B9.1, B9.5, B23.71)."""
    if not te[code, IS_BAR] and wall_of_end(hx, mind, h, near, far, side):
        return CLEAR
    low, high = mind[LOW], mind[HIGH]
    if te[code, HEIGHT] == 0:
        return WALL if te[code, OBSTACLE] and ground == low and ground == high else CLEAR
    if not te[code, IS_BAR] and code != BOCAGE:
        return CLEAR
    reason = ROWHOUSE_BAR if te[code, IS_BAR] else BOCAGE_SIDE
    top = ground + te[code, HEIGHT]
    if top > high or (top == high and (top > low or te[code, HALF])):
        return reason
    if top > low or (top == low and te[code, HALF]):
        down, up = (near, far) if mind[FROM] > mind[TO] else (far, near)
        # the hex behind the hexside, and no hex less, is the first that can be blind
        if up <= max(2 * top + down // 5 - high - low, 0):
            return reason
    return CLEAR


def wall_of_end(hx: Ints, mind: Ints, h: int, near: int, far: int, side: int) -> bool:
    """Whether the wall at a pixel never blocks: it touches an end hex or lies lengthwise to one (B9.2)."""
    if touches_end(hx, mind[A], h, side) or touches_end(hx, mind[B], h, side):
        return True
    if side < 6 and hx[h, SIDE + side] < 0 and (near <= 1 or far <= 1):
        return True
    if not mind[ALONG]:
        return False
    return far_end(hx, mind[A], h, side, mind[EXIT]) or far_end(hx, mind[B], h, side, mind[ENTRY])


def touches_end(hx: Ints, end: int, h: int, side: int) -> bool:
    """Whether a hexside of a hex belongs to an end hex or meets one of its vertices."""
    if side == 6:
        return False
    if h == end:
        return True
    for t in range(6):
        if hx[end, NEIGHBOUR + t] == h:
            return 2 <= (side - t) % 6 <= 4
    return False


def far_end(hx: Ints, end: int, h: int, side: int, vertex: int) -> bool:
    """Whether a hexside begins where a walled hexspine, which the line runs along from an end hex, ends.

    Such a hexside does not block unless the other one that begins there has a wall too.
    """
    before = (vertex + 5) % 6
    left, right = hx[end, NEIGHBOUR + before], hx[end, NEIGHBOUR + vertex]
    if left < 0 and right < 0:
        return False
    spine = hx[left, SIDE + (vertex + 1) % 6] if left >= 0 else hx[right, SIDE + (vertex + 4) % 6]
    if spine < 0:
        return False
    beyond = hx[left, NEIGHBOUR + vertex] if left >= 0 else hx[right, NEIGHBOUR + before]
    begins = (
        (left >= 0 and h == left and side == vertex)
        or (right >= 0 and h == right and side == before)
        or (beyond >= 0 and h == beyond and (side == (vertex + 3) % 6 or side == (vertex + 2) % 6))
    )
    both = left >= 0 and right >= 0 and hx[left, SIDE + vertex] >= 0 and hx[right, SIDE + before] >= 0
    return begins and not both


def heights(
    hx: Ints, te: Ints, mind: Ints, h: int, near: int, far: int, side: int, x: int, y: int, code: int, ground: int
) -> int:
    """Ground, obstacles and hindrances of a hex between the ends (A6.2, A6.4, A6.7)."""
    low, high = mind[LOW], mind[HIGH]
    bridged = mind[BRIDGED] == h
    cliff = side < 6 and (hx[h, FLAGS] >> (CLIFFS + side)) & 1
    if mind[ALONG] and cliff:
        # a cliff along the line is as high as the lower hex beside it (B11.2)
        beyond = hx[h, NEIGHBOUR + side]
        ground = min(ground, hx[h, BASE], hx[beyond, BASE] if beyond >= 0 else hx[h, BASE])
    if ground > high and not bridged:
        return HILL
    hexside_terrain = te[code, ON_SIDE]
    half = te[code, HALF]
    top = ground + te[code, HEIGHT]
    hinders = False
    if not hexside_terrain:
        split = te[code, SPLIT] and ground == low and ground == high
        if split and te[code, LOWER_OBSTACLE]:
            return LOWER_PART
        if split and te[code, LOWER_HINDRANCE]:
            hinders = True
        if half and top == low and top == high and not mind[HILLOCKS]:
            if te[code, OBSTACLE]:
                return HALF_LEVEL
            hinders = hinders or te[code, HINDRANCE] == 1
        if top > high or (half and top == high and not mind[HILLOCKS]):
            if te[code, OBSTACLE] and not split:
                return HIGHER
            elif te[code, HINDRANCE]:
                # what carries a road far above both ends lets them see beneath it
                above = ground > high and (te[code, CATEGORY] == ROAD or te[code, CATEGORY] == BRIDGE)
                hinders = hinders or not above
    if mind[SLOPE] and ground == hx[h, BASE] and not hexside_terrain:
        # what lies on a Continuous Slope is met as at one level (B.5)
        if te[code, OBSTACLE] and half and te[code, HEIGHT] == 0:
            return HALF_LEVEL
        hinders = hinders or te[code, LOWER_HINDRANCE] == 1
    if low < high:
        down, up = (near, far) if mind[FROM] > mind[TO] else (far, near)
        upper, lower = (mind[A], mind[B]) if mind[FROM] > mind[TO] else (mind[B], mind[A])
        lengthwise = hexside_terrain and (te[code, IS_BAR] or code == BOCAGE)
        exact = not (half and te[code, IS_BUILDING])
        if top == high and exact and not lengthwise and not (mind[ALONG] and cliff):
            if not sees_over(hx, te, mind, h, down, side, x, y, code, upper):
                if code != LATE_ORCHARD:
                    return NO_ADVANTAGE
                hinders = True
        if te[code, HEIGHT] == 0:
            edge = cliff and not (
                (down == 1 and on_near_side(hx, upper, h, x, y)) or (up == 1 and not on_near_side(hx, lower, h, x, y))
            )
            if edge:
                raised = 1 if mind[RULINGS_OFF] & 4 else 0  # ruling R164
                if low < top + raised < high and up <= max(2 * top + down // 5 - high - low + 1, 1):
                    return BLIND_BEHIND_CREST
            elif low < top < high and not lengthwise:
                crest = top - 1 if side < 6 and (hx[h, FLAGS] >> (SUNKEN + side)) & 1 else top
                if up <= max(2 * crest + down // 5 - high - low, 0):
                    return BLIND_BEHIND_CREST
        elif low < top < high and not lengthwise:
            if up <= max(2 * top + down // 5 - high - low + 1, 1):
                if te[code, OBSTACLE]:
                    return BLIND_BEHIND_OBSTACLE
                hinders = hinders or te[code, HINDRANCE] == 1
    if hinders:
        hinder(mind, HINDRANCES, near, te[code, VALUE], h, code)
    return CLEAR


def sees_over(
    hx: Ints, te: Ints, mind: Ints, h: int, down: int, side: int, x: int, y: int, code: int, upper: int
) -> bool:
    """Whether a pixel as high as the higher end still lets it see what is lower beyond (B10.2 and exceptions)."""
    if mind[BRIDGED] == h or (mind[BRIDGED] >= 0 and in_wide(hx, mind[BRIDGED], x, y)):
        return True
    sunken = hx[h, FLAGS] & IS_DEPRESSION or (hx[h, FLAGS] >> SUNKEN) & 63
    if sunken and (mind[DEEP_A] or mind[DEEP_B]):
        return True
    if side < 6 and (hx[h, FLAGS] >> (SLOPES + side)) & 1:
        return True
    if te[code, HEIGHT] != 0 or down != 1:
        return False
    if te[hx[h, CODE], CATEGORY] == WATER and (mind[WATER_B] if upper == mind[A] else mind[WATER_A]):
        return True
    return hx[h, BASE] < mind[HIGH] and on_near_side(hx, upper, h, x, y)
