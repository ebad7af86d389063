"""The TEM inside a hex: what a Location gives before walls, height and posture are asked (B1-B24)."""

from __future__ import annotations

from goodorder.board.map.terrain import Terrain
from goodorder.core.state import State

from ..registry import builds, removable
from .ground import map_now
from .places import ground_terrain, under_bridge

RUNWAY = "runway"


def shelter(st: State, loc: int, ground: Terrain | None = None) -> Terrain:
    """The terrain whose TEM a Location has; ``ground`` is what a unit in Bypass or on a road stands on (A4.34)."""
    if ground is not None:
        return ground
    return ground_terrain(map_now(st), loc)


@removable(without=None)
@builds("A2.4")
def among(st: State, loc: int) -> Terrain | None:
    """The woods, brush or grain around the building on the ground of a hex, None where it stands alone (A2.4)."""
    board = map_now(st)
    return board.hex_of(loc).among if loc == board.hex_at(loc) else None


@builds("B7.3")
def on_runway(st: State, loc: int) -> bool:
    """Whether a Location is on a runway, whose -1 adds to every other TEM."""
    return ground_terrain(map_now(st), loc).id == RUNWAY


def own_tem(st: State, loc: int, ground: Terrain | None = None) -> int:
    """The TEM of a Location itself for Direct Fire that meets all of it; a runway's -1 apart."""
    found = shelter(st, loc, ground)
    if found.id == RUNWAY or under_bridge(map_now(st), loc):
        return 0
    return found.tem
