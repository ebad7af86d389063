"""Vehicles as enemies: which are manned, under way, armed, and hold Infantry in Melee (A11.5, A11.7, D5.4)."""

from __future__ import annotations

from goodorder.core.state import ON_MAP, State, Vehicle

from ..registry import builds, removable


def manned(vehicle: Vehicle) -> bool:
    """Whether a vehicle on the map has its crew: no wreck, and not Abandoned (D5.4)."""
    return vehicle.place == ON_MAP and not vehicle.wreck and not vehicle.abandoned


def standing(st: State, loc: int, side: int) -> tuple[Vehicle, ...]:
    """The vehicles of a side in a Location that are no wrecks; an Abandoned one is of the side that had it last."""
    found = st.vehicles_at(loc) if st.vehicles else ()
    return tuple([one for one in found if one.side == side and not one.wreck])


def manned_at(st: State, loc: int, side: int) -> tuple[Vehicle, ...]:
    """Those of them that have a crew and that the enemy knows."""
    return tuple([one for one in standing(st, loc, side) if manned(one) and not one.concealed])


@builds("D2.13", "D2.4")
def under_way(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle is in Motion or has started and not stopped."""
    runs = vehicle.motion
    for step in st.trail(vehicle.id).steps:
        if step.kind in ("start", "stop"):
            runs = step.kind == "start"
    return runs


@removable(without=False)
@builds("A11.7", "A11.7b", "A11.15")
def held_by_vehicle(st: State, loc: int, side: int) -> bool:
    """Whether a manned vehicle of the enemy that stands still holds the Infantry of a side in a Location in Melee."""
    return any(not under_way(st, one) for one in manned_at(st, loc, 1 - side))


def shaken(vehicle: Vehicle) -> bool:
    """Whether its crew can neither fire nor drive: Shock, an Unconfirmed Kill, Stun (C7.42, D5.34)."""
    return bool(vehicle.shocked) or vehicle.stunned == "stun"
