"""Entering and leaving the map (A2.5, A2.6)."""

from __future__ import annotations

from goodorder.board.map.derive import Hex
from goodorder.core.errors import Refusal
from goodorder.core.state import ASSAULT, DASH, MINIMUM, Fighter, State, Unit
from goodorder.data.hexarea import HexArea, in_any

from ..facts.bypass_path import bypass_path, ends_at
from ..facts.entry import HALF
from ..facts.ground import ground, map_now
from ..facts.places import has_bridge, on_road_level
from ..registry import builds, removable
from .allotment import allotment, carried_now, mf_left
from .costs import mf_text
from .permission import deserts, too_heavy

EDGES = frozenset(("north", "south", "east", "west"))
EXIT = -2
MIRRORED = (3, 2, 1, 0, 5, 4)
"""Each hexside's image across the upper or lower edge of the map."""


@builds("A2.6")
def exit_cost(
    st: State, loc: int, hexside: int = -1, whole: int = 8 * HALF, beside: tuple[int, int] | None = None
) -> int:
    """Half MF for leaving the map from an edge hex: as into a hex that mirrors it, at the road rate where a road
    runs off the map (A2.6), across ``hexside`` when one is named. ``whole`` is the allotment, which marsh takes;
    ``beside`` the hexside and hex by which one leaves a Bypass (:func:`out_of_bypass`).
    """
    hexside, mirrored = beside or (hexside, loc)
    if road_off(st, loc, hexside):
        return HALF
    here = ground(st, mirrored)
    if here.terrain.mf_all:
        return whole
    return int((here.terrain.mf + _way_down(st, here)) * HALF)


@removable(without=0)
@builds("B20.4")
def _way_down(st: State, here: Hex) -> float:
    """MF for the Depression of a hex beside those for what grows in it."""
    deep = here.depression if not has_bridge(map_now(st), here.index) else None
    return 0 if deep is None or here.terrain.depression else deep.mf


@builds("A2.6")
def out_of_bypass(st: State, unit: Unit, hexside: int = -1) -> tuple[int, int] | None:
    """The hexside by which a unit leaves the map out of Bypass at the vertex where that ends, and the hex into whose
    mirror image: along the map's edge that of the hex beside it, else its own. None where it doesn't lead off the map.
    """
    path = bypass_path(unit)
    near = st.world.map.around(unit.loc)
    ends = ends_at(path) if path else ()
    for side in sorted(ends, key=lambda one: near[MIRRORED[one]] < 0 or MIRRORED[one] not in ends):
        if near[side] < 0 and hexside in (-1, side):
            inner = MIRRORED[side]
            return side, near[inner] if inner in ends and near[inner] >= 0 else unit.loc
    return None


def road_off(st: State, loc: int, hexside: int = -1) -> bool:
    """Whether a road leads off the map from an edge hex, across ``hexside`` when one is named."""
    if not on_road_level(map_now(st), loc):
        return False
    ways = list(zip(ground(st, loc).roads, st.world.map.around(loc), strict=True))
    return any(road and near < 0 for road, near in (ways if hexside < 0 else [ways[hexside]]))


def whole_mf(st: State, unit: Unit, units: tuple[int, ...]) -> int:
    """A mover's whole allotment in half MF."""
    return allotment(st, unit, units, st.trail(unit.id).declared, carried_now(st, unit))


def exit_hexes(st: State, side: int) -> frozenset[int]:
    """Edge hexes over which the scenario lets a side leave for Victory Points."""
    scenario = st.world.scenario
    if scenario is None:
        return frozenset()
    board = map_now(st)
    side_id = st.world.sides[side].id
    areas = tuple(
        area
        for clause in scenario.victory.clauses
        if clause.kind == "exit_vp" and clause.side == side_id
        for area in clause.area
    )
    if not areas:
        return frozenset()
    if (found := _EXITS.get((board.digest, areas))) is not None:
        return found
    found = frozenset(
        h.index
        for h in board.hexes
        if any(area.contains(h.name) and (area.edge is None or area.edge in board.edge(h.index)) for area in areas)
        and board.edge(h.index)
    )
    _EXITS[(board.digest, areas)] = found
    return found


_EXITS: dict[tuple[str, tuple[HexArea, ...]], frozenset[int]] = {}


