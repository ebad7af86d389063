"""What the server sends over the WebSocket of an open game: the log, steps, replies, notices."""

from __future__ import annotations

from typing import Any, Literal

from goodorder.play.record import Options

from .base import Doc
from .pages import ScenarioCard
from .position import PositionDoc, StateDoc

LogKind = Literal["phase", "move", "fire", "roll", "result", "rally", "rout", "cc", "setup", "info"]
"""What a line of the log is about."""


class DieDoc(Doc, frozen=True, kw_only=True):
    """A die that was rolled."""

    name: str
    face: int


class ModDoc(Doc, frozen=True, kw_only=True):
    """A modifier that led to the Final value."""

    value: str
    reason: str
    rule: str


class LogLineDoc(Doc, frozen=True, kw_only=True):
    """One line of the log."""

    id: int
    """Unique within the game."""
    text: str
    rule: str | None
    kind: LogKind
    dice: tuple[DieDoc, ...] | None
    original: int | None
    """The sum of the dice."""
    final: int | None
    """The sum with its modifiers."""
    need: str | None
    hexes: tuple[str, ...]
    units: tuple[str, ...]
    side: str | None
    forced: bool
    """There was only one answer, or a standing order gave it."""
    depth: int
    """Grows with what follows from what."""
    lines: tuple[ModDoc, ...] | None
    """The modifiers that led to the Final value."""


class ErrorDoc(Doc, frozen=True, kw_only=True):
    """Why something was not done; whatever it is, nothing has changed."""

    kind: str
    rule: str
    """"" where none stands behind it."""
    message: str
    """At most 300 characters."""


class HelloMessage(Doc, frozen=True, kw_only=True, tag_field="type", tag="hello"):
    """The first message; a second one begins the client's picture anew."""

    game: str
    scenario: ScenarioCard
    players: dict[str, str]
    you: str
    """The seat."""
    options: Options
    commitment: str
    """To the seed of the dice."""
    view_only: str | None
    """Why the game can only be looked at."""
    secret: bool
    """A side may hide something from the other, and the game is not over."""
    map: str
    """The name of its map, for ``GET /api/maps/NAME``: a digest of what is drawn, which never changes under it."""
    token: str = ""
    """Where a seat was taken by joining."""


class StepMessage(Doc, frozen=True, kw_only=True, tag_field="type", tag="step"):
    """One decision, or one roll where several follow each other."""

    seq: int
    """Grows by one with each step sent on this connection."""
    events: tuple[LogLineDoc, ...]
    state: StateDoc


class ReplayDoc(Doc, frozen=True, kw_only=True):
    """A step of a game to look at only."""

    seq: int
    of: int
    """The last step there is."""
    events: tuple[LogLineDoc, ...]
    state: StateDoc


class ReplyMessage(Doc, frozen=True, kw_only=True, tag_field="type", tag="reply"):
    """The result of a request; the steps of an answer come before it."""

    rid: int
    ok: bool
    """True."""
    result: Any


class RefusalMessage(Doc, frozen=True, kw_only=True, tag_field="type", tag="reply"):
    """A request was not done."""

    rid: int | None
    """None where the request held none."""
    ok: bool
    """False."""
    error: ErrorDoc


class NoticeMessage(Doc, frozen=True, kw_only=True, tag_field="type", tag="notice"):
    """The game was opened in another tab, or can't be opened."""

    text: str


class FailureDoc(Doc, frozen=True, kw_only=True):
    """The answer to a request over HTTP that fails."""

    error: ErrorDoc


class AccountHead(Doc, frozen=True, kw_only=True):
    """The first line of an account."""

    goodorder_account: int
    """The version of the format."""
    seat: str
    scenario: str
    title: str
    players: dict[str, str]
    options: Options


class AccountEnd(Doc, frozen=True, kw_only=True):
    """The last line of an account."""

    position: PositionDoc


ServerMessage = HelloMessage | StepMessage | ReplyMessage | RefusalMessage | NoticeMessage
AccountLine = AccountHead | LogLineDoc | AccountEnd
