"""Concealed and hidden units that may show themselves to affect a rout or a gain of concealment (A10.533, A12.32)."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.state import ON_MAP, Fighter, State, Unit
from goodorder.core.view import may_hide

from ..facts.units import is_dummy
from ..registry import builds
from .sight import sees_unit, under_a_mask, watching


def could_claim(st: State, units: Iterable[int]) -> bool:
    """Whether, as far as is known, a concealed enemy sees one of these units: a "?" does, or hidden ones may."""
    found = [one for one in map(st.fighter, units) if one.place == ON_MAP]
    if not found:
        return False
    side = 1 - found[0].side
    if may_hide(st, side):
        return True
    return any(next(watching(st, unit, None, under_a_mask), None) is not None for unit in found)


@builds("A10.533")
def who_may_claim(st: State, units: Iterable[int]) -> tuple[Fighter, ...]:
    """Concealed and hidden units, no Dummies, and concealed vehicles, in whose LOS one of these routing enemies is."""
    routers = tuple(units)
    found = [one for one in map(st.fighter, routers) if one.place == ON_MAP]
    masked = (one for one in st.vehicles.values() if one.concealed and one.place == ON_MAP)
    tanks = (one for one in masked if any(one.side != man.side and sees_unit(st, one, man) for man in found))
    return (*_in_sight(st, routers, hidden=False), *tanks)


@builds("A12.32")
def who_may_deny(st: State, units: Iterable[int]) -> tuple[Unit, ...]:
    """Unbroken hidden units in whose LOS one of these enemies is, who are about to gain a "?"."""
    return _in_sight(st, units, hidden=True)


def _in_sight(st: State, units: Iterable[int], *, hidden: bool) -> tuple[Unit, ...]:
    found = [one for one in map(st.fighter, units) if one.place == ON_MAP]
    eligible = (
        unit
        for unit in st.units.values()
        if unit.concealed and unit.place == ON_MAP and (unit.hidden or not hidden) and not unit.broken
    )
    return tuple(
        unit
        for unit in eligible
        if not is_dummy(unit) and any(unit.side != enemy.side and sees_unit(st, unit, enemy) for enemy in found)
    )
