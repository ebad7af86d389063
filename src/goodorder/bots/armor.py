"""Armor as a computer player judges it: what a vehicle is worth, and how likely a shot destroys it, roughly."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from goodorder.core.remembered import once_a_position
from goodorder.core.state import ON_MAP, Fighter, State, Vehicle, Weapon
from goodorder.data.catalogue import catalogue
from goodorder.data.charts import to_hit
from goodorder.data.charts.to_hit import Colour
from goodorder.data.charts.to_kill import Facing, Shell, to_kill
from goodorder.data.counters.armament import Date
from goodorder.data.counters.support import WeaponType
from goodorder.data.counters.vehicles import VehicleType
from goodorder.rules.c_ordnance.to_hit import number_colour
from goodorder.rules.d_vehicles.aspect import facing_across, hardness
from goodorder.rules.facts.ordnance import in_arc
from goodorder.rules.facts.units import wtype
from goodorder.rules.facts.vehicles import tca, vtype

from .ground import Ground
from .values import WAYS

AT_NUMBER = 0.4
"""The share of its worth that a vehicle loses by a DR equal to the To Kill number: immobilized or shocked."""

USUAL_BPV = 35
"""The points of a vehicle whose list has none."""

POINTS = 5.0
"""Points of a vehicle's list that are worth as much as one of a unit (a squad is about 7.5)."""


def vehicle_worth(st: State, vehicle: Vehicle) -> float:
    """The worth of a vehicle as it stands; none of a wreck."""
    if vehicle.wreck or vehicle.place != ON_MAP:
        return 0.0
    worth = (vtype(st, vehicle).bpv or USUAL_BPV) / POINTS
    return worth * (0.4 if vehicle.abandoned else 0.7 if vehicle.immobile else 1.0)


class Piercer(Struct, frozen=True):
    """A weapon that may destroy vehicles: where it stands, what it is, where it points (-1: all around), and the colour
    of its To Hit numbers in these hands.
    """

    loc: int
    kind: WeaponType
    side: int
    facing: int
    by_vehicle: bool
    colour: Colour


def piercers(st: State, side: int) -> tuple[Piercer, ...]:
    """Guns that are manned, and the Main Armament of vehicles, of one side."""
    found = []
    for weapon in st.weapons.values():
        if weapon.side != side or weapon.malfunctioned or weapon.place != ON_MAP:
            continue
        kind = wtype(st, weapon)
        if not kind.ordnance:
            continue
        holder = _holder(st, weapon)
        if holder is not None and holder.loc >= 0 and not holder.broken:
            vehicle = holder if isinstance(holder, Vehicle) else None
            facing = weapon.facing if vehicle is None else tca(vehicle)
            found.append(Piercer(holder.loc, kind, side, facing, vehicle is not None, colour_with(st, holder, weapon)))
    return tuple(found)


def colour_with(st: State, holder: Fighter, weapon: Weapon) -> Colour:
    """The colour of the To Hit numbers with which somebody fires a weapon."""
    return _colour(st, weapon.id, holder.id)


@once_a_position
def _colour(st: State, weapon: int, holder: int) -> Colour:
    return number_colour(st, st.fighter(holder), st.weapons[weapon])


def _holder(st: State, weapon: Weapon) -> Fighter | None:
    vehicle = st.vehicles.get(weapon.holder)
    if vehicle is not None:
        silent = vehicle.wreck or vehicle.abandoned or vehicle.shocked or vehicle.stunned == "stun"
        return None if silent else vehicle
    return st.units.get(weapon.holder)


def kill_chance(
    st: State, ground: Ground, by: Piercer, vehicle: Vehicle, loc: int, facing: int, *, moving: bool = False
) -> float:
    """The share that one shot of a weapon takes on average from a vehicle that stands in a Location and points along a
    hexspine: what the exact fates of :mod:`.ordnance` come to, by the charts alone, for places where it is not.
    """
    line = ground.line(by.loc, loc)
    if line is None or line.range > by.kind.range:
        return 0.0
    drm = line.drm + (2 if moving else 0) + (0 if by.facing < 0 or in_arc(st, by.loc, loc, by.facing) else 2)
    seen = _seen(st, ground, by.loc, vehicle, loc, facing)
    return _chance(by.kind.id, by.colour, st.world.year, vehicle.type, line.range, drm, seen)


