"""Events that change nothing but must be remembered: dice and announcements."""

from __future__ import annotations

from .base import Event, LedgerLine


class DiceThrown(Event, frozen=True, kw_only=True):
    """A roll was answered: faces die by die, Original and Final value, and what it needed (A.1d)."""

    dice: tuple[str, ...]
    faces: tuple[int, ...]
    purpose: str
    rule: str
    side: int
    original: int = 0
    final: int = 0
    need: str = ""
    outcome: str = ""
    subjects: tuple[int, ...] = ()
    lines: tuple[LedgerLine, ...] = ()


class Announced(Event, frozen=True, kw_only=True):
    """Words for the log: an attack, a declaration, a forced step."""

    text: str
    rule: str
    side: int = -1
    kind: str = "info"
    subjects: tuple[int, ...] = ()
    locs: tuple[int, ...] = ()
    lines: tuple[LedgerLine, ...] = ()
