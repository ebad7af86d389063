"""The documents of plain HTTP: scenarios, maps, games, rules, seats."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from .base import Doc


class SideDoc(Doc, frozen=True, kw_only=True):
    """A side of a scenario."""

    id: str
    name: str
    nationality: str
    people: str = ""
    """Who they are: of the counters' nationality, or the nation for which these stand (A25)."""
    elr: int | None = None
    san: int | None = None
    """Its Sniper Activation Number, where it has a Sniper (A14.1)."""


class LessonDoc(Doc, frozen=True, kw_only=True):
    """Something that a scenario teaches."""

    name: str
    rule: str


class ScenarioSummary(Doc, frozen=True, kw_only=True):
    """The line of a scenario in the list."""

    id: str
    title: str
    summary: str
    turns: int
    sides: tuple[SideDoc, ...]
    size: str = ""
    """Squads against squads."""
    rules: str = ""
    """The profile in words."""
    year: int | None = None
    teaches: tuple[LessonDoc, ...] = ()


class SetupDoc(Doc, frozen=True, kw_only=True):
    """A ready-made set-up."""

    name: str
    text: str


class ScenarioCard(ScenarioSummary, frozen=True, kw_only=True):
    """Everything a player reads before the game; of a game without a scenario the summary alone."""

    date: str | UnsetType = UNSET
    situation: str | UnsetType = UNSET
    victory: tuple[str, ...] | UnsetType = UNSET
    special_rules: tuple[str, ...] | UnsetType = UNSET
    sets_up_first: str | UnsetType = UNSET
    moves_first: str | UnsetType = UNSET
    order_of_battle: dict[str, tuple[str, ...]] | UnsetType = UNSET
    setups: dict[str, tuple[SetupDoc, ...]] | UnsetType = UNSET
    balance: dict[str, str] | UnsetType = UNSET
    """By side its balance provision."""
    aftermath: str | UnsetType = UNSET


class TooltipLine(Doc, frozen=True, kw_only=True):
    """A line about a hex."""

    text: str
    rule: str


class MapHex(Doc, frozen=True, kw_only=True):
    """A hex of the drawing."""

    name: str
    x: float
    """Its centre, in pixels of the drawing."""
    y: float
    terrain: str
    level: int
    tooltip: tuple[TooltipLine, ...]


class HexSize(Doc, frozen=True, kw_only=True):
    """Size of a hex in pixels."""

    width: float
    height: float


class MapDrawing(Doc, frozen=True, kw_only=True):
    """The drawing of a map and its hexes; the client draws grid and names."""

    name: str
    width: int
    height: int
    hex: HexSize
    hexes: tuple[MapHex, ...]
    svg: str


class ServerDoc(Doc, frozen=True, kw_only=True):
    """Which version serves which folder."""

    goodorder: str
    folder: str


class OptionDoc(Doc, frozen=True, kw_only=True):
    """An optional rule that may be switched on."""

    id: str
    rule: str
    text: str


class GameSummary(Doc, frozen=True, kw_only=True):
    """A stored game."""

    game: str
    scenario: str
    title: str
    players: dict[str, str]
    turn: int
    phase: str
    over: bool
    saved_at: float
    """Milliseconds."""


class MadeDoc(Doc, frozen=True, kw_only=True):
    """A new game."""

    game: str
    host: str
    """The host's token."""


class SeatDoc(Doc, frozen=True, kw_only=True):
    """An invitation to a seat."""

    seat: str
    token: str


class RuleTitle(Doc, frozen=True, kw_only=True):
    """A rule that was found."""

    number: str
    title: str


class TableDoc(Doc, frozen=True, kw_only=True):
    """A table of a rule: its title, the heads of its columns, its rows."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class RuleDoc(RuleTitle, frozen=True, kw_only=True):
    """A rule."""

    digest: str
    functions: tuple[str, ...]
    """Ids of the functions that compute it."""
    cases: tuple[str, ...]
    """Titles of the cases that prove it."""
    tables: tuple[TableDoc, ...] = ()
    """What is rolled for by it: of Snipers and Heat of Battle (A14.3, A15.1)."""
