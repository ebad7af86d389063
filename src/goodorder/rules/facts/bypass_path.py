"""Where a unit in Bypass is: the vertices and hexsides that it has gone along (A4.3, A4.34)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from goodorder.board.map.board import Map
from goodorder.board.map.bypass_ways import ways
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.map.terrain import Terrain, by_id
from goodorder.core.state import Fighter, State, Unit
from goodorder.core.way import Way

from ..registry import builds
from .ground import ground, map_now

OPEN = by_id()["open_ground"]


@builds("A4.32", "A4.32b", "A4.33a")
def bypass_path(unit: Fighter) -> tuple[int, ...]:
    """The vertices of its hex that a unit has gone along in Bypass, () for one that is not in Bypass.

    Broken or pinned there, it stays in the open part until its MPh ends; then it is in the obstacle (A4.32, A4.33).
    One vertex alone is passed on the way into the next house of a row: who is broken or pinned there is back in the
    house that he left (B23.71).
    """
    path = unit.stance.bypass
    return () if len(path) == 1 and (unit.broken or unit.pinned) else path


def hexsides(path: tuple[int, ...]) -> tuple[int, ...]:
    """The hexsides between the vertices of a path, in order."""
    return tuple(a if (b - a) % 6 == 1 else b for a, b in pairwise(path))


def ends_at(path: tuple[int, ...]) -> tuple[int, int]:
    """The two hexsides that meet where a path ends: the only ones across which it leaves the hex (A4.31)."""
    return path[-1], (path[-1] - 1) % 6


@builds("D2.32", "D2.32b")
def ahead_of(path: tuple[int, ...]) -> int:
    """The hexside between the hex of a Bypass and the hex before the vertex where that ends, which has that vertex but
    not the hexside gone along last.
    """
    return next(side for side in ends_at(path) if side != hexsides(path)[-1])


def behind(path: tuple[int, ...]) -> int:
    """The same at the vertex where it begins."""
    return ahead_of(path[::-1])


@builds("D2.32", "D2.32a")
def spine_along(path: tuple[int, ...]) -> int:
    """The hexspine to which the hexside between the last two vertices of a path runs parallel, in the way gone: by it a
    vehicle in Bypass points.

    >>> spine_along((1, 2)), spine_along((2, 1))
    (3, 0)
    """
    first, last = path[-2:]
    return (last + 1) % 6 if (last - first) % 6 == 1 else (last - 1) % 6


def ground_along(st: State, loc: int, path: tuple[int, ...]) -> Terrain:
    """What a unit on this path goes over: of several kinds the one that gives most cover (A4.31).

    At the vertex between two houses of a row that is Open Ground (B23.71).
    """
    if len(path) == 1:
        return OPEN
    found = [kind for side in hexsides(path) if (kind := ways(map_now(st), loc)[side]) is not None]
    if not found:
        return ground(st, loc).terrain
    return max(found, key=lambda kind: (kind.tem, not kind.open_ground, kind.mf))


def turns(start: int, sides: tuple[int, ...]) -> tuple[int, ...] | None:
    """The vertices of a path from ``start`` along contiguous hexsides, always the same way round; None if they don't
    follow one another so.
    """
    if not sides or len(set(sides)) != len(sides) or sides[0] not in (start, (start - 1) % 6):
        return None
    step = 1 if sides[0] == start else -1
    path = [start]
    for side in sides:
        if side != (path[-1] if step == 1 else (path[-1] - 1) % 6):
            return None
        path.append((path[-1] + step) % 6)
    return tuple(path)


def _starts(board: Map, path: tuple[int, ...], frm: int, to: int) -> tuple[tuple[int, int], ...]:
    """Where a path in ``to`` may begin after a path: (vertex of ``to``, hexside that it never goes along or -1).

    At a vertex of the hexside crossed, away from that hexside; out of a Bypass at the vertex where that ended.
    """
    if frm == to:
        return ((path[-1], hexsides(path)[-1]),) if len(path) > 1 else ()
    side = board.side_between(frm, to)
    if side is None:
        return ()
    if not path:
        return (((side + 3) % 6, (side + 3) % 6), ((side + 4) % 6, (side + 3) % 6))
    if path[-1] == side:
        return (((side + 4) % 6, -1),)
    return (((side + 3) % 6, -1),) if path[-1] == (side + 1) % 6 else ()


@builds("A4.31")
def bypasses(st: State, unit: Unit, frm: int, to: int) -> Iterator[tuple[int, ...]]:
    """Every list of contiguous hexsides of a hex that its obstacle leaves free, from where a unit comes in."""
    return (sides for sides, _ in paths_into(map_now(st), bypass_path(unit), frm, to))


@once_per_map(32768)
def paths_into(
    board: Map, gone: tuple[int, ...], frm: int, to: int
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """The same by the map for who has ``gone`` along some vertices; each list with all the vertices of its path."""
    free, found = ways(board, to), []
    before = hexsides(gone) if frm == to else ()
    for start, closed in _starts(board, gone, frm, to):
        for step in (1, -1):
            side, end = (start if step == 1 else (start - 1) % 6), start
            sides: tuple[int, ...] = ()
            path = gone if frm == to else (start,)
            while side != closed and side not in (*sides, *before) and free[side] is not None:
                end = (end + step) % 6
                sides, path = (*sides, side), (*path, end)
                found.append((sides, path))
                side = (side + step) % 6
    return tuple(found)


def path_to(st: State, unit: Unit, way: Way) -> tuple[int, ...] | None:
    """The whole path of a unit that goes along the hexsides of a way now, None where they don't follow."""
    gone = bypass_path(unit)
    for start, closed in _starts(map_now(st), gone, way.frm, way.to):
        if closed not in way.bypass and (path := turns(start, way.bypass)) is not None:
            before = gone if way.frm == way.to else ()
            return (*before, *path[1:]) if before else path
    return None
