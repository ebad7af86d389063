"""What a vehicle is and how it stands: readers that rules of chapters C and D share (D1, D2.1, D3.1)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from msgspec import Struct

from goodorder.core.actions import DriveStep, DriveTo
from goodorder.core.state import NOWHERE, State, Vehicle, Weapon
from goodorder.data.counters.vehicles import VehicleType
from goodorder.data.counters.vehicles.armament import MA, mounts

from ..registry import builds
from .bypass_path import ahead_of, behind, bypass_path
from .entry import BURIES_ROADS
from .ground import ground, map_now
from .manned import heading as heading
from .manned import mobile as mobile
from .manned import running as running
from .manned import stuck as stuck
from .ordnance import HEXSPINES
from .places import on_road_level
from .units import name, wtype

HALVES = 2
"""MP are counted in halves."""


@builds("D1.1", "D.1a")
def vtype(st: State, vehicle: Vehicle) -> VehicleType:
    """The printed values of a vehicle."""
    return st.world.vehicles[vehicle.type]


def vehicle_name(st: State, vehicle: Vehicle) -> str:
    """A vehicle as players call it: its type, and which of its kind."""
    return name(st, vehicle)


def mounted(vehicle: Vehicle, kind: VehicleType, first: int) -> tuple[Weapon, ...]:
    """The armament of a vehicle as weapons with the ids from ``first`` on (D1.3, D1.8)."""
    found = enumerate(mounts(kind), first)
    return tuple(
        Weapon(key, vehicle.side, f"{kind.id}:{mount}", holder=vehicle.id, place=vehicle.place) for key, mount in found
    )


@builds("D3.12", "D10.1")
def tca(vehicle: Vehicle) -> int:
    """The hexspine that its turret points along: its VCA unless it was turned, and for a wreck."""
    return vehicle.turret if vehicle.turret >= 0 and not vehicle.wreck else vehicle.facing


@builds("D3.1", "C3.2", "D3.1a", "D1.3a", "D1.81b")
def mount_facing(st: State, vehicle: Vehicle, weapon: Weapon) -> int:
    """The hexspine along which a weapon of a vehicle points: turret weapons by the TCA (a rear one the other way), bow
    weapons by the VCA; -1 for an AAMG, which fires all around unless its arc is restricted (D1.83).
    """
    kind = wtype(st, weapon)
    own = vtype(st, vehicle)
    turreted = own.turret_type != "NT"
    match kind.mount:
        case "AAMG":
            return {None: -1, "hull": vehicle.facing, "turret": tca(vehicle)}[own.mg.aa_arc]
        case "MA" if own.ma is not None and own.ma.kind == "AAMG":
            return -1
        case "BMG":
            return vehicle.facing
        case "RMG":
            back = tca(vehicle) if turreted and "rear" in own.machine_guns else vehicle.facing
            return (back + HEXSPINES // 2) % HEXSPINES
        case "MA" if own.ma is not None and own.ma.mount == "rear":
            return (vehicle.facing + HEXSPINES // 2) % HEXSPINES
        case "MA" if own.ma is not None and (own.ma.mount == "bow" or own.ma.kind == "BMG"):
            return vehicle.facing
    return tca(vehicle) if turreted else vehicle.facing


@builds("D1.2", "D1.2a")
def is_afv(st: State, vehicle: Vehicle) -> bool:
    """Whether it has any armor (D1.2)."""
    return not vtype(st, vehicle).unarmored


@builds("D5.2")
def buttoned_up(st: State, vehicle: Vehicle) -> bool:
    """Whether it is an AFV whose crew is not exposed."""
    return is_afv(st, vehicle) and not vehicle.ce


@builds("C.8", "D2.1", "D8.4")
def moved(st: State, vehicle: Vehicle) -> bool:
    """Whether it has been a moving target in this Player Turn: it has entered a hex, or began its MPh in Motion."""
    trail = st.trails.get(vehicle.id)
    if trail is None:
        return False
    return trail.began_motion or any(step.to != step.frm for step in trail.steps)


@builds("B13.31", "B3.4")
def on_road(st: State, vehicle: Vehicle) -> bool:
    """Whether it is on the road of its hex: always where there is one, unless it has left it for the terrain beside
    (B13.41) or is in Bypass.
    """
    if vehicle.loc < 0 or vehicle.off_road or vehicle.stance.bypass:
        return False
    here = ground(st, vehicle.loc)
    return any(here.roads) and here.terrain.id not in BURIES_ROADS and on_road_level(map_now(st), vehicle.loc)


@builds("D1.33", "D1.33a")
def bow_mounted(st: State, vehicle: Vehicle, weapon: Weapon) -> bool:
    """Whether a weapon of a vehicle is mounted in its bow and points as its hull does (D1.33, D1.81); no AAMG is."""
    kind, own = wtype(st, weapon), vtype(st, vehicle)
    if kind.kind == "AAMG":
        return False
    if own.turret_type == "NT" or kind.mount == "BMG":
        return True
    if kind.mount == "RMG":
        return "rear" not in own.machine_guns
    ma = own.ma
    return kind.mount == MA and ma is not None and (ma.mount in ("bow", "rear") or ma.kind == "BMG")


@builds("D1.83", "D3.51", "D1.83a")
def in_hull(st: State, vehicle: Vehicle, weapon: Weapon) -> bool:
    """Whether the hull turns to lay a weapon: what is mounted in the bow, and an AAMG whose arc is that of the hull."""
    if wtype(st, weapon).mount == "AAMG":
        return vtype(st, vehicle).mg.aa_arc == "hull"
    return bow_mounted(st, vehicle, weapon)


def pointing(st: State, weapon: Weapon) -> int:
    """The hexspine along which a weapon points, a vehicle's with its turret or hull; -1 for none (C3.2, D3.1)."""
    vehicle = st.vehicles.get(weapon.holder) if st.vehicles else None
    return weapon.facing if vehicle is None else mount_facing(st, vehicle, weapon)


