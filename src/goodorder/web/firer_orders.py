"""Standing orders for single Guns and vehicles: which of their shots, and which turns, are worth a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goodorder.core.actions import Fire
from goodorder.core.state import ON_MAP, Fighter, State, Unit, Vehicle, Weapon
from goodorder.rules.c_ordnance.turning import turnable
from goodorder.rules.d_vehicles.aspect import ASPECTS, target_facing
from goodorder.rules.d_vehicles.phase_end_turns import turnable_vehicles
from goodorder.rules.facts.aiming import is_blocked
from goodorder.rules.facts.bearers import bearer
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.ordnance import in_arc
from goodorder.rules.facts.places import eye
from goodorder.rules.facts.units import wtype
from goodorder.rules.facts.vehicles import pointing

from . import preview_ordnance
from .messages.requests import FirerOrders

OWN_HEX = 6
"""The colored die that the facing is told by where a shot comes from the vehicle's own hex: the rear (D3.2)."""


def firer_of(st: State, action: Fire) -> int:
    """The vehicle that makes an attack, or the Gun that is fired in it; 0 for neither."""
    if action.firers and action.firers[0].unit in st.vehicles:
        return action.firers[0].unit
    weapons = (weapon for firer in action.firers for weapon in firer.weapons)
    return next((weapon for weapon in weapons if wtype(st, st.weapons[weapon]).gun is not None), 0)


def allows(st: State, orders: Mapping[int, FirerOrders], action: Fire) -> bool:
    """Whether the orders for the Gun or vehicle of an attack, if it has any, let it fire at this target."""
    found = orders.get(firer_of(st, action))
    if found is None:
        return True
    firer = st.fighter(action.firers[0].unit)
    reach = st.world.map.distance(firer.loc, action.target)
    if found.hold or (found.within is not None and reach > found.within):
        return False
    target = st.vehicles.get(action.vehicle)
    return target is None or not found.facings or _shows(st, target, eye(st, firer)) <= set(found.facings)


def _shows(st: State, target: Vehicle, frm: int) -> set[str]:
    """The Target Facings of hull and turret that a vehicle shows to a Location (D3.2)."""
    return {str(target_facing(st, target, aspect, frm, OWN_HEX)) for aspect in ASPECTS}


def hits_enough(st: State, orders: Mapping[int, FirerOrders], action: Fire, targets: tuple[Unit, ...]) -> bool | None:
    """Whether a shot hits, or harms a vehicle, with the chance that its firer's own orders ask for; None where they
    ask for none.
    """
    found = orders.get(firer_of(st, action))
    if found is None or found.threshold is None or (action.ordnance is None and not action.vehicle):
        return None
    return preview_ordnance.hit_chance(st, action, targets) >= found.threshold


def worth_turning(st: State, side: int) -> bool:
    """Whether a Gun that a side could turn now sees an enemy, and none within its Covered Arc."""
    return any(_looks_away(st, gun) for gun in turnable(st, side))


def vehicles_worth_turning(st: State, side: int) -> bool:
    """Whether a vehicle that a side could turn now sees an enemy, and none within the arc of a weapon of it."""
    return any(_all_look_away(st, st.weapons_of(one.id)) for one in turnable_vehicles(st, side))


def _all_look_away(st: State, armament: Iterable[Weapon]) -> bool:
    pointed = [weapon for weapon in armament if not weapon.malfunctioned and pointing(st, weapon) >= 0]
    return bool(pointed) and all(_looks_away(st, weapon) for weapon in pointed)


def _looks_away(st: State, weapon: Weapon) -> bool:
    man = bearer(st, weapon) or st.vehicles.get(weapon.holder)
    if man is None:
        return False
    frm = eye(st, man)
    seen = [one.loc for one in _enemies(st, man.side) if _sees(st, frm, one)]
    return bool(seen) and not any(in_arc(st, man.loc, loc, pointing(st, weapon)) for loc in seen)


def _enemies(st: State, side: int) -> list[Fighter]:
    """The units on the map that another side has there, and its vehicles that have a crew."""
    vehicles = (one for one in st.vehicles.values() if not (one.wreck or one.abandoned))
    found: tuple[Fighter, ...] = (*st.units.values(), *vehicles)
    return [one for one in found if one.side != side and one.place == ON_MAP and one.loc >= 0]


def _sees(st: State, frm: int, enemy: Fighter) -> bool:
    if isinstance(enemy, Vehicle):
        return map_now(st).sees(frm, eye(st, enemy))
    return not is_blocked(st, frm, enemy.loc, (enemy,))
