"""The line-of-sight kernel: a walk over pixels between two Locations, and the rules at each pixel (A6, B).

Plain functions on flat arrays, so that :mod:`goodorder.board.compiled` can compile the same source. They read
``pixels``, ``hexes`` and ``terrain`` of a :class:`goodorder.board.facts.Field` (``px``, ``hx``, ``te``) and write
only to ``mind``, which holds the line at hand and the hindrances found.

The walk goes column by column from one aiming pixel to the other; in each column it visits all rows that the line
touches. Heights are whole levels; half levels are told apart by a flag. What the rules at one pixel say stands in
:mod:`goodorder.board.kernel_rules`.
"""

from __future__ import annotations

from goodorder.board.facts import (
    BARE,
    BASE,
    BRIDGE,
    CATEGORY,
    CLIFFS,
    CODE,
    CODE_SHIFT,
    FLAGS,
    HEIGHT,
    HEX_BITS,
    HILLOCK,
    INHERENT,
    IS_BUILDING,
    IS_DEPRESSION,
    LEVEL_BIAS,
    LEVEL_BITS,
    LEVEL_SHIFT,
    NEIGHBOUR,
    RIM,
    SIDE_SHIFT,
    STAIRWAY,
    SUMMIT,
    SUNKEN,
    WATER,
    Ints,
    X,
    Y,
)
from goodorder.board.kernel_rules import (
    ALONG,
    BRIDGE_BETWEEN,
    BRIDGED,
    BUILDING_LEVELS,
    CLEAR,
    DEEP_A,
    DEEP_B,
    ENTRY,
    EXIT,
    FROM,
    FROM_KIND,
    GROUND,
    HIGH,
    HILLOCKS,
    HINDRANCES,
    INSIDE,
    LOW,
    ON_BRIDGE,
    REACH,
    RULINGS_OFF,
    SLOPE,
    SMOKE_HINDRANCES,
    TO,
    TO_KIND,
    TOO_THICK,
    TOTAL,
    UNDER_BRIDGE,
    UPPER,
    WATER_A,
    WATER_B,
    WHERE,
    A,
    B,
    connected,
    hex_range,
    in_wide,
    nearest_side,
    point,
    smoke,
)

ROOT_THREE = 1.7320508075688772
THICK = 6
"""Hindrances of this total block (B.10)."""


def judge(
    px: Ints, hx: Ints, te: Ints, smokes: Ints, a: int, ea: int, ka: int, b: int, eb: int, kb: int, mind: Ints
) -> int:
    """The reason why the line from hex ``a`` at level ``ea`` to ``b`` at ``eb`` is blocked, ``CLEAR`` if it isn't.

    Levels are absolute. ``ka`` and ``kb`` are kinds of Location (GROUND, UPPER, ON_BRIDGE, UNDER_BRIDGE). ``smokes``
    holds the DRM of SMOKE in each hex and the level that it reaches. Afterwards ``mind`` holds the total hindrance,
    each hindrance by range from ``a`` with its hex and code, and where the line was blocked.
    """
    reach = hex_range(hx, a, b)
    mind[TOTAL] = mind[SLOPE] = mind[INSIDE] = mind[DEEP_A] = mind[DEEP_B] = mind[ALONG] = 0
    for at in range(0, 3 * (reach + 2), 3):
        mind[HINDRANCES + at] = mind[SMOKE_HINDRANCES + at] = 0
    mind[A], mind[B], mind[FROM], mind[TO], mind[FROM_KIND], mind[TO_KIND] = a, b, ea, eb, ka, kb
    mind[REACH], mind[LOW], mind[HIGH] = reach, min(ea, eb), max(ea, eb)
    mind[WHERE], mind[WHERE + 1], mind[WHERE + 2] = a, hx[a, X], hx[a, Y]
    if a == b:
        reason = same_hex(hx, a, ea, ka, eb, kb)
    else:
        mind[DEEP_A] = is_deep(hx, a, ka)
        mind[DEEP_B] = is_deep(hx, b, kb)
        if mind[DEEP_A] and mind[DEEP_B] and reach == 1 and not mind[RULINGS_OFF] & 2 and connected(hx, a, b):
            # a Depression hexside joins them, wherever its banks are drawn (A6.3, ruling R163)
            mind[DEEP_A] = mind[DEEP_B] = 0
        mind[INSIDE] = ka == UPPER or (ka == GROUND and te[hx[a, CODE], IS_BUILDING] == 1)
        mind[WATER_A] = te[hx[a, CODE], CATEGORY] == WATER
        mind[WATER_B] = te[hx[b, CODE], CATEGORY] == WATER
        mind[BRIDGED] = -1
        mind[HILLOCKS] = on_hillock(hx, a, ka) and on_hillock(hx, b, kb)
        rise = abs(ea - eb)
        ground = ka == GROUND and kb == GROUND
        mind[SLOPE] = ground and rise == reach > 1 and not mind[RULINGS_OFF] & 1 and on_slope(px, hx, mind)
        reason = walk(px, hx, te, smokes, mind)
    return reason


