"""Bog removal (D8.3) and Mired vehicles (D8.31)."""

from __future__ import annotations

from typing import Literal

from goodorder.core.actions import Unbog
from goodorder.core.errors import Refusal
from goodorder.core.state import State, Vehicle
from goodorder.data.charts.vehicles import vehicle_chart

from ..facts.vehicles import HALVES, DriveFacts, vtype
from ..ledger import Ledger, Mod
from ..points import MAY_DRIVE
from ..registry import builds, rule


@rule("D8.3", point=MAY_DRIVE, rows=["SK3.MPh.3", "D8.3a"], order=50)
def at_the_start(facts: DriveFacts) -> Refusal | None:
    """A bogged vehicle tries it as its MPh begins, before anything else."""
    if not isinstance(facts.action, Unbog):
        return None
    vehicle = facts.vehicle
    if not vehicle.bogged or vehicle.immobile or vehicle.shocked or vehicle.stunned == "stun" or vehicle.abandoned:
        return Refusal("D8.3", "a bogged vehicle that could move otherwise")
    if facts.st.trail(vehicle.id).steps:
        return Refusal("D8.3", "at the start of its MPh")
    return None


@builds("D8.31", "D8.31a")
def unbog_ledger(vehicle: Vehicle) -> Ledger:
    """The drm of the colored die: +1 where it is Mired."""
    drm = vehicle_chart().unbogging.mired_drm
    return Ledger((Mod("mired", drm, "D8.31", "Mired"),) if vehicle.mired else ())


@builds("D8.3", "SK3.MPh.4", "D8.3c")
def unbog_result(vehicle: Vehicle, colored: int) -> Literal["freed", "mired", "immobilized"]:
    """What an Original colored die gives."""
    return vehicle_chart().unbogging.result(colored + unbog_ledger(vehicle).total())


@builds("D8.3", "SK3.MPh.3", "D8.3b")
def unbog_cost(st: State, vehicle: Vehicle, white: int, colored: int) -> int:
    """The MP of the attempt, in halves: the product of the dice, doubled for what is not fully tracked."""
    factor = 1 if vtype(st, vehicle).fully_tracked else vehicle_chart().unbogging.not_tracked
    return HALVES * white * colored * factor
