"""Where moving units can get to: shortest ways by MF, asked of the rules of movement step by step."""

from __future__ import annotations

import heapq
from typing import Any

from goodorder.core.actions import Action, Go, Move
from goodorder.core.state import ASSAULT, NOWHERE, State
from goodorder.flow.move import declared_state
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a04_movement.costs import HALF, entry_cost, entry_facts, road_leads
from goodorder.rules.points import MAY_ENTER

Doc = dict[str, Any]


def reach_of(st: State, sample: Action | None) -> list[Doc]:
    """Every hex in reach of the units that a movement action names, with its MF, what is left, and the way."""
    if isinstance(sample, Move):
        st = declared_state(st, sample.units, sample.declared)
        units, declared = sample.units, sample.declared
    elif isinstance(sample, Go):
        units = sample.units
        declared = st.trail(units[0]).declared
    else:
        return []
    start = st.units[units[0]].loc
    budget = min(mf_left(st, st.units[unit], units) for unit in units)
    if start == NOWHERE:
        return []
    best = _walk(st, units, start, budget, 1 if declared & ASSAULT else 99)
    hexes = st.world.map.hexes
    found: list[Doc] = []
    for loc, (cost, _) in sorted(best.items()):
        if loc == start:
            continue
        way = [loc]
        while best[way[-1]][1] != start:
            way.append(best[way[-1]][1])
        via = [hexes[index].name for index in reversed(way)]
        found.append({"hex": hexes[loc].name, "mf": cost / HALF, "left": (budget - cost) / HALF, "via": via})
    return found


def _walk(st: State, units: tuple[int, ...], start: int, budget: int, steps: int) -> dict[int, tuple[int, int]]:
    """Location -> (half MF spent, Location before), by the cheapest way."""
    movers = tuple(st.units[unit] for unit in units)
    board = st.world.map
    best: dict[int, tuple[int, int]] = {start: (0, start)}
    todo = [(0, 0, start)]
    while todo:
        spent, count, here = heapq.heappop(todo)
        if spent > best[here][0] or count >= steps:
            continue
        for to in board.neighbours[here]:
            if to < 0:
                continue
            cost = _cheapest(st, movers, here, to)
            if cost is None or spent + cost > budget:
                continue
            if to not in best or spent + cost < best[to][0]:
                best[to] = (spent + cost, here)
                heapq.heappush(todo, (spent + cost, count + 1, to))
    return best


def _cheapest(st: State, movers: Any, frm: int, to: int) -> int | None:
    costs = []
    for road in (False, True) if road_leads(st, frm, to) else (False,):
        if st.world.rules.refuse(MAY_ENTER, entry_facts(st, movers, frm, to, road=road)) is None:
            costs.append(entry_cost(st, movers, frm, to, road=road))
    return min(costs, default=None)
