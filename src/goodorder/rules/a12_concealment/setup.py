"""Concealment at set-up (A12.12): the OB's "?", and those that units out of sight get for nothing."""

from __future__ import annotations

from goodorder.core.events import ConcealmentGained, DummyRemoved, Event
from goodorder.core.state import ON_MAP, State

from ..registry import builds
from ..units import is_dummy
from .sight import NEAR, watchers


@builds("A12.12", "A12.11")
def masks(st: State, side: int) -> tuple[Event, ...]:
    """When a side confirms its set-up: where a "?" lies with units it conceals them all; further ones are Dummies."""
    events: list[Event] = []
    for loc in sorted(st.occupied()):
        here = st.side_at(loc, side)
        marks = [unit for unit in here if is_dummy(unit)]
        open_ = [unit for unit in here if not unit.concealed]
        if marks and open_:
            events.append(DummyRemoved(unit=marks[0].id, rule="A12.12"))
            events += [ConcealmentGained(unit=unit.id) for unit in open_]
    spare = (u for u in st.units.values() if u.side == side and is_dummy(u) and u.place != ON_MAP and not u.enters)
    return (*events, *(DummyRemoved(unit=unit.id, rule="A12.12") for unit in spare))


@builds("A12.12")
def out_of_sight(st: State) -> tuple[Event, ...]:
    """Units that no unbroken enemy within 16 hexes sees; those beyond see nothing that matters."""
    open_ = (unit for unit in st.units.values() if unit.place == ON_MAP and not unit.concealed and not unit.broken)
    return tuple(ConcealmentGained(unit=u.id) for u in open_ if not watchers(st, u, within=NEAR, good_order=False))