def best_kill(st: State, ground: Ground, by: Piercer, but: int) -> float:
    """The most that one shot of a weapon is expected to take from an enemy vehicle that stands, other than ``but``."""
    return max(
        (
            vehicle_worth(st, one) * kill_chance(st, ground, by, one, one.loc, one.facing)
            for one in st.vehicles.values()
            if one.side != by.side and one.id != but and one.loc >= 0 and not (one.wreck or one.abandoned or one.motion)
        ),
        default=0.0,
    )


def _seen(st: State, ground: Ground, frm: int, vehicle: Vehicle, loc: int, facing: int) -> Facing:
    """Which side a vehicle in a Location shows to a place as it points along a hexspine (D3.2)."""
    found = {facing_across(facing, side) for side in ground.sides(frm, loc)}
    return max(found, key=lambda one: hardness(st, vehicle, "hull", one), default="side")


@cache
def _chance(gun_id: str, colour: Colour, year: int, target_id: str, hexes: int, drm: int, facing: Facing) -> float:
    table, gun, target = to_hit(), catalogue().weapon(gun_id), catalogue().vehicle(target_id)
    if gun.carried:
        return _carried_chance(gun, target, hexes, drm, facing)
    number = table.basic("vehicle", hexes, colour).number + table.barrel_change(gun.barrel, hexes).number
    if gun.caliber is not None:
        number += sum(cell.number for cell in table.caliber_changes(gun.caliber, hexes))
    drm += table.case_l(hexes) + table.case_p(target.target_size)
    hit = sum(ways for total, ways in WAYS.items() if total + drm <= number) / 36
    if not hit:
        return 0.0
    kills = [_kill(gun, year, target, hexes, aspect, facing) for aspect in ("hull", "turret")]
    return hit * sum(kills) / len(kills)


def _carried_chance(gun: WeaponType, target: VehicleType, hexes: int, drm: int, facing: Facing) -> float:
    """The chance of a weapon that men carry: its own To Hit numbers by range, and the To Kill number on its counter."""
    if hexes >= len(gun.to_hit) or not gun.to_kill:
        return 0.0
    drm += to_hit().case_p(target.target_size)
    hit = sum(ways for total, ways in WAYS.items() if total + drm <= gun.to_hit[hexes]) / 36
    factors = [target.armor_factor(aspect, facing) or 0 for aspect in ("hull", "turret")]
    finals = [gun.to_kill - factor + (facing == "rear") for factor in factors]
    return hit * sum(lost(final) for final in finals) / len(finals)


def _kill(gun: WeaponType, year: int, target: VehicleType, hexes: int, aspect: str, facing: Facing) -> float:
    """The share that a hit takes from a vehicle, by the best shell that it usually has."""
    if gun.caliber is None:
        return 0.0
    armed = gun.gun if gun.gun is not None else gun.vehicle
    assert armed is not None
    barrel = gun.barrel if gun.barrel in ("*", "L", "LL") else None
    best = 0
    armor = target.armor_factor("hull" if aspect == "hull" else "turret", facing)
    for ammo in ("AP", "HE"):
        if ammo not in armed.shells(Date(year, 6)):
            continue
        shell = Shell(ammo, gun.caliber, barrel, armed.gun_maker)
        if armor is None:
            cell = to_kill().unarmored(shell)
            best = max(best, cell.number if cell is not None else 0)
        elif (cell := to_kill().number(shell, hexes)) is not None:
            best = max(best, cell.number - armor + (1 if facing == "rear" else 0))
    return lost(best)


@cache
def lost(number: int) -> float:
    """The share that a hit takes from a vehicle by a To Kill number: all of it below, what a fate at it does."""
    below = sum(ways for total, ways in WAYS.items() if total < number)
    return (below + AT_NUMBER * WAYS.get(number, 0)) / 36
