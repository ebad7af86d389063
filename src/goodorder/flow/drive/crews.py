"""Crews that show themselves or button up in the APh (D5.33, SK3.APh.6)."""

from __future__ import annotations

from functools import partial

from goodorder.core.actions import Hatch
from goodorder.core.errors import Refusal
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State, Vehicle
from goodorder.rules.d_vehicles.exposing import hatch_refusal
from goodorder.rules.facts.vehicles import vehicle_name


def crew_refusal(st: State, vehicle: int, *, ce: bool) -> Refusal | None:
    """Why the crew of a vehicle may not show itself or button up, or None."""
    found = st.vehicles.get(vehicle)
    return Refusal("D5.33", "there is no such vehicle") if found is None else hatch_refusal(st, found, ce=ce)


def any_changes(st: State, side: int) -> bool:
    """Whether any crew of a side may change."""
    return any(_may_change(st, vehicle) for vehicle in st.vehicles.values() if vehicle.side == side)


def hatch_entries(st: State, side: int) -> list[Entry]:
    """The crews of a side, each alive where it may change."""
    own = [vehicle for vehicle in st.vehicles.values() if vehicle.side == side] if st.vehicles else []
    return [
        leaf(
            f"hatch{vehicle.id}",
            partial(_called, st, vehicle),
            Hatch(vehicle.id, not vehicle.ce),
            alive=partial(_may_change, st, vehicle),
            unit=vehicle.id,
            rule="D5.33",
        )
        for vehicle in own
    ]


def _may_change(st: State, vehicle: Vehicle) -> bool:
    return hatch_refusal(st, vehicle, ce=not vehicle.ce) is None


def _called(st: State, vehicle: Vehicle) -> str:
    return f"{vehicle_name(st, vehicle)}: {'button up' if vehicle.ce else 'open up'}"
