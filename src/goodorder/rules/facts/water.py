"""Deep streams, which exhaust who wades through them (B20.43), and rivers that are forded (B21.41)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.state import State, Unit

from ..registry import builds, removable
from .ground import ground, map_now
from .places import climbs, is_deep, on_bridge

DEEP = "deep_stream"

MARSHES = frozenset({"marsh", "mudflat"})
"""Mudflats are marsh in all but what it costs to enter and to leave things in them (B16.7)."""


@removable(without=False)
@builds("B20.43", "A4.51h")
def wades(st: State, loc: int, crest: int = -1) -> bool:
    """Whether entering a Location makes CX: IN a deep stream, not in Crest status above it."""
    if crest >= 0 or loc < 0:
        return False
    here = ground(st, loc).depression
    return here is not None and here.id == DEEP and is_deep(map_now(st), loc)


@builds("B21.41", "B21.43")
def fords(st: State, unit: Unit) -> bool:
    """Whether a unit stands in a fordable Water Obstacle: in Hazardous Movement for as long, and never pinned."""
    return unit.loc >= 0 and _is_ford(map_now(st), unit.loc)


@once_per_map(32768)
def _is_ford(board: Map, loc: int) -> bool:
    """Whether Infantry can only ford a Location."""
    terrain = board.hex_of(loc).terrain
    return not on_bridge(board, loc) and terrain.water and terrain.mf_all


@builds("A4.62", "B11.42", "B21.41")
def imperilled(st: State, unit: Unit) -> bool:
    """Whether a unit climbs or fords: in Hazardous Movement as long as it does, and never pinned."""
    return climbs(st, unit) or fords(st, unit)
