"""Weapons in a mover's hands: recovery and dropping in the MPh (A4.43, A4.44)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import ASSAULT, DASH, MINIMUM, ON_MAP, State

from ..a09_weapons.captured import enemy_weapon_refusal
from ..facts.adjacent import armed_foe_here
from ..facts.bypass_path import bypass_path
from ..facts.entry import HALF
from ..facts.units import in_melee, is_good_order
from ..registry import builds
from .allotment import least_left
from .permission import move_refusal
from .portage import reach_refusal, recovery_tried

RECOVERY_COST = HALF


@builds("A4.44", "SK3.MPh.15", "A4.4c", "A4.44b")
def recover_in_move_refusal(st: State, unit_id: int, weapon_id: int, stack: tuple[int, ...]) -> Refusal | None:
    """Why a moving unit may not try to recover a weapon in its Location, or None.

    It costs one MF, from a broken unit none (A4.44).
    """
    unit, weapon = st.units.get(unit_id), st.weapons.get(weapon_id)
    if unit is None or unit_id not in stack or unit.place != ON_MAP:
        return Refusal("A4.44", "only a unit of the moving stack")
    if refusal := reach_refusal(st, unit, weapon_id):
        return refusal
    assert weapon is not None
    if not is_good_order(st, unit) or unit.pinned:
        return Refusal("A4.44", "it is not free to act")
    if bypass_path(unit):
        return Refusal("A4.44", "a Bypassing unit recovers nothing")
    if refusal := enemy_weapon_refusal(st, weapon, unit.side):
        return refusal
    if armed_foe_here(st, unit):
        return Refusal("A4.44", "an armed Known enemy is in its Location")
    if recovery_tried(st, unit_id, weapon_id, "MPh"):
        return Refusal("A4.44", "one attempt for each weapon in a MPh")
    if weapon.holder:
        return None
    left = least_left(st, stack)
    if left < RECOVERY_COST:
        return Refusal("A4.44", "recovery costs one MF")
    if left == RECOVERY_COST and any(st.trail(u).declared & ASSAULT for u in stack):
        return Refusal("A4.61", "Assault Movement may not use all MF")
    return None


@builds("A4.43", "A4.43d")
def too_laden(st: State, units: tuple[int, ...], declared: int) -> bool:
    """Whether only their load keeps units from beginning their MPh so: they may drop something first (A4.43)."""
    refusal = move_refusal(st, units, declared)
    if refusal is None or refusal.rule != "A4.42" or declared & (MINIMUM | DASH):
        return False
    return move_refusal(st, units, declared, dropping=True) is None


@builds("A4.43", "SK3.MPh.16")
def droppable(st: State, units: tuple[int, ...]) -> bool:
    """Whether any of these units has a weapon that it may drop now."""
    held = ((unit, weapon.id) for unit in units for weapon in st.weapons_of(unit))
    return any(drop_refusal(st, unit, weapon) is None for unit, weapon in held)


@builds("A4.43", "SK3.MPh.16")
def drop_refusal(st: State, unit_id: int, weapon_id: int) -> Refusal | None:
    """Why a moving unit may not leave a weapon behind here, or None; it costs nothing."""
    unit, weapon = st.units.get(unit_id), st.weapons.get(weapon_id)
    if weapon is None or weapon.holder != unit_id:
        return Refusal("A4.43", "it does not possess that weapon")
    if unit is None or unit.place != ON_MAP or unit.broken:
        return Refusal("A4.43", "it is not free to act")
    if unit.berserk:
        return Refusal("A15.431", "what a berserk unit can carry it carries", also=("A4.43",))
    if unit.loc >= 0 and in_melee(st, unit):
        return Refusal("A11.15", "a unit in Melee does nothing but fight", also=("A4.43",))
    return None
