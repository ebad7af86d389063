"""Events of the turn record, of control and of victory."""

from __future__ import annotations

from .base import Event


class PlayerTurnBegan(Event, frozen=True, kw_only=True):
    """A Player Turn begins: its game turn and its ATTACKER (A3.9)."""

    number: int
    attacker: int


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase begins; markers whose lifetime ends here are removed by events of their own."""

    phase: str


class ControlSeen(Event, frozen=True, kw_only=True):
    """What a side (``viewer``) takes for who has Control, where that is not so (A26.15); ``side`` -1 is nobody."""

    viewer: int
    loc: int
    side: int


class ControlTaken(Event, frozen=True, kw_only=True):
    """A side gains Control of a Location, or of a building under its key (A26.1, ``rules.a26_control``)."""

    loc: int
    side: int


class QuarterDenied(Event, frozen=True, kw_only=True):
    """A side has rejected a surrender: from now on nobody surrenders to it in the RtPh (A20.3)."""

    side: int


class Massacred(Event, frozen=True, kw_only=True):
    """A side has massacred: nobody surrenders to it any more, and the ELR of its enemies is one higher (A20.4)."""

    side: int


class PointsScored(Event, frozen=True, kw_only=True):
    """Victory Points for a side (A26.2)."""

    side: int
    points: int
    reason: str


class GameEnded(Event, frozen=True, kw_only=True):
    """The game is over; ``winner`` is -1 for a draw."""

    winner: int
    text: str
    rule: str = "A26"
