"""The results of what a client asks for."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import field

from .base import Doc
from .position import MenuDoc
from .preview import OddsDoc, PreviewDoc
from .requests import (
    Answer,
    CardAsked,
    ConcedeAsked,
    HintAsked,
    Los,
    MenuAsked,
    Message,
    Orders,
    PreviewAsked,
    Reach,
    Save,
    Standing,
    Undo,
    WayAsked,
    Why,
)

ThreadState = Literal["clear", "hindered", "blocked", "beyond"]
"""What a piece of a LOS thread is; "beyond" lies behind what blocks it."""
Point = tuple[float, float]
Segment = tuple[float, float, float, float]


class CardLine(Doc, frozen=True, kw_only=True):
    """A fact of a Gun or vehicle."""

    label: str
    value: str
    rule: str


class CardDoc(Doc, frozen=True, kw_only=True):
    """A Gun or vehicle with everything that the catalogue knows of it."""

    title: str
    lines: tuple[CardLine, ...]


class DoneDoc(Doc, frozen=True, kw_only=True):
    """It was done; there is nothing to tell."""


class WhyDoc(Doc, frozen=True, kw_only=True):
    """Why something can't be chosen."""

    rule: str
    message: str


class LevelReach(Doc, frozen=True, kw_only=True):
    """Another Location of a hex in reach."""

    level: str
    """"" for the ground."""
    mf: float
    left: float


class ReachHex(Doc, frozen=True, kw_only=True):
    """A hex that units can get to, by the cheapest way; of several Locations the cheapest."""

    hex: str
    level: str = ""
    mf: float
    """MF that the way costs."""
    left: float
    """MF left there."""
    via: tuple[str, ...]
    """The hexes of the way; one stands twice where the way takes its stairs."""
    levels: tuple[LevelReach, ...] = ()
    """The other Locations."""
    acts: tuple[str, ...] = ()
    """Of a vehicle the acts that lead there, by the keys of the menus in which each will stand; MF are MP."""
    spent: tuple[float, ...] = ()
    """MP spent at each hex of the way."""
    facing: int | None = None
    """The hexspine that a vehicle points along there."""
    bog: bool = False
    """Its last act asks for a Bog Check."""


class ReachDoc(Doc, frozen=True, kw_only=True):
    """Where the units of a path can get to."""

    hexes: tuple[ReachHex, ...]


class ThreatDoc(Doc, frozen=True, kw_only=True):
    """An enemy unit that could fire at movers, by itself; or Residual FP or a Fire Lane that lies there."""

    unit: str
    """Empty for what lies there."""
    hex: str
    fp: str
    """The FP of men, the ammunition of a Gun, in words what lies there."""
    drm: int
    p: float
    """The chance that it hurts the mover it is likeliest to hurt."""
    odds: tuple[OddsDoc, ...]
    """That mover's fates."""


class WayStep(Doc, frozen=True, kw_only=True):
    """A hex of a planned way."""

    hex: str
    mf: float
    """MF spent up to there."""
    left: float
    threats: tuple[ThreatDoc, ...]
    """The strongest first."""
    covered: tuple[str, ...]
    """Hexes of "?" that have a line to it."""


class StopDoc(WhyDoc, frozen=True, kw_only=True):
    """The first hex of a way that can't be entered."""

    hex: str


class WayDoc(Doc, frozen=True, kw_only=True):
    """What waits along a planned way."""

    steps: tuple[WayStep, ...]
    stop: StopDoc | None


class ThreadPiece(Doc, frozen=True, kw_only=True):
    """A piece of a LOS thread, in pixels of the map's drawing."""

    state: ThreadState
    line: Segment


class ThreadPoint(Doc, frozen=True, kw_only=True):
    """A point that mattered to a line of sight."""

    hex: str
    at: Point
    text: str
    rule: str


class LevelDoc(Doc, frozen=True, kw_only=True):
    """A Location of a hex: the word that names its level, and what it is called."""

    key: str
    name: str


class LosThread(Doc, frozen=True, kw_only=True):
    """The line of sight between two Locations, and the thread that shows it."""

    from_: str = field(name="from")
    to: str
    blocked: bool
    hindrance: int
    range: int
    why: str
    rule: str
    hexes: tuple[str, ...]
    """The Locations on the line."""
    line: Segment
    at: Point | None
    """Where it is blocked."""
    thread: tuple[ThreadPiece, ...]
    dots: tuple[Point, ...]
    """One at each Hindrance."""
    smoke: int
    """What SMOKE on the way adds to the DRM."""
    label: str
    """A few words where it matters most."""
    points: tuple[ThreadPoint, ...]
    levels: tuple[tuple[LevelDoc, ...], ...]
    """The Locations of either end, from below."""


class AdviceDoc(Doc, frozen=True, kw_only=True):
    """What the standard computer player would do."""

    path: tuple[str, ...]
    """Of the menu, to a leaf."""
    label: str
    reasons: tuple[str, ...]


class StandingDoc(Doc, frozen=True, kw_only=True):
    """The orders that stand now."""

    orders: Orders


class SavedDoc(Doc, frozen=True, kw_only=True):
    """Where the record was written."""

    file: str


RESULTS: dict[type[Message], Any] = {
    MenuAsked: MenuDoc,
    Answer: DoneDoc,
    PreviewAsked: PreviewDoc | None,
    Why: WhyDoc,
    Reach: ReachDoc,
    WayAsked: WayDoc,
    Los: LosThread,
    CardAsked: CardDoc,
    HintAsked: AdviceDoc,
    Standing: StandingDoc,
    Undo: DoneDoc,
    Save: SavedDoc,
    ConcedeAsked: DoneDoc,
}
"""What each request is answered with."""
