"""The line-of-sight kernel: a walk over pixels between two Locations, and the rules at each pixel (A6, B).

Plain functions on flat arrays, so that :mod:`goodorder.board.sight.compiled` can compile the same source. They read
``pixels``, ``hexes`` and ``terrain`` of a :class:`goodorder.board.map.facts.Field` (``px``, ``hx``, ``te``) and write
only to ``mind``, which holds the line at hand and the hindrances found.

The walk goes column by column from one aiming pixel to the other; in each column it visits all rows that the line
touches. Heights are whole levels; half levels are told apart by a flag. What the rules at one pixel say stands in
:mod:`goodorder.board.sight.kernel_sides` and :mod:`goodorder.board.sight.kernel_heights`.
"""

from __future__ import annotations

from goodorder.board.map.facts import (
    BAMBOO,
    BARE,
    BASE,
    BED,
    BUILDING,
    CALM,
    CATEGORY,
    CLIFF,
    CLIFFS,
    CODE,
    CODE_SHIFT,
    DENSE_JUNGLE,
    EMBANKED,
    FACE,
    FLAGS,
    HEIGHT,
    HEX_BITS,
    HILLY,
    HOLLOW,
    HOUSE,
    INHERENT,
    IS_BUILDING,
    IS_DEPRESSION,
    LEVEL_BIAS,
    LEVEL_BITS,
    LEVEL_SHIFT,
    LOFTY,
    NEIGHBOUR,
    ON_SIDE,
    RIM,
    SIDE_SHIFT,
    SLOPES,
    STAIRWAY,
    WATER,
    Ints,
    Row,
    X,
    Y,
)
from goodorder.board.sight.kernel_heights import heights, inside_building
from goodorder.board.sight.kernel_hillocks import enter_hillock, hillock, hillock_ends
from goodorder.board.sight.kernel_rules import (
    ALONG,
    BEFORE,
    BRIDGE_BETWEEN,
    BUILDING_LEVELS,
    CLEAR,
    DEEP_A,
    DEEP_B,
    END_X,
    END_Y,
    ENTRY,
    EXIT,
    FROM,
    FROM_KIND,
    GROUND,
    HERE,
    HIGH,
    HINDRANCES,
    INSIDE,
    LEAVING,
    LOW,
    ON_BRIDGE,
    OPEN_HEX,
    OVERGROWN,
    REACH,
    RULINGS_OFF,
    SLOPE,
    SLOPED,
    SLOPES_AT_A,
    SLOPES_AT_B,
    SMOKE_HINDRANCES,
    START_X,
    START_Y,
    TO,
    TO_KIND,
    TOO_THICK,
    TOTAL,
    UNDER_BRIDGE,
    UNEVEN,
    UPPER,
    WHERE,
    A,
    B,
    crossed,
    first_side,
    hex_range,
    in_wide,
    nearest_side,
    smoke,
    whole_hex,
)
from goodorder.board.sight.kernel_sides import depression, embankment, enter, hexside

ROOT_THREE = 1.7320508075688772
THICK = 6
"""Hindrances of this total block (B.10)."""


