"""Weapons with menus of their own: those that may have to hit first, flamethrowers, DC, Set DC. Most games of Infantry
have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from goodorder.core.state import State, Unit, Weapon
from goodorder.data.counters.support import WeaponType

from .units import wtype

FLAME, CHARGE = "FT", "DC"


class SpecialArms(NamedTuple):
    """Those of both sides: what may fire on a To Hit Table, what of that does so at men; ``laid``: Set DC."""

    hitting: tuple[Weapon, ...]
    at_men: tuple[Weapon, ...]
    flames: tuple[Weapon, ...]
    charges: tuple[Weapon, ...]
    laid: tuple[Weapon, ...]


class _Class(NamedTuple):
    """What of this holds of a kind of weapon."""

    hits: bool
    at_men: bool
    flame: bool
    charge: bool


_NONE = _Class(hits=False, at_men=False, flame=False, charge=False)


def special_arms(st: State) -> SpecialArms:
    """They are looked for once while no weapon changes."""
    known = st.tables.get("special arms")
    if known is None or known[0] is not st.weapons:
        known = st.tables["special arms"] = (st.weapons, _found(st))
    found: SpecialArms = known[1]
    return found


def _found(st: State) -> SpecialArms:
    classes = _classes(st)
    hitting, at_men, flames, charges, laid = [], [], [], [], []
    for weapon in st.weapons.values():
        key = (weapon.type, weapon.limbered, weapon.dismantled)
        of = classes.get(key)
        if of is None:
            of = classes[key] = _class_of(wtype(st, weapon))
        if of is not _NONE:
            if of.hits:
                hitting.append(weapon)
            if of.at_men:
                at_men.append(weapon)
            if of.flame:
                flames.append(weapon)
            if of.charge:
                charges.append(weapon)
        if weapon.laid is not None:
            laid.append(weapon)
    return SpecialArms(tuple(hitting), tuple(at_men), tuple(flames), tuple(charges), tuple(laid))


def _classes(st: State) -> dict[tuple[str, bool, bool], _Class]:
    """What holds of each side of a counter, found once in a game."""
    world, known = st.tables.get("classes of arms", (None, {}))
    if world is not st.world:
        known = {}
        st.tables["classes of arms"] = (st.world, known)
    found: dict[tuple[str, bool, bool], _Class] = known
    return found


def _class_of(kind: WeaponType) -> _Class:
    found = _Class(kind.may_hit, kind.may_hit and not kind.pierces, kind.kind == FLAME, kind.kind == CHARGE)
    return found if any(found) else _NONE


def in_hand(st: State, side: int, arms: tuple[Weapon, ...]) -> Iterator[tuple[Unit, Weapon]]:
    """Those of these weapons in the hands of a side's units on the map, each with who has it."""
    for weapon in arms:
        unit = st.units.get(weapon.holder)
        if unit is not None and unit.side == side and unit.loc >= 0:
            yield unit, weapon
