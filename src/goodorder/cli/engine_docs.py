"""What the engine protocol answers, as structs: one for each ``do`` and for each thing inside.

docs/engine-protocol.md is the page about them. Hexes are told by name; where a Location stands as a number, ``places``
beside it gives its word ("K7", "K7/2"). Ids of units and weapons are texts in positions and menus, numbers in actions
and events.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from goodorder.web.messages.answers import ThreadPoint
from goodorder.web.messages.pieces import VehicleDoc, WorkDoc
from goodorder.web.messages.position import (
    EntryDoc,
    IntegrityDoc,
    MarkerDoc,
    OffboardDoc,
    PendingDoc,
    ResultDoc,
    SniperDoc,
    TurnDoc,
    UnitDoc,
    VictoryDoc,
    WeaponDoc,
    WeatherDoc,
)
from goodorder.web.messages.preview import LineDoc, PreviewDoc, SumsDoc


class Doc(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a reply; what has its default is left out."""


class HelloDoc(Doc, frozen=True):
    """Who answers, and what is known."""

    program: str
    version: str
    protocol: int
    profiles: tuple[str, ...]
    scenarios: tuple[str, ...]
    options: tuple[str, ...]
    computers: tuple[str, ...]
    do: tuple[str, ...]


class GameDoc(Doc, frozen=True):
    """A game was opened, or answers are up to this step."""

    game: str
    seq: int


class SeqDoc(Doc, frozen=True):
    """The last step that this session knows of."""

    seq: int


class DroppedDoc(Doc, frozen=True):
    """The game that is current now."""

    game: str | None


class SavedDoc(Doc, frozen=True):
    """The file that was written, or the text of the record."""

    file: str = ""
    record: str = ""


class LeftDoc(Doc, frozen=True):
    """The session ends."""


class PlayersDoc(Doc, frozen=True):
    """Who answers for each side, ``human`` or a computer player; ``computers`` are those there are."""

    players: dict[str, str]
    computers: tuple[str, ...]


class ChoiceDoc(Doc, frozen=True, tag="choice", tag_field="kind"):
    """A side has to answer; ``rule`` grants the choice."""

    seq: int
    breadcrumb: tuple[str, ...]
    side: str
    prompt: str
    rule: str


class RollDoc(Doc, frozen=True, tag="roll", tag_field="kind"):
    """Dice are asked for, by name and in this order."""

    seq: int
    breadcrumb: tuple[str, ...]
    side: str
    dice: tuple[str, ...]
    rule: str
    purpose: str
    need: str


class WaitingDoc(Doc, frozen=True, tag="waiting", tag_field="kind"):
    """The other side decides."""

    seq: int
    breadcrumb: tuple[str, ...]


class OverDoc(Doc, frozen=True, tag="over", tag_field="kind"):
    """The game is over: the winner (None for a draw), why, by which rule, and the turn it ended in."""

    seq: int
    breadcrumb: tuple[str, ...]
    winner: str | None
    text: str
    rule: str
    turn: int


PendingReply = ChoiceDoc | RollDoc | WaitingDoc | OverDoc


class MenuPage(Doc, frozen=True):
    """Entries below a path from ``offset`` on; ``leaves`` are counted no further than ``counted_to``."""

    path: tuple[str, ...]
    offset: int
    total: int
    entries: tuple[EntryDoc, ...]
    leaves: int | None = None
    counted_to: int | None = None


class EventsDoc(Doc, frozen=True):
    """Events since a step: each with ``seq``, ``event`` and the fields of its kind."""

    seq: int
    events: tuple[dict[str, Any], ...]
    places: dict[str, str] = {}


class ViewDoc(Doc, frozen=True):
    """The position as a side sees it."""

    seq: int
    you: str
    turn: TurnDoc
    breadcrumb: tuple[str, ...]
    pending: PendingDoc
    units: tuple[UnitDoc, ...]
    weapons: tuple[WeaponDoc, ...]
    markers: tuple[MarkerDoc, ...]
    offboard: tuple[OffboardDoc, ...]
    victory: VictoryDoc
    result: ResultDoc | None
    vehicles: tuple[VehicleDoc, ...] = ()
    works: tuple[WorkDoc, ...] = ()
    weather: WeatherDoc | None = None
    integrity: tuple[IntegrityDoc, ...] = ()
    snipers: tuple[SniperDoc, ...] = ()


class LedgerDoc(Doc, frozen=True):
    """An attack's FP, column and DRM line by line; ``sums`` for each group of targets of one column and DRM."""

    fp: str
    column: int | None
    sums: tuple[SumsDoc, ...]
    lines: tuple[LineDoc, ...]


class ActionDoc(Doc, frozen=True):
    """An action as text and as object, and what it would come to (None where nothing is counted)."""

    text: str
    action: dict[str, Any]
    preview: PreviewDoc | None
    places: dict[str, str] = {}


class HintDoc(Doc, frozen=True):
    """What the computer player ``standard`` would answer, and why."""

    path: tuple[str, ...]
    label: str
    reasons: tuple[str, ...]
    text: str
    action: dict[str, Any]
    places: dict[str, str] = {}


class LosDoc(Doc, frozen=True):
    """A line of sight: blocked or clear, what hinders it, its range in hexes, and the reason by its rule."""

    blocked: bool
    hindrance: int
    smoke: int
    range: int
    why: str
    rule: str
    hexes: tuple[str, ...]
    points: tuple[ThreadPoint, ...]


class LocationDoc(Doc, frozen=True):
    """A Location: its number in actions and events, its word in notation, its level in the hex and above sea level."""

    number: int
    word: str
    level: str
    height: int


class HexDoc(Doc, frozen=True):
    """A hex: terrain, level, centre on the drawing, neighbours by hexside 0 (top) to 5, its Locations."""

    name: str
    terrain: str
    level: int
    x: float
    y: float
    neighbours: tuple[str | None, ...]
    locations: tuple[LocationDoc, ...]
    building: int | None = None


class MapDoc(Doc, frozen=True):
    """The map of a game."""

    name: str
    width: int
    height: int
    hexes: tuple[HexDoc, ...]


LOCATIONS = frozenset(("loc", "locs", "to", "frm", "target", "spray", "dash", "lane", "hexes"))
"""Fields of actions and events, and of what they hold, that name Locations by number."""


def numbers_of_places(data: Any) -> frozenset[int]:
    """The numbers under :data:`LOCATIONS` anywhere in actions or events that were encoded."""
    found: set[int] = set()
    if isinstance(data, dict):
        for key, value in data.items():
            held = value if isinstance(value, list | tuple) else (value,)
            if key in LOCATIONS:
                found.update(one for one in held if isinstance(one, int) and not isinstance(one, bool))
            found |= numbers_of_places(value)
    elif isinstance(data, list | tuple):
        for one in data:
            found |= numbers_of_places(one)
    return frozenset(found)


def schema() -> dict[str, Any]:
    """The JSON Schema of every reply, by the names of the structs."""
    _, found = msgspec.json.schema_components(REPLIES)
    return found


REPLIES: tuple[Any, ...] = (
    HelloDoc,
    GameDoc,
    SeqDoc,
    SavedDoc,
    DroppedDoc,
    LeftDoc,
    PlayersDoc,
    PendingReply,
    MenuPage,
    EventsDoc,
    ViewDoc,
    ActionDoc,
    LedgerDoc,
    LosDoc,
    HintDoc,
    MapDoc,
)