def judge(
    px: Ints, hx: Ints, te: Ints, smokes: Ints, a: int, ea: int, ka: int, b: int, eb: int, kb: int, mind: Row
) -> int:
    """The reason why the line from hex ``a`` at level ``ea`` to ``b`` at ``eb`` is blocked, ``CLEAR`` if it isn't.

    Levels are absolute. ``ka`` and ``kb`` are kinds of Location (GROUND, UPPER, ON_BRIDGE, UNDER_BRIDGE). ``smokes``
    holds the DRM of SMOKE in each hex and the level that it reaches. Afterwards ``mind`` holds the total hindrance,
    each hindrance by range from ``a`` with its hex and code, and where the line was blocked.
    """
    if mind[RULINGS_OFF] & 32:  # ruling R229
        ea, eb = beneath(hx, a, ea, ka), beneath(hx, b, eb, kb)
    reach = hex_range(hx, a, b)
    if mind[TOTAL]:  # of the line before
        for at in range(0, 3 * (mind[REACH] + 2), 3):
            mind[HINDRANCES + at] = mind[SMOKE_HINDRANCES + at] = 0
    mind[TOTAL] = mind[SLOPE] = mind[INSIDE] = mind[DEEP_A] = mind[DEEP_B] = mind[ALONG] = mind[SLOPED] = 0
    mind[A], mind[B], mind[FROM], mind[TO], mind[FROM_KIND], mind[TO_KIND] = a, b, ea, eb, ka, kb
    mind[REACH], mind[LOW], mind[HIGH] = reach, min(ea, eb), max(ea, eb)
    mind[WHERE], mind[WHERE + 1], mind[WHERE + 2] = a, hx[a, X], hx[a, Y]
    if a == b:
        return same_hex(hx, te, a, ea, ka, eb, kb)
    aim(hx, mind, hx[a, X], hx[a, Y], hx[b, X], hx[b, Y])
    way = direction(mind[END_X] - mind[START_X], mind[END_Y] - mind[START_Y], reach)
    mind[ALONG], mind[EXIT], mind[ENTRY] = way >= 0, way, (way + 3) % 6 if way >= 0 else -1
    mind[LEAVING] = -1
    sloping, hilly = ((hx[a, FLAGS] | hx[b, FLAGS]) >> SLOPES) & 63 != 0, (hx[a, FLAGS] >> HILLY) & 1 == 1
    if way < 0 and (sloping or hilly or reach == 1):  # for slopes and hillocks, and for Depressions side by side
        mind[LEAVING] = first_side(crossed(hx, mind, a))
    rise = eb - ea
    mind[DEEP_A] = is_deep(hx, a, ka) and rise <= reach
    mind[DEEP_B] = is_deep(hx, b, kb) and -rise <= reach
    mind[INSIDE] = te[hx[a, CODE], IS_BUILDING] == 1
    mind[SLOPES_AT_A] = slopes_down(hx, a, mind[LEAVING], mind[EXIT])
    mind[SLOPES_AT_B] = slopes_down(hx, b, opposite(mind[LEAVING]), mind[ENTRY])
    mind[SLOPED] = (rise <= 0 and mind[SLOPES_AT_A] == 1) or (rise >= 0 and mind[SLOPES_AT_B] == 1)
    mind[UNEVEN] = hilly or mind[SLOPED] == 1
    if mind[UNEVEN]:
        hillock_ends(hx, mind, ka, kb)
    ground = ka == GROUND and kb == GROUND
    mind[SLOPE] = ground and abs(rise) == reach > 1 and not mind[RULINGS_OFF] & 1 and on_slope(px, hx, mind)
    return walk(px, hx, te, smokes, mind)


def beneath(hx: Ints, h: int, level: int, kind: int) -> int:
    """Where the field's boards have a Location beneath a bridge: only near level 0 a level below the roadway."""
    if kind != UNDER_BRIDGE:
        return level
    roadway = hx[h, BASE]
    return int(2 * roadway - (2 if roadway > 0 else 1 if roadway == 0 else 0))


def aim(hx: Ints, mind: Row, x: int, y: int, end_x: int, end_y: int) -> None:
    """The line's two ends, and nothing met on the way yet."""
    mind[START_X], mind[START_Y], mind[END_X], mind[END_Y] = x, y, end_x, end_y
    mind[HERE], mind[BEFORE], mind[OPEN_HEX] = mind[A], -1, -1


def opposite(side: int) -> int:
    """The hexside across a hex, -1 for none."""
    return (side + 3) % 6 if side >= 0 else -1


def slopes_down(hx: Ints, h: int, side: int, vertex: int) -> bool:
    """Whether the hexside that the line crosses, or one beside the vertex it passes, is a slope."""
    if side >= 0:
        return bool((hx[h, FLAGS] >> (SLOPES + side)) & 1)
    if vertex < 0:
        return False
    return bool((hx[h, FLAGS] >> (SLOPES + vertex)) & 1 or (hx[h, FLAGS] >> (SLOPES + (vertex + 5) % 6)) & 1)


def same_hex(hx: Ints, te: Ints, h: int, ea: int, ka: int, eb: int, kb: int) -> int:
    """Between Locations of one hex: by a stairway, one level (A6.8, B23.2); halls and markets are one room."""
    if ea == eb:
        return CLEAR
    if ka >= ON_BRIDGE or kb >= ON_BRIDGE:
        return BRIDGE_BETWEEN
    floors = te[hx[h, CODE], CATEGORY] == BUILDING or (ka == UPPER and kb == UPPER and (hx[h, FLAGS] >> HOUSE) & 1 == 1)
    if floors and (abs(ea - eb) > 1 or not hx[h, FLAGS] & STAIRWAY):
        return BUILDING_LEVELS
    return CLEAR


def is_deep(hx: Ints, h: int, kind: int) -> bool:
    """Whether a Location lies IN a Depression (A6.3)."""
    if kind == UNDER_BRIDGE:
        return bool((hx[h, FLAGS] >> HOLLOW) & 1)
    return kind == GROUND and bool(hx[h, FLAGS] & IS_DEPRESSION)


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


