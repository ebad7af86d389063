"""What a position waits for, known again while somebody holds it, and of the last one that was asked.

A decision holds a menu, and this the position. If that held its decision in turn, neither could go before Python's
collector of garbage came by, which took a third of the time of whole games. So the position knows its decision only as
long as somebody else holds it: here is held the last one. More are not, as what they hold keeps memory in use that the
next decision would find in the processor's cache: with the last sixteen held games took a twentieth longer.
"""

from __future__ import annotations

from weakref import ref

from .frames import Choice, Pending
from .state import State

_LAST: list[Choice] = []


def known_pending(st: State) -> Pending | None:
    """What was found that a position waits for, None where it is not known any more."""
    found: Pending | ref[Choice] | None = st.waits.get("pending")
    if not isinstance(found, ref):
        return found
    asked = found()
    if asked is not None:
        _LAST[:] = (asked,)
    return asked


def note_pending(st: State, asked: Pending) -> Pending:
    """Remember what a position waits for."""
    if isinstance(asked, Choice):
        _LAST[:] = (asked,)
        st.waits["pending"] = ref(asked)
    else:
        st.waits["pending"] = asked
    return asked


def forget_all() -> None:
    """Hold no decision any more: who still has one keeps it."""
    _LAST.clear()
