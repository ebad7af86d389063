"""Entering and leaving the map (A2.5, A2.6)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import ASSAULT, State, Unit
from goodorder.data.hexarea import HexArea, in_any

from ..registry import builds
from .allotment import mf_left
from .costs import HALF, mf_text
from .permission import deserts, too_heavy

EXIT = -2


@builds("A2.6")
def exit_cost(st: State, loc: int) -> int:
    """Half MF for leaving the map from an edge hex: as into a hex that mirrors it, at the road rate where a road
    runs off the map (A2.6).
    """
    here = st.world.map.hex_of(loc)
    if any(road and near < 0 for road, near in zip(here.roads, st.world.map.around(loc), strict=True)):
        return HALF
    return int(here.terrain.mf * HALF)


def exit_hexes(st: State, side: int) -> frozenset[int]:
    """Edge hexes over which the scenario lets a side leave for Victory Points."""
    key = f"exit{side}"
    scenario = st.world.scenario
    if scenario is None:
        return frozenset()
    board = st.world.map
    side_id = st.world.sides[side].id
    areas = [
        area
        for clause in scenario.victory.clauses
        if clause.kind == "exit_vp" and clause.side == side_id
        for area in clause.area
    ]
    if not areas:
        return frozenset()
    cache = _EXITS.setdefault((scenario.id, board.digest, key), frozenset())
    if cache:
        return cache
    found = frozenset(
        h.index
        for h in board.hexes
        if any(area.contains(h.name) and (area.edge is None or area.edge in board.edge(h.index)) for area in areas)
        and board.edge(h.index)
    )
    _EXITS[(scenario.id, board.digest, key)] = found
    return found


_EXITS: dict[tuple[str, str, str], frozenset[int]] = {}


def exit_refusal(st: State, units: tuple[int, ...], hexside: int) -> Refusal | None:
    """Why these units may not leave the map from where they stand, or None (A2.6)."""
    loc = st.units[units[0]].loc
    if loc not in exit_hexes(st, st.units[units[0]].side):
        return Refusal("A2.6", "the scenario lets nobody leave here")
    if refusal := deserts(st, units):
        return refusal
    cost = exit_cost(st, loc)
    for unit in units:
        if refusal := too_heavy(st, st.units[unit]):
            return refusal
        left = mf_left(st, st.units[unit], units)
        if left < cost:
            return Refusal("A2.6", f"leaving costs {mf_text(cost)} MF")
        if st.trail(unit).declared & ASSAULT and left == cost:
            return Refusal("A4.61", "Assault Movement may not use all MF")
    return None


@builds("A2.51", "SK3.RPh.2")
def entry_hexes(st: State, unit: Unit) -> tuple[int, ...]:
    """Hexes over which a unit that waits off board may enter: its group's area at its edge (A2.51)."""
    scenario = st.world.scenario
    if scenario is None:
        return ()
    for group in scenario.side(st.world.sides[unit.side].id).groups:
        if group.id == unit.group:
            board = st.world.map
            key = (board.digest, group.area)
            if key not in _ENTRIES:
                _ENTRIES[key] = tuple(
                    h.index
                    for h in board.hexes
                    if in_any(group.area, h.name)
                    and any(
                        area.contains(h.name) and (area.edge is None or area.edge in board.edge(h.index))
                        for area in group.area
                    )
                )
            return _ENTRIES[key]
    return ()


_ENTRIES: dict[tuple[str, tuple[HexArea, ...]], tuple[int, ...]] = {}