def on_slope(px: Ints, hx: Ints, mind: Row) -> bool:
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
    return not mind[ALONG] or spine_on_slope(hx, mind, sign)


def spine_on_slope(hx: Ints, mind: Row, sign: int) -> bool:
    """Whether both hexes beside every hexspine of a line keep the gradient (ruling R160)."""
    here, vertex, reach = mind[A], mind[EXIT], mind[REACH]
    for near in range(1, reach, 2):
        left, right = hx[here, NEIGHBOUR + (vertex + 5) % 6], hx[here, NEIGHBOUR + vertex]
        level = mind[FROM] + sign * near
        if (left >= 0 and hx[left, BASE] != level) or (right >= 0 and hx[right, BASE] != level):
            return False
        beyond = -1
        if left >= 0:
            beyond = hx[left, NEIGHBOUR + vertex]
        elif right >= 0:
            beyond = hx[right, NEIGHBOUR + (vertex + 5) % 6]
        if beyond < 0:
            return True
        here = beyond
    return True


def walk(px: Ints, hx: Ints, te: Ints, smokes: Ints, mind: Row) -> int:
    """Visit every pixel of the line and apply the rules there; the first reason that blocks, or CLEAR.

    All of them lie between the aiming pixels, so on the map.
    """
    a, b, reach = mind[A], mind[B], mind[REACH]
    x, y = mind[START_X], mind[START_Y]
    dx, dy = mind[END_X] - x, mind[END_Y] - y
    spine = mind[ALONG] == 1
    even = not mind[DEEP_A] and not mind[DEEP_B] and not mind[UNEVEN]
    plain = even and not spine
    low, high, level = mind[LOW], mind[HIGH], mind[LOW] == mind[HIGH]
    smoky, inside = smokes.shape[0] > 0, mind[INSIDE] == 1
    columns = abs(dx) + 1
    slope = dy / columns
    right, down = 1 if dx >= 0 else -1, 1 if dy >= 0 else -1
    first, leave = float(y), y + slope
    here, near, far, marked = a, 0, reach, False
    told, told_of, quiet = -1, -1, -1
    # bare ground up to here can't matter, nor the hex that it lies in: as bits of a pixel, less than 0 for never
    bottom = min(low + LEVEL_BIAS, LEVEL_BITS) << LEVEL_SHIFT if plain and not smoky else -1
    if smoky:
        smoke(smokes, mind, a, 0)
    for _ in range(columns):
        y, last = int(first), int(leave)
        while True:
            p = px[y, x]
            if p != quiet and (inside or (p & FACE) ^ BARE > bottom):
                h = p & HEX_BITS
                # the end hexes reach one pixel further than their neighbours allow
                if p & RIM:
                    if in_wide(hx, a, x, y):
                        h = a
                    elif in_wide(hx, b, x, y):
                        h = b
                if h == HEX_BITS:
                    return CLEAR
                if h != here:
                    if not spine:
                        mind[HERE] = here
                    here, near, far = h, hex_range(hx, a, h), hex_range(hx, h, b)
                    marked = (not level and (hx[h, FLAGS] >> CLIFFS) & 63 != 0) or (hx[h, FLAGS] >> EMBANKED) & 1 == 1
                    if smoky:
                        smoke(smokes, mind, h, near)
                ground = ((p >> LEVEL_SHIFT) & LEVEL_BITS) - LEVEL_BIAS
                code = (p >> CODE_SHIFT) & 255
                # neither bare ground nor what stays below both ends can matter
                bare = plain or (even and not smoky and hx[h, CALM] == 1)
                bare = bare and ((p & BARE and ground <= low) or (not marked and ground + te[code, LOFTY] < low))
                if inside and not te[code, IS_BUILDING]:
                    inside = False
                    mind[INSIDE] = 0
                    told = -1
                # a pixel like the last that was judged, where its place does not matter, says the same again
                if not (bare or (p == told and h == told_of and not inside)):
                    reason = pixel(px, hx, te, smokes, mind, h, near, far, x, y, code, ground)
                    if reason != CLEAR:
                        return reason
                    told, told_of = -1, h
                    flat = te[code, HEIGHT] == 0 and ground == high and not level
                    if plain and not flat and not marked and mind[OPEN_HEX] < 0:
                        told = p
                quiet = p if (bare or told == p) and not inside and not p & RIM else -1
            if y == last:
                break
            y += down
        first = leave
        leave += slope
        x += right
    return CLEAR if mind[TOTAL] < THICK else TOO_THICK


