"""The base of events, and the line of arithmetic that an event may carry for the log."""

from __future__ import annotations

from msgspec import Struct

EVERYBODY = -1


class Event(Struct, frozen=True):
    """Something that happened.  ``audience`` is the side that may know it, or EVERYBODY; it is fixed where the
    event is made.
    """

    audience: int = EVERYBODY


class LedgerLine(Struct, frozen=True, gc=False):
    """One line of a ledger as the log keeps it: id, printed value, reason, rule."""

    id: str
    value: str
    reason: str
    rule: str
