"""Many lines of sight at once: rows of a table, or a list of pairs."""

from __future__ import annotations

from goodorder.board.facts import Bytes, Ints
from goodorder.board.kernel import judge
from goodorder.board.kernel_rules import CLEAR, TOTAL, hex_range

BLOCKED = 255
"""A blocked line in a table; other values are the total hindrance."""


def rows(
    px: Ints, hx: Ints, te: Ints, smokes: Ints, places: Ints, first: int, last: int, reach: int, mind: Ints, out: Bytes
) -> None:
    """Fill rows ``first`` to ``last`` (not included) of a table of all Locations, from the lower id to the higher.

    ``places`` holds hex, level and kind of each Location. Lines longer than ``reach`` hexes are left as they are.
    """
    for i in range(first, last):
        for j in range(i, places.shape[0]):
            a, b = places[i, 0], places[j, 0]
            if hex_range(hx, a, b) > reach:
                continue
            reason = judge(px, hx, te, smokes, a, places[i, 1], places[i, 2], b, places[j, 1], places[j, 2], mind)
            out[i, j] = mind[TOTAL] if reason == CLEAR else BLOCKED
            out[j, i] = out[i, j]


def pairs(px: Ints, hx: Ints, te: Ints, smokes: Ints, places: Ints, asked: Ints, mind: Ints, out: Ints) -> None:
    """Judge each pair (from, to) of Location ids as told; ``out`` gets reason and total hindrance."""
    for n in range(asked.shape[0]):
        i, j = asked[n, 0], asked[n, 1]
        a, b = places[i, 0], places[j, 0]
        out[n, 0] = judge(px, hx, te, smokes, a, places[i, 1], places[i, 2], b, places[j, 1], places[j, 2], mind)
        out[n, 1] = mind[TOTAL]
