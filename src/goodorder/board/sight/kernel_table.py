"""Many lines of sight at once: rows of a table."""

from __future__ import annotations

from goodorder.board.map.facts import (
    CATEGORY,
    CODE,
    CODE_SHIFT,
    FACTORY,
    FLAGS,
    HALF,
    HAS_BRIDGE,
    HEIGHT,
    HEX_BITS,
    HILLY,
    INHERENT,
    IS_DEPRESSION,
    LEVEL_BIAS,
    LEVEL_BITS,
    LEVEL_SHIFT,
    OPAQUE,
    RIM,
    SLOPES,
    SPLIT,
    Bytes,
    Ints,
    Row,
    X,
    Y,
)
from goodorder.board.sight.kernel import direction, judge
from goodorder.board.sight.kernel_rules import CLEAR, TOTAL, UNDER_BRIDGE, hex_range

BLOCKED = 255
"""A blocked line in a table; other values are the total hindrance."""
PROBES = 14
"""Pixels of a line that a table looks at before it walks the line."""


def rows(
    px: Ints,
    hx: Ints,
    te: Ints,
    smokes: Ints,
    places: Ints,
    first: int,
    last: int,
    reach: int,
    probes: int,
    mind: Row,
    out: Bytes,
) -> None:
    """Fill rows ``first`` to ``last`` (not included) of a table of all Locations, from the lower id to the higher.

    ``places`` holds hex, level and kind of each Location. Lines longer than ``reach`` hexes are left as they are.
    ``probes`` pixels of each line are looked at before it is walked; none where some pixels belong to no hex.
    """
    for i in range(first, last):
        for j in range(i, places.shape[0]):
            a, b = places[i, 0], places[j, 0]
            if hex_range(hx, a, b) > reach:
                continue
            if hidden(px, hx, te, a, places[i, 1], places[i, 2], b, places[j, 1], places[j, 2], probes):
                out[i, j] = out[j, i] = BLOCKED
                continue
            reason = judge(px, hx, te, smokes, a, places[i, 1], places[i, 2], b, places[j, 1], places[j, 2], mind)
            out[i, j] = mind[TOTAL] if reason == CLEAR else BLOCKED
            out[j, i] = out[i, j]


def hidden(px: Ints, hx: Ints, te: Ints, a: int, ea: int, ka: int, b: int, eb: int, kb: int, probes: int) -> bool:
    """Whether one of a few pixels that the walk would visit blocks the line for certain, wherever it lies on it.

    A table asks whether a line is blocked, not by what first. Only plain lines are looked at, and only ground and
    obstacles above both ends, or obstacles that reach the higher one, inside hexes between the ends (A6.2).
    """
    reach, flags = hex_range(hx, a, b), hx[a, FLAGS] | hx[b, FLAGS]
    if probes == 0 or reach < 2 or (flags >> SLOPES) & 63 or (flags >> HILLY) & 1:
        return False
    deep = flags & IS_DEPRESSION != 0  # where the ground may be open to the line (A6.3), but nothing that rises above
    if ka == UNDER_BRIDGE or kb == UNDER_BRIDGE:
        return False
    x, y = hx[a, X], hx[a, Y]
    dx, dy = hx[b, X] - x, hx[b, Y] - y
    if direction(dx, dy, reach) >= 0:
        return False
    low, high = min(ea, eb), max(ea, eb)
    hall = te[hx[a, CODE], CATEGORY] == FACTORY or te[hx[b, CODE], CATEGORY] == FACTORY
    columns, right = abs(dx) + 1, 1 if dx >= 0 else -1
    slope = dy / columns
    for n in range(1, probes + 1):
        along = columns * n / (probes + 1)
        column = int(along)
        if columns > 4 * probes or along == column:
            along = column + 0.5  # well inside its column, where the walk goes for certain
        p = px[int(y + slope * along), x + right * column]
        h, code = p & HEX_BITS, (p >> CODE_SHIFT) & 255
        top = ((p >> LEVEL_SHIFT) & LEVEL_BITS) - LEVEL_BIAS
        if top + te[code, HEIGHT] < high or p & RIM:
            continue
        if h in (a, b) or hex_range(hx, a, h) >= reach or hex_range(hx, h, b) >= reach:
            continue
        if (te[code, INHERENT] and hx[h, CODE] != code) or (hx[h, FLAGS] >> HAS_BRIDGE) & 1:
            continue
        if top > high and not deep:
            return True
        top += te[code, HEIGHT]
        if not te[code, OPAQUE] or (te[code, SPLIT] and low == high):
            continue
        if top > high or (te[code, HALF] and top == high):
            return True
        if top == high > low and te[code, HEIGHT] > 0 and not hall and not deep:
            return True
    return False
