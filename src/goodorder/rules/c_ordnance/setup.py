"""Guns as they set up: manned, and pointing along a hexspine (C2.7, C3.2)."""

from __future__ import annotations

from goodorder.core.actions import Handle
from goodorder.core.errors import Refusal
from goodorder.core.state import ON_MAP, State, Unit, Weapon

from ..a05_stacking import limit_x10
from ..facts.bearers import bearer
from ..facts.ground import map_now
from ..facts.ordnance import HEXSPINES
from ..facts.units import squad_equivalents_x10, utype, wtype
from ..registry import builds
from .guns_as_targets import will_be_emplaced
from .places import closed_to_gun

BARE, EMPLACE = "bare", "emplace"
EMPLACINGS = (BARE, EMPLACE)
"""What the owner of a Gun may say of its Emplacement in the set-up."""

AT_A_GUN = 5
"""Tenths of a squad by which a crew or half-squad counts more when it mans a Gun (A5.5)."""


def _guns(st: State, side: int) -> list[Weapon]:
    own = (weapon for weapon in st.weapons.values() if weapon.side == side and not weapon.enters)
    return [weapon for weapon in own if wtype(st, weapon).gun is not None]


@builds("C3.2")
def turn_at_setup_refusal(st: State, side: int, weapon_id: int, facing: int) -> Refusal | None:
    """Why a Gun may not be turned to a hexspine in the set-up, or None."""
    weapon = st.weapons.get(weapon_id)
    if weapon is None or weapon.side != side or weapon.enters or wtype(st, weapon).gun is None:
        return Refusal("C3.2", "a Gun of this side that sets up")
    if not 0 <= facing < HEXSPINES:
        return Refusal("C3.2", f"a hexspine is 0 to 5, not {facing}")
    unit = bearer(st, weapon)
    return None if unit is not None and unit.place == ON_MAP else Refusal("C3.2", "nobody mans it yet")


@builds("C11.3", "C11.3c")
def emplacing_refusal(st: State, side: int, action: Handle) -> Refusal | None:
    """Why the owner of a Gun may not say in the set-up that it is not to be Emplaced, or is after all, or None."""
    weapon = st.weapons.get(action.weapon)
    if weapon is None or weapon.side != side or weapon.enters or wtype(st, weapon).gun is None or action.facing >= 0:
        return Refusal("C11.3", "a Gun of this side that sets up")
    if weapon.bare == (action.how == BARE):
        return Refusal("C11.3", "that is so already")
    unit = bearer(st, weapon)
    if action.how == BARE and (unit is None or not will_be_emplaced(st, weapon, unit)):
        return Refusal("C11.3", "it would not be Emplaced anyway")
    return None


@builds("C3.2", "C3.2c")
def unturned(st: State, side: int) -> Refusal | None:
    """That Guns of a side point nowhere yet, or None."""
    found = sum(weapon.facing < 0 for weapon in _guns(st, side))
    return Refusal("C3.2", f"{found} Guns don't point along a hexspine yet") if found else None


@builds("C2.1", "A21.13", "A5.5")
def man_at_setup_refusal(st: State, weapon: Weapon, unit: Unit) -> Refusal | None:
    """Why a unit may not be given a weapon to man in the set-up, or None: a Gun takes a squad, half-squad or crew that
    mans no other, where a Gun may stand.
    """
    gun = wtype(st, weapon).gun
    if gun is None:
        return None
    if utype(st, unit).smc:
        return Refusal("A21.13", "a single man can't man a Gun")
    if any(wtype(st, other).gun is not None for other in st.weapons_of(unit.id) if other.id != weapon.id):
        return Refusal("C2.1", "it mans a Gun already")
    more = AT_A_GUN if utype(st, unit).kind in ("crew", "half_squad") else 0
    if squad_equivalents_x10(st, st.side_at(unit.loc, unit.side)) + more > limit_x10(st, unit.loc):
        return Refusal("A5.5", "at a Gun it counts as a squad: that would exceed the stacking limits", also=("A5.1",))
    return closed_to_gun(map_now(st), gun, unit.loc)


@builds("C2.7")
def stand_at_setup_refusal(st: State, unit: Unit, loc: int) -> Refusal | None:
    """Why a unit may not be placed in a Location in the set-up with the Gun that it mans, or None."""
    guns = (wtype(st, weapon).gun for weapon in st.weapons_of(unit.id))
    found = (closed_to_gun(map_now(st), gun, loc) for gun in guns if gun is not None)
    return next((refusal for refusal in found if refusal is not None), None)
