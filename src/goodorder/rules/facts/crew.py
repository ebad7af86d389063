"""Who is trained to fire a weapon, and in whose hands it is captured (C2.1, A21.1)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from goodorder.core.state import Fighter, State, Vehicle, Weapon
from goodorder.data.charts import captured
from goodorder.data.charts.captured import Arm
from goodorder.data.charts.nations import people
from goodorder.data.counters.armament import Date
from goodorder.data.counters.support import WeaponType

from ..registry import builds
from .crews import training
from .units import utype, wtype

MEDIUM_MORTAR = 82
"""The largest caliber of a mortar, in mm, that one man fires as if it were a light one (A21.13)."""


@builds("A21.13", "C9.2")
def one_man_mortar(kind: WeaponType) -> bool:
    """Whether SMC fire a weapon as they fire a light mortar: any mortar of 82mm or less."""
    return kind.mortar and (kind.caliber or 0) <= MEDIUM_MORTAR


@builds("C2.1", "A21.13", "A21.22", "C2.1b", "A21.22b", "A21.22c", "A21.22d")
def qualified(st: State, unit: Fighter, weapon: Weapon) -> bool:
    """Whether a unit is trained for a weapon: a crew for any Gun, SMC for a mortar of 82mm or less, anybody for a
    support weapon; for those of a vehicle who mans it, but for a half-squad.
    """
    if isinstance(unit, Vehicle):
        return not unit.crew or training(st, unit) != "half_squad"
    kind, user = wtype(st, weapon), utype(st, unit)
    return kind.gun is None or user.kind == "crew" or (user.smc and one_man_mortar(kind))


@builds("A21.1", "A21.12", "A21.12b", "A25.35e", "A25.35f", "A25.56b", "A25.75a", "A25.75b", "A25.75c")
@builds("A25.77", "A25.77a", "A25.54a", "A25.55a")
def strange(st: State, unit: Fighter, weapon: Weapon) -> bool:
    """Whether a weapon is a captured one in these hands: the enemy's, but for those that nationalities share, and some
    of a side's own that are foreign to it.
    """
    kind = wtype(st, weapon)
    user = utype(st, unit).nationality if kind.mount is None else st.world.sides[unit.side].nationality
    words, quality = st.world.sides[unit.side].words(unit.group), utype(st, unit).unit_class or ""
    maker, code = kind.nationality, weapon.type.rpartition(":")[2]
    return _counts_as_captured(Arm(user, maker, code, kind.kind, quality), words, st.world.date, weapon.captured)


@lru_cache(maxsize=4096)
def _counts_as_captured(arm: Arm, words: tuple[str, ...], date: Date, taken: bool) -> bool:
    """Whether a weapon is a captured one in these hands, of troops of such words: asked again at every shot."""
    nation = people(arm.user, words)
    if captured().names(nation):
        arm = replace(arm, user=nation)
    return captured().strange(arm, date, taken=taken)


@builds("A21.13", "A21.13a", "C5.8a")
def misuse(st: State, unit: Fighter, weapon: Weapon) -> int:
    """How often the penalties for captured weapons count: once for a captured one, once for an untrained user."""
    return strange(st, unit, weapon) + (not qualified(st, unit, weapon))
