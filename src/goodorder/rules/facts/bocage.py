"""Sight through bocage, which depends on who has it (B9.521)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.sight.los import Line
from goodorder.core.state import Fighter, State, Unit

from ..registry import builds
from .ground import map_now
from .wall_advantage import holds, walls

BOCAGE = "bocage"


@once_per_map(8192)
def bocage_sides(board: Map, h: int) -> frozenset[int]:
    """The hexsides of a hex that are bocage."""
    return frozenset(n for n, kind in enumerate(board.hexes[h].sides) if kind is not None and kind.id == BOCAGE)


@builds("B9.521")
def sees_out(st: State, unit: Fighter, line: Line, to: int) -> bool:
    """Whether a unit sees on through the bocage of its hex: into the next hex always, farther with Wall Advantage."""
    return _through(st, unit, line, to)


@builds("B9.521")
def is_seen(st: State, unit: Unit, line: Line, frm: int) -> bool:
    """Whether a unit behind bocage is seen from ``frm``: from the next hex always, from farther with Wall Advantage."""
    return _through(st, unit, line, frm)


def _through(st: State, unit: Fighter, line: Line, other: int) -> bool:
    """Whether the bocage of a unit's hex leaves a line open between it and the ``other`` end."""
    board = map_now(st)
    h, there = board.hex_at(unit.loc), board.hex_at(other)
    sides = bocage_sides(board, h)
    if not sides:
        return True
    far = [side for side in line.entry_sides(h) if side in sides and board.around(unit.loc)[side] != there]
    return not far or (holds(st, unit) and set(far) <= set(walls(st, unit)))
