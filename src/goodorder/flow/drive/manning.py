"""Crews that leave their vehicles by choice, and Infantry that mans one, under the DEFENDER's fire (D5.41 to D5.43)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import LeaveVehicle, ManVehicle
from goodorder.core.events import (
    CrewEntered,
    DriveEnded,
    Event,
    MoveDeclared,
    MoveEnded,
    StepTaken,
    UnitCreated,
    UnitReplaced,
    VehicleAbandoned,
    VehicleWrecked,
    WeaponDropped,
    WeaponMalfunctioned,
)
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, Fighter, State, Step, StepKind, Unit
from goodorder.rules.a04_movement.allotment import allotment, carried_now
from goodorder.rules.a12_concealment.loss import lost
from goodorder.rules.d_vehicles.fates import gets_out
from goodorder.rules.d_vehicles.manning import serves_without_leaving, team_refusal
from goodorder.rules.d_vehicles.removal import taken_along
from goodorder.rules.facts.units import names, utype
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.registry import builds

from ..fire.defensive_fire import Touch, Window


def _spends(st: State, units: tuple[Unit, ...], kind: StepKind, vehicle: int = 0) -> list[Event]:
    """These units spend all their MF, beside the vehicle that they get out of where one is named."""
    events: list[Event] = []
    for unit in units:
        cost = allotment(st, unit, (unit.id,), 0, carried_now(st, unit)) if unit.id in st.units else 0
        events.append(MoveDeclared(unit=unit.id, declared=0, afv=vehicle))
        events.append(StepTaken(unit=unit.id, step=Step(kind, unit.loc, unit.loc, cost)))
    return events


@builds("A12.2", "A12.2d")
def _shown(*those: Fighter) -> tuple[Event, ...]:
    """A vehicle and who gets in or out of it lose their "?" together."""
    return tuple(lost(one, "A12.2") for one in those if one.concealed)


@builds("D5.41", "D5.411", "D5.43", "D5.41a", "D5.411a", "D5.43a", "D5.43c")
def leaving(st: State, action: LeaveVehicle) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """The crew beneath its vehicle with all its MF spent; what it does to the vehicle as it leaves; then fire at it,
    which changes nothing of that.
    """
    vehicle = st.vehicles[action.vehicle]
    shown = _shown(vehicle)
    units, out = gets_out(st, vehicle)
    crew = tuple(replace(unit, loc=vehicle.loc) for unit in units)
    events = [*shown, *out, *_spends(st, crew, "dismount", vehicle.id)]
    if action.spiked:
        arms = (weapon for weapon in st.weapons_of(vehicle.id) if weapon.place == ON_MAP and not weapon.malfunctioned)
        arms = (weapon for weapon in arms if weapon.id not in action.weapons)
        events += [WeaponMalfunctioned(weapon=weapon.id) for weapon in arms]
    if action.weapons:
        first = st.next_id + sum(isinstance(event, UnitCreated) for event in out)
        events += taken_along(st, vehicle, crew[0].id, action.weapons, first)
    events.append(VehicleAbandoned(vehicle=vehicle.id))
    if action.wrecked:
        events.append(VehicleWrecked(vehicle=vehicle.id))
    ids = tuple(unit.id for unit in crew)
    return tuple(events), (Window((Touch(vehicle.loc, ids),)), Beneath(ids))


@builds("D5.41")
class Beneath(Frame, frozen=True):
    """Units that have got out end their MPh there."""

    units: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """Those who are left."""
        here = (unit for unit in self.units if st.units[unit].place == ON_MAP and not st.trail(unit).ended)
        return Do(events=tuple(MoveEnded(unit=unit) for unit in here))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Out of a vehicle"


@builds("D5.42", "D5.43", "D5.42a", "D5.43a")
def entering(st: State, action: ManVehicle) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """Who would man a vehicle spends all his MF, and is fired at."""
    vehicle, units = st.vehicles[action.vehicle], tuple(st.units[unit] for unit in action.units)
    shown = _shown(vehicle, *units)
    touch = Touch(vehicle.loc, action.units)
    return (*shown, *_spends(st, units, "mount")), (Window((touch,)), Boarding(vehicle.id, action.units))


@builds("D5.43", "D5.43b", "A21.22", "A21.22a")
class Boarding(Frame, frozen=True):
    """Units that have stood all fire man their vehicle."""

    vehicle: int
    units: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """Aboard, or where they were, their MPh over."""
        vehicle = st.vehicles[self.vehicle]
        here = tuple(unit for unit in self.units if st.units[unit].place == ON_MAP)
        ended = tuple(MoveEnded(unit=unit) for unit in here if not st.trail(unit).ended)
        able = tuple(unit for unit in here if team_refusal(st, vehicle, (unit,)) is None)
        if not able or vehicle.wreck or not vehicle.abandoned:
            return Do(events=ended)
        return Do(events=(*ended, *manned_by(st, self.vehicle, able), DriveEnded(vehicle=self.vehicle)))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return f"{names(st, self.units)} into {vehicle_name(st, st.vehicles[self.vehicle])}"


@builds("A21.21", "A21.22", "A21.21a", "A21.22a", "D5.42", "D6.4d")
def manned_by(st: State, vehicle_id: int, units: tuple[int, ...]) -> tuple[Event, ...]:
    """These units become its crew, their weapons left behind; a squad gives a half-squad and stays as the other; an
    unarmed vehicle takes a driver from a MMC that stays whole.
    """
    vehicle, men = st.vehicles[vehicle_id], tuple(st.units[unit] for unit in units)
    shown = _shown(vehicle, *men)
    if serves_without_leaving(st, vehicle, men[0]):
        return (*shown, VehicleAbandoned(vehicle=vehicle_id, abandoned=False))
    first = men[0]
    half = utype(st, first).half_squad if utype(st, first).kind == "squad" else None
    if half:
        twin = replace(first, id=st.next_id, type=half, ident="", concealed=False, hidden=False)
        split = (UnitReplaced(unit=first.id, type=half, reduced=False), UnitCreated(unit=twin, of=first.id))
        return (*shown, *split, CrewEntered(vehicle=vehicle_id, units=(twin.id,)))
    left = [WeaponDropped(weapon=arm.id, loc=vehicle.loc) for unit in units for arm in st.weapons_of(unit)]
    return (*shown, *left, CrewEntered(vehicle=vehicle_id, units=units))
