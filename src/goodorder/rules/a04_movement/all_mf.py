"""Terrain that takes all of a unit's MF (B16.4): each unit pays its own whole allotment."""

from __future__ import annotations

from goodorder.core.state import State, Unit
from goodorder.core.way import Way

from ..facts.entry import terrain_of
from ..facts.ground import map_now
from .allotment import allotment, carried_now
from .costs import entry_cost


def cost_for(st: State, unit: Unit, units: tuple[Unit, ...], way: Way) -> int:
    """What one unit of a joint entry pays, in half MF; twice its allotment for such terrain one level up (A4.133)."""
    cost = entry_cost(st, units, way)
    board = map_now(st)
    if way.road or not terrain_of(st, way.to).mf_all:
        return cost
    stack = tuple(one.id for one in units)
    whole = allotment(st, unit, stack, st.trail(unit.id).declared, carried_now(st, unit))
    uphill = way.frm >= 0 and board.level(way.to) > board.level(way.frm)
    return cost + whole * (2 if uphill else 1)
