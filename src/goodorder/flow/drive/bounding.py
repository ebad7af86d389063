"""Fire by a vehicle in its own MPh: its shots, why one may not be made, and what begins one (D3.3)."""

from __future__ import annotations

from functools import partial

from goodorder.core.actions import Fire
from goodorder.core.errors import Refusal
from goodorder.core.events import Event
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, branch
from goodorder.core.state import OWN_MPH, State, Vehicle
from goodorder.rules.c_ordnance.gun_duels import may_be_answered
from goodorder.rules.d_vehicles.movement import prep_refusal
from goodorder.rules.registry import builds

from ..fire.declared import shot_of
from ..fire.fire_menu import FireMenu
from ..fire.fire_phases import fire_refusal
from ..fire.gun_duel import GunDuel
from ..fire.ordnance_menu import OrdnanceMenu
from ..fire.targets import aims, seen_aim
from ..fire.vehicle_menu import VehicleMenu
from ..shared.walls import after_fire


def _guns(st: State, vehicle: Vehicle) -> OrdnanceMenu:
    return OrdnanceMenu(st, vehicle.side, OWN_MPH, aims(st, vehicle.side), vehicle.id)


def _machine_guns(st: State, vehicle: Vehicle) -> VehicleMenu:
    return VehicleMenu(st, vehicle.side, OWN_MPH, aims(st, vehicle.side), vehicle.id)


def could_bound(st: State, vehicle: Vehicle) -> bool:
    """Whether it has any shot now."""
    return _guns(st, vehicle).any() or _machine_guns(st, vehicle).any()


def fire_entries(st: State, vehicle: Vehicle) -> list[Entry]:
    """A branch with its shots, alive where it has any; none where what it did in the PFPh leaves it no MPh."""
    if prep_refusal(st, vehicle) is not None:
        return []

    def shots() -> list[Entry]:
        return [*_guns(st, vehicle).root(), *_machine_guns(st, vehicle).root()]

    return [branch("fire", "Bounding First Fire", shots, alive=partial(could_bound, st, vehicle), rule="D3.3")]


@builds("D3.3", "SK3.MPh.28")
def bounding_refusal(st: State, action: Fire) -> Refusal | None:
    """Why a vehicle may not make this attack in its own MPh, or None."""
    vehicle = st.vehicles.get(action.firers[0].unit) if action.firers else None
    if vehicle is not None and (refusal := prep_refusal(st, vehicle)) is not None:
        return refusal
    side = st.turn.attacker
    return fire_refusal(st, side, OWN_MPH, FireMenu(st, side, OWN_MPH, aims(st, side)), action)


def bounding_shot(st: State, action: Fire) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """The shot announced, and what it pushes."""
    side = st.turn.attacker
    aim = seen_aim(st, side, aims(st, side), action)
    assert aim is not None
    shot = shot_of(st, aim.ids, OWN_MPH, action)
    first: Frame = GunDuel(action, aim.ids, OWN_MPH) if may_be_answered(st, action, OWN_MPH) else shot
    return shot.announce(st), (first, *after_fire(st, *shot.places))
