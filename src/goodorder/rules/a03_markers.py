"""Markers that come off the map as a phase ends (A.12): the steps of the sequence of play say which, and when."""

from __future__ import annotations

from functools import cache

from goodorder.core.events import Event, MarkerRemoved
from goodorder.core.state import State
from goodorder.data.charts import sequence

from .points import PHASE_ENDS
from .registry import rule


@cache
def lifetimes() -> dict[str, frozenset[str]]:
    """Kinds of markers that are removed at the end of each phase, by its code."""
    return {
        phase.code: frozenset(kind for step in phase.steps if step.at == "end" for kind in step.removes)
        for phase in sequence().phases
    }


@rule("A.12", point=PHASE_ENDS, rows=["A.12a", "A.12b", "SK3.MPh.32", "A24.11a"], order=10)
def markers_come_off(st: State) -> tuple[Event, ...]:
    """Markers whose time is over.

    Prep, First and Final Fire counters are read from the trails of the Player Turn and so need no event: they bar
    nothing after their phase.
    """
    if not st.markers:
        return ()
    gone = lifetimes().get(st.turn.phase, frozenset())
    return tuple(MarkerRemoved(marker=marker.id) for marker in st.markers.values() if marker.kind in gone)
