"""VCA and TCA changed as a fire phase of their side ends (C3.22, D2.11, D3.12)."""

from __future__ import annotations

from goodorder.core.actions import Face
from goodorder.core.errors import Refusal
from goodorder.core.frames import Request
from goodorder.core.notes import Note
from goodorder.core.state import NOBODY, ON_MAP, State, Vehicle
from goodorder.core.view import may_have_unseen_vehicles

from ..c_ordnance.turning import side_that_turns
from ..facts.attack_facts import part_occasion
from ..facts.ordnance import HEXSPINES
from ..facts.units import wtype
from ..facts.vehicles import mobile, tca, vtype
from ..points import PHASE_ENDS
from ..registry import builds, rule
from .turning import turret_in_bypass


class TurnVehiclesDue(Request, frozen=True):
    """A side may turn its vehicles and their turrets."""

    side: int


@rule("D3.12", point=PHASE_ENDS, order=4, rows=["D2.11e", "D3.12b"])
def vehicles_turn(st: State) -> tuple[TurnVehiclesDue, ...]:
    """At the end of the PFPh and AFPh the ATTACKER's, of the DFPh the DEFENDER's vehicles that could still fire; who
    may have any that the enemy does not know of is asked whether he has or not.
    """
    side = side_that_turns(st)
    if side == NOBODY:
        return ()
    due = any(may_turn(st, one) for one in st.vehicles.values() if one.side == side)
    return (TurnVehiclesDue(side),) if due or may_have_unseen_vehicles(st, side) else ()


def turnable_vehicles(st: State, side: int) -> tuple[Vehicle, ...]:
    """The vehicles of a side that may be turned now."""
    return tuple([one for one in st.vehicles.values() if one.side == side and may_turn(st, one)])


def may_turn(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle may be turned now."""
    return end_refusal(st, vehicle) is None


@builds("C3.22", "D3.12", "D2.11", "D3.12d")
def end_refusal(st: State, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle may turn nothing as this phase ends, or None: it could fire a turret or bow weapon now without
    Intensive Fire, and has not turned yet.
    """
    shaken = vehicle.shocked or vehicle.stunned == "stun"
    if vehicle.place != ON_MAP or vehicle.wreck or vehicle.abandoned or shaken or vehicle.loc < 0:
        return Refusal("D3.12", "a vehicle with a crew that can act")
    tried = st.trail(vehicle.id).tried
    if tried and Note("turned", when=st.turn.phase) in tried:
        return Refusal("D3.12", "it has turned")
    if _could_fire(st, vehicle, turret=True) or (mobile(vehicle) and _could_fire(st, vehicle, turret=False)):
        return None
    return Refusal("D3.12", "it could not fire a turret or bow weapon now")


def _could_fire(st: State, vehicle: Vehicle, *, turret: bool) -> bool:
    """Whether it could fire a weapon of its turret, or of its bow, without Intensive Fire."""
    turreted = vtype(st, vehicle).turret_type != "NT"
    for weapon in st.weapons_of(vehicle.id):
        mount = wtype(st, weapon).mount
        if mount == "AAMG" or weapon.malfunctioned or weapon.place != ON_MAP:
            continue
        if (turreted and mount != "BMG") is not turret:
            continue
        found = part_occasion(st, vehicle, weapon, st.turn.phase)
        if found is not None and not found[1]:
            return True
    return False


@builds("D2.11", "D3.12")
def spines_refusal(st: State, vehicle: Vehicle, action: Face) -> Refusal | None:
    """Why an action names no hexspines along which a vehicle can point, or None."""
    if not 0 <= action.facing < HEXSPINES or not -1 <= action.turret < HEXSPINES:
        return Refusal("D2.11", f"a hexspine is 0 to {HEXSPINES - 1}")
    if action.turret == action.facing:
        return Refusal("D3.12", "a turret along the hull is not named")
    if action.turret >= 0 and vtype(st, vehicle).turret_type == "NT":
        return Refusal("D3.12", "it has no turret")
    return None


def points_so(vehicle: Vehicle, action: Face) -> Refusal | None:
    """A refusal where the hull and the turret of a vehicle point as an action says already."""
    points = action.turret if action.turret >= 0 else action.facing
    return Refusal("D3.12", "it points so") if (action.facing, points) == (vehicle.facing, tca(vehicle)) else None


@builds("D2.33", "D2.321", "D2.33a", "D2.321a", "D2.35a")
def turned_in_bypass(vehicle: Vehicle, action: Face) -> Refusal | None:
    """Why a vehicle in Bypass is not turned so, or None: its hull only as it drives on, its turret to one of its four
    areas.
    """
    if not vehicle.stance.bypass:
        return None
    if action.facing != vehicle.facing:
        return Refusal("D2.33", "in Bypass the hull turns only to drive on")
    return turret_in_bypass(vehicle, action.turret if action.turret >= 0 else vehicle.facing)


@builds("C3.22", "D3.12", "D8.1", "D8.2")
def turn_refusal(st: State, side: int, action: Face) -> Refusal | None:
    """Why a vehicle may not be turned so, or None: its hull only if it is Mobile, its turret if it has one."""
    vehicle = st.vehicles.get(action.vehicle)
    if vehicle is None or vehicle.side != side:
        return Refusal("D3.12", "a vehicle of this side")
    if action.ce != vehicle.ce:
        return Refusal("D5.33", "its crew stays as it is")
    if refusal := spines_refusal(st, vehicle, action):
        return refusal
    if refusal := end_refusal(st, vehicle):
        return refusal
    return face_refusal(st, vehicle, action)


def face_refusal(st: State, vehicle: Vehicle, action: Face) -> Refusal | None:
    """The same of hexspines that there are and a vehicle that may be turned at all (:func:`may_turn`)."""
    if refusal := turned_in_bypass(vehicle, action):
        return refusal
    if action.facing != vehicle.facing and not mobile(vehicle):
        return Refusal("D8.1", "an Immobile vehicle keeps its VCA")
    if refusal := points_so(vehicle, action):
        return refusal
    if action.facing == vehicle.facing and not _could_fire(st, vehicle, turret=True):
        return Refusal("D3.12", "its turret could not fire now")
    return None
