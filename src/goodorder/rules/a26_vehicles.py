"""Vehicles in the victory terms: what they are worth, and the Control that they have (A26.12, A26.212, A26.221)."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.events import Event, PointsScored, VehicleExited, VehicleRemoved, VehicleWrecked
from goodorder.core.state import ELIMINATED, EXITED, State, Vehicle, first_owner

from .event_facts import EventFacts
from .facts.units import is_dummy
from .facts.vehicles import vehicle_name, vtype
from .points import CONSEQUENCE
from .registry import builds, rule

CREW = 2
"""VP of an Inherent crew (A26.211)."""
AF_STEP = 5
"""AF for each of which, or part of which, an AFV is worth one more."""


@builds("A26.212")
def hull_points(st: State, vehicle: Vehicle) -> int:
    """VP of a vehicle without its crew: one, one more for a working MA, one for each five of its strongest AF (FRU), of
    which 0 is one.
    """
    kind = vtype(st, vehicle)
    ma = any(
        arm.type.rpartition(":")[2] == "MA" and not arm.malfunctioned and arm.place != ELIMINATED
        for arm in st.weapons_of(vehicle.id)
    )
    strongest = -1
    if kind.armor is not None:
        strongest = max(*kind.armor.hull, *(kind.armor.turret or ()))
    return 1 + ma + (max(1, -(-strongest // AF_STEP)) if strongest >= 0 else 0)


@builds("A26.211", "A26.213")
def crew_points(st: State, vehicle: Vehicle) -> int:
    """VP of the crew in a vehicle, or lost with it: none in an unarmed one, nor where it has got out; who has got in
    counts as the counter that he is.
    """
    return CREW if vtype(st, vehicle).armed and not (vehicle.abandoned or vehicle.crew) else 0


@rule("A26.221", point=CONSEQUENCE, order=80, on=[VehicleWrecked, VehicleRemoved, VehicleExited])
def vehicle_lost(facts: EventFacts) -> tuple[Event, ...]:
    """The enemy scores what a vehicle was worth as it was lost, its crew apart: who captured it, for its elimination by
    its own side too.
    """
    event = facts.event
    if not isinstance(event, (VehicleWrecked, VehicleRemoved, VehicleExited)):
        return ()
    vehicle = facts.before.vehicles[event.vehicle]
    if vehicle.wreck or (isinstance(event, VehicleExited) and not event.lost):
        return ()
    points, name = hull_points(facts.before, vehicle), vehicle_name(facts.before, vehicle)
    return (PointsScored(side=1 - first_owner(vehicle), points=points, reason=f"{name} lost, its crew apart"),)


@builds("A26.221", "A26.211")
def crews_lost(st: State, side: int) -> int:
    """VP of a side's crews that were lost with their vehicles."""
    gone = (one for one in st.vehicles.values() if one.side == side and (one.wreck or one.place == ELIMINATED))
    return sum(crew_points(st, one) for one in gone)


@builds("A26.222")
def vehicles_captured(st: State, side: int) -> int:
    """VP of a side's vehicles that the enemy holds."""
    held = (one for one in st.vehicles.values() if one.side != side and one.captured and not one.wreck)
    return sum(hull_points(st, one) for one in held)


@builds("A26.23")
def vehicles_exited(st: State, side: int) -> int:
    """VP of a side's vehicles that have left the map as its victory terms ask, crews included, Recalled ones apart."""
    away = (one for one in st.vehicles.values() if one.side == side and one.place == EXITED and not one.recalled)
    return sum(hull_points(st, one) + crew_points(st, one) for one in away)


def armed(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle has armament and a crew: no wreck, and not Abandoned."""
    return not vehicle.wreck and not vehicle.abandoned and vtype(st, vehicle).armed


@builds("A26.11")
def kept_from(st: State, places: Iterable[int], side: int, *, building: bool = False) -> bool:
    """Whether an armed vehicle of the enemy keeps a side from gaining Control of these Locations; of a ``building`` one
    in Bypass does not.
    """
    if not st.vehicles:
        return False
    there = (one for loc in places for one in st.vehicles_at(loc))
    return any(one.side != side and armed(st, one) and not (building and one.stance.bypass) for one in there)


@builds("A26.12")
def held_by_vehicle(st: State, loc: int) -> int | None:
    """The side whose armed vehicle, not in Bypass, has Control of a Location while it is there: without armed enemies;
    None where none has. Of a building no vehicle ever has it.
    """
    here = [one for one in st.vehicles_at(loc) if armed(st, one)] if st.vehicles else []
    sides = {one.side for one in here} | {unit.side for unit in st.at(loc) if not is_dummy(unit)}
    if len(sides) != 1 or not any(not one.stance.bypass for one in here):
        return None
    return here[0].side
