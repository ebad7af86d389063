"""Crews that show themselves or button up in the APh (D5.33, SK3.APh.6)."""

from __future__ import annotations

from goodorder.core.actions import Hatch
from goodorder.core.errors import Refusal
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State
from goodorder.rules.d_vehicles.exposing import hatch_refusal
from goodorder.rules.facts.vehicles import vehicle_name


def crew_refusal(st: State, vehicle: int, *, ce: bool) -> Refusal | None:
    """Why the crew of a vehicle may not show itself or button up, or None."""
    found = st.vehicles.get(vehicle)
    return Refusal("D5.33", "there is no such vehicle") if found is None else hatch_refusal(st, found, ce=ce)


def hatch_entries(st: State, side: int) -> list[Entry]:
    """The crews of a side that may change."""
    found = []
    for vehicle in st.vehicles.values() if st.vehicles else ():
        if vehicle.side == side and hatch_refusal(st, vehicle, ce=not vehicle.ce) is None:
            words = f"{vehicle_name(st, vehicle)}: {'button up' if vehicle.ce else 'open up'}"
            action = Hatch(vehicle.id, not vehicle.ce)
            found.append(leaf(f"hatch{vehicle.id}", words, action, unit=vehicle.id, rule="D5.33"))
    return found
