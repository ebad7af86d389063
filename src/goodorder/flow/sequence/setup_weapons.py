"""Weapons as they set up: who has them, which are taken apart, and how Guns are Emplaced and point (A4.43, C11.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from goodorder.core.actions import Give, Handle
from goodorder.core.errors import Refusal
from goodorder.core.menu import Entry, Late, branch, leaf, perhaps
from goodorder.core.state import ON_MAP, State, Unit, Weapon
from goodorder.rules.a09_weapons.handling import set_up_conversions, set_up_refusal
from goodorder.rules.c_ordnance.setup import (
    EMPLACE,
    EMPLACINGS,
    emplacing_refusal,
    man_at_setup_refusal,
    turn_at_setup_refusal,
)
from goodorder.rules.facts.units import is_dummy, name, wtype

from ..fire.ordnance_menu import turns
from .setup_areas import setup_units


def give_refusal(st: State, side: int, weapon_id: int, unit_id: int) -> Refusal | None:
    """Why a weapon may not be given to a unit during set-up, or None."""
    weapon, unit = st.weapons.get(weapon_id), st.units.get(unit_id)
    if weapon is None or unit is None or weapon.side != side or unit.side != side:
        return Refusal("A4.43", "a weapon and a unit of this side")
    if weapon.group != unit.group or weapon.enters or unit.place != ON_MAP or is_dummy(unit):
        return Refusal("A4.43", "a unit of the weapon's own group that is set up")
    if weapon.holder == unit_id:
        return Refusal("A4.43", "it possesses the weapon already")
    return man_at_setup_refusal(st, weapon, unit)


def handle_refusal(st: State, side: int, action: Handle) -> Refusal | None:
    """Why a weapon may not be set up like this, or None."""
    refuse = emplacing_refusal if action.how in EMPLACINGS else set_up_refusal
    return refuse(st, side, action)


def weapon_entries(st: State, side: int) -> Sequence[Entry]:
    """Weapons with their users and what else is done with them."""
    found: list[Callable[[], Entry]] = []
    for weapon in st.weapons.values():
        if weapon.side != side or weapon.enters or weapon.holder in st.vehicles:  # a vehicle's own stay there
            continue
        if works := set_up_conversions(st, side, weapon):
            found += [partial(_converting, st, work) for work in works]
        found.append(partial(_giving, st, side, weapon))
        if wtype(st, weapon).gun is not None:  # only Guns are Emplaced and turned
            found += _gun(st, side, weapon)
    return Late(len(found), lambda n: found[n]())


def _gun(st: State, side: int, gun: Weapon) -> list[Callable[[], Entry]]:
    """How a Gun may be Emplaced and turned."""
    works = [Handle(gun.id, how) for how in EMPLACINGS]
    found: list[Callable[[], Entry]]
    found = [partial(_emplacing, st, work) for work in works if emplacing_refusal(st, side, work) is None]
    if turn_at_setup_refusal(st, side, gun.id, 0) is None:
        found.append(partial(_turning, st, gun))
    return found


def _giving(st: State, side: int, weapon: Weapon) -> Entry:
    """A weapon and those of its group, for nobody else may have it, to whom it may be given."""

    def users() -> Iterator[Unit]:
        for unit in setup_units(st, side):
            if unit.group == weapon.group and give_refusal(st, side, weapon.id, unit.id) is None:
                yield unit

    def entries() -> list[Entry]:
        return [_given(st, weapon, unit) for unit in users()]

    return branch(
        f"w{weapon.id}",
        wtype(st, weapon).name,
        entries,
        kind="weapon",
        alive=lambda: next(users(), None) is not None,
        hopeful=perhaps,
        weapon=weapon.id,
    )


def _given(st: State, weapon: Weapon, unit: Unit) -> Entry:
    """A unit to whom a weapon is given."""
    words = partial(_to_whom, st, unit)
    return leaf(f"u{unit.id}", words, Give(weapon.id, unit.id), kind="unit", unit=unit.id)


def _to_whom(st: State, unit: Unit) -> str:
    return f"to {name(st, unit)}"


def _converting(st: State, work: Handle) -> Entry:
    """A weapon taken apart, or put together."""
    words = f"{work.how.capitalize()} {wtype(st, st.weapons[work.weapon]).name}"
    return leaf(f"{work.how}{work.weapon}", words, work, weapon=work.weapon, rule="A9.8")


def _emplacing(st: State, work: Handle) -> Entry:
    """A Gun Emplaced, or not."""
    words = f"{wtype(st, st.weapons[work.weapon]).name}: {'Emplaced' if work.how == EMPLACE else 'not Emplaced'}"
    return leaf(f"{work.how}{work.weapon}", words, work, weapon=work.weapon, rule="C11.3")


def _turning(st: State, gun: Weapon) -> Entry:
    """A Gun with the ways that it may point."""
    below = partial(turns, st, gun.id)
    return branch(f"t{gun.id}", f"Turn {wtype(st, gun).name}", below, weapon=gun.id, rule="C3.2")
