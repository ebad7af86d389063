"""Appliers of vehicle events."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ..events import vehicles as ev
from ..notes import Note
from ..stance import PLAIN
from ..state import ABOARD, ELIMINATED, EXITED, MINIMUM, NOWHERE, OFF_BOARD, ON_MAP, UNPLACED, State, first_owner
from .registry import applies
from .units import unringed


def _set(st: State, vehicle: int, **fields: Any) -> State:
    return st.with_vehicle(replace(st.vehicles[vehicle], **fields))


def _arms(st: State, vehicle: int, place: int) -> State:
    """Its armament is where it is."""
    arms = {weapon.id: replace(weapon, place=place) for weapon in st.weapons_of(vehicle) if weapon.place != ELIMINATED}
    return st.with_(weapons={**st.weapons, **arms}) if arms else st


@applies(ev.VehiclePlaced)
def vehicle_placed(st: State, event: ev.VehiclePlaced) -> State:
    """In the Location, with its armament."""
    place = ON_MAP if event.loc >= 0 else UNPLACED
    return _arms(_set(st, event.vehicle, loc=event.loc, place=place), event.vehicle, place)


@applies(ev.VehicleTurned)
def vehicle_turned(st: State, event: ev.VehicleTurned) -> State:
    """Pointing along the hexspines; that it has turned as the phase ends stands in its trail."""
    if event.at_end:
        trail = st.trail(event.vehicle)
        st = st.with_trail(event.vehicle, replace(trail, tried=(*trail.tried, Note("turned", when=st.turn.phase))))
    turret = -1 if event.turret == event.facing else event.turret
    return _set(st, event.vehicle, facing=event.facing, turret=turret)


@applies(ev.VehicleStepped)
def vehicle_stepped(st: State, event: ev.VehicleStepped) -> State:
    """The step joins the trail, the vehicle is where it leads; what was out of the map is on it. With the first one
    its Motion counter comes off.
    """
    trail, step, vehicle = st.trail(event.vehicle), event.step, st.vehicles[event.vehicle]
    if not trail.steps and vehicle.motion:
        trail = replace(trail, began_motion=True, began_backing=vehicle.backing)
        st = _set(st, event.vehicle, motion=False, backing=False)
    steps, spent = (*trail.steps, step), trail.spent + step.mf
    declared = trail.declared | (MINIMUM if event.minimum else 0)
    st = st.with_trail(event.vehicle, replace(trail, steps=steps, spent=spent, declared=declared, started=True))
    if step.to < 0:
        return st
    if step.to == vehicle.loc:
        return st if event.stance is None else _set(st, event.vehicle, stance=event.stance)
    if vehicle.place != ON_MAP:
        st = _arms(st, event.vehicle, ON_MAP)
    stance = event.stance or PLAIN
    moved = _set(st, event.vehicle, loc=step.to, place=ON_MAP, stance=stance, off_road=event.off_road)
    return unringed(moved, vehicle) if vehicle.concealed else moved


@applies(ev.VehicleRevealed)
def vehicle_revealed(st: State, event: ev.VehicleRevealed) -> State:
    """Known to both sides, and without what its "?" had claimed, or was Encircled by."""
    vehicle = st.vehicles[event.vehicle]
    known = _set(st, event.vehicle, concealed=False, hidden=False, stance=vehicle.stance.with_(wa=False))
    return unringed(known, vehicle)


@applies(ev.VehicleConcealed)
def vehicle_concealed(st: State, event: ev.VehicleConcealed) -> State:
    """Under a "?"."""
    return _set(st, event.vehicle, concealed=True)


@applies(ev.DriveEnded)
def drive_ended(st: State, event: ev.DriveEnded) -> State:
    """No further MPh for this vehicle."""
    stance = st.vehicles[event.vehicle].stance
    if stance.turning >= 0:
        st = _set(st, event.vehicle, stance=stance.with_(turning=-1))
    return st.with_trail(event.vehicle, replace(st.trail(event.vehicle), started=True, ended=True))


@applies(ev.MotionChanged)
def motion_changed(st: State, event: ev.MotionChanged) -> State:
    """Motion counter on or off."""
    return _set(st, event.vehicle, motion=event.motion, backing=event.motion and event.backing)


@applies(ev.CrewPinned)
def crew_pinned(st: State, event: ev.CrewPinned) -> State:
    """Pin counter on or off."""
    return _set(st, event.vehicle, pinned=event.pinned)


@applies(ev.CrewExposed)
def crew_exposed(st: State, event: ev.CrewExposed) -> State:
    """CE counter on or off; whether it has changed in this phase stands in its trail."""
    trail, note = st.trail(event.vehicle), Note("hatch", when=st.turn.phase)
    if st.turn.phase in ("MPh", "APh"):
        st = st.with_trail(event.vehicle, replace(trail, tried=(*trail.tried, note)))
    return _set(st, event.vehicle, ce=event.ce)


@applies(ev.MotionTried)
def motion_tried(st: State, event: ev.MotionTried) -> State:
    """Not again in this MPh."""
    trail = st.trail(event.vehicle)
    return st.with_trail(event.vehicle, replace(trail, tried=(*trail.tried, Note("motion"))))


@applies(ev.VehicleBogged)
def vehicle_bogged(st: State, event: ev.VehicleBogged) -> State:
    """Bog or Mired counter on or off; it stands still."""
    stands = {"motion": False, "backing": False} if event.bogged else {}
    return _set(st, event.vehicle, bogged=event.bogged, mired=event.mired, **stands)


@applies(ev.VehicleImmobilized)
def vehicle_immobilized(st: State, event: ev.VehicleImmobilized) -> State:
    """It never moves again."""
    return _set(st, event.vehicle, immobile=True, motion=False, backing=False)


@applies(ev.VehicleShocked)
def vehicle_shocked(st: State, event: ev.VehicleShocked) -> State:
    """Its counter on, turned over, or off."""
    return _set(st, event.vehicle, shocked=event.shocked)


@applies(ev.CrewStunned)
def crew_stunned(st: State, event: ev.CrewStunned) -> State:
    """Its counter on or off."""
    return _set(st, event.vehicle, stunned=event.stunned)


@applies(ev.VehicleRecalled)
def vehicle_recalled(st: State, event: ev.VehicleRecalled) -> State:
    """It has to go."""
    return _set(st, event.vehicle, recalled=True)


@applies(ev.VehicleAbandoned)
def vehicle_abandoned(st: State, event: ev.VehicleAbandoned) -> State:
    """Nobody is in it, or somebody is again."""
    gone = {"motion": False, "backing": False, "ce": False, "shocked": "", "stunned": ""} if event.abandoned else {}
    return _set(st, event.vehicle, abandoned=event.abandoned, **gone)


@applies(ev.VehicleScrounged)
def vehicle_scrounged(st: State, event: ev.VehicleScrounged) -> State:
    """It bears that counter from now on."""
    return _set(st, event.vehicle, scrounged=True)


@applies(ev.VehicleCaptured)
def vehicle_captured(st: State, event: ev.VehicleCaptured) -> State:
    """Held by the enemy of the side whose counter it is, or by that side again, with its armament."""
    own = first_owner(st.vehicles[event.vehicle])
    side = 1 - own if event.captured else own
    for weapon in st.weapons_of(event.vehicle):
        st = st.with_weapon(replace(weapon, side=side, captured=event.captured))
    return _set(st, event.vehicle, side=side, captured=event.captured)


def _men(st: State, vehicle: int, place: int) -> State:
    """Who mans a vehicle shares its fate."""
    for unit in st.vehicles[vehicle].crew:
        if st.units[unit].place == ABOARD:
            st = st.with_unit(replace(st.units[unit], place=place))
    return st


@applies(ev.CrewEntered)
def crew_entered(st: State, event: ev.CrewEntered) -> State:
    """Off the map, in the vehicle, which is Abandoned no longer and obliged to nothing."""
    for unit in event.units:
        st = st.with_unit(replace(st.units[unit], loc=NOWHERE, place=ABOARD, pinned=False, stance=PLAIN))
    stunned = "+1" if any(st.units[unit].dazed for unit in event.units) else ""
    return _set(st, event.vehicle, crew=event.units, abandoned=False, recalled=False, stunned=stunned)


@applies(ev.CrewLeft)
def crew_left(st: State, event: ev.CrewLeft) -> State:
    """Beneath the vehicle, on top of who is there."""
    vehicle = st.vehicles[event.vehicle]
    for unit in vehicle.crew:
        order = 1 + max((one.order for one in st.at(vehicle.loc)), default=-1)
        shaken = st.units[unit].dazed or vehicle.stunned == "+1"
        st = st.with_unit(replace(st.units[unit], loc=vehicle.loc, place=ON_MAP, order=order, dazed=shaken))
    return _set(st, event.vehicle, crew=())


@applies(ev.CrewLost)
def crew_lost(st: State, event: ev.CrewLost) -> State:
    """Out of the game."""
    return _set(_men(st, event.vehicle, ELIMINATED), event.vehicle, crew=())


@applies(ev.VehicleWrecked)
def vehicle_wrecked(st: State, event: ev.VehicleWrecked) -> State:
    """It lies where it was; its armament and who mans it are gone, and nothing can happen to it but fire."""
    st = _men(_arms(st, event.vehicle, ELIMINATED), event.vehicle, ELIMINATED)
    return st.with_vehicle(
        replace(
            st.vehicles[event.vehicle],
            wreck=True,
            burning=event.burning,
            **dict.fromkeys(("motion", "backing", "ce", "bogged", "mired", "immobile", "recalled"), False),
            shocked="",
            stunned="",
            hidden=False,
            concealed=False,
        )
    )


@applies(ev.VehicleExited)
def vehicle_exited(st: State, event: ev.VehicleExited) -> State:
    """Off the map for good."""
    place = ELIMINATED if event.lost else EXITED
    gone = {"loc": NOWHERE, "place": place, "motion": False, "backing": False, "stance": PLAIN}
    return _men(_arms(_set(st, event.vehicle, **gone), event.vehicle, place), event.vehicle, place)


@applies(ev.VehicleRemoved)
def vehicle_removed(st: State, event: ev.VehicleRemoved) -> State:
    """Off the map and out of the game."""
    st = _men(st, event.vehicle, ELIMINATED)
    return _arms(_set(st, event.vehicle, loc=NOWHERE, place=ELIMINATED), event.vehicle, ELIMINATED)


@applies(ev.VehicleWaits)
def vehicle_waits(st: State, event: ev.VehicleWaits) -> State:
    """Off board, in Motion."""
    return _arms(_set(st, event.vehicle, place=OFF_BOARD, motion=True), event.vehicle, OFF_BOARD)
