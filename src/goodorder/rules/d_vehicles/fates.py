"""What befalls a vehicle and its crew, as events: destruction, Shock, immobilization, Stun, Recall, a crew that leaves
(C7.4 to C7.6, D5.34 to D5.6).
"""

from __future__ import annotations

from goodorder.core.events import (
    CrewExposed,
    CrewLeft,
    CrewLost,
    CrewStunned,
    Event,
    MotionChanged,
    MoveDeclared,
    MoveEnded,
    UnitCreated,
    UnitFired,
    UnitWounded,
    VehicleAbandoned,
    VehicleImmobilized,
    VehicleRecalled,
    VehicleShocked,
    VehicleWrecked,
)
from goodorder.core.state import FIRST, HAZARDOUS, FireMark, State, Unit, Vehicle
from goodorder.data.charts.vehicles import vehicle_chart

from ..facts.crews import crew_counter, crew_of
from ..facts.moving_vehicles import moving_target
from ..facts.units import utype
from ..facts.vehicles import vtype
from ..registry import builds


def _halts(vehicle: Vehicle) -> tuple[Event, ...]:
    """It stops where it is, and its crew is Buttoned Up."""
    still = (MotionChanged(vehicle=vehicle.id, motion=False),) if vehicle.motion else ()
    shut = (CrewExposed(vehicle=vehicle.id, ce=False),) if vehicle.ce else ()
    return (*still, *shut)


@builds("C7.42", "C7.42a", "C7.42b", "C7.42c", "C7.42f")
def shocked(vehicle: Vehicle) -> tuple[Event, ...]:
    """A Shock, which is one again where it was an Unconfirmed Kill: it halts and is Buttoned Up."""
    return (VehicleShocked(vehicle=vehicle.id, shocked="shock"), *_halts(vehicle))


@builds("C7.5", "D8.1", "D8.1a", "D8.1c")
def immobilized(st: State, vehicle: Vehicle) -> tuple[Event, ...]:
    """It is immobile; one without arms and armor is as good as a wreck."""
    kind = vtype(st, vehicle)
    if kind.unarmored and not kind.armed:
        return (VehicleWrecked(vehicle=vehicle.id),)
    return () if vehicle.immobile else (VehicleImmobilized(vehicle=vehicle.id),)


@builds("D5.343", "D5.343a")
@builds("D5.34", "D5.341", "D5.342", "D5.34a", "D5.34b", "D5.341a", "D5.341b", "D5.341d", "D5.342a")
def stunned(st: State, vehicle: Vehicle, *, recalled: bool = False) -> tuple[Event, ...]:
    """A Stun; where it is its second one, or of the single man of a one-man turret, a Recall too, instead of which what
    can't move is abandoned. SMC of a Temporary Crew are wounded by it, and eliminated where it is a Recall but for that
    turret's (D5.343).
    """
    second = recalled or bool(vehicle.stunned)
    recalled = second or vtype(st, vehicle).turret_type == "1MT"
    men = tuple(man for man in crew_of(st, vehicle) if utype(st, man).smc)
    if men and second:
        return (*_halts(vehicle), CrewLost(vehicle=vehicle.id), VehicleAbandoned(vehicle=vehicle.id))
    hurt = tuple(UnitWounded(unit=man.id) for man in men if not man.wounded)
    return (*hurt, *_dazed(st, vehicle, recalled=recalled))


def _dazed(st: State, vehicle: Vehicle, *, recalled: bool) -> tuple[Event, ...]:
    if recalled and (vehicle.immobile or vehicle.bogged):
        return crew_leaves(st, vehicle)
    events = (CrewStunned(vehicle=vehicle.id, stunned="stun"), *_halts(vehicle))
    return (*events, VehicleRecalled(vehicle=vehicle.id)) if recalled and not vehicle.recalled else events


@builds("D5.5", "D5.6", "D5.8", "D5.5b", "D5.1c", "D5.8b", "D9.3d")
def crew_out(st: State, vehicle: Vehicle) -> tuple[Event, ...]:
    """Its crew beneath it, with its cover though it has moved, all MF spent, in Hazardous Movement; it fires no more
    where it has fired or moved.
    """
    units, events = gets_out(st, vehicle)
    for crew in units:
        events += [MoveDeclared(unit=crew.id, declared=HAZARDOUS, afv=vehicle.id), MoveEnded(unit=crew.id)]
    return (*events, *spent_fire(st, vehicle, units))


@builds("D5.8", "D5.8b", "A21.22", "A21.22a")
def gets_out(st: State, vehicle: Vehicle) -> tuple[tuple[Unit, ...], list[Event]]:
    """Who is beneath a vehicle when its crew has left it: the counters that manned it, or a new one."""
    if men := crew_of(st, vehicle):
        return men, [CrewLeft(vehicle=vehicle.id)]
    crew = crew_counter(st, vehicle)
    return (crew,), [UnitCreated(unit=crew)]


@builds("D5.8", "D5.8b")
def spent_fire(st: State, vehicle: Vehicle, units: tuple[Unit, ...]) -> tuple[Event, ...]:
    """A crew that has fired its vehicle's weapons, or was a moving target, has no fire of its own left."""
    fired = any(st.weapon_shots.get(weapon.id) for weapon in st.weapons_of(vehicle.id))
    if not (fired or moving_target(st, vehicle)):
        return ()
    mark = FireMark(FIRST, vehicle.loc, final=True, spent=True)
    return tuple(UnitFired(unit=crew.id, shot=mark) for crew in units)


@builds("D5.4", "D5.5", "D5.5b")
def crew_leaves(st: State, vehicle: Vehicle) -> tuple[Event, ...]:
    """Its crew gets out, and it is Abandoned."""
    still = (MotionChanged(vehicle=vehicle.id, motion=False),) if vehicle.motion else ()
    return (*crew_out(st, vehicle), *still, VehicleAbandoned(vehicle=vehicle.id))


@builds("D5.6", "D5.6a", "D5.6b")
def survival_drm(vehicle: Vehicle) -> int:
    """DRM of the Crew Survival DR, by the state before the vehicle was lost."""
    return vehicle_chart().crew.survival_drm if vehicle.shocked or vehicle.stunned else 0


@builds("D5.6", "D5.6b")
def survival_number(st: State, vehicle: Vehicle) -> int:
    """The Crew Survival number of a vehicle that has a crew to survive it, 0 for none."""
    kind = vtype(st, vehicle)
    if vehicle.abandoned or not kind.armed or kind.survival_of_passengers:
        return 0
    return kind.crew_survival or 0
