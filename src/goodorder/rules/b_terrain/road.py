"""Movers on a road through other terrain (A4.132)."""

from __future__ import annotations

from functools import lru_cache

from goodorder.board import Map
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


@builds("A4.132", "A4.132c")
def on_open_road(st: State, unit: Unit, frm: int) -> bool:
    """Whether a line from ``frm`` finds a mover on the road: it entered at the road rate, and the line reaches
    the hex centre, or the hexside by which it entered, without an obstacle in that hex.

    Where it does not, or after the MPh, the mover has the hex's own TEM.
    """
    steps = [step for step in st.trail(unit.id).steps if step.kind == "enter"]
    if not steps or not steps[-1].road or steps[-1].to != unit.loc or frm == unit.loc:
        return False
    line = sight(st, frm, unit.loc)
    if steps[-1].hexside >= 0 and (steps[-1].hexside + 3) % 6 in line.entry_sides(unit.loc):
        return True
    return clear_to_centre(st.world.map, frm, unit.loc)


@lru_cache(maxsize=4096)
def clear_to_centre(board: Map, frm: int, to: int) -> bool:
    """Whether the line from the centre of ``frm`` meets no obstacle inside ``to`` before its centre."""
    a, b = board.hexes[frm], board.hexes[to]
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
    here = board.hexes[at]
    if not here.roads[side]:
        return False
    a, b = board.hexes[frm], board.hexes[to]
    x, y = board.raster.layout.middle(here.col, here.row, side)
    length = ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5
    aside: float = abs((b.x - a.x) * (a.y - y) - (a.x - x) * (b.y - a.y)) / length
    return aside <= GAP
