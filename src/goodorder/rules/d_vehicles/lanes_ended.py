"""Fire Lanes that an enemy vehicle in their gun's Location ends (A9.223)."""

from __future__ import annotations

from goodorder.core.events import DriveEnded, Event, FireLaneRemoved, VehicleStepped

from ..a09_weapons.fire_lane import gunner
from ..event_facts import EventFacts
from ..facts.armed_vehicles import is_armed
from ..facts.manned import manned
from ..facts.vehicles import is_afv
from ..points import CONSEQUENCE
from ..registry import rule
from .protection import may_be_vulnerable


@rule("A9.223", point=CONSEQUENCE, order=48, on=[VehicleStepped, DriveEnded])
def lanes_of_who_is_driven_at(facts: EventFacts) -> tuple[Event, ...]:
    """Who mans a lane gives it up for Reaction Fire at a vehicle that comes into his Location, be that made or not: one
    whose crew can be harmed at once, any other AFV as it ends its MPh there. One without arms and armor is no reason.
    """
    event, st = facts.event, facts.after
    assert isinstance(event, VehicleStepped | DriveEnded)
    vehicle = st.vehicles[event.vehicle]
    if vehicle.loc < 0 or vehicle.concealed or not manned(vehicle):
        return ()
    if not is_afv(st, vehicle):
        if not is_armed(st, vehicle):
            return ()
    elif isinstance(event, VehicleStepped) and not may_be_vulnerable(st, vehicle):
        return ()
    laid = ((weapon, gunner(st, weapon)) for weapon in st.weapons.values() if weapon.lane)
    at_it = (weapon for weapon, man in laid if man is not None and man.loc == vehicle.loc and man.side != vehicle.side)
    return tuple(FireLaneRemoved(weapon=weapon.id) for weapon in at_it)
