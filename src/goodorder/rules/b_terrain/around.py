"""Around a house of a row into the next: past a vertex of their hexside, in sight of whoever sees that (B23.71)."""

from __future__ import annotations

from goodorder.board.map.board import Map
from goodorder.board.sight.aims import LinePoint, line, looked_from
from goodorder.core.errors import Refusal
from goodorder.core.state import ON_MAP, Fighter, State
from goodorder.core.way import Way

from ..facts.armed_vehicles import feared
from ..facts.ground import map_now
from ..facts.places import eye, link_between
from ..registry import builds, removable


@removable(without=False)
def goes_around(st: State, frm: int, to: int) -> bool:
    """Whether the way between two Locations leads around the outside of the building."""
    link = link_between(map_now(st), frm, to) if frm >= 0 and to >= 0 else None
    return link is not None and link.kind == "around"


def turnings(board: Map, frm: int, to: int) -> tuple[tuple[int, int], ...]:
    """The two ways around: the hex (-1: off the map) on whose side one goes, and the vertex of ``frm`` passed."""
    side = board.side_between(frm, to)
    if side is None:
        return ()
    near = board.around(frm)
    return ((near[(side - 1) % 6], side), (near[(side + 1) % 6], (side + 1) % 6))


def past_refusal(st: State, way: Way) -> Refusal | None:
    """Why units may not say that they go past the hex that their way names, or None."""
    if way.past == -1:
        return None
    if not goes_around(st, way.frm, way.to):
        return Refusal("B23.71", "a side of the building is named only on the way into the next house of a row")
    if way.past not in {hex for hex, _ in turnings(map_now(st), way.frm, way.to)}:
        return Refusal("B23.71", "that hex is not beside the hexside between the houses")
    return None


def default_past(st: State, side: int, frm: int, to: int) -> int:
    """The hex on whose side units go around that name none; -1 where that is off the map, or nothing is gone around."""
    if not goes_around(st, frm, to):
        return -1
    vertex = turning(st, side, Way(frm, to))
    return next(max(-1, hex) for hex, one in turnings(map_now(st), frm, to) if one == vertex)


@builds("B23.71")
def turning(st: State, side: int, way: Way) -> int:
    """The vertex of the hex left that ``side`` passes; if the way names none, that which fewer Known enemies see."""
    board = map_now(st)
    ways = turnings(board, way.frm, way.to)
    if way.past >= 0:
        return next(vertex for hex, vertex in ways if hex == way.past)
    known: list[Fighter] = [one for one in st.units.values() if not (one.broken or one.concealed)]
    known += [one for one in st.vehicles.values() if feared(st, one)]
    eyes = [eye(st, one) for one in known if one.side != side and one.place == ON_MAP]

    def seen(turn: tuple[int, int]) -> int:
        return sum(not line(board, looked_from(place), LinePoint(way.frm, "vertex", turn[1])).blocked for place in eyes)

    return min(ways, key=seen)[1]
