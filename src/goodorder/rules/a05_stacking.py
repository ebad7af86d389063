"""Stacking limits and the squads in excess of them (A5)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.state import State, Unit
from goodorder.data.charts import movement

from .facts.ground import ground, map_now
from .facts.manned import standing
from .facts.places import in_tower
from .facts.units import squad_equivalents_x10
from .registry import builds, removable

FOOT = "foot_bridge"
FOOT_BRIDGE, TOWER = 10, 5
"""Tenths of a squad that a foot bridge and the top of a tower hold (B6.44, B34.21)."""


@builds("A5.1", "B6.44", "B34.21")
def limit_x10(st: State, loc: int) -> int:
    """Squads, in tenths, that one side may have in a Location (A5.1)."""
    board = map_now(st)
    if _narrow(board, loc):
        if on_foot_bridge(st, loc):
            return FOOT_BRIDGE
        if in_tower(board, loc):
            return TOWER
    return movement().limits.squads_per_location * 10


@once_per_map(8192)
def _narrow(board: Map, loc: int) -> bool:
    """Whether a Location may hold less than others by the map."""
    return board.hex_of(loc).terrain.id == FOOT or in_tower(board, loc)


@removable(without=False)
@builds("B6.44")
def on_foot_bridge(st: State, loc: int) -> bool:
    """Whether a Location is a foot bridge, which holds one squad."""
    return ground(st, loc).terrain.id == FOOT


def excess_of(st: State, units: tuple[Unit, ...], loc: int) -> int:
    """Squads (fractions rounded up) by which these units exceed the limit of a Location (A5.1, A5.5).

    Four SMC are free; each five are a half-squad.
    """
    limit = limit_x10(st, loc)
    if len(units) * 10 <= limit:  # even if all are squads
        return 0
    over = squad_equivalents_x10(st, units) - limit
    return max(0, -(-over // 10))


def surely_fit(st: State, number: int, loc: int) -> bool:
    """Whether so many units are within the limit of a Location even if all are squads."""
    return number * 10 <= limit_x10(st, loc)


def excess_squads(st: State, loc: int, side: int) -> int:
    """Squads in excess of the limit that a side has in a Location."""
    return excess_of(st, st.side_at(loc, side), loc)


@builds("A5.2", "A5.12")
def excess_vehicles(st: State, loc: int, side: int) -> int:
    """Vehicles in excess of the one that a side may have in a Location, wrecks left aside."""
    return max(0, len(standing(st, loc, side)) - 1) if st.vehicles else 0


def within_limits(st: State, units: tuple[Unit, ...], loc: int) -> bool:
    """Whether these units may be set up together in one Location (A5.1)."""
    return excess_of(st, units, loc) == 0
