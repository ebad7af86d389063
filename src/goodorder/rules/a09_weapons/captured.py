"""Weapons of the other side in a unit's hands: who takes them and who may use them (A21.1)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import State, Weapon, first_owner

from ..facts.firing import PartAsk
from ..facts.units import wtype
from ..points import MAY_FIRE
from ..registry import builds, by_name, removable, rule

RADIOS = ("radio", "phone")
"""What serves its own side alone."""


@removable(without=by_name("captured_use"))
def _may_use(st: State) -> Refusal | None:
    """Captured weapons are used as others are."""
    return None


@builds("A21.1", "A21.1a")
def use_refusal(st: State, weapon: Weapon) -> Refusal | None:
    """Why a weapon that was the enemy's may not be used, moved, handed over or repaired, or None."""
    return _may_use(st) if weapon.captured else None


@rule("A21.1", point=MAY_FIRE, order=9, rows=["A21.1a"], of=["weapon"])
def captured_weapon(ask: PartAsk) -> Refusal | None:
    """A captured weapon is fired where the profile has that."""
    assert ask.weapon is not None
    return use_refusal(ask.st, ask.weapon)


@builds("A21.1")
def serves(st: State, weapon: Weapon, side: int) -> bool:
    """Whether a weapon that lies somewhere would be of use to a side: its own, or one that it may capture and fire."""
    if first_owner(weapon) == side:
        return True
    return wtype(st, weapon).kind not in RADIOS and _may_use(st) is None


@builds("A21.1", "A21.1a", "A20.24a", "A26.222")
def enemy_weapon_refusal(st: State, weapon: Weapon, side: int) -> Refusal | None:
    """Why a side may not Recover a weapon that is the enemy's, or None: any but radios and field phones."""
    kind = wtype(st, weapon)
    if first_owner(weapon) == side:
        return None
    if kind.kind in RADIOS:
        return Refusal("A21.1", "nobody takes over the enemy's radio")
    return None if kind.gun is not None else _may_use(st)
