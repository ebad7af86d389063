"""The position as a seat sees it: its counters, what is asked, the menu, how the Victory Conditions stand."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from goodorder.data.counters.support import Mount

from .base import Doc
from .pieces import AcquiredDoc, Counter, GunDoc, VehicleDoc, WorkDoc

ShownKind = Literal["squad", "half_squad", "crew", "leader", "hero", "dummy", "unknown"]
"""Kinds of units; "unknown" is a stack under "?" of the other side."""
OffboardStatus = Literal["eliminated", "exited", "reinforcement", "unplaced"]
"""What became of counters that are not on the map."""


class TurnDoc(Doc, frozen=True, kw_only=True):
    """Turn, phase and ATTACKER (A3)."""

    number: int
    of: int
    """Turns of the game."""
    phase: str
    attacker: str
    phases: tuple[str, ...]
    """All phases of a Player Turn in their order."""


class WeatherDoc(Doc, frozen=True, kw_only=True):
    """Wind and Environmental Conditions (B25.5, B25.63); none where it is calm and stays so."""

    wind: Literal["none", "mild_breeze", "heavy"]
    name: str
    """The Wind Force in words."""
    direction: int
    """Where it blows to: 1 up the map, then clockwise to 6; 0 without wind (B25.64)."""
    conditions: str
    """The Environmental Conditions in words."""
    gusts: bool
    """Gusts blow in this Player Turn (B25.651)."""
    told: str
    """All of it in one line."""


class SniperDoc(Doc, frozen=True, kw_only=True):
    """The Sniper of a side that has one (A14)."""

    side: str
    san: int
    """Its Sniper Activation Number now (A14.1)."""
    hex: str | None
    """Where its counter lies."""
    pinned: bool
    """Does nothing until the Player Turn ends (A14.31)."""


class IntegrityDoc(Doc, frozen=True, kw_only=True):
    """The Battlefield Integrity of a side (A16); none where the rule is not in force."""

    side: str
    elr: int
    """Its ELR now (A16.2)."""
    base: int
    tally: int
    losses: int
    """How often the Base has been lost."""
    told: str
    """All of it in one line."""


class PendingDoc(Doc, frozen=True, kw_only=True):
    """What the game waits for."""

    kind: Literal["choice", "waiting", "over"]
    """"choice": this seat decides; "waiting": somebody else does, or the game goes on by itself."""
    side: str
    """Who decides, "" where nobody does."""
    prompt: str
    rule: str
    """The rule that grants the choice."""
    why: str
    """What led to the choice, in words."""


class MfDoc(Doc, frozen=True, kw_only=True):
    """MF of a unit on its move."""

    left: float
    of: float


class UnitDoc(Counter, frozen=True, kw_only=True, tag_field="counter", tag="unit"):
    """A unit, or the stand-in of a stack under "?" of the other side, of which nothing else is told."""

    kind: ShownKind
    name: str
    ident: str
    """The letter on the counter."""
    fp: int
    range: int
    morale: int
    broken_morale: int
    broken: bool
    assault_fire: bool
    spraying_fire: bool
    smoke: int
    """Smoke placement exponent, 0 for none."""
    boxed: bool
    """The Morale Level stands in a box on the broken side: self-rally."""
    class_: str = field(name="class")
    """Elite "E", "1" and "2" line, Green "G", Conscript "C", "" for the rest."""
    leadership: int | None
    """Leadership DRM, None where it leads nobody."""
    concealed: bool = False
    """Under a "?"."""
    hidden: bool = False
    """Not on the map for the other side at all."""
    stack: int
    """Counters of its hex drawn below it."""
    mf: MfDoc | None
    """None for a unit that is not on its move."""
    bypass: tuple[int, ...] = ()
    """In Bypass: the vertices of its hex that it has gone along, 0 at the upper left and on clockwise."""
    guard: str | None = None
    """Of a prisoner, the unit that guards it."""
    room: int | None = None
    """Of a Guard, the US# that it could guard besides its prisoners (A20.51)."""
    national: tuple[str, ...] = ()
    """What its nation and formation make of it, each with its rule: "Stealthy (A25.44)"."""


class WeaponDoc(Counter, frozen=True, kw_only=True, tag_field="counter", tag="weapon"):
    """A support weapon or a Gun."""

    name: str
    fp: int
    range: int
    rof: int
    breakdown: int
    pp: int
    malfunctioned: bool
    holder: str | None
    """The unit that possesses it, or mans the Gun."""
    mount: Mount | Literal[""] = ""
    """Of a vehicle's weapon, which its holder bears: where it is."""
    gun: GunDoc | None = None
    """Of a Gun, which has a place of its own."""
    concealed: bool = False
    """Under a "?" of its own."""
    hidden: bool = False
    """Not on the map for the other side at all."""
    depleted: tuple[str, ...] = ()
    """The kinds of ammunition that it has run out of."""
    emplaced: bool = False
    """A Gun that is dug in since the set-up (C11.2)."""
    limbered: bool = False
    """A Gun that is ready to be pushed, not to be fired (C10.2)."""
    captured: bool = False
    """A weapon of the enemy in the hands of ``side`` (A21.1, A26.222)."""
    acquired: AcquiredDoc | None = None


