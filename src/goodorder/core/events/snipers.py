"""Events of Snipers: they tell nothing but of the side and its counter, which everybody sees."""

from __future__ import annotations

from .base import Event


class SniperPlaced(Event, frozen=True, kw_only=True):
    """The Sniper counter of a side is put into a hex, or moved there (A14.2)."""

    side: int
    loc: int


class SniperActivated(Event, frozen=True, kw_only=True):
    """A roll of the enemy has come to the SAN of a side: an attack of its Sniper is due (A14.1)."""

    side: int


class SniperCalled(Event, frozen=True, kw_only=True):
    """The Sniper attack that has waited longest is resolved now (A14.1)."""

    side: int


class SniperPinned(Event, frozen=True, kw_only=True):
    """The Sniper of a side does nothing for the rest of the Player Turn (A14.31)."""

    side: int


class SniperLost(Event, frozen=True, kw_only=True):
    """The Sniper of a side is eliminated: its SAN falls by one (A14.4)."""

    side: int
