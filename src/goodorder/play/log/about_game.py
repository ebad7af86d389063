"""Lines about turns, phases, Control, points, dice, markers and what was announced."""

from __future__ import annotations

from goodorder.core import events as ev
from goodorder.core.state import (
    DRIFTING,
    MK_ENCIRCLED,
    MK_HAND_TO_HAND,
    MK_MELEE,
    MK_RESIDUAL,
    MK_SMOKE_GRENADE,
    MK_WP_GRENADE,
    SHELL_SMOKE,
    State,
)
from goodorder.data.charts import sequence
from goodorder.rules.a26_control import building_of_key
from goodorder.rules.facts.units import names

from .line import MARKERS, Die, LogLine, hex_name, says, side_name, spot

PHASES = {phase.code: phase.name for phase in sequence().phases}


def phase_name(code: str) -> str:
    """A phase in words."""
    return "Set-up" if code == "setup" else PHASES.get(code, code)


@says(ev.PlayerTurnBegan)
def _player_turn(st: State, event: ev.PlayerTurnBegan) -> LogLine:
    side = side_name(st, event.attacker)
    return LogLine(f"Turn {event.number}: {side} Player Turn", "A3.9", "phase", side=event.attacker, depth=0)


@says(ev.PhaseBegan)
def _phase(st: State, event: ev.PhaseBegan) -> LogLine:
    return LogLine(phase_name(event.phase), "A3", "phase", side=st.turn.attacker, depth=0)


@says(ev.ControlTaken)
def _control(st: State, event: ev.ControlTaken) -> LogLine:
    side = side_name(st, event.side)
    building = building_of_key(event.loc)
    if building >= 0:
        parts = tuple(spot(st, loc) for loc in sorted(st.world.map.buildings[building]))
        words = f"{side} Control of the building {', '.join(parts)}"
        return LogLine(words, "A26.14", "info", hexes=parts, side=event.side, depth=2)
    words = f"{side} Control of {hex_name(st, event.loc)}"
    return LogLine(words, "A26.1", "info", hexes=(spot(st, event.loc),), side=event.side, depth=2)


@says(ev.PointsScored)
def _points(st: State, event: ev.PointsScored) -> LogLine:
    side = side_name(st, event.side)
    return LogLine(f"{side} {event.points:+d} VP: {event.reason}", "A26.2", "info", side=event.side, depth=2)


@says(ev.QuarterDenied)
def _denied(st: State, event: ev.QuarterDenied) -> LogLine:
    return LogLine(f"{side_name(st, event.side)} gives no Quarter", "A20.3", "result", side=event.side)


@says(ev.Massacred)
def _massacred(st: State, event: ev.Massacred) -> LogLine:
    words = f"{side_name(st, event.side)} massacre: no Quarter, and the ELR of their enemies is one higher"
    return LogLine(words, "A20.4", "result", side=event.side)


@says(ev.GameEnded)
def _ended(st: State, event: ev.GameEnded) -> LogLine:
    who = f"{side_name(st, event.winner)} victory" if event.winner >= 0 else "A draw"
    text = event.text if event.text.startswith(who) else f"{who}: {event.text}"
    return LogLine(text, event.rule, "phase", side=event.winner, depth=0)


@says(ev.DiceThrown)
def _dice(st: State, event: ev.DiceThrown) -> LogLine:
    dice = tuple(Die(word, face) for word, face in zip(event.dice, event.faces, strict=True))
    told = event.final == event.original or f"Final {event.final}" in event.outcome
    final = "" if told else f", Final {event.final}"
    need = f", needs {event.need}" if event.need else ""
    total = "" if event.dice[0].startswith("slot") else f" {event.original}{final}"
    text = f"{event.purpose}:{total}{need}".rstrip(":")
    if event.outcome:
        text = f"{text}: {event.outcome}{_untouched(st, event)}"
    places = tuple(dict.fromkeys(spot(st, st.units[u].loc) for u in event.subjects if u in st.units))
    return LogLine(
        text,
        event.rule,
        "roll",
        dice,
        event.original,
        event.final,
        event.need,
        tuple(place for place in places if place),
        tuple(u for u in event.subjects if u in st.units),
        event.side,
        lines=event.lines,
    )


def _untouched(st: State, event: ev.DiceThrown) -> str:
    """Who is left as he was by the DR of an attack or a check, for its line; "" where that is nobody."""
    if event.rule == "A10.1":
        return ", untouched" if event.outcome == "passes" else ""
    if event.rule != "A7.3":
        return ""
    parts = event.outcome.removeprefix("cowers; ").split("; ")
    spared = [part.partition("Final ")[0].strip() for part in parts if part.endswith(": no effect")]
    who = ", ".join(
        spared if spared and all(spared) else [names(st, tuple(u for u in event.subjects if u in st.units))]
    )
    return f", {who} untouched" if spared and who else ""


@says(ev.Announced)
def _announced(st: State, event: ev.Announced) -> LogLine:
    units = tuple(u for u in event.subjects if u in st.units)
    places = tuple(spot(st, loc) for loc in event.locs if loc >= 0)
    kind = event.kind if event.kind in _KINDS else "info"
    return LogLine(event.text, event.rule, kind, hexes=places, units=units, side=event.side, lines=event.lines)


_KINDS = frozenset({"phase", "move", "fire", "roll", "result", "rally", "rout", "cc", "setup", "info"})


_MARKER_RULES = {
    MK_RESIDUAL: "A8.2",
    MK_SMOKE_GRENADE: "A24.1",
    MK_WP_GRENADE: "A24.3",
    MK_MELEE: "A11.15",
    MK_ENCIRCLED: "A7.7",
    MK_HAND_TO_HAND: "A25.43",
    **dict.fromkeys(SHELL_SMOKE, "A24.4"),
    **dict.fromkeys(DRIFTING, "A24.61"),
}
"""The markers whose placing is told, with the rule of each."""


@says(ev.MarkerPlaced)
def _marker(st: State, event: ev.MarkerPlaced) -> LogLine | None:
    marker = event.marker
    if marker.kind not in _MARKER_RULES:
        return None
    strength = f" {marker.strength}" if marker.kind == MK_RESIDUAL else ""
    place = hex_name(st, marker.loc)
    return LogLine(
        f"{MARKERS[marker.kind]}{strength} in {place}",
        _MARKER_RULES[marker.kind],
        "info",
        hexes=(spot(st, marker.loc),),
        depth=2,
    )
