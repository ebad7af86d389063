"""What a position waits for, known again while it is among the last that were asked.

A decision holds a menu, and this the position. If that held its decision in turn, neither could go before Python's
collector of garbage came by, which took a third of the time of whole games. So the position knows its decision only as
long as somebody else holds it: here are held the last few.
"""

from __future__ import annotations

from collections import deque
from weakref import ref

from .frames import Choice, Pending
from .state import State

KEPT = 16
"""Decisions that are held: a computer player goes back to the same one after each answer that it tries."""

_RECENT: deque[Choice] = deque(maxlen=KEPT)


def known_pending(st: State) -> Pending | None:
    """What was found that a position waits for, None where it is not known any more."""
    found: Pending | ref[Choice] | None = st.waits.get("pending")
    if not isinstance(found, ref):
        return found
    asked = found()
    if asked is not None:
        _RECENT.append(asked)
    return asked


def note_pending(st: State, asked: Pending) -> Pending:
    """Remember what a position waits for."""
    if isinstance(asked, Choice):
        _RECENT.append(asked)
        st.waits["pending"] = ref(asked)
    else:
        st.waits["pending"] = asked
    return asked


def forget_all() -> None:
    """Hold no decision any more: who still has one keeps it."""
    _RECENT.clear()
