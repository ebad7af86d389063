"""Prisoners and their Guards, and Unarmed units that nobody guards: readers of their own (A20.5).

Such units are off the map to every other reader, so that nobody takes them for fighting units.
"""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.state import CAPTURED, NOWHERE, State, Unit

from ..registry import builds
from .units import utype


def _captured(st: State) -> tuple[Unit, ...]:
    """Every captured unit; looked for once while no unit changes."""
    of, known = st.tables.get("captured", (None, ()))
    if of is st.units:
        remembered: tuple[Unit, ...] = known
        return remembered
    found = tuple([unit for unit in st.units.values() if unit.place == CAPTURED])
    st.tables["captured"] = (st.units, found)
    return found


def captives(st: State) -> tuple[Unit, ...]:
    """Prisoners and free Unarmed units on the map."""
    return tuple([unit for unit in _captured(st) if where(st, unit) != NOWHERE])


@builds("A20.53", "A20.53a", "A20.51", "A20.51b", "A20.54", "A20.54c")
def where(st: State, unit: Unit) -> int:
    """The Location of a prisoner, which is that of his Guard, or of a free Unarmed unit; -1 for any other."""
    if unit.place != CAPTURED:
        return NOWHERE
    guard = st.units.get(unit.stance.guard)
    return unit.stance.released if guard is None else guard.loc


def is_captive(st: State, unit: Unit) -> bool:
    """Whether it is a prisoner or a free Unarmed unit on the map."""
    return where(st, unit) != NOWHERE


def captives_at(st: State, loc: int) -> tuple[Unit, ...]:
    """Prisoners and free Unarmed units of both sides in a Location."""
    return tuple([unit for unit in captives(st) if where(st, unit) == loc])


def prisoners_of(st: State, guard: int) -> tuple[Unit, ...]:
    """The prisoners whom a unit guards, wherever it is."""
    return tuple([unit for unit in _captured(st) if unit.stance.guard == guard])


def us_of(st: State, units: Iterable[Unit]) -> int:
    """The sum of their US# (A1.6)."""
    return sum(utype(st, unit).us_number for unit in units)
