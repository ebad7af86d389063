"""Ammunition shortage of a side, by scenario special rule (A19.131)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from goodorder.core.events import Event, UnitBroke, UnitReplaced
from goodorder.core.state import ON_MAP, Fighter, State, Weapon
from goodorder.data.catalogue import catalogue
from goodorder.data.counters.support import WeaponType

from .facts.units import utype
from .registry import builds, removable

LOSS = 1
"""By how much it lowers the Breakdown Numbers of SW."""
SPENT = 12


@removable(without=False)
def short_of_ammunition(st: State, side: int) -> bool:
    """Whether a side is short of ammunition (A19.131)."""
    return st.world.sides[side].short_of_ammunition


@removable(without=False)
@builds("A19.131", "A19.131b")
def is_short(st: State, weapon: Weapon) -> bool:
    """Whether a weapon's side is short of ammunition for it: not where the enemy has captured it (A21.11)."""
    return not weapon.captured and short_of_ammunition(st, weapon.side)


@builds("D3.71", "D3.71a")
def has_low_ammo_number(kind: WeaponType) -> bool:
    """Whether the Breakdown Number of a vehicle's Main Armament is a circled one."""
    ma = kind.vehicle.ma if kind.vehicle is not None and kind.mount == "MA" else None
    return ma is not None and ma.low_ammo


@builds("A19.131", "A19.131c")
def low_from_the_start(weapons: Iterable[Weapon]) -> tuple[Weapon, ...]:
    """The weapons of a vehicle whose side is short of ammunition as it starts: Main Armament with a circled number has
    Low Ammo.
    """
    return tuple(
        replace(one, low_ammo=True) if has_low_ammo_number(catalogue().weapon(one.type)) else one for one in weapons
    )


@builds("A19.131", "A19.131a")
def may_run_out(st: State, side: int, firers: tuple[Fighter, ...], original: int) -> tuple[int, ...]:
    """MMC among those who used their inherent FP, one of which an Original 12 of its attack costs its quality."""
    if original != SPENT or not short_of_ammunition(st, side):
        return ()
    return tuple(dict.fromkeys(unit.id for unit in firers if utype(st, unit).mmc))


@builds("A8.221")
def leaves_nothing(st: State, side: int, unit: Fighter, original: int) -> bool:
    """Whether a unit's inherent FP adds nothing to Residual FP, an Original 12 having shown it short of ammunition."""
    return bool(may_run_out(st, side, (unit,), original))


def runs_out(st: State, unit_id: int) -> tuple[Event, ...]:
    """Unit Replacement by the next lower quality; who has none breaks, but for the berserk."""
    unit = st.units[unit_id]
    if unit.place != ON_MAP:
        return ()
    if lower := utype(st, unit).replacement:
        return (UnitReplaced(unit=unit.id, type=lower, reduced=False),)
    return () if unit.broken or unit.berserk else (UnitBroke(unit=unit.id),)