@builds("A2.6")
@builds("A26.221")
def leaves_lost(st: State, unit: Fighter) -> bool:
    """Whether a unit that leaves the map from where it stands counts as eliminated: its exit serves no victory term
    (A26.221).
    """
    return unit.loc not in exit_hexes(st, unit.side)


def edge_refusal(st: State, unit: Fighter) -> Refusal | None:
    """Why a unit stands nowhere that it could leave the map from, or None: any edge hex will do, in the Starter Kit
    only one by which the scenario counts it (A2.6).
    """
    if unit.loc >= 0 and unit.loc in exit_hexes(st, unit.side):
        return None
    return _free_exit_refusal(st, unit)


@removable(without=Refusal("A2.6", "the scenario lets nobody leave here"))
@builds("A2.6")
def _free_exit_refusal(st: State, unit: Fighter) -> Refusal | None:
    """Why a unit can't leave the map where no victory term counts it, or None."""
    if unit.loc != st.world.map.hex_at(unit.loc) or unit.loc < 0 or not st.world.map.edge(unit.loc):
        return Refusal("A2.6", "units leave from the ground of a hex at the edge of the map")
    return None


@builds("A2.6")
def exit_refusal(st: State, units: tuple[int, ...], hexside: int) -> Refusal | None:
    """Why these units may not leave the map from where they stand, or None (A2.6)."""
    loc = st.units[units[0]].loc
    if refusal := edge_refusal(st, st.units[units[0]]):
        return refusal
    if not -1 <= hexside < 6:
        return Refusal("A2.6", "a hexside is 0 to 5")
    if hexside >= 0 and st.world.map.around(loc)[hexside] >= 0:
        return Refusal("A2.6", "that hexside does not lead off the map")
    if refusal := deserts(st, units):
        return refusal
    if any(st.trail(unit).declared & (DASH | MINIMUM) for unit in units):
        return Refusal("A4.63", "a Dash or Minimum Move ends on the map")
    onto_road = road_off(st, loc, hexside)
    for unit in units:
        beside = out_of_bypass(st, st.units[unit], hexside)
        if beside is None and bypass_path(st.units[unit]):
            return Refusal("A4.31", "its Bypass does not lead off the map")
        cost = exit_cost(st, loc, hexside, whole_mf(st, st.units[unit], units), beside)
        if refusal := too_heavy(st, st.units[unit]):
            return refusal
        left = mf_left(st, st.units[unit], units, onto_road)
        if left < cost:
            return Refusal("A2.6", f"leaving costs {mf_text(cost)} MF")
        if st.trail(unit).declared & ASSAULT and left == cost:
            return Refusal("A4.61", "Assault Movement may not use all MF")
    return None


@builds("A2.51", "SK3.RPh.2")
def entry_hexes(st: State, unit: Fighter) -> tuple[int, ...]:
    """Hexes over which a unit that waits off board may enter: its group's area at its edge (A2.51).

    For one that was kept from entering on its turn these reach four hexes farther for each turn since (A2.5).
    """
    found = _scheduled_hexes(st, unit)
    late = turns_late(st, unit)
    if late <= 0 or not found:
        return found
    board = map_now(st)
    edges = frozenset[str]().union(*(board.edge(h) for h in found))
    near = (h.index for h in board.hexes if edges & board.edge(h.index))
    return tuple(h for h in near if min(board.distance(h, one) for one in found) <= DELAY * late)


@removable(without=0)
@builds("A2.5")
def turns_late(st: State, unit: Fighter) -> int:
    """For how many turns a unit has been kept from entering the map."""
    return max(0, st.turn.number - unit.enters) if unit.enters else 0


DELAY = 4
"""Hexes to either side by which an entry that was blocked is widened for each turn of delay (A2.5)."""


@builds("A2.5")
def _scheduled_hexes(st: State, unit: Fighter) -> tuple[int, ...]:
    scenario = st.world.scenario
    if scenario is None:  # a position without a scenario: by the edge that the group is named for, or by any
        board = map_now(st)
        edges = EDGES & {unit.group} or EDGES
        return tuple(h.index for h in board.hexes if edges & board.edge(h.index))
    for group in scenario.side(st.world.sides[unit.side].id).groups:
        if group.id == unit.group:
            board = map_now(st)
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
