"""Guns as they set up: manned, and pointing along a hexspine (C2.7, C3.2)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import ON_MAP, State, Weapon

from ..facts.bearers import bearer
from ..facts.ordnance import HEXSPINES
from ..facts.units import wtype
from ..registry import builds


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


@builds("C3.2")
def unturned(st: State, side: int) -> Refusal | None:
    """That Guns of a side point nowhere yet, or None."""
    found = sum(weapon.facing < 0 for weapon in _guns(st, side))
    return Refusal("C3.2", f"{found} Guns don't point along a hexspine yet") if found else None
