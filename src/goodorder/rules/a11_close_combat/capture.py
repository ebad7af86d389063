"""Vehicles that enemy Infantry takes: Abandoned ones and unarmed ones alone with it as a CCPh ends, contested ones by a
CC attack (A11.52, A21.2).
"""

from __future__ import annotations

from goodorder.core.actions import CloseCombat
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, Tried, VehicleAbandoned, VehicleCaptured, VehicleRevealed
from goodorder.core.notes import Note
from goodorder.core.state import ON_MAP, State, Vehicle

from ..d_vehicles.manning import by_choice
from ..facts.manned import running
from ..facts.units import is_dummy
from ..facts.vehicles import vtype
from ..registry import builds

TAKEN = Note("captured")
"""What the trail of a vehicle keeps of a CC attack that has captured it."""


def _yields(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle can be taken at all: Abandoned, or unarmed and standing still; no manned armed one ever."""
    if vehicle.place != ON_MAP or vehicle.wreck:
        return False
    return vehicle.abandoned or not (vtype(st, vehicle).armed or running(st, vehicle))


@builds("A11.52", "A11.52a", "A21.2", "A21.2a", "A21.2b")
def captured_at_end(st: State) -> tuple[Vehicle, ...]:
    """The vehicles that change hands as the CCPh ends: to unbroken Infantry, with none of the other side there."""
    found = []
    for vehicle in st.vehicles.values():
        if not _yields(st, vehicle):
            continue
        owner = vehicle.side
        takers = [u for u in st.side_at(vehicle.loc, 1 - owner) if not u.broken and not is_dummy(u)]
        if takers and not any(not is_dummy(unit) for unit in st.side_at(vehicle.loc, owner)):
            found.append(vehicle)
    return tuple(found)


@builds("A21.2")
def taken(vehicle: Vehicle) -> tuple[Event, ...]:
    """A vehicle changes hands, Abandoned."""
    left: tuple[Event, ...] = () if vehicle.abandoned else (VehicleAbandoned(vehicle=vehicle.id),)
    if vehicle.concealed:
        left = (VehicleRevealed(vehicle=vehicle.id, rule="A11.19"), *left)
    return (*left, VehicleCaptured(vehicle=vehicle.id, captured=not vehicle.captured))


@builds("A21.2", "A21.2c", "A11.52")
def capture_of_vehicle_refusal(st: State, side: int, action: CloseCombat) -> Refusal | None:
    """Why Infantry may not try to capture a vehicle by this CC attack, or None: an Abandoned one, its own side's too
    while enemy Infantry is there.
    """
    if refusal := by_choice(st):
        return refusal
    vehicle = st.vehicles.get(action.defenders[0]) if len(action.defenders) == 1 else None
    if vehicle is None or any(unit in st.vehicles for unit in action.attackers):
        return Refusal("A20.22", "prisoners are taken by Personnel, from Personnel", also=("A21.2",))
    if not vehicle.abandoned:
        return Refusal("A21.2", "only an Abandoned vehicle is captured by a CC attack", also=("A11.52",))
    return None


@builds("A21.2", "A21.2c")
def prizes(st: State, loc: int, side: int) -> tuple[Vehicle, ...]:
    """Abandoned vehicles of a side that its own Infantry may try to secure in a CC Location before the enemy does."""
    if by_choice(st) is not None or not any(not is_dummy(unit) for unit in st.side_at(loc, 1 - side)):
        return ()
    there = (one for one in st.vehicles_at(loc) if one.side == side)
    return tuple(one for one in there if one.abandoned and not one.wreck and TAKEN not in st.trail(one.id).tried)


@builds("A21.2", "A21.2c")
def captured_by_attack(st: State, vehicle: int, side: int) -> tuple[Event, ...]:
    """A CC attack of a side has captured a vehicle, or secured its own."""
    found = st.vehicles[vehicle]
    hands = (VehicleCaptured(vehicle=vehicle, captured=not found.captured),) if found.side != side else ()
    return (*hands, Tried(unit=vehicle, note=TAKEN))