CounterDoc = UnitDoc | WeaponDoc | VehicleDoc | WorkDoc
"""A counter of either side, by the word in its ``counter``."""


class MarkerDoc(Doc, frozen=True, kw_only=True):
    """A marker on a Location."""

    kind: str
    hex: str
    level: str = ""
    """As of a unit."""
    strength: int
    """FP of Residual FP and of a Fire Lane, DRM of SMOKE."""
    label: str


class OffboardDoc(Doc, frozen=True, kw_only=True):
    """Counters of a side that are not on the map, by what became of them."""

    side: str
    status: OffboardStatus
    turn: int
    """In which reinforcements enter, else 0."""
    units: tuple[str, ...]
    weapons: tuple[str, ...]
    vehicles: tuple[str, ...] = ()


class GroundDoc(Doc, frozen=True, kw_only=True):
    """A hex that a clause about Control counts, and who has it."""

    hex: str
    side: str | None


class ClauseDoc(Doc, frozen=True, kw_only=True):
    """A clause of the Victory Conditions as it stands."""

    text: str
    value: str
    """The number it counts, "3 of 5" where so many are needed."""
    side: str
    met: bool
    hexes: tuple[GroundDoc, ...]


class VictoryDoc(Doc, frozen=True, kw_only=True):
    """The Victory Conditions as they stand."""

    clauses: tuple[ClauseDoc, ...]
    leads: str | None
    """The side that would win now, None where nobody would."""


class ResultDoc(Doc, frozen=True, kw_only=True):
    """How the game ended."""

    winner: str
    """"" for a draw."""
    text: str


class LossesDoc(Doc, frozen=True, kw_only=True):
    """What a side lost in a game that is over, by the names of the units."""

    lost: tuple[str, ...]
    """Eliminated or captured."""
    reduced: tuple[str, ...]
    """Squads that became half-squads."""
    replaced: tuple[str, ...]
    """Units that ELR Replacement changed."""
    cvp: int
    """Casualty VP that the other side has of it (A26.221)."""


class LastDoc(Doc, frozen=True, kw_only=True):
    """What the newest line of the log is about."""

    hex: str | None
    units: tuple[str, ...]


class EntryDoc(Doc, frozen=True, kw_only=True):
    """One line of a menu, and the counter or Location on the board that stands for it."""

    key: str
    """What a path names it by."""
    label: str
    kind: str
    """"unit", "weapon", "hex", "leader", "option", "toggle", "pass", or what it does: "give", "rally", "rout" .."""
    leaf: bool
    """Whether it answers; else it leads to a further menu."""
    unit: str = ""
    weapon: str = ""
    hex: str = ""
    level: str = ""
    """As of a unit."""
    note: str = ""
    """A short figure: MF, a chance."""
    rule: str = ""
    hotkey: str = ""
    primary: bool = False
    """The usual choice."""
    confirm: bool = False
    """The preview is shown before it is committed."""
    vertices: tuple[int, ...] = ()
    """Of a step in Bypass: the vertices of its hex that it goes along."""


class MenuDoc(Doc, frozen=True, kw_only=True):
    """The menu below a path."""

    path: tuple[str, ...]
    title: str
    entries: tuple[EntryDoc, ...]
    total: int


class PositionDoc(Doc, frozen=True, kw_only=True):
    """A position as a seat sees it."""

    you: str
    """The seat."""
    turn: TurnDoc
    weather: WeatherDoc | None
    breadcrumb: tuple[str, ...]
    """What is under way, from the outermost in."""
    pending: PendingDoc
    menu: MenuDoc | None
    """The top of the menu where this seat decides."""
    units: tuple[UnitDoc, ...]
    weapons: tuple[WeaponDoc, ...]
    vehicles: tuple[VehicleDoc, ...] = ()
    works: tuple[WorkDoc, ...] = ()
    markers: tuple[MarkerDoc, ...]
    offboard: tuple[OffboardDoc, ...]
    victory: VictoryDoc
    result: ResultDoc | None
    last: LastDoc | None
    """What the newest line of the log is about."""
    integrity: tuple[IntegrityDoc, ...] = ()
    snipers: tuple[SniperDoc, ...] = ()


class StateDoc(PositionDoc, frozen=True, kw_only=True):
    """A position with the number of its step."""

    seq: int
    losses: dict[str, LossesDoc] = {}
    """By side, once the game is over."""
