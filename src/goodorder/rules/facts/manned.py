"""Vehicles as enemies: which are manned, under way, armed, and hold Infantry in Melee (A11.5, A11.7, D5.4)."""

from __future__ import annotations

from typing import Literal

from goodorder.core.state import OFF_BOARD, ON_MAP, State, Vehicle

from ..registry import builds, removable


def manned(vehicle: Vehicle) -> bool:
    """Whether a vehicle on the map has its crew: no wreck, and not Abandoned (D5.4)."""
    return vehicle.place == ON_MAP and not vehicle.wreck and not vehicle.abandoned


@builds("A11.31", "A21.2")
def standing(st: State, loc: int, side: int) -> tuple[Vehicle, ...]:
    """The vehicles of a side in a Location that are no wrecks; an Abandoned one is of the side that had it last."""
    found = st.vehicles_at(loc) if st.vehicles else ()
    return tuple([one for one in found if one.side == side and not one.wreck])


def manned_at(st: State, loc: int, side: int) -> tuple[Vehicle, ...]:
    """Those of them that have a crew and that the enemy knows."""
    return tuple([one for one in standing(st, loc, side) if manned(one) and not one.concealed])


def mobile(vehicle: Vehicle) -> bool:
    """Whether it could move: none that is a wreck, abandoned, immobile, bogged, or whose crew is shocked or stunned."""
    stands = vehicle.wreck or vehicle.abandoned or vehicle.immobile or vehicle.bogged
    return not (stands or vehicle.shocked or vehicle.stunned == "stun") and vehicle.place in (ON_MAP, OFF_BOARD)


@builds("D8.5", "D8.5a", "D8.1")
def stuck(vehicle: Vehicle) -> bool:
    """Whether it is bogged or immobile, its crew able to act: it spends MP where it is, for its turret or to fire."""
    return manned(vehicle) and (vehicle.immobile or vehicle.bogged) and not shaken(vehicle)


@builds("D2.12", "D2.13", "D2.23", "D2.4f")
def heading(st: State, vehicle: Vehicle) -> Literal["", "forward", "reverse"]:
    """How it goes now, nothing where it stands: in Motion, or by its last Start of this MPh."""
    trail = st.trails.get(vehicle.id)
    if vehicle.motion or trail is None or trail.ended:
        return ("reverse" if vehicle.backing else "forward") if vehicle.motion else ""
    if not mobile(vehicle):
        return ""
    found: Literal["", "forward", "reverse"] = ""
    if trail.began_motion:
        found = "reverse" if trail.began_backing else "forward"
    for step in trail.steps:
        if step.kind in ("start", "start_back", "stop", "unbog"):
            found = "" if step.kind == "stop" else "reverse" if step.kind == "start_back" else "forward"
        elif step.kind == "enter" and step.frm < 0:
            found = "forward"
    return found


def running(st: State, vehicle: Vehicle) -> bool:
    """Whether it is in Motion or Non-Stopped: it has started and not stopped (D2.12, D2.13, D2.4)."""
    return heading(st, vehicle) != ""


@removable(without=False)
@builds("A11.7", "A11.7b", "A11.15")
def held_by_vehicle(st: State, loc: int, side: int) -> bool:
    """Whether a manned vehicle of the enemy that stands still holds the Infantry of a side in a Location in Melee; one
    under a "?" does not (A11.15).
    """
    return any(not running(st, one) and not one.concealed for one in manned_at(st, loc, 1 - side))


def shaken(vehicle: Vehicle) -> bool:
    """Whether its crew can neither fire nor drive: Shock, an Unconfirmed Kill, Stun (C7.42, D5.34)."""
    return bool(vehicle.shocked) or vehicle.stunned == "stun"
