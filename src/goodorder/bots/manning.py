"""Whom the standard opponent puts into Abandoned vehicles (D5.42, A21.22)."""

from __future__ import annotations

from goodorder.core.actions import Done, ManVehicle
from goodorder.core.frames import Choice
from goodorder.core.state import ON_MAP, State, Unit, Vehicle
from goodorder.rules.d_vehicles.manning import teams
from goodorder.rules.facts.units import utype
from goodorder.rules.facts.vehicles import vehicle_name, vtype

from .threat_map import Threat

RISK = 0.4
"""Danger of a Location beyond which nobody gets into a vehicle there in the MPh."""
FIT = {"crew": 1, "half_squad": 2, "squad": 3}
"""Which MMC goes first: crews are trained, a squad loses half of itself. Single men have better things to do."""


def _useful(st: State, vehicle: Vehicle) -> bool:
    """Whether it is worth a crew: its Main Armament works."""
    arms = (one for one in st.weapons_of(vehicle.id) if one.type.endswith(":MA"))
    return vtype(st, vehicle).armed and any(one.place == ON_MAP and not one.malfunctioned for one in arms)


def _fitness(st: State, unit: Unit) -> tuple[int, int]:
    kind = utype(st, unit)
    return (0 if kind.vehicle_crew else FIT.get(kind.kind, len(FIT) + 1), kind.fp)


def _best(st: State, vehicle: Vehicle, *, fighting: bool) -> tuple[int, ...] | None:
    alone = (one[0] for one in teams(st, vehicle, fighting=fighting) if len(one) == 1)
    able = [st.units[unit] for unit in alone if utype(st, st.units[unit]).mmc]
    return (min(able, key=lambda unit: _fitness(st, unit)).id,) if able else None


def choose_crew(st: State, vehicle: Vehicle, reasons: list[str]) -> ManVehicle | Done:
    """Who mans a vehicle just captured."""
    found = _best(st, vehicle, fighting=True) if _useful(st, vehicle) else None
    if found is None:
        return Done()
    reasons.append(f"{vehicle_name(st, vehicle)} serves its captor.")
    return ManVehicle(vehicle.id, found)


def man_a_vehicle(st: State, choice: Choice, threat: Threat, reasons: list[str]) -> ManVehicle | None:
    """Who gets into an Abandoned vehicle of his side in the MPh, where it is safe enough."""
    for vehicle in st.vehicles.values():
        if vehicle.side != choice.side or not vehicle.abandoned or vehicle.wreck or vehicle.loc < 0:
            continue
        found = _best(st, vehicle, fighting=False) if _useful(st, vehicle) else None
        if found is None or threat.still(vehicle.loc) > RISK:
            continue
        action = ManVehicle(vehicle.id, found)
        if choice.check(action) is None:
            reasons.append(f"{vehicle_name(st, vehicle)} is worth a crew.")
            return action
    return None
