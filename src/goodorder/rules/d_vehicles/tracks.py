"""The hexsides along which vehicles Bypass woods and buildings: which they are, and what they cost (D2.3-D2.34)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.board.map.bypass_ways import obstacle, vehicle_ways
from goodorder.board.map.terrain import Terrain
from goodorder.core.actions import TurnHull
from goodorder.core.errors import Refusal
from goodorder.core.stance import PLAIN, Stance
from goodorder.core.state import State, Vehicle
from goodorder.data.charts.vehicles import vehicle_chart

from ..facts.bypass_path import bypass_path, hexsides
from ..facts.ground import ground, map_now
from ..facts.ordnance import HEXSPINES
from ..facts.vehicles import DriveFacts, heading
from ..ledger import Mod
from ..registry import builds, by_name, removable

NOT_TERRAIN = frozenset({"in_the_way", "in_the_way_at_road_rate", "overstack_cost"})
"""What those in the way cost, which is no terrain of the hex."""


class Track(Struct, frozen=True):
    """A hexside along which a vehicle could go on: in which hex, which hexside of that, between which vertices (the one
    that it faces then last), and along which hexspine it points then.
    """

    to: int
    side: int
    path: tuple[int, int]
    facing: int


@builds("D2.33", "D2.22", "D2.33a", "D2.22a")
def tracks(st: State, vehicle: Vehicle, *, back: bool = False) -> tuple[Track, ...]:
    """The hexsides along which a vehicle could go on by the way it points, in the hexes on both hands of each.

    From inside a hex that is the one straight before it, in reverse the one straight behind it; in Bypass, forward
    only, the one along which it has turned at its vertex.
    """
    h = map_now(st).hex_at(vehicle.loc)
    path = bypass_path(vehicle)
    if not path:
        spine = (vehicle.facing + (HEXSPINES // 2 if back else 0)) % HEXSPINES
        return tuple(_turned(one, back) for one in _outward(st, h, spine, vehicle.facing))
    spine, end = vehicle.stance.turning, path[-1]
    if back or spine < 0:
        return ()
    if spine == end:
        return _outward(st, h, spine, spine)
    on = 1 if spine == (end + 2) % HEXSPINES else -1
    own = Track(vehicle.loc, end if on == 1 else (end - 1) % HEXSPINES, (end, (end + on) % HEXSPINES), spine)
    beyond = map_now(st).around(h)[own.side]
    if beyond < 0:
        return (own,)
    first, last = (own.side + 4) % HEXSPINES, (own.side + 3) % HEXSPINES
    across = (first, last) if on == 1 else (last, first)
    return (own, Track(beyond, last, across, spine))


def _outward(st: State, h: int, spine: int, facing: int) -> tuple[Track, ...]:
    """The hexside that runs outward from a vertex of a hex, in the two hexes beside it."""
    around = map_now(st).around(h)
    right, left = around[spine], around[(spine - 1) % HEXSPINES]
    found = []
    if right >= 0:
        found.append(Track(right, (spine + 4) % HEXSPINES, ((spine + 4) % HEXSPINES, (spine + 5) % HEXSPINES), facing))
    if left >= 0:
        found.append(Track(left, (spine + 1) % HEXSPINES, ((spine + 2) % HEXSPINES, (spine + 1) % HEXSPINES), facing))
    return tuple(found)


@builds("D2.3", "A2.51")
def entry_tracks(to: int, side: int) -> tuple[Track, ...]:
    """The hexsides along which a vehicle can come onto the map across a hexside of an edge hex: from either end of that
    hexside, straight before it in the hex off the map that it would come from.
    """
    way = (side + 3) % HEXSPINES
    right, left = (side + 1) % HEXSPINES, (side - 1) % HEXSPINES
    return (
        Track(to, right, (right, (right + 1) % HEXSPINES), way),
        Track(to, left, (side, left), (way + 1) % HEXSPINES),
    )


def _turned(track: Track, back: bool) -> Track:
    """A way in reverse ends with the vehicle facing where it came from."""
    return Track(track.to, track.side, track.path[::-1], track.facing) if back else track


def track_of(facts: DriveFacts) -> Track | None:
    """The hexside that an entry by Bypass goes along, None where the vehicle can't go along such a one."""
    entry = facts.entry
    if entry is None or len(entry.bypass) != 1:
        return None
    if facts.frm < 0:
        onto = entry_tracks(facts.to, facts.hexside) if facts.hexside >= 0 else ()
        return next((one for one in onto if (one.side, one.facing) == (entry.bypass[0], entry.facing)), None)
    found = tracks(facts.st, facts.vehicle, back=entry.reverse)
    return next((one for one in found if (one.to, one.side) == (facts.to, entry.bypass[0])), None)


