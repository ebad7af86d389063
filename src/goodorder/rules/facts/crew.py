"""Who is trained to fire a Gun (C2.1, A21.13)."""

from __future__ import annotations

from goodorder.core.state import Fighter, State, Weapon
from goodorder.data.counters.support import WeaponType

from ..registry import builds
from .units import utype, wtype

MEDIUM_MORTAR = 82
"""The largest caliber of a mortar, in mm, that one man fires as if it were a light one (A21.13)."""


@builds("A21.13", "C9.2")
def one_man_mortar(kind: WeaponType) -> bool:
    """Whether SMC fire a weapon as they fire a light mortar: any mortar of 82mm or less."""
    return kind.mortar and (kind.caliber or 0) <= MEDIUM_MORTAR


@builds("C2.1", "A21.13", "C2.1b")
def qualified(st: State, unit: Fighter, weapon: Weapon) -> bool:
    """Whether a unit is trained for a weapon: a crew for any Gun, SMC for a mortar of 82mm or less, anybody for a
    support weapon.
    """
    kind, user = wtype(st, weapon), utype(st, unit)
    return kind.gun is None or user.kind == "crew" or (user.smc and one_man_mortar(kind))
