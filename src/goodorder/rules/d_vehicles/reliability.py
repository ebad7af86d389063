"""Mechanical reliability of vehicles with red MP (D2.51)."""

from __future__ import annotations

from goodorder.core.state import State, Vehicle
from goodorder.data.charts.vehicles import vehicle_chart

from ..facts.crews import training
from ..facts.vehicles import is_afv, vtype
from ..registry import builds, removable


@builds("D2.51", "A21.22", "SK3.MPh.23", "D2.51a", "A21.22b")
def unreliable(st: State, vehicle: Vehicle) -> bool:
    """Whether it makes a DR as it starts: an AFV with red MP, and what a vehicle crew has captured."""
    if vehicle.captured and training(st, vehicle) == "vehicle_crew":
        return True
    return vtype(st, vehicle).red_mp and is_afv(st, vehicle)


@builds("D2.51", "SK3.MPh.23", "SK3.DR.3")
def breaks_down_from(st: State, vehicle: Vehicle) -> int:
    """The lowest Original DR that immobilizes it."""
    chart = vehicle_chart().reliability
    return (
        chart.immobilized_on
        if by_the_book(st)
        else chart.immobilizes_from(vehicle.type, vtype(st, vehicle).nationality)
    )


@removable(without=False)
@builds("D2.51")
def by_the_book(st: State) -> bool:
    """Whether a 12 alone immobilizes, and a Motion attempt asks for the DR only where it succeeds."""
    return True
