"""Concealed and hidden units that may show themselves to affect a rout or a gain of concealment (A10.533, A12.32)."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.state import ON_MAP, Fighter, State, Unit, Vehicle
from goodorder.core.view import may_hide

from ..facts.units import is_dummy
from ..registry import builds
from .sight import Qualifies, fighters, under_a_mask, watching


def could_claim(st: State, units: Iterable[int]) -> bool:
    """Whether, as far as is known, a concealed enemy sees one of these units: a "?" does, or hidden ones may."""
    for one in map(st.fighter, units):
        if one.place != ON_MAP:
            continue
        if may_hide(st, 1 - one.side) or next(watching(st, one, None, under_a_mask), None) is not None:
            return True
    return False


@builds("A10.533")
def who_may_claim(st: State, units: Iterable[int]) -> tuple[Fighter, ...]:
    """Concealed and hidden units, no Dummies, and concealed vehicles, in whose LOS one of these routing enemies is."""
    return _in_sight(st, units, _may_claim)


@builds("A12.32")
def who_may_deny(st: State, units: Iterable[int]) -> tuple[Unit, ...]:
    """Unbroken hidden units in whose LOS one of these enemies is, who are about to gain a "?"."""
    return tuple([one for one in _in_sight(st, units, _may_deny) if isinstance(one, Unit)])


def _may_claim(st: State, one: Fighter) -> bool:
    return one.concealed and (isinstance(one, Vehicle) or not (one.broken or is_dummy(one)))


def _may_deny(st: State, one: Fighter) -> bool:
    return one.hidden and _may_claim(st, one)


def _in_sight(st: State, units: Iterable[int], qualifies: Qualifies) -> tuple[Fighter, ...]:
    """Enemies of some kind in whose LOS one of these units is, in the order of the position."""
    found = [one for one in map(st.fighter, units) if one.place == ON_MAP]
    seeing = {enemy.id for one in found for enemy in watching(st, one, None, qualifies)}
    return tuple([one for one in fighters(st) if one.id in seeing]) if seeing else ()
