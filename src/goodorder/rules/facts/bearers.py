"""Who bears a weapon and where it is: rules ask here, not its ``holder`` and ``loc`` by themselves."""

from __future__ import annotations

from goodorder.core.state import NOWHERE, State, Unit, Weapon


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
