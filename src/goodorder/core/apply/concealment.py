"""Appliers of concealment."""

from __future__ import annotations

from msgspec.structs import replace

from ..events import concealment as ev
from ..state import ELIMINATED, NOWHERE, State
from .registry import applies
from .units import unringed


@applies(ev.ConcealmentLost)
def concealment_lost(st: State, event: ev.ConcealmentLost) -> State:
    """Known to both sides."""
    return st.with_unit(replace(st.units[event.unit], concealed=False, hidden=False))


@applies(ev.ConcealmentGained)
def concealment_gained(st: State, event: ev.ConcealmentGained) -> State:
    """Under a "?"."""
    return st.with_unit(replace(st.units[event.unit], concealed=True))


@applies(ev.HiddenPlaced)
def hidden_placed(st: State, event: ev.HiddenPlaced) -> State:
    """On the map beneath a "?"; its place is known now, not what it is."""
    return st.with_unit(replace(st.units[event.unit], concealed=True, hidden=False))


@applies(ev.UnitHides)
def unit_hides(st: State, event: ev.UnitHides) -> State:
    """Hidden units are concealed too."""
    return st.with_unit(replace(st.units[event.unit], concealed=event.hidden, hidden=event.hidden))


@applies(ev.DummyRemoved)
def dummy_removed(st: State, event: ev.DummyRemoved) -> State:
    """Out of the game; a Dummy is worth nothing.

    One that goes at set-up stays unknown to the enemy: it would tell how many "?" lie on units (A12.12).
    """
    dummy = st.units[event.unit]
    secret = st.turn.phase == "setup"
    gone = replace(dummy, loc=NOWHERE, place=ELIMINATED, concealed=secret, hidden=False)
    return unringed(st.with_unit(gone), dummy)
