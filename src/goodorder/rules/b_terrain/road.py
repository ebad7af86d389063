"""Movers on a road through other terrain (A4.132)."""

from __future__ import annotations

from typing import NamedTuple

from goodorder.board import Map, Verdict, aims
from goodorder.board.los import Line
from goodorder.board.remember import once_per_map
from goodorder.board.terrain import OPEN, by_code
from goodorder.core.state import State, Unit

from ..a07_fire.facts import sight
from ..registry import builds

STEP = 1.0
"""Pixels between the points of a line that are looked at."""
GAP = 6.0
"""Pixels from the middle of a road hexside to the edge of the road."""
HEX_REACH = 2
"""Lattice units from the centre to a vertex."""


class RoadLine(NamedTuple):
    """The line of fire at a mover, and whether it finds him on the road (A4.132)."""

    verdict: Line | Verdict
    on_road: bool


def road_line(st: State, unit: Unit, frm: int) -> RoadLine:
    """The line from ``frm`` to a mover, aimed at the hex centre, or at the road he came by where that is better.

    A mover who entered at the road rate may be aimed at where the crossed hexside meets the road (A4.132f): of the
    two points the one with the lower DRM is taken.  He is on the road where the line has no obstacle in his hex.
    """
    key = ("road_line", unit.id, frm)
    found = st.memo.get(key)
    if found is None:
        found = st.memo[key] = _road_line(st, unit, frm)
    return found


def came_by_road(st: State, unit: Unit) -> bool:
    """Whether a unit entered its Location at the road rate, and so may be met on the road (A4.132)."""
    for step in reversed(st.trail(unit.id).steps):
        if step.kind == "enter":
            return step.road and step.to == unit.loc
    return False


def _road_line(st: State, unit: Unit, frm: int) -> RoadLine:
    centre = RoadLine(sight(st, frm, unit.loc), False)
    board = st.world.map
    if board.hex_at(frm) == board.hex_at(unit.loc) or not came_by_road(st, unit):
        return centre
    steps = [step for step in st.trail(unit.id).steps if step.kind == "enter"]
    side = (steps[-1].hexside + 3) % 6 if steps[-1].hexside >= 0 else -1
    centre = RoadLine(centre.verdict, clear_to_centre(board, frm, unit.loc))
    if not st.world.rules.offers("road_points"):
        crossed = side >= 0 and side in centre.verdict.entry_sides(unit.loc)
        return RoadLine(centre.verdict, centre.on_road or crossed)
    if side < 0:
        return centre
    aimed = aims.line(board, aims.Aim(frm), aims.Aim(unit.loc, "side", side))
    tem = board.hex_of(unit.loc).terrain.tem

    def worth(found: RoadLine) -> tuple[bool, int]:
        hindrance = found.verdict.hindrance
        return found.verdict.blocked, hindrance + (tem if not found.on_road else -(not hindrance))

    return min(centre, RoadLine(aimed, True), key=worth)


@builds("A4.132", "A4.132c", "A4.132e", "A4.132.EX1", "A4.132.EX2")
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
    a, b = board.hex_of(frm), board.hex_of(to)
    length = ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5
    count = int(length / STEP)
    codes, layout = board.raster.codes, board.raster.layout
    unit_x, unit_y = layout.hex_width / 3, layout.hex_height / 2
    height, width = codes.shape
    for number in range(count + 1):
        share = number * STEP / length
        x, y = b.x + (a.x - b.x) * share, b.y + (a.y - b.y) * share
        across, down = abs(x - b.x) / unit_x, abs(y - b.y) / unit_y
        if down > 1 or across + down > HEX_REACH:
            return True
        code = int(codes[min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1)])
        terrain = by_code().get(code) or by_code()[OPEN]
        if terrain.los in ("obstacle", "half_obstacle") and not terrain.hexside:
            return False
    return True


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
