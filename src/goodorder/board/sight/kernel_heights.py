"""Ground, obstacles, hindrances and blind hexes between the ends of a line (A6.2, A6.4, A6.7, B10, B11).

A *top* is the level that terrain at a pixel reaches, without a half level on top of it. Along the line the range
from the higher end is counted *down* to a hex, and *up* from the lower end.
"""

from __future__ import annotations

from goodorder.board.map.facts import (
    BASE,
    BOCAGE,
    BRIDGE,
    BRUSH,
    BUILDING,
    CATEGORY,
    CLIFF,
    CLIFFS,
    CODE,
    EDGE_CODE,
    EDGE_X,
    EDGE_Y,
    FACTORY,
    FLAGS,
    GRAIN,
    HALF,
    HEIGHT,
    INHERENT,
    INNER_WALL,
    IS_BAR,
    IS_BUILDING,
    IS_DEPRESSION,
    LATE_ORCHARD,
    LIGHT_WOODS,
    LOWER_HINDRANCE,
    LOWER_OBSTACLE,
    MARKETPLACE,
    NEIGHBOUR,
    OBSTACLE,
    ON_SIDE,
    OUTER_WALL,
    ROAD,
    ROADWAY,
    ROOFLESS,
    SPLIT,
    SUNKEN,
    VALUE,
    WATER,
    Ints,
    Row,
)
from goodorder.board.sight.kernel_rules import (
    ALONG,
    BESIDE_A,
    BESIDE_B,
    BLIND_BEHIND_CREST,
    BLIND_BEHIND_OBSTACLE,
    CLEAR,
    CROSSING,
    DEEP_A,
    DEEP_B,
    END_X,
    END_Y,
    ENDS_UP,
    ENTRY,
    EXIT,
    FROM,
    HALF_LEVEL,
    HIGH,
    HIGHER,
    HILL,
    HINDRANCES,
    INSIDE,
    INSIDE_BUILDING,
    LOW,
    LOWER_PART,
    NO_ADVANTAGE,
    ONE_GRAIN,
    OPEN_HEX,
    REACH,
    RULINGS_OFF,
    SLOPE,
    SLOPED,
    START_X,
    START_Y,
    STARTS_UP,
    TO,
    UNEVEN,
    A,
    B,
    beyond_centre,
    crossed,
    first_side,
    hinder,
    in_wide,
)
from goodorder.data.citations import builds

HALF_ROAD = 6
"""Pixels from the middle of a road to its edge (ruling R60)."""
NO_FOOT = -99
"""No cliff lies along the line, whose foot would count."""


def inside_building(te: Ints, mind: Row, h: int, code: int, ground: int) -> int:
    """From inside a building another level is seen only out of its own hex (A6.8); halls are one room (B23.74)."""
    walled = te[code, CATEGORY] == BUILDING or te[code, CATEGORY] == MARKETPLACE
    if mind[INSIDE] and h != mind[A] and walled and mind[LOW] != mind[HIGH]:
        if ground + te[code, HEIGHT] >= mind[FROM]:
            return INSIDE_BUILDING
    return CLEAR


