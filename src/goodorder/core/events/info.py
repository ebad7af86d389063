"""Events that change nothing but must be remembered: dice and announcements."""

from __future__ import annotations

from .base import Event, LedgerLine


class DiceThrown(Event, frozen=True, kw_only=True):
    """A roll was answered: faces die by die, Original and Final value, and what it needed (A.1d).

    ``firers`` are units whose fire it is, where that is to be known of it; who does not know them is told ``bare`` in
    place of the outcome, ``bare_purpose`` in place of the purpose where it has one, and no modifier (A12.34).
    ``again``: dice that were thrown for something else are read once more (A8.31).
    """

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
    firers: tuple[int, ...] = ()
    bare: str = ""
    bare_purpose: str = ""
    again: bool = False


class Announced(Event, frozen=True, kw_only=True):
    """Words for the log: an attack, a declaration, a forced step; ``bare`` are those for whom does not know who acts,
    where the text says more than his name (A12.34).
    """

    text: str
    rule: str
    side: int = -1
    kind: str = "info"
    subjects: tuple[int, ...] = ()
    locs: tuple[int, ...] = ()
    lines: tuple[LedgerLine, ...] = ()
    bare: str = ""
