"""Who bears a weapon and where it is: rules ask here, not its ``holder`` and ``loc`` by themselves.

A unit possesses or mans it, a vehicle bears it, or nobody does.
"""

from __future__ import annotations

from collections.abc import Iterator

from goodorder.core.errors import EngineFault
from goodorder.core.state import NOWHERE, State, Unit, Weapon

LYING = "lying"
"""The table of the weapons that nobody possesses, by Location."""


def bearer(st: State, weapon: Weapon) -> Unit | None:
    """The unit that possesses a weapon or mans it; None where it lies unpossessed, or a vehicle bears it."""
    return st.units.get(weapon.holder)


def place_of(st: State, weapon: Weapon) -> int:
    """The Location of a weapon: its own where it has one, else that of the unit or vehicle that bears it, else NOWHERE.

    A weapon that has a place of its own stays there when its crew leaves.
    """
    if weapon.loc >= 0:
        return weapon.loc
    found = st.units.get(weapon.holder) or st.vehicles.get(weapon.holder)
    return found.loc if found is not None else NOWHERE


def possessor(st: State, weapon: Weapon) -> Unit:
    """The unit that possesses a weapon, where something has begun that only a unit does with one.

    Raises EngineFault where none does.
    """
    found = bearer(st, weapon)
    if found is None:
        raise EngineFault(f"no unit possesses weapon {weapon.id}")
    return found


def lying_at(st: State, loc: int) -> tuple[Weapon, ...]:
    """The weapons that nobody possesses in a Location of the map, in the order of the weapons; all of them are found
    once while none changes.
    """
    weapons, found = st.tables.get(LYING, (None, None))
    if weapons is not st.weapons:
        found = {}
        for one in st.weapons.values():
            if not one.holder and one.loc >= 0:
                found[one.loc] = (*found.get(one.loc, ()), one)
        st.tables[LYING] = (st.weapons, found)
    remembered: dict[int, tuple[Weapon, ...]] = found
    return remembered.get(loc, ())


def possessed(st: State, side: int) -> Iterator[tuple[Weapon, Unit]]:
    """The weapons that units of a side possess, each with its unit, in the order of the weapons."""
    units = st.units
    for weapon in st.weapons.values():
        unit = units.get(weapon.holder)
        if unit is not None and unit.side == side:
            yield weapon, unit
