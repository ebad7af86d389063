"""Places on the face of a cliff and at vertices, and lines of sight to and from them (B11.42, B11.43, D2.37).

They lie in the lower of the two hexes of a cliff hexside, at each level from its base level to that of the upper hex,
once at each vertex of the hexside. Whoever climbs is in such a Location and nobody else is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from goodorder.board.map.locations import Location
from goodorder.board.sight import aims
from goodorder.board.sight.los import Obstruction, Verdict

if TYPE_CHECKING:
    from goodorder.board.map.board import Map


def climb_places(board: Map, first: int) -> tuple[Location, ...]:
    """The places on all cliffs of a map, numbered from ``first``."""
    found: list[Location] = []
    for here in board.hexes:
        for side, cliff in enumerate(here.cliffs):
            beyond = board.neighbours[here.index][side]
            if not cliff or beyond < 0 or board.hexes[beyond].level <= here.level:
                continue
            for above in range(board.hexes[beyond].level - here.level + 1):
                for vertex in (side, (side + 1) % 6):
                    name = f"{here.name} climbing to {board.hexes[beyond].name}, level {above}"
                    number = first + len(found)
                    level = here.level + above
                    found.append(Location(number, here.index, level, above, "climb", name, side, vertex))
    return tuple(found)


def climb_word(place: Location) -> str:
    """Such a place as :meth:`Map.place` takes it: "climb1-2.3" is level 1 on hexside 2 at vertex 3."""
    return f"climb{place.above}-{place.side}.{place.vertex}"


def point_line(board: Map, a: int, b: int) -> Verdict:
    """The line between two places of which one at least is a vertex: of a cliff that is climbed (B11.42), or that a
    vehicle in Bypass looks from (D2.37).

    It doesn't run through the hexside that is climbed but from the hex above it. Within a hex only a line between two
    vertices can meet the obstacle (D2.37).
    """
    ends = [board.place_at(one) for one in (a, b)]
    if ends[0].hex == ends[1].hex and "corner" in (ends[0].kind, ends[1].kind):
        return _within(board, *ends)
    told = aims.line(board, *(_aim(place) for place in ends))
    for climber, other in (ends, ends[::-1]):
        if climber.kind != "climb" or told.blocked:
            continue
        above = board.neighbours[climber.hex][climber.side]
        if other.hex in (climber.hex, above) or not _behind(board, climber, other):
            continue
        at = aims.point_of(board, aims.LinePoint(climber.id, "vertex", climber.vertex))
        height = float(board.hexes[above].level)
        why = Obstruction(above, "cliff", height, "B11.42", "a climber is not seen through the cliff he climbs", at)
        told = replace(told, blocked=True, why=why)
    return told


def _within(board: Map, one: Location, two: Location) -> Verdict:
    """The line between two places of a hex of which one at least is a vertex of it."""
    plain = [place.hex if place.kind == "corner" else place.id for place in (one, two)]
    if one.kind == two.kind and one.vertex != two.vertex:
        return aims.line(board, _aim(one), _aim(two))
    return board.los(*plain)


def _aim(place: Location) -> aims.LinePoint:
    """Where a line to a place runs: to the vertex of a climb or of a Bypass, else to the hex centre."""
    return aims.LinePoint(place.id, "vertex", place.vertex) if place.kind == "climb" else aims.looked_from(place.id)


def _behind(board: Map, climber: Location, other: Location) -> bool:
    """Whether a Location lies beyond the line of the hexside that is climbed, on the side of the upper hex."""
    corners = board.raster.geometry.vertices[climber.hex]
    (px, py), (qx, qy) = corners[climber.side].tolist(), corners[(climber.side + 1) % 6].tolist()
    size = ((qx - px) ** 2 + (qy - py) ** 2) ** 0.5

    def off(point: tuple[int, int]) -> float:
        return float((qx - px) * (point[1] - py) - (qy - py) * (point[0] - px)) / float(size)

    inward, away = off(aims.point_of(board, aims.LinePoint(climber.hex))), off(aims.point_of(board, _aim(other)))
    return away * inward < 0 and abs(away) > aims.TOUCH
