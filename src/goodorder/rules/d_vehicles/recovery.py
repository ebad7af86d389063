"""Recovery of crews: from Shock in the RPh, from Stun as the Player Turn ends (C7.42, D5.34)."""

from __future__ import annotations

from goodorder.core.events import CrewStunned, Event, VehicleShocked, VehicleWrecked
from goodorder.core.frames import Request
from goodorder.core.state import ON_MAP, State, Vehicle
from goodorder.data.charts import to_kill

from ..points import PHASE_ENDS, PLAYER_TURN_ENDS
from ..registry import builds, removable, rule


class RecoveryDue(Request, frozen=True):
    """Shocked vehicles whose crews may recover now."""

    vehicles: tuple[int, ...]


@rule("C7.42", point=PHASE_ENDS, of=["RPh"], order=20, rows=["C7.42d", "C7.42e"])
def shock_recovery(st: State) -> tuple[RecoveryDue, ...]:
    """As any RPh ends every shocked vehicle of both sides has its dr; by the sheet it had it during the phase."""
    return _due(st) if at_the_end(st) else ()


@builds("C7.42", "SK3.RPh.13", "SK3.RPh.14")
def shock_recovery_in_between(st: State) -> tuple[RecoveryDue, ...]:
    """By the sheet every shocked vehicle of both sides has its dr during the RPh, once both have rallied."""
    return () if at_the_end(st) else _due(st)


@removable(without=False)
@builds("C7.42")
def at_the_end(st: State) -> bool:
    """Whether the dr is for the end of the RPh."""
    return True


def _due(st: State) -> tuple[RecoveryDue, ...]:
    due = tuple(one.id for one in st.vehicles.values() if one.shocked and one.place == ON_MAP)
    return (RecoveryDue(due),) if due else ()


@builds("C7.42", "C7.42d", "C7.42e")
def recovered(vehicle: Vehicle, dr: int) -> tuple[Event, ...]:
    """What a recovery dr does: the counter comes off or is turned over, or the vehicle is a wreck without survivors."""
    chart = to_kill().shock
    if vehicle.shocked == "uk":
        if dr <= chart.unconfirmed_up_to:
            return (VehicleShocked(vehicle=vehicle.id, shocked=""),)
        return (VehicleWrecked(vehicle=vehicle.id),)
    return (VehicleShocked(vehicle=vehicle.id, shocked="" if dr <= chart.shock_up_to else "uk"),)


@rule("D5.34", point=PLAYER_TURN_ENDS, order=60, rows=["D5.34c"])
def stun_passes(st: State) -> tuple[Event, ...]:
    """Stun counters are turned over: the crews act again, one worse."""
    if not st.vehicles:
        return ()
    dazed = (one for one in st.vehicles.values() if one.stunned == "stun" and not one.wreck)
    return tuple(CrewStunned(vehicle=one.id, stunned="+1") for one in dazed)
