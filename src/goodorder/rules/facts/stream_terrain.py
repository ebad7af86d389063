"""Woods, brush and orchard around a stream: along its bed one meets none of them (B33)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.sight.los import Line
from goodorder.core.state import State, Unit

from ..registry import builds, removable
from .ground import map_now
from .places import is_deep, joined

STREAMS = frozenset({"dry_stream", "shallow_stream", "deep_stream"})
BESIDE = frozenset({"B12", "B12.7", "B13", "B13.8", "B14", "B35"})
"""Sections of the terrain that may stand around a stream: brush, woods and orchard."""


def overgrown(board: Map, loc: int) -> bool:
    """Whether a Location is a stream's with woods, brush or orchard around it."""
    here = board.hex_of(loc)
    if here.depression is None or here.depression.id not in STREAMS or here.terrain.rule not in BESIDE:
        return False
    return is_deep(board, loc)


@removable(without=False)
@builds("B33.13")
def in_the_open_bed(st: State, unit: Unit | None, to: int, line: Line) -> bool:
    """Whether a line finds a unit IN a stream in Open Ground: it comes in along the stream."""
    board = map_now(st)
    if (unit is not None and unit.stance.crest >= 0) or not overgrown(board, to):
        return False
    sides = line.entry_sides(board.hex_at(to))
    return bool(sides) and all(joined(board, to, side) for side in sides)
