"""Weapons with menus of their own: those that may have to hit first, flamethrowers, DC, Set DC. Most games of Infantry
have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from goodorder.core.state import State, Unit, Weapon
from goodorder.data.counters.armament import Date
from goodorder.data.counters.support import WeaponType

from .units import wtype

FLAME, CHARGE = "FT", "DC"
SMOKE_SHELLS = frozenset({"smoke", "WP"})
"""The kinds of ammunition that make SMOKE (C8.5, C8.6)."""


class SpecialArms(Struct, frozen=True):
    """Those of both sides: what may fire on a To Hit Table, what of that does so at men, what fires SMOKE; ``laid``:
    Set DC.
    """

    hitting: tuple[Weapon, ...]
    at_men: tuple[Weapon, ...]
    smoking: tuple[Weapon, ...]
    flames: tuple[Weapon, ...]
    charges: tuple[Weapon, ...]
    laid: tuple[Weapon, ...]


class _Class(NamedTuple):
    """What of this holds of a kind of weapon."""

    hits: bool
    at_men: bool
    smokes: bool
    flame: bool
    charge: bool


_NONE = _Class(hits=False, at_men=False, smokes=False, flame=False, charge=False)


def special_arms(st: State) -> SpecialArms:
    """They are looked for once while no weapon changes."""
    known = st.tables.get("special arms")
    if known is None or known[0] is not st.weapons:
        known = st.tables["special arms"] = (st.weapons, _found(st))
    found: SpecialArms = known[1]
    return found


def _found(st: State) -> SpecialArms:
    classes = _classes(st)
    hitting, at_men, smoking, flames, charges, laid = [], [], [], [], [], []
    for weapon in st.weapons.values():
        key = (weapon.type, weapon.limbered, weapon.dismantled)
        of = classes.get(key)
        if of is None:
            of = classes[key] = _class_of(wtype(st, weapon), st.world.date)
        if of is not _NONE:
            if of.hits:
                hitting.append(weapon)
            if of.at_men:
                at_men.append(weapon)
            if of.smokes:
                smoking.append(weapon)
            if of.flame:
                flames.append(weapon)
            if of.charge:
                charges.append(weapon)
        if weapon.laid is not None:
            laid.append(weapon)
    return SpecialArms(tuple(hitting), tuple(at_men), tuple(smoking), tuple(flames), tuple(charges), tuple(laid))


def _classes(st: State) -> dict[tuple[str, bool, bool], _Class]:
    """What holds of each side of a counter, found once in a game."""
    world, known = st.tables.get("classes of arms", (None, {}))
    if world is not st.world:
        known = {}
        st.tables["classes of arms"] = (st.world, known)
    found: dict[tuple[str, bool, bool], _Class] = known
    return found


def _class_of(kind: WeaponType, date: Date) -> _Class:
    found = _Class(
        hits=kind.may_hit,
        at_men=kind.may_hit and not kind.pierces,
        smokes=not SMOKE_SHELLS.isdisjoint(kind.shells(date)),
        flame=kind.kind == FLAME,
        charge=kind.kind == CHARGE,
    )
    return found if any(found) else _NONE


def in_hand(st: State, side: int, arms: tuple[Weapon, ...]) -> Iterator[tuple[Unit, Weapon]]:
    """Those of these weapons in the hands of a side's units on the map, each with who has it."""
    for weapon in arms:
        unit = st.units.get(weapon.holder)
        if unit is not None and unit.side == side and unit.loc >= 0:
            yield unit, weapon
