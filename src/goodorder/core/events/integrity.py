"""Events of Battlefield Integrity: both players keep its tracks in the open (A16)."""

from __future__ import annotations

from .base import Event


class LossTallied(Event, frozen=True, kw_only=True):
    """``points`` of BPV of a side's MMC are lost, and its Casualty Tally is ``tally``; ``captive``: the unit that is a
    prisoner now, 0 for none (A16.1).
    """

    side: int
    points: int
    tally: int
    captive: int = 0


class IntegrityBaseLost(Event, frozen=True, kw_only=True):
    """The Casualty Tally of a side has come to its Base: that is subtracted, and ``losses`` Bases are lost (A16.1)."""

    side: int
    losses: int


class IntegrityBaseRaised(Event, frozen=True, kw_only=True):
    """Reinforcements raise the Integrity Base of a side by ``points`` (A16.12)."""

    side: int
    points: int


class ElrLowered(Event, frozen=True, kw_only=True):
    """The ELR of all forces of a side is one lower (A16.2)."""

    side: int


class IntegrityRestored(Event, frozen=True, kw_only=True):
    """A side has one lost level of ELR again, if it has lost any, and no Base losses any more (A16.3)."""

    side: int
