"""Cliffs, which Infantry crosses by Climbing only (B11.4)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.state import State

from ..registry import builds
from .ground import map_now
from .places import beside, climbed_to, ground_terrain, linked, on_cliff, road_between


def cliff_between(st: State, frm: int, to: int) -> bool:
    """Whether two hexes are adjacent and meet at a cliff (B11.1)."""
    return _meet_at_cliff(map_now(st), frm, to)


def could_advance(st: State, frm: int, to: int) -> bool:
    """Whether Infantry in one Location could advance into another as far as the ground goes (A.8)."""
    return to in beside(st, frm) and not cliff_between(st, frm, to)


@builds("A.8", "A.8b")
def capital_adjacent(st: State, one: int, other: int) -> bool:
    """Whether two Locations are ADJACENT: in sight, and Infantry could advance from the one into the other (A.8).

    SMOKE between them does not matter.
    """
    return other in abutting(st, one) and map_now(st).sees(one, other)


def abutting(st: State, loc: int) -> tuple[int, ...]:
    """The Locations into which Infantry could advance from ``loc``, or out of which it could advance there, in sight
    or not (A.8).
    """
    return abutting_on(map_now(st), loc)


@once_per_map(32768)
def abutting_on(board: Map, loc: int) -> tuple[int, ...]:
    """The same by the map."""
    if on_cliff(board, loc):
        return climbed_to(board, loc)
    around = [near for near in board.around(loc) if near >= 0]
    around += [one.id for one in board.locations[len(board.hexes) : len(board.sight.places)] if one.hex in around]
    found = [*linked(board, loc), *(place for place in around if loc in linked(board, place))]
    open_ = (to for to in dict.fromkeys(found) if _advances(board, loc, to) or _advances(board, to, loc))
    return tuple(to for to in open_ if not _meet_at_cliff(board, loc, to))


def _advances(board: Map, frm: int, to: int) -> bool:
    """Whether the ground of ``to`` may be entered in the APh: not marsh, nor a river that is forded, but by road."""
    return not ground_terrain(board, to).mf_all or road_between(board, frm, to)


@once_per_map(32768)
def _meet_at_cliff(board: Map, one: int, other: int) -> bool:
    side = board.side_between(one, other)
    return side is not None and board.hex_of(one).cliffs[side]
