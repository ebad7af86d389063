"""Vehicles that enemy Infantry takes as a CCPh ends: Abandoned ones, unarmed ones alone with it (A11.52, A21.2)."""

from __future__ import annotations

from goodorder.core.events import Event, VehicleAbandoned, VehicleCaptured
from goodorder.core.state import ON_MAP, State, Vehicle

from ..facts.manned import running
from ..facts.units import is_dummy
from ..facts.vehicles import vtype
from ..registry import builds


def _yields(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle can be taken at all: Abandoned, or unarmed and standing still; no manned armed one ever."""
    if vehicle.place != ON_MAP or vehicle.wreck:
        return False
    return vehicle.abandoned or not (vtype(st, vehicle).armed or running(st, vehicle))


@builds("A11.52", "A11.52a", "A21.2", "A21.2a")
def captures(st: State) -> tuple[Event, ...]:
    """Who takes which vehicle as the CCPh ends: unbroken Infantry, with none of the other side in the Location."""
    events: list[Event] = []
    for vehicle in st.vehicles.values():
        if not _yields(st, vehicle):
            continue
        owner = vehicle.side
        takers = [u for u in st.side_at(vehicle.loc, 1 - owner) if not u.broken and not is_dummy(u)]
        if not takers or any(not is_dummy(unit) for unit in st.side_at(vehicle.loc, owner)):
            continue
        if not vehicle.abandoned:
            events.append(VehicleAbandoned(vehicle=vehicle.id))
        events.append(VehicleCaptured(vehicle=vehicle.id, captured=not vehicle.captured))
    return tuple(events)
