"""Crews of vehicles: their morale, who they are, and the counters that they become outside (D5, A21.22)."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec.structs import replace

from goodorder.core.errors import EngineFault
from goodorder.core.state import ON_MAP, State, Unit, Vehicle
from goodorder.data.catalogue import catalogue

from ..registry import builds
from .units import utype
from .vehicles import vtype

Training = Literal["own", "vehicle_crew", "infantry_crew", "half_squad", "one_man"]
"""Who mans a vehicle: its own Inherent crew or the counters that got in."""


@cache
def _best(nationality: str, unit_class: str) -> int:
    """The best Morale Level of a nationality's squads of a class, those of special troops apart."""
    squads = [unit for unit in catalogue().units(nationality) if unit.kind == "squad" and unit.id.count(":") == 1]
    fit = [unit for unit in squads if unit.unit_class == unit_class] or squads
    return max((unit.morale for unit in fit), default=7)


def _nationality(st: State, vehicle: Vehicle) -> str:
    return st.world.sides[vehicle.side].nationality


@builds("D5.1", "D5.1b", "A25.55b")
def crew_morale(st: State, vehicle: Vehicle) -> int:
    """Morale Level of an Inherent crew: of the best Elite Infantry of its nationality in an AFV, of the best 1st Line
    in an unarmored vehicle; a Temporary one's is no other.
    """
    kind = vtype(st, vehicle)
    nation = _nationality(st, vehicle)
    if not any(unit.kind == "squad" for unit in catalogue().units(nation)):
        nation = kind.nationality
    return _best(nation, "1st_line" if kind.unarmored else "elite")


@cache
def _crew_type(nationality: str) -> str | None:
    return next((unit.id for unit in catalogue().units(nationality) if unit.vehicle_crew), None)


@builds("D5.1", "D5.1c")
def crew_type(st: State, vehicle: Vehicle) -> str:
    """The vehicle-crew counter that a crew becomes outside its vehicle."""
    found = _crew_type(_nationality(st, vehicle)) or _crew_type(vtype(st, vehicle).nationality)
    if found is None:
        raise EngineFault(f"no vehicle-crew counter for {vehicle.type}")
    return found


@builds("D5.1", "D5.1a")
def manned(st: State, vehicle: Vehicle) -> bool:
    """Whether an Inherent crew is in it: an unarmed vehicle has only a driver, who never leaves it."""
    return vtype(st, vehicle).armed and not vehicle.abandoned and not vehicle.wreck


@builds("D5.34", "D5.34c")
def crew_counter(st: State, vehicle: Vehicle) -> Unit:
    """The crew of a vehicle as the counter that it becomes beneath it, with the +1 that a Stun has left it."""
    made = Unit(st.next_id, vehicle.side, crew_type(st, vehicle), vehicle.loc, ON_MAP, group=vehicle.group)
    return replace(made, dazed=True) if vehicle.stunned == "+1" else made


@builds("A21.22", "A21.22a", "D5.1c")
def crew_of(st: State, vehicle: Vehicle) -> tuple[Unit, ...]:
    """The counters that man a vehicle; none where its own Inherent crew does, or nobody."""
    return tuple(st.units[unit] for unit in vehicle.crew if unit in st.units)


@builds("A21.22", "A21.22b", "A21.22c", "A21.22d", "A21.22e")
def training(st: State, vehicle: Vehicle) -> Training:
    """Who mans a vehicle: several SMC are as a half-squad, as an Infantry crew where all of them are heroes."""
    if not vehicle.crew:
        return "own"
    kinds = [utype(st, unit) for unit in crew_of(st, vehicle)]
    if any(kind.vehicle_crew for kind in kinds):
        return "vehicle_crew"
    if any(kind.mmc for kind in kinds):
        return "infantry_crew" if kinds[0].kind == "crew" else "half_squad"
    if len(kinds) == 1:
        return "one_man"
    return "infantry_crew" if all(kind.kind == "hero" for kind in kinds) else "half_squad"


@builds("A21.22", "A21.22c")
def clumsy(st: State, vehicle: Vehicle) -> bool:
    """Whether who mans a vehicle has not learned to drive one: an Infantry crew, a half-squad, several SMC."""
    return bool(vehicle.crew) and training(st, vehicle) in ("infantry_crew", "half_squad")
