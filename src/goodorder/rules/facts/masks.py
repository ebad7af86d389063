"""The "?" of a vehicle as fire meets it: to its enemy a stack like another, which may be Dummies (A12.2, A12.11).

What is fired at such a "?" is worked out, told and rolled for as against a Dummy, or each number of it would say that a
vehicle is there; it does nothing to the vehicle but what the shot does to vehicles.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from goodorder.core.public_face import driven_step
from goodorder.core.remembered import once_a_position
from goodorder.core.stance import PLAIN
from goodorder.core.state import EMPTY_TRAIL, ON_MAP, State, Trail, Unit, Vehicle
from goodorder.core.world import DUMMY

from ..registry import builds


@builds("A12.2", "A12.13")
def mask(vehicle: Vehicle) -> Unit:
    """The "?" of a vehicle as the Dummy that it may be, under the vehicle's own id."""
    stance = PLAIN.with_(wa=vehicle.stance.wa)
    return Unit(
        vehicle.id, vehicle.side, DUMMY, vehicle.loc, ON_MAP, concealed=True, group=vehicle.group, stance=stance
    )


def under_fire(st: State, ids: tuple[int, ...]) -> tuple[Unit, ...]:
    """The targets of an attack by their ids: units, and the "?" of a vehicle under the vehicle's id."""
    if not st.vehicles:
        return tuple(map(st.units.__getitem__, ids))
    return tuple([st.units[key] if key in st.units else mask(st.vehicles[key]) for key in ids])


def every_mask(st: State) -> tuple[Unit, ...]:
    """The "?" of each vehicle on the map, whoever else is under one beside it."""
    if not st.vehicles:
        return ()
    under = [one for one in st.vehicles.values() if one.concealed and not one.hidden and one.place == ON_MAP]
    return tuple([mask(one) for one in under])


def masks(st: State) -> tuple[Unit, ...]:
    """The "?" of vehicles on the map, one for a Location and side; none of a side that has units under a "?" there:
    they are one stack to its enemy.
    """
    return _masks(st) if st.vehicles else ()


@once_a_position
def _masks(st: State) -> tuple[Unit, ...]:
    found: dict[tuple[int, int], Unit] = {}
    for unit in every_mask(st):
        found.setdefault((unit.loc, unit.side), unit)
    return tuple([unit for (loc, side), unit in found.items() if not _covered(st, loc, side)])


def _covered(st: State, loc: int, side: int) -> bool:
    """Whether a side has units under a "?" in a Location."""
    return any(unit.concealed and not unit.hidden for unit in st.side_at(loc, side))


def masks_at(st: State, loc: int) -> tuple[Unit, ...]:
    """Those of a Location."""
    return tuple([unit for unit in masks(st) if unit.loc == loc])


def faced_at(st: State, loc: int) -> tuple[Unit, ...]:
    """The units in a Location, and the "?" of vehicles there: who or what a unit may take for an enemy."""
    return (*masks_at(st, loc), *st.at(loc)) if st.vehicles else st.at(loc)


@builds("A12.2", "A12.11", "C3.74")
def with_masks(st: State, ids: tuple[int, ...], *, moving: bool = False) -> tuple[int, ...]:
    """Targets, and the vehicles that are under the same "?" as any of them: to who draws lots among a stack each is a
    counter like another. ``moving``: of a shot at movers those that have just come there.
    """
    if not st.vehicles:
        return ids
    under = {(unit.loc, unit.side) for unit in under_fire(st, ids) if unit.concealed}
    beside = [one for one in every_mask(st) if (one.loc, one.side) in under and one.id not in ids]
    if moving:
        beside = [one for one in beside if goes(st, st.vehicles[one.id]) and not st.trail(one.id).ended]
    return (*ids, *(one.id for one in beside))


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


@builds("A12.2", "A12.11")
def goes(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle under a "?" has just entered where it is, as everybody sees; that it spends MP in any other
    way nobody does.
    """
    if not vehicle.concealed or vehicle.hidden or vehicle.place != ON_MAP:
        return False
    steps = st.trail(vehicle.id).steps
    return bool(steps) and steps[-1].walk >= 0 and steps[-1].to == vehicle.loc


@builds("A12.2", "A12.11")
def as_walked(st: State, targets: Iterable[Unit]) -> State:
    """The position for what is fired at movers: each "?" of a vehicle among them has the trail of Dummies that go the
    same way.
    """
    driven = [one.id for one in targets if one.id in st.vehicles] if st.vehicles else ()
    if not driven or all(step.kind == "enter" and step.walk < 0 for key in driven for step in st.trail(key).steps):
        return st
    return st.with_(trails={**st.trails, **{key: _walked(st, st.trail(key)) for key in driven}})


def _walked(st: State, trail: Trail) -> Trail:
    steps = tuple([told for step in trail.steps if (told := driven_step(st, step)) is not None])
    return replace(EMPTY_TRAIL, steps=steps, started=bool(steps), ended=trail.ended, tried=trail.tried)
