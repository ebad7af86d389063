"""Vehicles as Known armed enemies of broken units (A10.5, A10.62)."""

from __future__ import annotations

from goodorder.core.state import ON_MAP, State, Vehicle

from ..registry import builds
from .manned import manned


@builds("A10.5", "A10.51")
def is_armed(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle has a weapon that works."""
    return any(weapon.place == ON_MAP and not weapon.malfunctioned for weapon in st.weapons_of(vehicle.id))


@builds("A10.5", "A10.51", "A10.62")
def feared(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle is a Known armed enemy of whoever is broken: manned, seen, with a weapon that works. Without a
    crew, or a weapon, it is none, nor is a wreck.
    """
    return manned(vehicle) and not vehicle.concealed and is_armed(st, vehicle)