def same_hex(hx: Ints, h: int, ea: int, ka: int, eb: int, kb: int) -> int:
    """Between Locations of one hex: by a stairway, one level (A6.8, B23.2)."""
    if ea == eb:
        return CLEAR
    if ka >= ON_BRIDGE or kb >= ON_BRIDGE:
        return BRIDGE_BETWEEN
    if abs(ea - eb) > 1 or not hx[h, FLAGS] & STAIRWAY:
        return BUILDING_LEVELS
    return CLEAR


def is_deep(hx: Ints, h: int, kind: int) -> bool:
    """Whether a Location lies IN a Depression (A6.3)."""
    if kind == UNDER_BRIDGE:
        return bool((hx[h, FLAGS] >> SUNKEN) & 63)
    return kind == GROUND and bool(hx[h, FLAGS] & IS_DEPRESSION)


def on_hillock(hx: Ints, h: int, kind: int) -> bool:
    """Whether a Location is the ground of a hillock, from which one sees over half levels to another."""
    return kind == GROUND and (hx[h, CODE] == HILLOCK or hx[h, CODE] == SUMMIT)


def direction(dx: int, dy: int, reach: int) -> int:
    """The vertex (0 upper left, clockwise) by which a line along hexsides leaves its hex, -1 for other lines."""
    if dy == 0:
        return 2 if dx > 0 else 5
    if dx == 0:
        return -1
    slack = 0.05 if reach < 5 else (0.03 if reach <= 15 else 0.015)
    if abs(abs(dy / dx) - ROOT_THREE) >= slack:
        return -1
    if dx > 0:
        return 1 if dy < 0 else 3
    return 0 if dy < 0 else 4


def on_slope(px: Ints, hx: Ints, mind: Ints) -> bool:
    """Whether the line runs along a Continuous Slope: one level up or down in each hex (B.5, ruling R160)."""
    a, b = mind[A], mind[B]
    x, y = hx[a, X], hx[a, Y]
    dx, dy = hx[b, X] - x, hx[b, Y] - y
    steps = max(abs(dx), abs(dy))
    sign = 1 if mind[TO] > mind[FROM] else -1
    for i in range(steps + 1):
        across, down = x + dx * i // steps, y + dy * i // steps
        h = px[min(down, px.shape[0] - 1), min(across, px.shape[1] - 1)] & HEX_BITS
        if h == HEX_BITS or hx[h, BASE] != mind[FROM] + sign * hex_range(hx, a, h):
            return False
    return True


