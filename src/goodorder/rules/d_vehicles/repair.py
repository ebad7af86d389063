"""Weapons of vehicles that have malfunctioned: their repair, and what follows where the MA is lost (D3.7)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.events import Event, VehicleRecalled, WeaponRemoved
from goodorder.core.notes import Note
from goodorder.core.state import ON_MAP, State, Vehicle, Weapon
from goodorder.data.counters.vehicles.armament import MA

from ..a09_weapons.captured import use_refusal
from ..event_facts import EventFacts
from ..facts.crews import training
from ..facts.units import wtype
from ..facts.vehicles import exposed, is_afv, vtype
from ..points import CONSEQUENCE
from ..registry import builds, rule
from .fates import crew_leaves


@builds("D3.7", "D3.7b", "D3.7c", "SK3.RPh.6")
def vehicle_repair_refusal(st: State, side: int, vehicle: Vehicle, weapon: Weapon, note: Note) -> Refusal | None:
    """Why a vehicle's weapon may not be repaired now, or None: once in a RPh, by a crew that is neither Shocked nor
    Stunned; an AAMG of an AFV by an exposed one. ``note`` is what an attempt leaves in the trail.
    """
    if not weapon.malfunctioned:
        return Refusal("D3.7", "it has not malfunctioned")
    if vehicle.side != side or vehicle.place != ON_MAP or vehicle.wreck:
        return Refusal("D3.7", "it is not this side's vehicle on the map")
    if refusal := use_refusal(st, weapon):
        return refusal
    if wtype(st, weapon).cannon and (vehicle.captured or training(st, vehicle) not in ("own", "vehicle_crew")):
        return Refusal("A9.72", "its gun is repaired by a crew of its own side alone", also=("A21.22",))
    if vehicle.abandoned:
        return Refusal("D5.41", "it is Abandoned")
    if vehicle.shocked or vehicle.stunned == "stun":
        return Refusal("D3.7", "its crew is Shocked or Stunned")
    if wtype(st, weapon).kind == "AAMG" and is_afv(st, vehicle) and not exposed(st, vehicle):
        return Refusal("D3.7", "its AAMG needs a CE crew")
    if note in st.trail(vehicle.id).tried:
        return Refusal("D3.7", "its repair was tried in this phase")
    return None


@rule("D3.7", point=CONSEQUENCE, order=48, on=[WeaponRemoved], rows=["D3.7d", "D5.341a", "D5.341d"])
def disabled(facts: EventFacts) -> tuple[Event, ...]:
    """An AFV whose MA is lost is Recalled, or Abandoned where it cannot move; not one that carries or tows."""
    event, st = facts.event, facts.before
    assert isinstance(event, WeaponRemoved)
    weapon = st.weapons[event.weapon]
    vehicle = st.vehicles.get(weapon.holder)
    if vehicle is None or vehicle.wreck or vehicle.recalled or wtype(st, weapon).mount != MA:
        return ()
    kind = vtype(st, vehicle)
    if kind.passenger_pp or kind.towing:
        return ()
    if vehicle.immobile or vehicle.bogged:
        return () if vehicle.abandoned else crew_leaves(st, vehicle)
    return (VehicleRecalled(vehicle=vehicle.id),)
