"""Guns that nobody mans, as targets (C3.41, C11.4)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.remembered import once_a_position
from goodorder.core.state import State, Weapon

from ..registry import builds
from .bearers import bearer, place_of
from .units import wtype


class GunHit(Struct, frozen=True):
    """An unattended Gun that a shell has hit, or that is where a charge goes off: by a Critical Hit or not, and its TEM
    against the effect.
    """

    weapon: int
    critical: bool = False
    tem: int = 0


def lying(st: State, loc: int) -> tuple[Weapon, ...]:
    """The weapons in a Location that nobody possesses."""
    return tuple(one for one in st.weapons.values() if one.loc == loc and _nobodys(st, one))


def _nobodys(st: State, weapon: Weapon) -> bool:
    man = bearer(st, weapon)
    return (man is None or man.loc != weapon.loc) and weapon.holder not in st.vehicles


@builds("C3.41", "C11.4", "C11.4d")
@once_a_position
def unattended(st: State) -> tuple[Weapon, ...]:
    """The Guns on the map that nobody mans, where nobody is beside them; who is hidden counts for nobody."""
    found: list[Weapon] = []
    for one in st.weapons.values():
        if one.loc >= 0 and wtype(st, one).gun is not None and _nobodys(st, one) and _alone(st, one):
            found.append(one)
    return tuple(found)


def _alone(st: State, gun: Weapon) -> bool:
    return all(unit.hidden for unit in st.at(place_of(st, gun)))


def unattended_at(st: State, loc: int) -> tuple[Weapon, ...]:
    """Those of them in a Location."""
    return tuple(gun for gun in unattended(st) if gun.loc == loc)
