"""Arcs and Target Facings of a vehicle in Bypass: the four areas around it (D2.32, D2.321).

An area is a number clockwise: 0 before the vertex that it faces, 1 on its right, 2 behind it, 3 on its left.
"""

from __future__ import annotations

from goodorder.board import Map
from goodorder.core.state import State, Vehicle

from ..registry import builds
from .bypass_path import ahead_of, behind, bypass_path, hexsides, spine_along
from .ground import map_now
from .ordnance import HEXSPINES

AREAS = 4
FRONT, RIGHT, REAR, LEFT = range(AREAS)
SPINES_OF_AREAS = (0, 1, 3, 5)
"""The hexspine, counted from the one along which it points, by which each area is named."""
_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The way to the next hex across each hexside, in axes that run down the columns and down to the right."""

Axial = tuple[int, int]


def _axial(board: Map, h: int) -> Axial:
    here = board.hexes[h]
    return here.col, here.row - (here.col + (here.col & 1)) // 2


def _in_wedge(at: Axial, apex: Axial, spine: int) -> bool:
    """Whether a hex lies on or between the two hex grains that meet in ``apex`` on both hands of a hexspine."""
    (lq, lr), (rq, rr) = _STEPS[(spine - 1) % HEXSPINES], _STEPS[spine]
    q, r = at[0] - apex[0], at[1] - apex[1]
    whole = lq * rr - lr * rq
    return (q * rr - r * rq) * whole >= 0 and (lq * r - lr * q) * whole >= 0


def _beyond(at: Axial, side: int) -> Axial:
    return at[0] + _STEPS[side][0], at[1] + _STEPS[side][1]


@builds("D2.32", "D2.32b", "D2.32c", "D2.32d")
def area_of(st: State, vehicle: Vehicle, place: int) -> int:
    """The area of a vehicle in Bypass in which the hex of a place lies. Its front is the hex before its vertex, the two
    hex grains that meet there and all between them; its rear the same the other way; all else its sides, on one of
    which is the hex of the obstacle itself.
    """
    board, path = map_now(st), bypass_path(vehicle)
    own, at = _axial(board, board.hex_at(vehicle.loc)), _axial(board, board.hex_at(place))
    spine = spine_along(path)
    if _in_wedge(at, _beyond(own, ahead_of(path)), spine):
        return FRONT
    if _in_wedge(at, _beyond(own, behind(path)), (spine + 3) % HEXSPINES):
        return REAR
    other = _beyond(own, hexsides(path)[0])
    (lq, lr), (rq, rr) = _STEPS[(spine - 1) % HEXSPINES], _STEPS[spine]
    dq, dr = lq + rq, lr + rr

    def hand(where: Axial) -> bool:
        return dq * (2 * where[1] - own[1] - other[1]) - dr * (2 * where[0] - own[0] - other[0]) > 0

    mine = RIGHT if (path[-1] - path[0]) % HEXSPINES == 1 else LEFT
    return mine if hand(at) == hand(own) else AREAS - mine


@builds("D2.321", "D2.321a")
def area_along(vehicle: Vehicle, spine: int) -> int:
    """The area to which a weapon of a vehicle in Bypass points that is laid along a hexspine."""
    return (FRONT, RIGHT, RIGHT, REAR, LEFT, LEFT)[(spine - spine_along(bypass_path(vehicle))) % HEXSPINES]


def spine_toward(vehicle: Vehicle, area: int) -> int:
    """The hexspine by which an area is named."""
    return (spine_along(bypass_path(vehicle)) + SPINES_OF_AREAS[area]) % HEXSPINES


def areas_turned(old: int, new: int) -> int:
    """Target Facings between two areas, the shorter way around."""
    way = (new - old) % AREAS
    return min(way, AREAS - way)