@builds("D5.2", "D5.3", "D5.2a")
def exposed(st: State, vehicle: Vehicle) -> bool:
    """Whether its crew is exposed (CE) and not Buttoned Up; Shock and Stun leave it BU."""
    return vehicle.ce and not vehicle.shocked and vehicle.stunned != "stun"


@builds("D2.33", "D2.33b")
def front_hexsides(vehicle: Vehicle) -> tuple[int, ...]:
    """The two hexsides on either hand of its VCA, across which it drives on; in Bypass the one that leads into the hex
    before it, none once it has turned there.
    """
    if path := bypass_path(vehicle):
        return (ahead_of(path),) if vehicle.stance.turning < 0 else ()
    return (vehicle.facing - 1) % HEXSPINES, vehicle.facing


def rear_hexsides(vehicle: Vehicle) -> tuple[int, ...]:
    """The two hexsides across which it drives in reverse; in Bypass the one that leads into the hex behind it."""
    if path := bypass_path(vehicle):
        return (behind(path),)
    front = front_hexsides(vehicle)
    return (front[0] + 3) % HEXSPINES, (front[1] + 3) % HEXSPINES


class DriveFacts(Struct, frozen=True, dict=True):
    """A vehicle that would spend MP: on what, from where to where (the same where it stays), across which hexside (-1
    for none). ``probing``: whether it could but for its MP and for what stands there.
    """

    st: State
    vehicle: Vehicle
    action: DriveStep
    frm: int
    to: int
    hexside: int = -1
    probing: bool = False

    @property
    def kind(self) -> VehicleType:
        """Its printed values."""
        return vtype(self.st, self.vehicle)

    @property
    def entry(self) -> DriveTo | None:
        """The entry of another Location that it is, None for anything else."""
        return self.action if isinstance(self.action, DriveTo) else None


T = TypeVar("T")

_UNASKED: Any = object()


def of_the_act(function: Callable[[DriveFacts], T]) -> Callable[[DriveFacts], T]:
    """Remember the answer with the facts: all rules on what an expenditure costs ask how its terrain is paid for."""
    key = function.__name__

    @wraps(function)
    def asked(facts: DriveFacts) -> T:
        known = facts.__dict__
        found: T = known.get(key, _UNASKED)
        if found is _UNASKED:
            found = known[key] = function(facts)
        return found

    return asked


def edge_side(st: State, loc: int, facing: int) -> int:
    """The hexside of an edge hex by which a vehicle comes onto the map so that it points along ``facing`` (any: -1);
    -1 for none.
    """
    around = map_now(st).around(loc)
    for side in range(HEXSPINES):
        way = (side + 3) % HEXSPINES
        if around[side] < 0 and facing in (-1, way, (way + 1) % HEXSPINES):
            return side
    return -1


_LATEST: list[tuple[State, DriveStep, DriveFacts]] = []
"""What was asked last: an act is judged, paid for, checked for bog and done, each by its facts."""


def drive_facts(st: State, action: DriveStep) -> DriveFacts:
    """The facts of an expenditure of the vehicle that the action names."""
    if _LATEST:
        of, asked, facts = _LATEST[0]
        if of is st and asked == action:
            return facts
    found = _facts(st, action)
    _LATEST[:] = [(st, action, found)]
    return found


def _facts(st: State, action: DriveStep) -> DriveFacts:
    vehicle = st.vehicles[vehicle_of(action)]
    if not isinstance(action, DriveTo):
        return DriveFacts(st, vehicle, action, vehicle.loc, vehicle.loc)
    side: int | None = action.hexside
    if action.to >= len(map_now(st).locations):
        return DriveFacts(st, vehicle, action, vehicle.loc, NOWHERE)
    if vehicle.loc == NOWHERE and action.to >= 0 and action.hexside < 0:
        side = edge_side(st, action.to, action.facing)
    elif action.to >= 0 and vehicle.loc != NOWHERE:
        side = map_now(st).side_between(vehicle.loc, action.to)
    return DriveFacts(st, vehicle, action, vehicle.loc, action.to, -1 if side is None else side)


def vehicle_of(action: DriveStep) -> int:
    """The vehicle that an act of driving names."""
    found: int = getattr(action, "vehicle", 0)
    return found