def pixel(
    px: Ints,
    hx: Ints,
    te: Ints,
    smokes: Ints,
    mind: Row,
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
    other = -1
    if mind[ALONG] and h != mind[A] and h != mind[B] and (near & 1 or mind[FROM_KIND] != GROUND):
        other = beside(hx, mind, h, side, x, y, p)
    if other == -1:
        reason = point(hx, te, mind, h, near, far, side, x, y, code, ground)
    else:
        # on a hexside a pixel is judged for the terrain that fills either hex
        reason, as_terrain = CLEAR, code
        if not p & RIM or in_wide(hx, h, x, y):
            if te[code, ON_SIDE] and te[hx[h, CODE], INHERENT]:
                reason = point(hx, te, mind, h, near, far, side, x, y, code, ground)
            as_terrain = filling(hx, te, h, code)
            if reason == CLEAR:
                reason = point(hx, te, mind, h, near, far, side, x, y, as_terrain, ground)
        if reason == CLEAR and other >= 0:
            h, side = other, nearest_side(hx, other, x, y)
            near, far = hex_range(hx, mind[A], other), hex_range(hx, other, mind[B])
            if smokes.shape[0] > 0:
                smoke(smokes, mind, other, near)
            if te[as_terrain, ON_SIDE] and te[hx[h, CODE], INHERENT]:
                reason = point(hx, te, mind, h, near, far, side, x, y, as_terrain, ground)
            as_terrain = filling(hx, te, h, as_terrain)
            if reason == CLEAR:
                reason = point(hx, te, mind, h, near, far, side, x, y, as_terrain, ground)
        code = as_terrain
    if reason == CLEAR and mind[TOTAL] >= THICK:
        reason = TOO_THICK
    if reason != CLEAR:
        mind[WHERE], mind[WHERE + 1], mind[WHERE + 2] = h, x, y
        mind[WHERE + 3], mind[WHERE + 4] = hx[h, BED] if reason == OVERGROWN else code, ground
    return reason


def beside(hx: Ints, mind: Row, h: int, side: int, x: int, y: int, p: int) -> int:
    """The other hex that a line along hexsides runs by at a pixel, -2 if the pixel is only near that, else -1."""
    if p & RIM:
        for s in range(6):
            beyond = hx[h, NEIGHBOUR + s]
            if beyond >= 0 and beyond != mind[A] and beyond != mind[B] and in_wide(hx, beyond, x, y):
                return int(beyond)
    if side < 6:
        beyond = hx[h, NEIGHBOUR + side]
        if beyond >= 0 and beyond != mind[A] and beyond != mind[B]:
            return -2
    return -1


def filling(hx: Ints, te: Ints, h: int, code: int) -> int:
    """What a pixel counts as in a hex: Inherent Terrain fills it, jungle but for the water in it (B.6)."""
    fills = hx[h, CODE]
    if not te[fills, INHERENT]:
        return code
    if fills in (DENSE_JUNGLE, BAMBOO) and te[code, CATEGORY] == WATER:
        return code
    return int(fills)


def point(
    hx: Ints, te: Ints, mind: Row, h: int, near: int, far: int, side: int, x: int, y: int, code: int, ground: int
) -> int:
    """The rules at a pixel of hex ``h``, ``near`` hexes from the first end and ``far`` from the second."""
    entering = h != mind[HERE]
    if entering:
        enter(hx, te, mind, h, side)
        if mind[UNEVEN]:
            enter_hillock(hx, mind, h, code)
    if mind[DEEP_A] or mind[DEEP_B]:
        reason = depression(hx, te, mind, h, near, far, side, x, y, code, ground)
        if reason != CLEAR:
            return reason
    reason = inside_building(te, mind, h, code, ground)
    if reason == CLEAR and te[code, ON_SIDE] and code != CLIFF:
        reason = hexside(hx, te, mind, h, near, far, side, x, y, code, ground)
    elif reason == CLEAR and entering and (hx[h, FLAGS] >> EMBANKED) & 1:
        reason = embankment(hx, mind, h, near, far, side, ground)
    if reason != CLEAR or h == mind[A] or h == mind[B] or near == mind[REACH] or far == mind[REACH]:
        return reason
    if te[code, INHERENT] and hx[h, CODE] != code:
        return CLEAR
    code = whole_hex(hx, te, mind, h, code)
    reason = heights(hx, te, mind, h, near, far, side, x, y, code, ground)
    if reason == CLEAR and mind[UNEVEN]:
        reason = hillock(hx, te, mind, h, near, far, side, x, y, code, ground)
    return reason