def heights(
    hx: Ints, te: Ints, mind: Row, h: int, near: int, far: int, side: int, x: int, y: int, code: int, ground: int
) -> int:
    """What a pixel of a hex between the ends does to the line."""
    low, high = mind[LOW], mind[HIGH]
    category, half, obstacle = te[code, CATEGORY], te[code, HALF] == 1, te[code, OBSTACLE] == 1
    if category == BRIDGE:
        mind[OPEN_HEX] = h
    along = cliff_along(hx, mind, h, near, x, y)
    foot = foot_of(hx, mind, h, along) if along >= 0 else NO_FOOT
    if ground > high and mind[OPEN_HEX] != h and (foot == NO_FOOT or foot > high):
        return HILL
    top, level = ground + te[code, HEIGHT], ground == low and ground == high
    on_side, split, hinders = te[code, ON_SIDE] == 1, te[code, SPLIT] > 0 and level, False
    if split:
        if (mind[SLOPED] and obstacle) or (not mind[SLOPED] and te[code, LOWER_OBSTACLE]):
            return LOWER_PART
        if mind[INSIDE] and te[code, OUTER_WALL] and not mind[SLOPED]:
            return LOWER_PART
        hinders = mind[SLOPED] == 1 or te[code, LOWER_HINDRANCE] == 1
    if mind[UNEVEN] and ((at_hillock(mind, top) and not mind[SLOPED]) or looks_down(mind, top)):
        if not mind[ONE_GRAIN] and (code in (BRUSH, GRAIN)) and not (mind[STARTS_UP] and mind[ENDS_UP]):
            mind[ONE_GRAIN] = 1
            hinders = True
    elif half and not on_side and top == low and top == high and not mind[SLOPED]:
        if obstacle:
            return HALF_LEVEL
        hinders = True
    if not split and code != BOCAGE and (top > high or (half and not on_side and top == high)):
        if obstacle and code != LIGHT_WOODS:
            return HIGHER
        if category == FACTORY:
            if not mind[INSIDE]:
                return HIGHER
        elif not mind[SLOPED]:
            # what carries a road far above both ends lets them see beneath it
            beneath = ground > high and (category == BRIDGE or te[code, ROADWAY])
            hinders = hinders or not beneath
    if mind[SLOPE] and ground == hx[h, BASE] and not on_side:
        # what lies on a Continuous Slope is met as at one level (B.5)
        if obstacle and half and te[code, HEIGHT] == 0:
            return HALF_LEVEL
        hinders = hinders or te[code, LOWER_HINDRANCE] == 1
    if hinders:
        hinder_here(hx, te, mind, h, near, far, side, code)
    if low == high:
        return CLEAR
    if (
        top == high
        and not (half and te[code, IS_BUILDING])
        and not sees_over(hx, te, mind, h, near, far, x, y, code, foot)
    ):
        if code != LATE_ORCHARD:
            return NO_ADVANTAGE
        hinder_here(hx, te, mind, h, near, far, side, code)
    return blind_hexes(hx, te, mind, h, near, far, side, x, y, code, ground)


def at_hillock(mind: Row, top: int) -> bool:
    """Whether hillocks have a say in what reaches the level of both ends (F6.4)."""
    met = mind[CROSSING] > 0 or mind[STARTS_UP] or mind[ENDS_UP] or mind[BESIDE_A] > 0 or mind[BESIDE_B] > 0
    return bool(top == mind[LOW] and top == mind[HIGH] and met)


def looks_down(mind: Row, top: int) -> bool:
    """Whether a unit on a hillock looks down over what reaches its own level."""
    return bool(
        (mind[STARTS_UP] and top == mind[FROM] and top > mind[TO])
        or (mind[ENDS_UP] and top == mind[TO] and top > mind[FROM])
    )


def hinder_here(hx: Ints, te: Ints, mind: Row, h: int, near: int, far: int, side: int, code: int) -> None:
    """Note what a hex between the ends hinders."""
    if h != mind[A] and h != mind[B] and near < mind[REACH] and far < mind[REACH]:
        if te[code, CATEGORY] == BRIDGE and along_bridge(hx, te, mind, h) and not mind[RULINGS_OFF] & 64:
            return  # ruling R470
        value = te[code, VALUE]
        if code == LIGHT_WOODS and mind[ALONG] and near & 1:
            value = 1  # beside a hexspine, ruling R219
        if mind[ALONG] and near & 1 and side < 6 and (side - mind[EXIT]) % 3 == 1:
            beyond = hx[h, NEIGHBOUR + side]
            if beyond >= 0 and te[hx[beyond, CODE], ROOFLESS]:
                value = max(value, 2)  # debris without a roof on the other side of the hexspine
        hinder(mind, HINDRANCES, near, value, h, code)


def along_bridge(hx: Ints, te: Ints, mind: Row, h: int) -> bool:
    """Whether the line crosses a bridge's hex along its road, from road hexside to road hexside (B6.2)."""
    if mind[ALONG]:
        return False
    ax, ay, bx, by = mind[START_X], mind[START_Y], mind[END_X], mind[END_Y]
    dx, dy = int(bx - ax), int(by - ay)
    sides = crossed(hx, mind, h)
    for s in range(6):
        if sides >> s & 1:
            category = te[hx[h, EDGE_CODE + s], CATEGORY]
            aside = int(hx[h, EDGE_X + s] - ax) * dy - int(hx[h, EDGE_Y + s] - ay) * dx
            beside = aside * aside > HALF_ROAD * HALF_ROAD * (dx * dx + dy * dy)
            if beside or (category != ROAD and category != BRIDGE):
                return False
    return True


