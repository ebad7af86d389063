"""What the engine protocol answers, as structs: one for each ``do`` and for each thing inside.

docs/engine-protocol.md is the page about them. Hexes are told by name; where a Location stands as a number, ``places``
beside it gives its word ("K7", "K7/2"). Ids of units and weapons are texts in positions and menus, numbers in actions
and events.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct, field


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


class EntryDoc(Doc, frozen=True):
    """One line of a menu; the board's counter or Location that stands for it is named where there is one.

    ``confirm`` asks for a look at the preview first; ``primary`` marks the usual choice; ``note`` is a short figure;
    ``vertices`` are those that a step in Bypass goes along.
    """

    key: str
    label: str
    kind: str
    leaf: bool
    unit: str = ""
    weapon: str = ""
    hex: str = ""
    level: str = ""
    note: str = ""
    rule: str = ""
    hotkey: str = ""
    primary: bool = False
    confirm: bool = False
    vertices: tuple[int, ...] = ()


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


class TurnDoc(Doc, frozen=True):
    """Turn, phase and ATTACKER (A3)."""

    number: int
    of: int
    phase: str
    attacker: str
    phases: tuple[str, ...]


class AskedDoc(Doc, frozen=True):
    """What is asked, as a position tells it."""

    kind: Literal["choice", "waiting", "over"]
    side: str
    prompt: str
    rule: str
    why: str


class MfDoc(Doc, frozen=True):
    """MF left and in all of a unit on its move."""

    left: float
    of: float


class UnitDoc(Doc, frozen=True):
    """A unit, or the stand-in of a stack under the other side's "?" (kind "unknown"); ``stack`` counts from below,
    ``bypass`` are the vertices along which it goes around the obstacle of its hex.
    """

    id: str
    side: str
    hex: str | None
    kind: str
    name: str
    ident: str
    fp: int
    range: int
    morale: int
    broken_morale: int
    broken: bool
    assault_fire: bool
    spraying_fire: bool
    smoke: int
    boxed: bool
    class_: str = field(name="class")
    leadership: int | None
    badges: tuple[str, ...]
    stack: int
    mf: MfDoc | None
    level: str = ""
    concealed: bool = False
    hidden: bool = False
    bypass: tuple[int, ...] = ()


class WeaponDoc(Doc, frozen=True):
    """A support weapon, with its possessor's id or None."""

    id: str
    side: str
    name: str
    fp: int
    range: int
    rof: int
    breakdown: int
    pp: int
    malfunctioned: bool
    holder: str | None
    hex: str | None
    badges: tuple[str, ...]
    level: str = ""


class MarkerDoc(Doc, frozen=True):
    """A marker on a Location."""

    kind: str
    hex: str | None
    strength: int
    label: str
    level: str = ""


class OffboardDoc(Doc, frozen=True):
    """Counters of a side that are not on the map, by what became of them; ``turn`` in which they enter."""

    side: str
    status: str
    turn: int
    units: tuple[str, ...]
    weapons: tuple[str, ...]


class GroundDoc(Doc, frozen=True):
    """A hex that a clause counts, and who Controls it."""

    hex: str
    side: str | None


class ClauseDoc(Doc, frozen=True):
    """A clause of the Victory Conditions as it stands."""

    text: str
    value: str
    side: str
    met: bool
    hexes: tuple[GroundDoc, ...]


class VictoryDoc(Doc, frozen=True):
    """All clauses, and the side that leads (None: nobody)."""

    clauses: tuple[ClauseDoc, ...]
    leads: str | None


class ResultDoc(Doc, frozen=True):
    """How the game ended; ``winner`` is empty for a draw."""

    winner: str
    text: str


class ViewDoc(Doc, frozen=True):
    """The position as a side sees it."""

    seq: int
    you: str
    turn: TurnDoc
    breadcrumb: tuple[str, ...]
    pending: AskedDoc
    units: tuple[UnitDoc, ...]
    weapons: tuple[WeaponDoc, ...]
    markers: tuple[MarkerDoc, ...]
    offboard: tuple[OffboardDoc, ...]
    victory: VictoryDoc
    result: ResultDoc | None


class LineDoc(Doc, frozen=True):
    """A line of a ledger; ``group`` says what it adds to: FP, DRM or something else."""

    id: str
    value: str
    reason: str
    rule: str
    group: Literal["fp", "drm", "other"]


class SumsDoc(Doc, frozen=True):
    """IFT column (its FP, None below the first) and DRM against these units."""

    column: int | None
    drm: int
    units: tuple[str, ...]


class LedgerDoc(Doc, frozen=True):
    """An attack's FP, column and DRM line by line; ``sums`` for each group of targets of one column and DRM."""

    fp: str
    column: int | None
    sums: tuple[SumsDoc, ...]
    lines: tuple[LineDoc, ...]


class OddsDoc(Doc, frozen=True):
    """A chance from 0 to 1 with its words; ``class`` is its place in a bar, from eliminated to nothing."""

    label: str
    p: float
    class_: Literal["kia", "k", "break", "pin", "none", "other"] = field(name="class")


class TargetDoc(Doc, frozen=True):
    """What may become of a target."""

    unit: str
    odds: tuple[OddsDoc, ...]


class PreviewDoc(Doc, frozen=True):
    """What an action would come to: arithmetic, the chances of its first roll, the fates of its targets."""

    title: str
    column: int | None
    fp: str | None
    drm: int | None
    lines: tuple[LineDoc, ...]
    odds: tuple[OddsDoc, ...]
    per_target: tuple[TargetDoc, ...]
    text: tuple[str, ...]
    sums: tuple[SumsDoc, ...] = ()
    second: PreviewDoc | None = None


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


class LosPoint(Doc, frozen=True):
    """A point that mattered to a line of sight."""

    hex: str
    at: tuple[float, float]
    text: str
    rule: str


class LosDoc(Doc, frozen=True):
    """A line of sight: blocked or clear, what hinders it, its range in hexes, and the reason by its rule."""

    blocked: bool
    hindrance: int
    smoke: int
    range: int
    why: str
    rule: str
    hexes: tuple[str, ...]
    points: tuple[LosPoint, ...]


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
