"""Terrain that takes all of a unit's MF (B16.4): each unit pays its own whole allotment."""

from __future__ import annotations

from goodorder.core.state import State, Unit
from goodorder.core.way import Way

from ..facts.entry import EntryFacts, entry_facts
from .allotment import allotment, carried_now
from .costs import cost_of


def cost_for(st: State, unit: Unit, units: tuple[Unit, ...], way: Way) -> int:
    """What one unit of a joint entry pays, in half MF."""
    return unit_cost(entry_facts(st, units, way), unit)


def unit_cost(facts: EntryFacts, unit: Unit) -> int:
    """The same of facts at hand; twice the unit's allotment for terrain that takes all MF one level up (A4.133)."""
    cost = cost_of(facts)
    if not takes_all(facts):
        return cost
    st, way, board = facts.st, facts.way, facts.on_map.board
    whole = allotment(st, unit, facts.stack.ids, st.trail(unit.id).declared, carried_now(st, unit))
    uphill = way.frm >= 0 and board.level(way.to) > board.level(way.frm)
    return cost + whole * (2 if uphill else 1)


def takes_all(facts: EntryFacts) -> bool:
    """Whether each unit pays its whole allotment."""
    return not facts.way.road and facts.terrain.mf_all
