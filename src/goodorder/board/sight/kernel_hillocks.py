"""Hillocks, and what half a level does to lines that begin or end on one or pass it (F6.4).

A hillock is all hexes of that terrain that hang together, told by a number in ``HILL``. From a hillock one sees over
half levels at its own level: over one wall or hedge, one hex of rubble, one other hillock, and Grain or Brush hinder
once. The rules also serve lines up a slope (F2.3), whose lower end counts as if it stood on a hillock.
"""

from __future__ import annotations

from goodorder.board.map.facts import (
    CODE,
    HALF,
    HEDGE,
    HEIGHT,
    HILL,
    HILLOCK,
    NEIGHBOUR,
    OBSTACLE,
    ON_SIDE,
    STONE_RUBBLE,
    WALLS,
    WOODEN_RUBBLE,
    Ints,
    Row,
)
from goodorder.board.sight.kernel_heights import at_hillock, hinder_here
from goodorder.board.sight.kernel_rules import (
    BESIDE_A,
    BESIDE_B,
    CLEAR,
    CROSSED,
    CROSSING,
    ENDS_UP,
    ENTRY,
    EXIT,
    GROUND,
    HALF_LEVEL,
    HIGH,
    HILLOCKS_CROSSED,
    LEAVING,
    LOW,
    MANY_HILLOCKS,
    ONE_GRAIN,
    ONE_RUBBLE,
    SLOPED,
    SLOPES_AT_A,
    SLOPES_AT_B,
    STARTS_UP,
    WALL,
    WALL_SEEN,
    A,
    B,
)
from goodorder.board.sight.kernel_sides import wall_of_end

NEAR_WALL = 15
"""Pixels within which two walls are met as one."""


def on_hillock(hx: Ints, h: int, kind: int) -> bool:
    """Whether a Location is the ground of a hillock, from which one sees over half levels to another."""
    return kind == GROUND and hx[h, CODE] == HILLOCK


def hillock_ends(hx: Ints, mind: Row, from_kind: int, to_kind: int) -> None:
    """What the two ends have to do with hillocks: on one, or one right before them."""
    a, b = mind[A], mind[B]
    mind[STARTS_UP] = on_hillock(hx, a, from_kind) or mind[SLOPED]
    mind[ENDS_UP] = on_hillock(hx, b, to_kind)
    mind[CROSSING] = hx[a, HILL] if mind[STARTS_UP] else 0
    mind[HILLOCKS_CROSSED] = mind[ONE_GRAIN] = mind[WALL_SEEN] = 0
    mind[ONE_RUBBLE] = -1
    mind[BESIDE_A] = 0 if mind[STARTS_UP] else before(hx, a, mind[LEAVING], mind[EXIT])
    away = (mind[LEAVING] + 3) % 6 if mind[LEAVING] >= 0 else -1
    mind[BESIDE_B] = 0 if mind[ENDS_UP] else before(hx, b, away, mind[ENTRY])


def before(hx: Ints, end: int, side: int, vertex: int) -> int:
    """The hillock of the hex across the hexside of an end that the line passes, or of one beside the vertex."""
    found = 0
    for i in range(2):
        if side >= 0:
            s = side
        elif vertex >= 0:
            s = (vertex + 5 * i) % 6
        else:
            return 0
        beyond = hx[end, NEIGHBOUR + s]
        if beyond >= 0 and hx[beyond, HILL] > 0:
            found = hx[beyond, HILL]
    return int(found)


def enter_hillock(hx: Ints, mind: Row, h: int, code: int) -> None:
    """The line comes into a hex: hillocks that it has left are counted, and its first rubble is noted."""
    hill = hx[h, HILL]
    if mind[CROSSING] > 0 and hill == 0:
        fresh = True
        for i in range(mind[HILLOCKS_CROSSED]):
            if mind[CROSSED + i] == mind[CROSSING]:
                fresh = False
        if fresh and mind[HILLOCKS_CROSSED] < MANY_HILLOCKS:
            mind[CROSSED + mind[HILLOCKS_CROSSED]] = mind[CROSSING]
            mind[HILLOCKS_CROSSED] += 1
        mind[CROSSING] = 0
    elif mind[CROSSING] == 0:
        mind[CROSSING] = hill
    if mind[ONE_RUBBLE] < 0 and (code in (STONE_RUBBLE, WOODEN_RUBBLE)) and hx[h, CODE] == code:
        mind[ONE_RUBBLE] = h


def hillock(
    hx: Ints, te: Ints, mind: Row, h: int, near: int, far: int, side: int, x: int, y: int, code: int, ground: int
) -> int:
    """What half a level at a pixel between the ends does to a line at one level that has to do with hillocks."""
    if mind[LOW] != mind[HIGH] or not at_hillock(mind, ground + te[code, HEIGHT]):
        return CLEAR
    if mind[STARTS_UP] and mind[ENDS_UP]:
        return CLEAR
    if not mind[STARTS_UP] and not mind[ENDS_UP]:
        hill = hx[h, HILL]
        if (hill > 0 and (hill == mind[BESIDE_A] or hill == mind[BESIDE_B])) or not te[code, HALF] or te[code, ON_SIDE]:
            return CLEAR
        if te[code, OBSTACLE]:
            return HALF_LEVEL
        hinder_here(hx, te, mind, h, near, far, side, code)
        return CLEAR
    crossed = mind[HILLOCKS_CROSSED]
    if mind[STARTS_UP] and crossed - (mind[BESIDE_B] > 0) + mind[SLOPES_AT_A] > 2:
        return HALF_LEVEL
    if mind[ENDS_UP] and crossed - (mind[BESIDE_A] > 0) + mind[SLOPES_AT_B] > 1:
        return HALF_LEVEL
    if code in (WALLS, HEDGE):
        return second_wall(hx, mind, h, near, far, side, x, y, ground)
    if (code in (STONE_RUBBLE, WOODEN_RUBBLE)) and h != mind[ONE_RUBBLE]:
        return HALF_LEVEL
    return CLEAR


def second_wall(hx: Ints, mind: Row, h: int, near: int, far: int, side: int, x: int, y: int, ground: int) -> int:
    """A wall or hedge on the way from or to a hillock blocks where the line has crossed another before it."""
    if not mind[WALL_SEEN]:
        mind[WALL_SEEN] = 1
        mind[WALL_SEEN + 1], mind[WALL_SEEN + 2], mind[WALL_SEEN + 3], mind[WALL_SEEN + 4] = h, side, x, y
        return CLEAR
    if side < 6:
        one, other = mind[WALL_SEEN + 1], mind[WALL_SEEN + 2]
        if one == h and other == side:
            return CLEAR
        if hx[h, NEIGHBOUR + side] == one and other == (side + 3) % 6:
            return CLEAR
    apart = (x - mind[WALL_SEEN + 3]) ** 2 + (y - mind[WALL_SEEN + 4]) ** 2
    if mind[SLOPED] or apart <= NEAR_WALL**2 or wall_of_end(hx, mind, h, near, far, side):
        return CLEAR
    return WALL if ground == mind[LOW] else CLEAR
