"""Prisoners and their Guards: readers of their own (A20.5).

A prisoner is off the map to every other reader, so that nobody takes him for a fighting unit. An Unarmed unit that
nobody guards is on the map, a unit of its side that is ``unarmed``.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from goodorder.core.state import CAPTURED, NOWHERE, State, Unit

from ..registry import builds
from .units import printed

PLACE = attrgetter("place")


def captives(st: State) -> tuple[Unit, ...]:
    """Prisoners who are with their Guards on the map."""
    if CAPTURED not in map(PLACE, st.units.values()):
        return ()
    captured = st.units_that_are("captured")
    return tuple([unit for unit in captured if where(st, unit) != NOWHERE])


@builds("A20.53", "A20.53a", "A20.51", "A20.51b", "A20.54", "A20.54c")
def where(st: State, unit: Unit) -> int:
    """The Location of a prisoner, which is that of his Guard; -1 for any other."""
    if unit.place != CAPTURED:
        return NOWHERE
    guard = st.units.get(unit.stance.guard)
    return NOWHERE if guard is None else guard.loc


def is_captive(st: State, unit: Unit) -> bool:
    """Whether it is a prisoner on the map."""
    return where(st, unit) != NOWHERE


def captives_at(st: State, loc: int) -> tuple[Unit, ...]:
    """Prisoners of both sides in a Location."""
    return tuple([unit for unit in captives(st) if where(st, unit) == loc])


def unarmed_at(st: State, loc: int, side: int) -> tuple[Unit, ...]:
    """Free Unarmed units of a side in a Location."""
    return tuple([unit for unit in st.side_at(loc, side) if unit.unarmed])


@builds("A20.53", "A20.53a", "A20.5", "A20.5e")
def controller(st: State, unit: Unit) -> int:
    """The side that moves a unit: of a prisoner that of his Guard, of any other its own."""
    guard = st.units.get(unit.stance.guard) if unit.place == CAPTURED else None
    return unit.side if guard is None else guard.side


def prisoners_of(st: State, guard: int) -> tuple[Unit, ...]:
    """The prisoners whom a unit guards, wherever it is."""
    captured = st.units_that_are("captured")
    return tuple([unit for unit in captured if unit.stance.guard == guard]) if captured else ()


def us_of(st: State, units: Iterable[Unit]) -> int:
    """The sum of their US# (A1.6)."""
    return sum(printed(st, unit).us_number for unit in units)