def walk(px: Ints, hx: Ints, te: Ints, smokes: Ints, mind: Ints) -> int:
    """Visit every pixel of the line and apply the rules there; the first reason that blocks, or CLEAR.

    All of them lie between the aiming pixels, so on the map.
    """
    a, b, reach = mind[A], mind[B], mind[REACH]
    x, y = hx[a, X], hx[a, Y]
    dx, dy = hx[b, X] - x, hx[b, Y] - y
    way = direction(dx, dy, reach)
    mind[ALONG] = way >= 0
    mind[EXIT], mind[ENTRY] = way, (way + 3) % 6 if way >= 0 else -1
    plain = way < 0 and not mind[DEEP_A] and not mind[DEEP_B]
    low, level = mind[LOW], mind[LOW] == mind[HIGH]
    smoky, inside = smokes.shape[0] > 0, mind[INSIDE] == 1
    columns = abs(dx) + 1
    slope = dy / columns
    right, down = 1 if dx >= 0 else -1, 1 if dy >= 0 else -1
    enter, leave = float(y), y + slope
    here, near, far, cliffs = a, 0, reach, False
    told, told_of = -1, -1
    if smoky:
        smoke(smokes, mind, a, 0)
    for _ in range(columns):
        y, last = int(enter), int(leave)
        while True:
            p = px[y, x]
            h = p & HEX_BITS
            # the end hexes reach one pixel further than their neighbours allow
            if p & RIM:
                if h != a and near <= 2 and in_wide(hx, a, x, y):
                    h = a
                elif h != b and far <= 2 and in_wide(hx, b, x, y):
                    h = b
            if h == HEX_BITS:
                return CLEAR
            if h != here:
                here, near, far = h, hex_range(hx, a, h), hex_range(hx, h, b)
                cliffs = not level and (hx[h, FLAGS] >> CLIFFS) & 63 != 0
                if smoky:
                    smoke(smokes, mind, h, near)
            ground = ((p >> LEVEL_SHIFT) & LEVEL_BITS) - LEVEL_BIAS
            bare = p & BARE and plain and ground <= low and not cliffs
            # a pixel like the last that was judged, where its place does not matter, says the same again
            if inside or not (bare or (p == told and h == told_of)):
                code = (p >> CODE_SHIFT) & 255
                if inside and not te[code, IS_BUILDING]:
                    inside = False
                    mind[INSIDE] = 0
                if not (bare or (p == told and h == told_of)):
                    reason = pixel(px, hx, te, smokes, mind, h, near, far, x, y, code, ground)
                    if reason != CLEAR:
                        return reason
                    told, told_of = -1, h
                    if way < 0 and (level or te[code, HEIGHT] > 0) and mind[BRIDGED] < 0:
                        told = p
            if y == last:
                break
            y += down
        enter = leave
        leave += slope
        x += right
    return CLEAR if mind[TOTAL] < THICK else TOO_THICK


def pixel(
    px: Ints,
    hx: Ints,
    te: Ints,
    smokes: Ints,
    mind: Ints,
    h: int,
    near: int,
    far: int,
    x: int,
    y: int,
    code: int,
    ground: int,
) -> int:
    """The rules at one pixel; on a line along hexsides for both hexes there (B.6)."""
    p = px[y, x]
    side = (p >> SIDE_SHIFT) & 7
    if h != p & HEX_BITS:
        side = nearest_side(hx, h, x, y)
    if te[code, CATEGORY] == BRIDGE:
        mind[BRIDGED] = h
    other = -1
    if mind[ALONG] and h != mind[A] and h != mind[B] and (near & 1 or mind[FROM_KIND] != GROUND) and p & RIM:
        for s in range(6):
            beyond = hx[h, NEIGHBOUR + s]
            if beyond >= 0 and in_wide(hx, beyond, x, y):
                other = beyond
                break
    as_terrain = code
    if other >= 0 and te[hx[h, CODE], INHERENT]:
        as_terrain = hx[h, CODE]
    reason = point(hx, te, mind, h, near, far, side, x, y, code, as_terrain, ground)
    if reason == CLEAR and other >= 0:
        as_terrain = hx[other, CODE] if te[hx[other, CODE], INHERENT] else code
        side = nearest_side(hx, other, x, y)
        near, far = hex_range(hx, mind[A], other), hex_range(hx, other, mind[B])
        if smokes.shape[0] > 0:
            smoke(smokes, mind, other, near)
        reason = point(hx, te, mind, other, near, far, side, x, y, code, as_terrain, ground)
        h = other
    if reason == CLEAR and mind[TOTAL] >= THICK:
        reason = TOO_THICK
    if reason != CLEAR:
        mind[WHERE], mind[WHERE + 1], mind[WHERE + 2] = h, x, y
        mind[WHERE + 3], mind[WHERE + 4] = as_terrain, ground
    return reason
