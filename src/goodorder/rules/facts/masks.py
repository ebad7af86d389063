"""The "?" of a vehicle as fire meets it: to its enemy a stack like another, which may be Dummies (A12.2, A12.11).

What is fired at such a "?" is worked out, told and rolled for as against a Dummy, or each number of it would say that a
vehicle is there; it does nothing to the vehicle but what the shot does to vehicles.
"""

from __future__ import annotations

from goodorder.core.state import ON_MAP, State, Unit, Vehicle
from goodorder.core.world import DUMMY

from ..registry import builds


@builds("A12.2", "A12.13")
def mask(vehicle: Vehicle) -> Unit:
    """The "?" of a vehicle as the Dummy that it may be, under the vehicle's own id."""
    return Unit(vehicle.id, vehicle.side, DUMMY, vehicle.loc, ON_MAP, concealed=True, group=vehicle.group)


def under_fire(st: State, ids: tuple[int, ...]) -> tuple[Unit, ...]:
    """The targets of an attack by their ids: units, and the "?" of a vehicle under the vehicle's id."""
    return tuple([st.units[key] if key in st.units else mask(st.vehicles[key]) for key in ids])


def masks_at(st: State, loc: int) -> tuple[Unit, ...]:
    """The "?" of vehicles in a Location, one for a side; none of a side that has units under a "?" there: they are one
    stack to its enemy.
    """
    found: dict[int, Unit] = {}
    for one in st.vehicles.values():
        if one.loc == loc and one.concealed and not one.hidden and one.place == ON_MAP:
            found.setdefault(one.side, mask(one))
    beside = {unit.side for unit in st.at(loc) if unit.concealed and not unit.hidden} if found else ()
    return tuple([unit for side, unit in found.items() if side not in beside])


def all_at(st: State, loc: int) -> tuple[int, ...]:
    """The ids of all in a Location whom an attack on it meets: units, and the "?" of vehicles."""
    here = tuple([unit.id for unit in st.at(loc)])
    return (*(unit.id for unit in masks_at(st, loc)), *here) if st.vehicles else here


def concealed_at(st: State, loc: int) -> tuple[int, ...]:
    """Those of all in a Location who are under a "?"."""
    return tuple([unit.id for unit in under_fire(st, all_at(st, loc)) if unit.concealed])


def is_mask(st: State, key: int) -> bool:
    """Whether a target is the "?" of a vehicle."""
    return key not in st.units
