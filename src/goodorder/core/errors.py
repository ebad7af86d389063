"""The few kinds of error that a caller can tell apart, and the refusal as a value.

A *refusal* is data: it names the rule and the reason, and is shown in menus,
previews and replies.  An *error* is raised when a caller insists.
"""

from __future__ import annotations

from msgspec import Struct

from goodorder.data.errors import GoodOrderError as GoodOrderError


class Refusal(Struct, frozen=True):
    """Why something is not allowed: the rule that forbids it and the reason in plain words.

    ``also`` are other rules that forbid it as well. ``kind`` is ``illegal`` for what the rules forbid, ``not_built``
    for what this program does not offer yet, and ``stale`` for what is no longer asked, or not yet.
    """

    rule: str
    reason: str
    kind: str = "illegal"
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.rule}: {self.reason}"


def not_built(rule: str, what: str) -> Refusal:
    """Refusal for a case that the rules know and this program does not build (design promise 1)."""
    return Refusal(rule, f"{what} is not built", "not_built")


def not_asked(rule: str, reason: str) -> Refusal:
    """Refusal of a decision of another kind than is asked: it comes too late or too early (A.2)."""
    return Refusal(rule, reason, "stale")


class Unreadable(GoodOrderError):
    """The input can't be read: wrong syntax, unknown word, wrong type."""

    kind = "unreadable"


class NoSuchPlace(Unreadable):
    """A level or bridge that the named hex does not have: unreadable in a position, refused as an act."""

    kind = "illegal"


class NoLevels(NoSuchPlace):
    """A level or bridge on a map whose hexes are single Locations."""

    kind = "not_built"


class Illegal(GoodOrderError):
    """The input is understood and the rules forbid it now."""

    kind = "illegal"


class Ambiguous(GoodOrderError):
    """The input has several meanings in this position."""

    kind = "ambiguous"


class NotBuilt(GoodOrderError):
    """The rules allow it and this program does not build it."""

    kind = "not_built"


class Stale(GoodOrderError):
    """The input answers a question that is no longer asked."""

    kind = "stale"


class EngineFault(GoodOrderError):
    """A guard of the engine loop tripped: a fault of this program, never of a player."""

    kind = "fault"


_ERRORS: dict[str, type[GoodOrderError]] = {"not_built": NotBuilt, "stale": Stale}


def raise_refusal(refusal: Refusal, what: str = "") -> None:
    """Raise ``refusal`` as the error of its kind, with the input ``what`` before the reason."""
    text = f"{what}: {refusal.reason} ({refusal.rule})" if what else f"{refusal.reason} ({refusal.rule})"
    raise _ERRORS.get(refusal.kind, Illegal)(text, rule=refusal.rule, also=refusal.also)
