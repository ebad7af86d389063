"""What stands fast: trucks that are as good as wrecks, and the bow weapons of others (D8.1, D8.5)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.events import Event, VehicleImmobilized, VehicleWrecked
from goodorder.core.state import State, Vehicle

from ..event_facts import EventFacts
from ..facts.arcs import bears
from ..facts.firing import PartAsk
from ..facts.vehicles import bow_mounted, stuck, vtype
from ..points import CONSEQUENCE, MAY_FIRE
from ..registry import rule


@rule("D8.1", point=CONSEQUENCE, order=40, on=[VehicleImmobilized], rows=["D8.1c"])
def truck_is_lost(facts: EventFacts) -> tuple[Event, ...]:
    """An immobilized vehicle without armor and weapons is a wreck, whatever has immobilized it."""
    event = facts.event
    if not isinstance(event, VehicleImmobilized):
        return ()
    vehicle = facts.after.vehicles[event.vehicle]
    kind = vtype(facts.after, vehicle)
    lost = kind.unarmored and not kind.armed and not vehicle.wreck
    return (VehicleWrecked(vehicle=vehicle.id),) if lost else ()


@rule("D8.5", point=MAY_FIRE, order=16, rows=["D8.5b"], of=["vehicle", "weapon"])
def bow_weapons_in_its_hex(ask: PartAsk) -> Refusal | None:
    """What is mounted in the bow of a bogged or immobile vehicle strikes its own hex only by Defensive First Fire at
    who enters it out of the VCA, no more often than the entry costs MF or MP.
    """
    vehicle, weapon, st = ask.unit, ask.weapon, ask.st
    assert isinstance(vehicle, Vehicle)
    assert weapon is not None
    if vehicle.loc != ask.target or not stuck(vehicle):
        return None
    if not bow_mounted(st, vehicle, weapon):
        return None
    fighters = (ask.vehicle,) if ask.vehicle is not None else ask.targets
    entered = min((_entry_cost(st, vehicle, one.id) for one in fighters), default=0) if ask.phase == "MPh" else 0
    now = max((len(st.trail(one.id).steps) for one in fighters), default=0)
    fired = [
        m for m in st.trail(vehicle.id).shots if m.weapon == weapon.id and m.target == ask.target and m.step == now
    ]
    if len(fired) < entered:
        return None
    return Refusal("D8.5", "it stands fast: its bow weapons strike its own hex only as somebody enters from before it")


def _entry_cost(st: State, vehicle: Vehicle, mover: int) -> int:
    """The MF or MP, rounded up, for which a mover has just come into the vehicle's hex out of its VCA; else 0."""
    steps = st.trail(mover).steps
    last = steps[-1] if steps else None
    if last is None or last.to != vehicle.loc or last.frm in (last.to, -1):
        return 0
    return (last.mf + 1) // 2 if bears(st, vehicle, last.frm, vehicle.facing) else 0
