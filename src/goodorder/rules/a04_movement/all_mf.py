"""Terrain that takes all of a unit's MF (B16.4): each unit pays its own whole allotment."""

from __future__ import annotations

from goodorder.core.state import State, Unit

from ..facts.entry import terrain_of
from .allotment import allotment, carried_now
from .costs import entry_cost


def cost_for(
    st: State,
    unit: Unit,
    units: tuple[Unit, ...],
    frm: int,
    to: int,
    *,
    road: bool = False,
    bypass: tuple[int, ...] = (),
    crest: int = -1,
    cover: bool = False,
) -> int:
    """What one unit of a joint entry pays, in half MF; twice its allotment for such terrain one level up (A4.133)."""
    cost = entry_cost(st, units, frm, to, road=road, bypass=bypass, crest=crest, cover=cover)
    board = st.world.map
    if road or not terrain_of(st, to).mf_all:
        return cost
    stack = tuple(one.id for one in units)
    whole = allotment(st, unit, stack, st.trail(unit.id).declared, carried_now(st, unit))
    uphill = frm >= 0 and board.level(to) > board.level(frm)
    return cost + whole * (2 if uphill else 1)
