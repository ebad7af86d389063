"""The hexes of a Fire Lane: a Hex Grain, or an Alternate Hex Grain with its left or right hexes (A9.22, A9.221)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map

Hand = Literal["", "left", "right"]
HANDS: tuple[Hand, ...] = ("", "left", "right")


def lane_hexes(board: Map, gun: int, end: int, hand: Hand) -> tuple[int, ...]:
    """The hexes of a lane from the one next to the gun's hex to the counter's, in order; none where there is no lane.

    Without ``hand`` it runs along a Hex Grain.  With it, it runs along hexspines, to every second hex dead ahead, and
    between two of those holds the hex on that side of the hexside, seen from the gun.
    """
    return _lanes_from(board, gun).get((end, hand), ())


@once_per_map(4096)
def _lanes_from(board: Map, gun: int) -> dict[tuple[int, Hand], tuple[int, ...]]:
    """Every lane out of a hex, by the counter's hex and the hand."""
    found: dict[tuple[int, Hand], tuple[int, ...]] = {}
    for side in range(6):
        for hand in HANDS:
            for end, hexes in _along(board, gun, side, hand):
                found.setdefault((end, hand), hexes)
    return found


def _along(board: Map, gun: int, side: int, hand: Hand) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The lanes in one direction: across hexside ``side``, or along the hexspine clockwise after it."""
    found: list[int] = []
    here = gun
    while True:
        ahead = _next(board, here, side)
        if not hand:
            found.append(ahead)
            here = ahead
        else:
            beside = _next(board, here, (side + 1) % 6)
            here = _next(board, ahead, (side + 1) % 6)
            found += [ahead if hand == "left" else beside, here]
        if here < 0:
            return
        yield here, tuple(h for h in found if h >= 0)


def _next(board: Map, here: int, side: int) -> int:
    return board.neighbours[here][side] if here >= 0 else -1


@once_per_map(4096)
def lane_sides(board: Map, gun: int, lane: tuple[int, ...]) -> frozenset[frozenset[int]]:
    """The hexsides that the line of a lane along an Alternate Hex Grain lies on, each as its two hexes (A9.221)."""
    found: set[frozenset[int]] = set()
    here = gun
    ways = (side for side in range(6) for end, _ in _along(board, gun, side, "left") if lane and end == lane[-1])
    side = next(ways, -1)
    while side >= 0 and here >= 0 and here != lane[-1]:
        ahead, beside = _next(board, here, side), _next(board, here, (side + 1) % 6)
        found.add(frozenset((ahead, beside)))
        here = _next(board, ahead, (side + 1) % 6)
    return frozenset(found)


@once_per_map(4096)
def lane_ends(board: Map, gun: int, target: int, reach: int) -> tuple[tuple[int, Hand], ...]:
    """Where the counter of a lane through ``target`` may lie, up to a range: the hex, and the kind of grain."""
    lanes = _lanes_from(board, gun).items()
    found = [lane for lane, hexes in lanes if target in hexes and board.distance(gun, lane[0]) <= reach]
    return tuple(sorted(found, key=lambda one: (board.distance(gun, one[0]), one)))
