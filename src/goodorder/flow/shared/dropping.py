"""Dropping a "?" or showing hidden units of one's own will, wherever a side is asked what it does next (A12.14)."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from goodorder.core.actions import Hide, Reveal
from goodorder.core.errors import Refusal
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import ON_MAP, Fighter, State, Unit, Vehicle
from goodorder.rules.a12_concealment.sight import fighters
from goodorder.rules.facts.units import is_dummy, name

from .besides import Besides

DROP_MASK = "drop_mask"
"""The key of the branch of a menu under which units drop their "?": it is there whatever else can be done."""


def reveal_entries(st: State, side: int) -> list[Entry]:
    """A branch with the side's concealed units; taking Dummies off is no decision of a game."""
    if next(_masked(st, side), None) is None:
        return []

    def units() -> list[Entry]:
        masked = list(_masked(st, side))
        known = [
            leaf(f"u{u.id}", name(st, u), Reveal((u.id,)), kind="unit", unit=u.id, hex=u.loc, confirm=True)
            for u in masked
        ]
        return [*known, *(show_leaf(st, u) for u in masked if u.hidden and isinstance(u, Unit))]

    return [Entry(DROP_MASK, 'Drop a "?"', children=units, kind="seldom", rule="A12.14")]


def _masked(st: State, side: int) -> Iterator[Fighter]:
    """The concealed units and vehicles of a side on the map, Dummies apart."""
    for one in filter(_IS_CONCEALED, fighters(st)):
        if one.side == side and one.place == ON_MAP and (isinstance(one, Vehicle) or not is_dummy(one)):
            yield one


_IS_CONCEALED = attrgetter("concealed")


def show_leaf(st: State, unit: Unit) -> Entry:
    """A hidden unit is placed on the map beneath a "?" (A12.32)."""
    words = f'{name(st, unit)} comes under a "?"'
    return leaf(f"s{unit.id}", words, Hide(unit.id, False), unit=unit.id, hex=unit.loc, rule="A12.32", confirm=True)


def show_refusal(st: State, side: int, action: Hide) -> Refusal | None:
    """Why a unit can't be placed beneath a "?" now, or None."""
    if action.hidden:
        return Refusal("A12.31", "once the game is under way nobody hides (anew)")
    unit = st.units.get(action.unit)
    if unit is None or unit.side != side or not unit.hidden or unit.place != ON_MAP:
        return Refusal("A12.32", "only own hidden units are placed on the map")
    return None


def _reveal_refusal(st: State, side: int, action: Reveal) -> Refusal | None:
    """Why a side's units can't drop their concealment now, or None."""
    found = [st.units.get(one) or st.vehicles.get(one) for one in action.units]
    if not found or any(u is None or u.side != side or not u.concealed or u.place != ON_MAP for u in found):
        return Refusal("A12.14", 'only own concealed units on the map drop their "?"')
    return Refusal("A12.14", "a unit is named twice") if len(set(action.units)) != len(found) else None


DROPPING: Besides = {Reveal: _reveal_refusal, Hide: show_refusal}
"""Once the game is under way a side drops its own units' concealment, or shows hidden ones, beside what it is asked."""
