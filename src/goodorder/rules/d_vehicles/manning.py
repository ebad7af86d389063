"""Crews that leave their vehicles by choice, and Infantry that mans one (D5.41, D5.42, A21.22)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from goodorder.core.actions import Hatch, LeaveVehicle, ManVehicle, ParkHere
from goodorder.core.errors import Refusal
from goodorder.core.state import HAZARDOUS, ON_MAP, State, Unit, Vehicle
from goodorder.data.counters.vehicles.armament import MA

from ..a04_movement.permission import move_refusal
from ..facts.captives import prisoners_of
from ..facts.crews import training
from ..facts.firing import UseAsk
from ..facts.places import climbs
from ..facts.units import is_dummy, is_good_order, utype, wtype
from ..facts.vehicles import DriveFacts, is_afv, vtype
from ..points import MAY_DRIVE, MAY_USE
from ..registry import builds, by_name, removable, rule
from .movement import prep_refusal
from .removal import removal_refusal

MOST_MEN = 3
"""How many SMC the menu offers to man a vehicle together."""


@removable(without=by_name("abandonment"))
def by_choice(st: State) -> Refusal | None:
    """Why nobody gets out of a vehicle of his own will, or into one, or None."""
    return None


@builds("D5.41", "D5.411", "D5.41a", "D5.411a", "D5.1a", "D5.34")
def leave_refusal(st: State, side: int, action: LeaveVehicle) -> Refusal | None:
    """Why the crew of a vehicle may not leave it now, or None: in its own MPh, vehicle and crew having neither moved
    nor fired in this Player Turn.
    """
    if refusal := by_choice(st):
        return refusal
    vehicle = st.vehicles.get(action.vehicle) if st.vehicles else None
    if vehicle is None or vehicle.side != side or vehicle.place != ON_MAP or vehicle.wreck or vehicle.loc < 0:
        return Refusal("D5.41", "there is no such vehicle of this side on the map")
    if vehicle.abandoned:
        return Refusal("D5.41", "nobody is in it")
    if not (vtype(st, vehicle).armed or vehicle.crew):
        return Refusal("D5.1", "a driver never leaves his vehicle")
    if vehicle.shocked or vehicle.stunned == "stun":
        return Refusal("D5.34", "its crew is Shocked or Stunned")
    if vehicle.recalled:
        return Refusal("D5.341", "it is Recalled, and leaves the map if it can move")
    if vehicle.motion or st.trail(vehicle.id).started:
        return Refusal("D5.41", "it has moved, or is in Motion")
    if prep_refusal(st, vehicle) is not None or st.trail(vehicle.id).shots:
        return Refusal("D5.41", "it has fired in this Player Turn")
    if action.wrecked and action.spiked:
        return Refusal("D5.411", "what is a wreck has no weapons left to malfunction")
    return removal_refusal(st, vehicle, action) if action.weapons else None


@builds("D5.42", "D5.42a")
def left_now(st: State, vehicle: Vehicle) -> bool:
    """Whether the last crew of a vehicle has left it in this Player Turn."""
    for trail in st.trails.values():
        out = trail.declared & HAZARDOUS or any(step.kind == "dismount" for step in trail.steps)
        if trail.afv == vehicle.id and out:
            return True
    return False


@builds("A21.22", "A21.22a", "A21.22e", "D5.42")
def team_refusal(st: State, vehicle: Vehicle, units: tuple[int, ...], *, fighting: bool = False) -> Refusal | None:
    """Why these units can't man a vehicle together, or None: one MMC, or SMC alone, in its Location; ``fighting``: as
    they capture it in a CCPh.
    """
    men = [st.units[unit] for unit in units if unit in st.units]
    if not men or len(men) != len(units) or len(set(units)) != len(units):
        return Refusal("D5.42", "who mans it is named, each once")
    if any(unit.loc != vehicle.loc or unit.place != ON_MAP or unit.side != vehicle.side for unit in men):
        return Refusal("D5.42", "Infantry of its side in its Location mans it")
    if any(is_dummy(unit) or not _able(st, unit, fighting=fighting) for unit in men):
        return Refusal("D5.43", "it takes men in Good Order who are not pinned", also=("D5.42",))
    if any(unit.unarmed for unit in men):
        return Refusal("A20.54", "Unarmed men take over no vehicle", also=("D5.42",))
    if any(climbs(st, unit) or unit.stance.crest >= 0 for unit in men):
        return Refusal("D5.42", "not from a cliff or a Crest")
    if len(men) > 1 and any(utype(st, unit).mmc for unit in men):
        return Refusal("A21.22", "one MMC mans it, or single men do")
    return _guard_refusal(st, vehicle, men)


@builds("A20.5", "A20.5d", "A20.51", "A20.51b")
def _guard_refusal(st: State, vehicle: Vehicle, men: list[Unit]) -> Refusal | None:
    """Why a Guard may not get in himself, or None: he is relieved of his prisoners in his RPh and APh alone, and they
    do not fit in; a squad that gives a half-squad guards on.
    """
    if serves_without_leaving(st, vehicle, men[0]) or utype(st, men[0]).kind == "squad":
        return None
    if any(prisoners_of(st, unit.id) for unit in men):
        return Refusal("A20.5", "a Guard leaves his prisoners in his RPh or APh alone", also=("D5.42", "A21.22"))
    return None


def _able(st: State, unit: Unit, *, fighting: bool) -> bool:
    return not unit.broken if fighting else is_good_order(st, unit) and not unit.pinned


@builds("D5.42", "D5.42a")
def man_refusal(st: State, side: int, action: ManVehicle) -> Refusal | None:
    """Why Infantry may not man a vehicle in its MPh, or None: an Abandoned one of its side, in whose Location it begins
    the MPh, with all its MF, not in the Player Turn in which the last crew got out.
    """
    if refusal := by_choice(st):
        return refusal
    vehicle = st.vehicles.get(action.vehicle) if st.vehicles else None
    if vehicle is None or vehicle.place != ON_MAP or vehicle.wreck or not vehicle.abandoned:
        return Refusal("D5.42", "there is no Abandoned vehicle of that name")
    if vehicle.side != side:
        return Refusal("A21.2", "it is the enemy's, and captured in the CCPh alone", also=("D5.42",))
    if refusal := team_refusal(st, vehicle, action.units) or move_refusal(st, action.units, 0, dropping=True):
        return refusal
    if left_now(st, vehicle):
        return Refusal("D5.42", "its last crew has left it in this Player Turn")
    return None


def teams(st: State, vehicle: Vehicle, *, fighting: bool = False) -> Iterator[tuple[int, ...]]:
    """Who could man a vehicle: each MMC and SMC of its Location, and SMC together."""
    there = st.side_at(vehicle.loc, vehicle.side)
    able = [one for one in there if team_refusal(st, vehicle, (one.id,), fighting=fighting) is None]
    yield from ((unit.id,) for unit in able)
    men = sorted(unit.id for unit in able if utype(st, unit).smc)
    for many in range(2, 1 + min(MOST_MEN, len(men))):
        yield from combinations(men, many)


def serves_without_leaving(st: State, vehicle: Vehicle, unit: Unit) -> bool:
    """Whether a vehicle takes its new driver from a MMC that stays as it is: an unarmed one (A21.21)."""
    return not vtype(st, vehicle).armed and utype(st, unit).mmc


@rule("A21.22", point=MAY_USE, order=2, rows=["A21.22d"])
def one_man_fires(ask: UseAsk) -> Refusal | None:
    """One man in a vehicle fires its AAMG while he is CE in an AFV; else one of BMG and CMG, in a one-man turret of CMG
    and MA, and not in the Player Turn in which it has moved.
    """
    st, vehicle, weapon = ask.st, ask.vehicle, ask.weapon
    if not _alone(st, vehicle) or weapon is None:
        return None
    kind = wtype(st, weapon)
    if is_afv(st, vehicle) and vehicle.ce:
        return None if kind.kind == "AAMG" else Refusal("A21.22", "one man who is CE fires the AAMG alone")
    able = ("CMG", MA) if vtype(st, vehicle).turret_type == "1MT" else ("BMG", "CMG")
    if kind.mount not in able:
        return Refusal("A21.22", f"one man fires its {able[0]} or {able[1]}")
    if vehicle.motion or any(step.kind != "delay" for step in st.trail(vehicle.id).steps):
        return Refusal("A21.22", "one man does not both drive it and fire")
    if any(st.weapon_shots.get(arm.id) for arm in st.weapons_of(vehicle.id) if arm.id != weapon.id):
        return Refusal("A21.22", "one man fires one of its weapons")
    return None


@rule("A21.22", point=MAY_DRIVE, order=12, rows=["A21.22d"])
def one_man_drives(facts: DriveFacts) -> Refusal | None:
    """One man does not drive an AFV while he is CE, nor after he has fired."""
    st, vehicle = facts.st, facts.vehicle
    if isinstance(facts.action, (Hatch, ParkHere)) or not _alone(st, vehicle):
        return None
    if held_by_one_man(st, vehicle):
        return Refusal("A21.22", "one man who is CE does not drive it")
    if any(st.weapon_shots.get(arm.id) for arm in st.weapons_of(vehicle.id)):
        return Refusal("A21.22", "one man does not both drive it and fire")
    return None


@builds("A21.22", "A21.22d")
def held_by_one_man(st: State, vehicle: Vehicle) -> bool:
    """Whether an AFV stands still because the one man in it is CE."""
    return vehicle.ce and _alone(st, vehicle) and is_afv(st, vehicle)


def _alone(st: State, vehicle: Vehicle) -> bool:
    return bool(vehicle.crew) and training(st, vehicle) == "one_man"