@builds("D2.3", "D2.31b")
def ground_of(facts: DriveFacts) -> Terrain | None:
    """What an entry by Bypass goes over, None for any other, and where it can't."""
    entry = facts.entry
    if entry is None or not entry.bypass or facts.to < 0:
        return None
    side = entry.bypass[0]
    return vehicle_ways(map_now(facts.st), map_now(facts.st).hex_at(facts.to))[side] if 0 <= side < HEXSPINES else None


@builds("D2.36", "D2.36a")
def straddled(facts: DriveFacts) -> bool:
    """Whether a vehicle goes along the hexside between the two hexes, or has done so, and does not cross it."""
    entry = facts.entry
    if entry is None or facts.hexside < 0:
        return False
    if entry.bypass and entry.bypass[0] == (facts.hexside + 3) % HEXSPINES:
        return True
    return facts.hexside in hexsides(bypass_path(facts.vehicle))


@removable(without=by_name("vehicle_bypass"))
@builds("D2.3", "D2.31", "D2.33", "D2.3c", "D2.31a", "D2.31b", "D2.31c", "D2.33a", "D2.33b", "D2.22a", "B24.4a")
def bypass_refusal(facts: DriveFacts) -> Refusal | None:
    """Why a vehicle may not go along the hexside of its entry, or None: only around woods and buildings, where there is
    room, by the way it points.
    """
    entry, st = facts.entry, facts.st
    assert entry is not None
    board = map_now(st)
    if facts.to < 0 or facts.to >= len(board.hexes):
        return Refusal("D2.3", "an obstacle is gone around on the ground")
    if entry.road or entry.minimum or entry.share:
        return Refusal("D2.3", "Bypass is paid by its hexside alone")
    if len(entry.bypass) != 1 or not 0 <= entry.bypass[0] < HEXSPINES:
        return Refusal("D2.3", "a vehicle goes along one hexside after the other")
    here = ground(st, facts.to)
    if not obstacle(here.terrain):
        return Refusal("D2.31", f"{here.name} is {here.terrain.name}: only woods and buildings are Bypassed")
    way = heading(st, facts.vehicle)
    if way and entry.reverse != (way == "reverse"):
        return Refusal("D2.23", "from forward to reverse, or back, it stops and starts")
    track = track_of(facts)
    if track is None:
        number = "D2.22" if entry.reverse else "D2.33" if bypass_path(facts.vehicle) else "D2.32"
        return Refusal(number, "it does not point along that hexside")
    if ground_of(facts) is None:
        return Refusal("D2.3", "the obstacle leaves no room along that hexside")
    if not facts.probing and taken(st, facts.to, track.side, facts.vehicle.id):
        return Refusal("D2.31", "another vehicle is in Bypass along that hexside")
    return None


@builds("D2.31", "D2.31c", "D10.2a")
def taken(st: State, loc: int, side: int, but: int = 0) -> bool:
    """Whether a vehicle or wreck is in Bypass along a hexside, in the one hex or in the other."""
    beyond = map_now(st).around(loc)[side]
    for at, one in ((loc, side), (beyond, (side + 3) % HEXSPINES)):
        for vehicle in st.vehicles_at(at) if at >= 0 else ():
            if vehicle.id != but and one in hexsides(bypass_path(vehicle)):
                return True
    return False


@builds("D2.3", "D2.3a", "D2.3b")
def bypass_cost(facts: DriveFacts, terrain: tuple[Mod, ...]) -> Mod | None:
    """What going along a hexside costs more than the ground there: as much again, with all that the hex adds to it but
    for those who are in the way (D2.14, A5.11).
    """
    if facts.entry is None or not facts.entry.bypass:
        return None
    found = vehicle_chart().factor("bypass")
    once = sum(mod.value for mod in terrain if mod.id not in NOT_TERRAIN)
    return Mod("bypass", int(once * (found.factor - 1)), found.rule, f"Bypass, {found.times} times")


@builds("D2.34", "D2.32", "D2.34a", "D2.32a")
def stance_after(facts: DriveFacts) -> Stance | None:
    """How an expenditure leaves a vehicle: along its hexside in Bypass, or turned at its vertex; None where it changes
    nothing of that, or leaves the hex otherwise.
    """
    if isinstance(facts.action, TurnHull) and facts.vehicle.stance.bypass:
        return facts.vehicle.stance.with_(turning=facts.action.facing)
    track = track_of(facts) if facts.entry is not None and facts.entry.bypass else None
    return None if track is None else PLAIN.with_(bypass=track.path)
