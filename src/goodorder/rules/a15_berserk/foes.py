"""Whom a unit knows and sees among its enemies, as going berserk and charging ask (A15.43, A15.44)."""

from __future__ import annotations

from goodorder.core.state import ON_MAP, Fighter, State, Unit

from ..a12_concealment.sight import sees_unit
from ..facts.manned import manned
from ..facts.units import is_dummy
from ..registry import builds


@builds("A20.4", "A20.4b")
def known_foes(st: State, side: int) -> tuple[Fighter, ...]:
    """The Known enemies of a side on the map: units and vehicles with a crew; no prisoners, nor who is Unarmed."""
    foes: list[Fighter] = [u for u in st.units.values() if u.side != side and u.place == ON_MAP and not is_dummy(u)]
    foes += [one for one in st.vehicles.values() if one.side != side and manned(one)]
    return tuple([one for one in foes if not one.concealed])


@builds("A15.44", "A15.44a", "A15.43", "A15.43a")
def foes_in_sight(st: State, unit: Unit) -> tuple[Fighter, ...]:
    """The Known enemies in a unit's LOS, at any range."""
    return tuple([one for one in known_foes(st, unit.side) if sees_unit(st, unit, one)])


def foes_with(st: State, unit: Unit) -> tuple[Fighter, ...]:
    """The Known enemies in a unit's own Location."""
    return tuple([one for one in known_foes(st, unit.side) if one.loc == unit.loc])
