"""One line of the log, and who says it of which event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from goodorder.core.events import Event
from goodorder.core.events.base import LedgerLine
from goodorder.core.state import (
    MK_CC,
    MK_ENCIRCLED,
    MK_HAND_TO_HAND,
    MK_MELEE,
    MK_RESIDUAL,
    MK_SMOKE,
    MK_SMOKE_DISPERSED,
    MK_SMOKE_DRIFT,
    MK_SMOKE_GRENADE,
    MK_WP,
    MK_WP_DISPERSED,
    MK_WP_DRIFT,
    MK_WP_GRENADE,
    State,
)
from goodorder.rules.facts.units import name


class Die(Struct, frozen=True):
    """One die as it fell."""

    name: str
    face: int


class LogLine(Struct, frozen=True):
    """One line of the log.  ``units`` are ids, ``hexes`` names; ``depth`` grows with what follows from what.

    ``lines`` are the modifiers that led to the Final value.
    """

    text: str
    rule: str = ""
    kind: str = "info"
    dice: tuple[Die, ...] = ()
    original: int | None = None
    final: int | None = None
    need: str = ""
    hexes: tuple[str, ...] = ()
    units: tuple[int, ...] = ()
    side: int = -1
    forced: bool = False
    depth: int = 1
    lines: tuple[LedgerLine, ...] = ()


MARKERS = {
    MK_RESIDUAL: "Residual FP",
    MK_SMOKE_GRENADE: "SMOKE",
    MK_SMOKE: "Smoke",
    MK_SMOKE_DISPERSED: "Dispersed smoke",
    MK_WP: "WP",
    MK_WP_DISPERSED: "Dispersed WP",
    MK_SMOKE_DRIFT: "Drifting smoke",
    MK_WP_DRIFT: "Drifting WP",
    MK_WP_GRENADE: "WP grenade",
    MK_CC: "Close Combat",
    MK_MELEE: "Melee",
    MK_ENCIRCLED: "Encircled",
    MK_HAND_TO_HAND: "Hand-to-Hand",
}
"""Marker kinds as players call them."""

E = TypeVar("E", bound=Event)
Words = Callable[[Any, Any], LogLine | None]
WORDS: dict[type[Event], Words] = {}


def says(kind: type[E]) -> Callable[[Callable[[State, E], LogLine | None]], Callable[[State, E], LogLine | None]]:
    """Registers what is said of a kind of event; None says nothing."""

    def register(function: Callable[[State, E], LogLine | None]) -> Callable[[State, E], LogLine | None]:
        WORDS[kind] = function
        return function

    return register


def side_name(st: Any, side: int) -> str:
    """A side as players call it."""
    name: str = st.world.sides[side].short
    return name


def hex_name(st: State, loc: int) -> str:
    """A Location by its name, empty for none."""
    return st.world.map.place_name(loc) if loc >= 0 else ""


def spot(st: State, loc: int) -> str:
    """The hex of a Location, by which a line of the log is found on the map."""
    return st.world.map.hex_of(loc).name if loc >= 0 else ""


def about(st: State, unit_id: int, words: str, rule: str, kind: str = "result", depth: int = 2) -> LogLine:
    """A line about one unit, or the "?" of a vehicle that is seen since, found where it is."""
    unit = st.fighter(unit_id)
    place = (spot(st, unit.loc),) if unit.loc >= 0 else ()
    return LogLine(f"{name(st, unit)} {words}", rule, kind, hexes=place, units=(unit_id,), side=unit.side, depth=depth)


def simple(kind: type[Any], words: str, rule: str, log: str = "result") -> None:
    """Registers the words for an event that only names a unit."""

    def say(st: State, event: Any) -> LogLine:
        return about(st, event.unit, words, rule, log)

    WORDS[kind] = say
