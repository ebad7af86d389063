"""Vehicles enter and leave the map (A2.5, A2.51, A2.52, A2.6)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import DriveTo, Hatch
from goodorder.core.errors import Refusal
from goodorder.core.state import OFF_BOARD, State, Vehicle
from goodorder.data.hexarea import in_any

from ..a04_movement.edges import EXIT, edge_refusal, entry_hexes, leaves_lost, road_off
from ..facts.ground import ground, map_now
from ..facts.ordnance import HEXSPINES
from ..facts.vehicles import DriveFacts, buttoned_up, edge_side, front_hexsides, heading, rear_hexsides
from ..ledger import Mod
from ..points import DRIVE_COST, MAY_DRIVE
from ..registry import builds, rule
from .entering import halves_of, road_cost
from .mp import allotment
from .paying import chosen_cost
from .tracks import entry_tracks


@rule("A2.51", point=MAY_DRIVE, rows=["SK3.RPh.3", "D2.12a"], order=35)
def comes_in(facts: DriveFacts) -> Refusal | None:
    """A vehicle that waits off board enters a hex of its group's edge and points inwards; nothing else."""
    if facts.frm >= 0 or facts.vehicle.loc >= 0 or isinstance(facts.action, Hatch):
        return None
    entry = facts.entry
    if facts.vehicle.place != OFF_BOARD or entry is None or facts.to < 0:
        return Refusal("A2.5", "it waits off board, and enters")
    if facts.to not in entry_hexes(facts.st, facts.vehicle):
        return Refusal("A2.51", "its group does not enter there")
    if entry.reverse or entry.minimum:
        return Refusal("A2.52", "it enters forward, in Motion")
    way = (facts.hexside + 3) % HEXSPINES
    inwards = facts.hexside >= 0 and map_now(facts.st).around(facts.to)[facts.hexside] < 0
    if not inwards or entry.facing not in (way, (way + 1) % HEXSPINES):
        return Refusal("D2.11", "it points inwards, along a hexspine of the way that it comes")
    if entry.road and not ground(facts.st, facts.to).roads[facts.hexside]:
        return Refusal("D2.16", "no road crosses that hexside")
    return None


def entries_of(st: State, vehicle: Vehicle) -> list[DriveTo]:
    """The ways in which a vehicle that waits off board could enter: by hex, by VCA, by road."""
    found = []
    for to in entry_hexes(st, vehicle):
        for facing in range(HEXSPINES):
            side = edge_side(st, to, facing)
            if side < 0:
                continue
            found += [DriveTo(vehicle.id, to, hexside=side, facing=facing, share=share) for share in (0, 1)]
            if ground(st, to).roads[side]:
                found.append(DriveTo(vehicle.id, to, True, hexside=side, facing=facing))
        found += _in_bypass(st, vehicle, to)
    return found


@builds("D2.3", "A2.51")
def _in_bypass(st: State, vehicle: Vehicle, to: int) -> list[DriveTo]:
    """The ways to come into an edge hex in Bypass."""
    off = (side for side, near in enumerate(map_now(st).around(to)) if near < 0)
    tracks = ((side, track) for side in off for track in entry_tracks(to, side))
    return [DriveTo(vehicle.id, to, hexside=side, facing=one.facing, bypass=(one.side,)) for side, one in tracks]


@builds("A2.5")
def waiting(st: State, side: int) -> tuple[Vehicle, ...]:
    """The vehicles of a side that wait off board."""
    return tuple(one for one in st.vehicles.values() if one.side == side and one.place == OFF_BOARD)


OWN_EDGES = "own edges"
"""Where it is kept by which hexes each side's Recalled vehicles leave."""


@builds("D5.341", "D5.341b")
def friendly_edge(st: State, side: int) -> frozenset[int]:
    """The edge hexes by which a side's Recalled vehicles leave: those of its own areas of set-up and entry, else those
    that are not the enemy's, else all of them. They are found once in a game.
    """
    world, known = st.tables.get(OWN_EDGES, (None, {}))
    if world is not st.world:
        known = {}
        st.tables[OWN_EDGES] = (st.world, known)
    found: frozenset[int] | None = known.get(side)
    if found is None:
        found = known[side] = _friendly_edge(st, side)
    return found


def _friendly_edge(st: State, side: int) -> frozenset[int]:
    board, scenario = map_now(st), st.world.scenario  # names and edges are those that are printed
    brim = frozenset(h.index for h in board.hexes if board.edge(h.index))
    if scenario is None:
        return brim

    def of(one: int) -> frozenset[int]:
        areas = [group.area for group in scenario.side(st.world.sides[one].id).groups]
        return frozenset(h for h in brim if any(in_any(area, board.hexes[h].name) for area in areas))

    own, theirs = of(side), of(1 - side)
    return own - theirs or brim - theirs or brim


@rule("A2.6", point=MAY_DRIVE, order=36)
def goes_off(facts: DriveFacts) -> Refusal | None:
    """It leaves the map across a hexside that leads off it and that it points to; a Recalled one by its own edge."""
    entry, vehicle = facts.entry, facts.vehicle
    if entry is None or facts.to != EXIT:
        return None
    if vehicle.loc < 0:
        return Refusal("A2.6", "it is not on the map")
    if vehicle.recalled:
        if map_now(facts.st).hex_at(vehicle.loc) not in friendly_edge(facts.st, vehicle.side):
            return Refusal("D5.341", "a Recalled vehicle leaves by its own edge of the map")
    elif refusal := edge_refusal(facts.st, vehicle):
        return refusal
    side = entry.hexside
    if not 0 <= side < HEXSPINES or map_now(facts.st).around(vehicle.loc)[side] >= 0:
        return Refusal("A2.6", "that hexside does not lead off the map")
    back = heading(facts.st, vehicle) == "reverse"
    if entry.reverse != back or side not in (rear_hexsides(vehicle) if back else front_hexsides(vehicle)):
        return Refusal("D2.11", "across the hexsides that it points to")
    if _mirrored(facts) is None and not road_off(facts.st, vehicle.loc, side):
        return Refusal("D2.1", "such a vehicle can't go on there")
    return None


def _mirrored(facts: DriveFacts) -> int | None:
    """What leaving the map costs: as into the mirror image of its hex, by the cheapest way; None where it can't."""
    loc = facts.vehicle.loc
    found = []
    for share in (0, 1):
        action = DriveTo(facts.vehicle.id, loc, share=share)
        cost = chosen_cost(replace(facts, action=action, frm=-1, to=loc, hexside=-1))
        if cost is not None:
            found.append(halves_of(facts, cost))
    return min(found, default=None)


@rule("A2.6", point=DRIVE_COST, order=19)
def exit_cost(facts: DriveFacts) -> Mod | None:
    """To leave the map costs what its hex does, or the road rate where a road leads off it."""
    if facts.entry is None or facts.to != EXIT or facts.vehicle.loc < 0:
        return None
    if road_off(facts.st, facts.vehicle.loc, facts.entry.hexside):
        return Mod("terrain", road_cost(buttoned_up(facts.st, facts.vehicle)), "A2.6", "road off the map")
    cost = _mirrored(facts)
    return Mod("terrain", min(cost or 0, allotment(facts.st, facts.vehicle)), "A2.6", "off the map")


@builds("A26.221", "A26.23", "D5.341b")
def exits_lost(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle that leaves the map where it is counts as eliminated: no victory term counts its exit, and it
    is not Recalled.
    """
    return not vehicle.recalled and leaves_lost(st, vehicle)