def cliff_along(hx: Ints, mind: Row, h: int, near: int, x: int, y: int) -> int:
    """The cliff hexside of a hex that the line runs along, -1 for none (B11.2)."""
    if not mind[ALONG] or not near & 1:
        return -1
    one, two = (mind[EXIT] + 1) % 6, (mind[EXIT] + 4) % 6
    first = (x - hx[h, EDGE_X + one]) ** 2 + (y - hx[h, EDGE_Y + one]) ** 2
    second = (x - hx[h, EDGE_X + two]) ** 2 + (y - hx[h, EDGE_Y + two]) ** 2
    side = one if first < second else two
    return side if hx[h, EDGE_CODE + side] == CLIFF and hx[h, NEIGHBOUR + side] >= 0 else -1


def foot_of(hx: Ints, mind: Row, h: int, side: int) -> int:
    """The level at the foot of a cliff along the line: that of the lower hex beside it, ends left out."""
    beyond = hx[h, NEIGHBOUR + side]
    if beyond == mind[A] or beyond == mind[B]:
        return int(hx[h, BASE])
    return int(min(hx[h, BASE], hx[beyond, BASE]))


def sees_over(hx: Ints, te: Ints, mind: Row, h: int, near: int, far: int, x: int, y: int, code: int, foot: int) -> bool:
    """Whether a pixel as high as the higher end still lets it see what is lower beyond (B10.2 and exceptions)."""
    a, b, bare = mind[A], mind[B], te[code, HEIGHT] == 0
    if bare and near == 1 and mind[FROM] > hx[h, BASE] and beyond_centre(hx, a, h, x, y) < 0:
        return True
    if bare and far == 1 and mind[TO] > hx[h, BASE] and beyond_centre(hx, b, h, x, y) < 0:
        return True
    if mind[SLOPED] or (mind[UNEVEN] and (mind[STARTS_UP] or mind[ENDS_UP])) or code == BOCAGE or te[code, IS_BAR]:
        return True
    hall = te[hx[a, CODE], CATEGORY] == FACTORY or te[hx[b, CODE], CATEGORY] == FACTORY
    if mind[INSIDE] and hall and not te[code, OUTER_WALL]:
        return True
    if foot != NO_FOOT and foot < mind[HIGH]:
        return True
    sunken = hx[h, FLAGS] & IS_DEPRESSION != 0
    follows = (mind[DEEP_A] or mind[DEEP_B]) and sunken
    follows = follows or (mind[OPEN_HEX] >= 0 and in_wide(hx, mind[OPEN_HEX], x, y))
    if follows and (bare or not sunken):
        return True
    if not bare or te[hx[h, CODE], CATEGORY] != WATER:
        return False
    # the bank that reaches into the first hex of the water
    if near == 1 and mind[FROM] > mind[TO]:
        return bool(te[hx[b, CODE], CATEGORY] == WATER)
    return bool(far == 1 and mind[TO] > mind[FROM] and te[hx[a, CODE], CATEGORY] == WATER)


def cliffs_beside(hx: Ints, end: int, vertex: int) -> bool:
    """Whether an end is a Depression hex with cliffs on the hexside after a vertex and on the next."""
    if not hx[end, FLAGS] & IS_DEPRESSION:
        return False
    return bool((hx[end, FLAGS] >> (CLIFFS + vertex)) & (hx[end, FLAGS] >> (CLIFFS + (vertex + 1) % 6)) & 1)


@builds("B10.21")
def between(mind: Row, h: int, code: int, top: int) -> bool:
    """Whether what reaches a level may hide the lower end from the higher: nothing where both are as high (B10.21),
    a cliff also by its foot (B11.21).
    """
    low, high = mind[LOW], mind[HIGH]
    if code == CLIFF and low < top + 1 < high:
        return True
    if code == CLIFF:  # ruling R164; who stands at its edge looks over it
        edge = mind[A] if mind[FROM] > mind[TO] else mind[B]
        if h == edge or mind[REACH] == 1 or mind[RULINGS_OFF] & 2:
            return False
    return bool(low < top < high)


