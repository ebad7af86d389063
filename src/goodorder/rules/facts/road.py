"""Movers on a road through other terrain (A4.132)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from goodorder.board import Map, Verdict
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.map.terrain import OPEN, Terrain, by_code
from goodorder.board.sight import aims
from goodorder.board.sight.los import Line
from goodorder.core.remembered import once_a_position
from goodorder.core.state import State, Unit

from ..registry import builds, removable
from .attack_facts import sight
from .ground import map_now

STEP = 1.0
"""Pixels between the points of a line that are looked at."""
GAP = 6.0
"""Pixels from the middle of a road hexside to the edge of the road."""
HEX_REACH = 2
"""Lattice units from the centre to a vertex."""
GROVES = ("orchard", "bare_orchard", "olive_grove", "cactus_patch")
"""Trees that line a road: off it the whole hex is theirs (B14.6)."""


class RoadLine(Struct, frozen=True):
    """The line of fire at a mover, and whether it finds him on the road (A4.132)."""

    verdict: Line | Verdict
    on_road: bool


@once_a_position
def road_line(st: State, unit: Unit, frm: int) -> RoadLine:
    """The line from ``frm`` to a mover, aimed at the hex centre, or at the road he came by where that is better.

    A mover who entered at the road rate may be aimed at where the crossed hexside meets the road (A4.132f): of the
    two points the one with the lower DRM is taken.  He is on the road where the line has no obstacle in his hex.
    """
    centre = RoadLine(sight(st, frm, unit.loc), False)
    board = map_now(st)
    if board.hex_at(frm) == board.hex_at(unit.loc) or not came_by_road(st, unit):
        return centre
    step = st.trail(unit.id).came_in
    side = (step.hexside + 3) % 6 if step is not None and step.hexside >= 0 else -1
    found = _by_road_points(st, unit, frm, centre.verdict, side)
    if found is not None:
        return found
    crossed = side >= 0 and side in centre.verdict.entry_sides(unit.loc)
    return RoadLine(centre.verdict, crossed or clear_to_centre(board, frm, unit.loc))


def came_by_road(st: State, unit: Unit) -> bool:
    """Whether a unit entered its Location at the road rate, and so may be met on the road (A4.132)."""
    step = st.trail(unit.id).came_in
    return step is not None and step.road and step.to == unit.loc


@removable(without=None)
@builds("A4.132", "A4.132f")
def _by_road_points(st: State, unit: Unit, frm: int, sight_line: Line | Verdict, side: int) -> RoadLine | None:
    """The better of the lines to the hex centre and to where the hexside that was crossed meets the road; None where
    fire is traced to the centre alone.
    """
    board = map_now(st)
    groves = board.hex_of(unit.loc).terrain.id in GROVES
    clear = keeps_to_road(board, frm, unit.loc) if groves else clear_to_centre(board, frm, unit.loc)
    centre = RoadLine(sight_line, clear)
    if side < 0:
        return centre
    aimed = aims.line(board, aims.looked_from(frm), aims.LinePoint(unit.loc, "side", side))
    tem = board.hex_of(unit.loc).terrain.tem

    def worth(found: RoadLine) -> tuple[bool, int]:
        hindrance = found.verdict.hindrance
        return found.verdict.blocked, hindrance + (tem if not found.on_road else -(not hindrance))

    at_side = RoadLine(aimed, not groves or keeps_to_road(board, frm, unit.loc, side))
    return min(centre, at_side, key=worth)


@builds("A4.132", "B13.31", "A4.132c", "A4.132e", "A4.132.EX1", "A4.132.EX2")
def on_open_road(st: State, unit: Unit, frm: int) -> bool:
    """Whether a line from ``frm`` finds a mover on the road: it entered at the road rate, and the line reaches
    the hex centre, or the hexside by which it entered, without an obstacle in that hex.

    Where it does not, or after the MPh, the mover has the hex's own TEM.
    """
    return road_line(st, unit, frm).on_road


@builds("A4.132", "A4.132f")
def line_at(st: State, frm: int, to: int, movers: tuple[Unit, ...]) -> Line | Verdict:
    """The line of fire at units that move in ``to``; at others it is that between the hex centres."""
    lines = [road_line(st, unit, frm).verdict for unit in movers if unit.loc == to] if st.turn.phase == "MPh" else []
    if not lines or any(one is not lines[0] for one in lines):
        return sight(st, frm, to)
    return lines[0]


@once_per_map(4096)
def clear_to_centre(board: Map, frm: int, to: int) -> bool:
    """Whether the line from the centre of ``frm`` meets no obstacle inside ``to`` before its centre."""
    met = _within(board, frm, to, -1)
    return not any(terrain.los in ("obstacle", "half_obstacle") and not terrain.hexside for terrain in met)


@once_per_map(4096)
@builds("B14.6")
def keeps_to_road(board: Map, frm: int, to: int, side: int = -1) -> bool:
    """Whether the line from the centre of ``frm`` to that of ``to``, or to the middle of its hexside ``side``, runs
    over the road alone inside ``to`` (ruling R655).
    """
    return all(terrain.category == "ROAD" for terrain in _within(board, frm, to, side))


def _within(board: Map, frm: int, to: int, side: int) -> Iterator[Terrain]:
    """The terrain at points of a line inside the hex in which it ends, from there back."""
    a, b = board.hex_of(frm), board.hex_of(to)
    codes, layout = board.raster.codes, board.raster.layout
    end_x, end_y = layout.middle(b.col, b.row, side) if side >= 0 else (b.x, b.y)
    length = ((a.x - end_x) ** 2 + (a.y - end_y) ** 2) ** 0.5
    unit_x, unit_y = layout.hex_width / 3, layout.hex_height / 2
    height, width = codes.shape
    for number in range(int(length / STEP) + 1):
        share = number * STEP / length
        x, y = end_x + (a.x - end_x) * share, end_y + (a.y - end_y) * share
        across, down = abs(x - b.x) / unit_x, abs(y - b.y) / unit_y
        if down > 1 or across + down > HEX_REACH:
            return
        code = int(codes[min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1)])
        yield by_code().get(code) or by_code()[OPEN]


def through_gap(board: Map, frm: int, to: int, at: int, side: int) -> bool:
    """Whether the line between two centres crosses a hexside of ``at`` where a road leaves a gap in its wall."""
    here = board.hex_of(at)
    if not here.roads[side]:
        return False
    a, b = board.hex_of(frm), board.hex_of(to)
    x, y = board.raster.layout.middle(here.col, here.row, side)
    length = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5
    aside: float = abs((b.x - a.x) * (a.y - y) - (a.x - x) * (b.y - a.y)) / length
    return aside <= GAP
