"""Standing orders for single Guns: which of their shots, and which turns, are worth a question."""

from __future__ import annotations

from collections.abc import Mapping

from goodorder.core.actions import Fire
from goodorder.core.state import ON_MAP, State, Unit, Weapon
from goodorder.rules.c_ordnance.turning import turnable
from goodorder.rules.facts.aiming import is_blocked
from goodorder.rules.facts.bearers import bearer
from goodorder.rules.facts.ordnance import in_arc
from goodorder.rules.facts.places import eye
from goodorder.rules.facts.units import wtype

from . import preview_ordnance
from .messages.requests import GunOrders


def gun_of(st: State, action: Fire) -> int:
    """The Gun that an attack fires, 0 for none."""
    weapons = (weapon for firer in action.firers for weapon in firer.weapons)
    return next((weapon for weapon in weapons if wtype(st, st.weapons[weapon]).gun is not None), 0)


def allows(st: State, orders: Mapping[int, GunOrders], action: Fire) -> bool:
    """Whether the orders for the Gun of an attack, if it has any, let it fire at this target."""
    found = orders.get(gun_of(st, action))
    if found is None:
        return True
    reach = st.world.map.distance(st.fighter(action.firers[0].unit).loc, action.target)
    return not found.hold and (found.within is None or reach <= found.within)


def hits_enough(st: State, orders: Mapping[int, GunOrders], action: Fire, targets: tuple[Unit, ...]) -> bool | None:
    """Whether a shot hits with the chance that its Gun's own orders ask for; None where they ask for none."""
    found = orders.get(gun_of(st, action))
    if found is None or found.threshold is None or action.ordnance is None:
        return None
    return preview_ordnance.hit_chance(st, action, targets) >= found.threshold


def worth_turning(st: State, side: int) -> bool:
    """Whether a Gun that a side could turn now sees an enemy, and none within its Covered Arc."""
    return any(_looks_away(st, gun) for gun in turnable(st, side))


def _looks_away(st: State, gun: Weapon) -> bool:
    man = bearer(st, gun)
    if man is None:
        return False
    foes = [unit for unit in st.units.values() if unit.side != man.side and unit.place == ON_MAP]
    seen = [unit for unit in foes if not is_blocked(st, eye(st, man), unit.loc, (unit,))]
    return bool(seen) and not any(in_arc(st, man.loc, unit.loc, gun.facing) for unit in seen)