@builds("B10.23")
@builds("A6.4")
def blind_hexes(
    hx: Ints, te: Ints, mind: Row, h: int, near: int, far: int, side: int, x: int, y: int, code: int, ground: int
) -> int:
    """Whether the lower end lies in a blind hex behind this pixel (A6.4, B10.23, B11.2)."""
    low, high, height = mind[LOW], mind[HIGH], te[code, HEIGHT]
    top = ground + height
    if (mind[SLOPED] or (mind[UNEVEN] and mind[STARTS_UP])) and low < top == high:
        if blind(hx, te, mind, h, near, far, side, x, y, code, ground, height, False, NO_FOOT):
            return BLIND_BEHIND_OBSTACLE
    if code == BOCAGE or not between(mind, h, code, top):
        return CLEAR
    along = cliff_along(hx, mind, h, near, x, y)
    foot = NO_FOOT
    if along >= 0:
        beyond = hx[h, NEIGHBOUR + along]
        if beyond != mind[A] and beyond != mind[B]:
            foot = foot_of(hx, mind, h, along)
    if mind[ALONG]:
        edge = cliffs_beside(hx, mind[A], mind[EXIT]) or cliffs_beside(hx, mind[B], mind[ENTRY])
    else:
        edge = side < 6 and (hx[h, FLAGS] >> (CLIFFS + side)) & 1 == 1
    if not blind(hx, te, mind, h, near, far, side, x, y, code, ground, height, edge, foot):
        return CLEAR
    category, within = te[code, CATEGORY], te[hx[h, CODE], ROOFLESS] == 1
    if (te[code, OBSTACLE] and not te[code, ON_SIDE]) or te[code, OUTER_WALL]:
        if (within and not te[code, OUTER_WALL]) or (te[code, INHERENT] and hx[h, CODE] != code):
            return CLEAR
        if mind[ALONG] and te[code, IS_BUILDING] and far & 1 and not te[code, OUTER_WALL] and mind[RULINGS_OFF] & 16:
            return CLEAR  # ruling R200
        return BLIND_BEHIND_OBSTACLE
    if category == FACTORY and not within and not te[code, INNER_WALL] and (not mind[INSIDE] or mind[TO] > 2 * height):
        if mind[ALONG] and far & 1 and mind[RULINGS_OFF] & 16:
            return CLEAR
        return BLIND_BEHIND_OBSTACLE
    if between(mind, h, code, ground):
        if blind(hx, te, mind, h, near, far, side, x, y, code, ground, 0, edge, foot):
            return BLIND_BEHIND_CREST
    if code == LATE_ORCHARD:
        if (far if mind[FROM] > mind[TO] else near) == 1:
            hinder_here(hx, te, mind, h, near, far, side, code)
    elif category != FACTORY:
        hinder_here(hx, te, mind, h, near, far, side, code)
    return CLEAR


def blind(
    hx: Ints,
    te: Ints,
    mind: Row,
    h: int,
    near: int,
    far: int,
    side: int,
    x: int,
    y: int,
    code: int,
    ground: int,
    height: int,
    edge: bool,
    foot: int,
) -> bool:
    """Whether the blind hexes behind something ``height`` levels high reach the lower end.

    ``edge``: it stands at a cliff. ``foot``: the level that counts instead of its ground, along a cliff.
    """
    low, high = mind[LOW], mind[HIGH]
    if low == high:
        return False
    falls = mind[FROM] > mind[TO]
    down, up = (near, far) if falls else (far, near)
    upper, lower = (mind[A], mind[B]) if falls else (mind[B], mind[A])
    from_above = high
    if (mind[SLOPED] or (mind[UNEVEN] and mind[STARTS_UP])) and ground + te[code, HEIGHT] == high:
        from_above += 1
    if edge and not mind[ALONG] and high > height and hx[h, EDGE_CODE + side] == CLIFF:
        # a cliff next to the higher end and in front of it, or behind the lower end's neighbour, is not looked over
        if down == 1 and beyond_centre(hx, upper, h, x, y) < 0:
            return False
        if up == 1 and beyond_centre(hx, lower, h, x, y) > 0:
            return False
    if foot != NO_FOOT:
        ground = foot
    if te[code, IS_BAR]:
        # the hex behind a wall between hexes is the first that can be blind
        up, down = up + 1, max(0, down - 1)
    if height == 0 and not edge:
        bank = first_side(crossed(hx, mind, h))
        if bank >= 0 and (hx[h, FLAGS] >> (SUNKEN + bank)) & 1:
            ground -= 1
        return bool(up <= max(2 * ground + down // 5 - from_above - low, 0))
    return bool(up <= max(2 * (ground + height) + down // 5 - from_above - low + 1, 1))
