"""Events of concealment and hidden placement (A12)."""

from __future__ import annotations

from .base import Event


class ConcealmentLost(Event, frozen=True, kw_only=True):
    """A unit's "?" comes off, or its hidden place becomes known: from now on everybody knows it (A12.14, A12.31)."""

    unit: int
    rule: str = "A12.14"


class ConcealmentGained(Event, frozen=True, kw_only=True):
    """A unit comes under a "?" (A12.12)."""

    unit: int


class HiddenPlaced(Event, frozen=True, kw_only=True):
    """A hidden unit is placed on the map beneath a "?" (A12.31)."""

    unit: int
    rule: str = "A12.31"


class UnitHides(Event, frozen=True, kw_only=True):
    """During set-up: a unit is to be hidden, or no longer (A12.3)."""

    unit: int
    hidden: bool


class DummyRemoved(Event, frozen=True, kw_only=True):
    """A Dummy is found out and leaves the game (A12.11)."""

    unit: int
    rule: str = "A12.11"
