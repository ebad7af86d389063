"""The walk along a line to or from another place than a hex centre: a vertex or the middle of a hexside (A4.34).

Plain functions on flat arrays like those of :mod:`goodorder.board.sight.kernel`, whose rules at each pixel they ask.
"""

from __future__ import annotations

from goodorder.board.map.facts import (
    BARE,
    CODE,
    CODE_SHIFT,
    FACE,
    FLAGS,
    HEX_BITS,
    HILLY,
    IS_BUILDING,
    LEVEL_BIAS,
    LEVEL_BITS,
    LEVEL_SHIFT,
    NO_HEX,
    OBSTACLE,
    ON_SIDE,
    SIDE_SHIFT,
    Ints,
    Row,
)
from goodorder.board.sight.kernel import THICK, aim, is_deep, point
from goodorder.board.sight.kernel_heights import heights
from goodorder.board.sight.kernel_hillocks import hillock_ends
from goodorder.board.sight.kernel_rules import (
    CLEAR,
    DEEP_A,
    DEEP_B,
    ENTRY,
    EXIT,
    FROM,
    FROM_KIND,
    GROUND,
    HIGH,
    INSIDE,
    LEAVING,
    LOW,
    REACH,
    TO,
    TO_KIND,
    TOO_THICK,
    TOTAL,
    UNEVEN,
    UPPER,
    WHERE,
    A,
    B,
    hex_range,
)


def aimed(
    px: Ints,
    hx: Ints,
    te: Ints,
    a: int,
    ea: int,
    ka: int,
    b: int,
    eb: int,
    kb: int,
    start_x: int,
    start_y: int,
    end_x: int,
    end_y: int,
    off_a: bool,
    off_b: bool,
    mind: Row,
    met: Row,
) -> int:
    """The reason why a line between two pixels of hexes ``a`` and ``b`` is blocked, ``CLEAR`` if it isn't.

    ``off_a`` and ``off_b``: whether that end is another place of its hex than the centre. ``mind`` comes as zeros and
    is left as :func:`goodorder.board.sight.kernel.judge` leaves it; ``met`` gets how many hexes are on the way, and
    which.
    """
    reach = hex_range(hx, a, b)
    mind[A], mind[B], mind[FROM], mind[TO], mind[FROM_KIND], mind[TO_KIND] = a, b, ea, eb, ka, kb
    # one more than the range: only the end hexes themselves are left out of the rules for what lies between
    mind[REACH], mind[LOW], mind[HIGH] = reach + 1, min(ea, eb), max(ea, eb)
    mind[DEEP_A], mind[DEEP_B] = is_deep(hx, a, ka), is_deep(hx, b, kb)
    inside = ka == UPPER or (ka == GROUND and te[hx[a, CODE], IS_BUILDING] == 1)
    mind[INSIDE] = inside
    mind[EXIT] = mind[ENTRY] = mind[LEAVING] = -1
    mind[UNEVEN] = hx[a, FLAGS] >> HILLY & 1
    if mind[UNEVEN]:
        hillock_ends(hx, mind, ka, kb)
    aim(hx, mind, start_x, start_y, end_x, end_y)
    met[0], met[1] = 1, a
    x, y, dx, dy = start_x, start_y, end_x - start_x, end_y - start_y
    columns = abs(dx) + 1
    slope = dy / columns
    right, down = 1 if dx >= 0 else -1, 1 if dy >= 0 else -1
    first, leave = float(y), y + slope
    here, near, far = a, 0, reach
    # bare ground up to here can't matter once the line is in its hex, as in goodorder.board.sight.kernel.walk
    even = not mind[DEEP_A] and not mind[DEEP_B] and not mind[UNEVEN]
    bottom = min(mind[LOW] + LEVEL_BIAS, LEVEL_BITS) << LEVEL_SHIFT if even else -1
    level, quiet = even and mind[LOW] == mind[HIGH], -1
    for _ in range(columns):
        y, last = int(first), int(leave)
        while True:
            p = px[y, x] if 0 <= y < px.shape[0] and 0 <= x < px.shape[1] else NO_HEX
            h = p & HEX_BITS
            if h != NO_HEX and p != quiet and (inside or h != here or (p & FACE) ^ BARE > bottom):
                if h != here:
                    here, near, far = h, hex_range(hx, a, h), hex_range(hx, h, b)
                    note(met, h)
                code = (p >> CODE_SHIFT) & 255
                ground = ((p >> LEVEL_SHIFT) & LEVEL_BITS) - LEVEL_BIAS
                side = (p >> SIDE_SHIFT) & 7
                if inside and not te[code, IS_BUILDING]:
                    inside = False
                    mind[INSIDE] = 0
                reason = CLEAR
                if (h == a and off_a) or (h == b and off_b):
                    if te[code, OBSTACLE] and not te[code, ON_SIDE]:
                        reason = heights(hx, te, mind, h, near, far, side, x, y, code, ground)
                else:
                    reason = point(hx, te, mind, h, near, far, side, x, y, code, ground)
                if reason == CLEAR and mind[TOTAL] >= THICK:
                    reason = TOO_THICK
                if reason != CLEAR:
                    mind[WHERE], mind[WHERE + 1], mind[WHERE + 2] = h, x, y
                    mind[WHERE + 3], mind[WHERE + 4] = code, ground
                    return reason
                # on a level line the same ground a pixel further says the same again, but at a hexside or below a hill
                quiet = p if level and ground <= mind[HIGH] and not te[code, ON_SIDE] else -1
            if y == last:
                break
            y += down
        first = leave
        leave += slope
        x += right
    return CLEAR


def note(met: Row, h: int) -> None:
    """Add a hex to those on the way, once."""
    count = met[0]
    for i in range(1, count + 1):
        if met[i] == h:
            return
    if count + 1 < met.shape[0]:
        met[0], met[count + 1] = count + 1, h
