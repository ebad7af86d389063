"""The log: every event as a line in plain words, with its rule, its dice, and what on the board it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core import events as ev
from goodorder.core.events import Event
from goodorder.core.events.base import EVERYBODY, Line
from goodorder.core.state import (
    ASSAULT,
    DASH,
    DOUBLE_TIME,
    LATE_DOUBLE_TIME,
    MINIMUM,
    MK_CC,
    MK_ENCIRCLED,
    MK_MELEE,
    MK_RESIDUAL,
    MK_SMOKE_GRENADE,
    State,
    Unit,
)
from goodorder.data.charts import nation, sequence
from goodorder.rules.a04_movement.bypass_path import hexsides
from goodorder.rules.a26_control import building_of_key
from goodorder.rules.a26_victory import hex_counts
from goodorder.rules.units import name, names, wtype

from .seen import seen_by


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
    lines: tuple[Line, ...] = ()


MARKERS = {
    MK_RESIDUAL: "Residual FP",
    MK_SMOKE_GRENADE: "SMOKE",
    MK_CC: "Close Combat",
    MK_MELEE: "Melee",
    MK_ENCIRCLED: "Encircled",
}
"""Marker kinds as players call them."""

MANY = 4
"""Changes of Control at once from which the log only counts them."""

E = TypeVar("E", bound=Event)
Words = Callable[[State, Any], LogLine | None]
_WORDS: dict[type[Event], Words] = {}


def _says(kind: type[E]) -> Callable[[Callable[[State, E], LogLine | None]], Callable[[State, E], LogLine | None]]:
    def register(function: Callable[[State, E], LogLine | None]) -> Callable[[State, E], LogLine | None]:
        _WORDS[kind] = function
        return function

    return register


def lines(
    before: State, after: State, events: Sequence[Event], *, viewer: int = EVERYBODY, forced: bool = False
) -> list[LogLine]:
    """What a viewer (a side, or EVERYBODY for the table as a whole) reads about these events.

    Steps of a stack become one line; a change of place that a step tells already is left out, and so is Control
    of ground that no victory clause counts.
    """
    if viewer in (0, 1):
        before, after, events = seen_by(before, after, events, viewer)
    many_set_up = sum(isinstance(event, ev.UnitPlaced) for event in events) > MANY
    told = {event.unit for event in events if isinstance(event, ev.StepTaken)}
    for event in events:
        if isinstance(event, ev.Announced) and event.kind == "rout":
            told.update(event.subjects)
    known = _Both(before, after)
    found: list[LogLine] = []
    index = 0
    while index < len(events):
        event = events[index]
        index += 1
        if event.audience not in (EVERYBODY, viewer):
            continue
        if isinstance(event, ev.UnitMoved | ev.UnitEntered) and event.unit in told:
            continue
        if isinstance(event, ev.StepTaken):
            same = [other for other in events if isinstance(other, ev.StepTaken) and other.step == event.step]
            if same[0] is event:
                found.append(_step(known, same))
            continue
        if isinstance(event, ev.ControlTaken):
            if building_of_key(event.loc) < 0 and not hex_counts(known.world, event.loc):
                continue
            same_side = [one for one in events if isinstance(one, ev.ControlTaken) and one.side == event.side]
            if len(same_side) > MANY:
                if same_side[0] is event:
                    found.append(_all_control(known, same_side))
                continue
        if many_set_up and isinstance(event, ev.UnitPlaced | ev.WeaponTaken):
            if isinstance(event, ev.UnitPlaced) and event.loc >= 0 and not any(line.kind == "setup" for line in found):
                found.append(_all_placed(known, events))
            continue
        words = _WORDS.get(type(event))
        line = words(known, event) if words else None  # type: ignore[arg-type]
        if line is not None:
            found.append(replace(line, forced=True) if forced else line)
    return found


class _Both:
    """The units of two positions at once: where an event made or removed one, the other position knows it."""

    def __init__(self, before: State, after: State) -> None:
        self.world = after.world
        self.turn = after.turn
        self.before = before
        self.after = after
        self.units = {**after.units, **before.units}
        self.weapons = {**after.weapons, **before.weapons}
        self.markers = {**after.markers, **before.markers}
        self.at = before.at
        self.side_at = before.side_at
        self.marker_at = before.marker_at


def _all_placed(st: Any, events: Sequence[Event]) -> LogLine:
    units = tuple(event.unit for event in events if isinstance(event, ev.UnitPlaced) and event.loc >= 0)
    side = st.units[units[0]].side
    return LogLine(f"{_side(st, side)} set-up: {len(units)} units", "A2.9", "setup", units=units, side=side)


def _side(st: Any, side: int) -> str:
    return nation(st.world.sides[side].nationality).adjective


def _all_control(st: Any, same: Sequence[ev.ControlTaken]) -> LogLine:
    side = _side(st, same[0].side)
    hexes = sum(one.loc >= 0 for one in same)
    return LogLine(f"{side} Control of {hexes} hexes", "A26.1", "info", side=same[0].side, depth=2)


def _hex(st: State, loc: int) -> str:
    return st.world.map.place_name(loc) if loc >= 0 else ""


def _spot(st: State, loc: int) -> str:
    """The hex of a Location, by which a line of the log is found on the map."""
    return st.world.map.hex_of(loc).name if loc >= 0 else ""


def _about(st: State, unit_id: int, words: str, rule: str, kind: str = "result", depth: int = 2) -> LogLine:
    unit = st.units[unit_id]
    place = (_spot(st, unit.loc),) if unit.loc >= 0 else ()
    return LogLine(f"{_name(st, unit)} {words}", rule, kind, hexes=place, units=(unit_id,), side=unit.side, depth=depth)


def _name(st: State, unit: Unit) -> str:
    return name(st, unit)


def _step(st: Any, same: Sequence[ev.StepTaken]) -> LogLine:
    step = same[0].step
    ids = tuple(event.unit for event in same)
    who = names(st, ids)
    many = len(ids) > 1
    side = st.units[ids[0]].side
    cost = f"{step.mf / 2:g} MF"
    where = tuple(place for place in (_spot(st, step.frm), _spot(st, step.to)) if place)
    match step.kind:
        case "enter":
            verb = "move" if many else "moves"
            source = f" from {_hex(st, step.frm)}" if step.frm >= 0 else ""
            text = f"{who} {verb}{source} to {_hex(st, step.to)}: {cost}{' by road' if step.road else ''}"
        case "smoke":
            text = f"{who} spends {cost} on a SMOKE grenade for {_hex(st, step.to)}"
        case "recover":
            text = f"{who} spends {cost} to pick a weapon up"
        case "search":
            text = f"{who} {'search' if many else 'searches'}: {cost}"
        case "bypass":
            text = f"{who} {'go' if many else 'goes'} on around the obstacle: {cost}"
        case "occupy":
            text = f"{who} {'go' if many else 'goes'} into the obstacle: {cost}"
        case "end" | "exit":
            text = f"{who} {'leave' if many else 'leaves'} the map: {cost}"
        case _:
            text = f"{who} spends {cost}"
    return LogLine(text, "A4.2", "move", hexes=where, units=ids, side=side)


PHASES = {phase.code: phase.name for phase in sequence().phases}


def phase_name(code: str) -> str:
    """A phase in words."""
    return "Set-up" if code == "setup" else PHASES.get(code, code)


@_says(ev.PlayerTurnBegan)
def _player_turn(st: State, event: ev.PlayerTurnBegan) -> LogLine:
    side = _side(st, event.attacker)
    return LogLine(f"Turn {event.number}: {side} Player Turn", "A3.9", "phase", side=event.attacker, depth=0)


@_says(ev.PhaseBegan)
def _phase(st: State, event: ev.PhaseBegan) -> LogLine:
    return LogLine(phase_name(event.phase), "A3", "phase", side=st.turn.attacker, depth=0)


@_says(ev.ControlTaken)
def _control(st: State, event: ev.ControlTaken) -> LogLine:
    side = _side(st, event.side)
    building = building_of_key(event.loc)
    if building >= 0:
        parts = tuple(_spot(st, loc) for loc in sorted(st.world.map.buildings[building]))
        words = f"{side} Control of the building {', '.join(parts)}"
        return LogLine(words, "A26.14", "info", hexes=parts, side=event.side, depth=2)
    words = f"{side} Control of {_hex(st, event.loc)}"
    return LogLine(words, "A26.1", "info", hexes=(_spot(st, event.loc),), side=event.side, depth=2)


@_says(ev.PointsScored)
def _points(st: State, event: ev.PointsScored) -> LogLine:
    side = _side(st, event.side)
    return LogLine(f"{side} {event.points:+d} VP: {event.reason}", "A26.2", "info", side=event.side, depth=2)


@_says(ev.GameEnded)
def _ended(st: State, event: ev.GameEnded) -> LogLine:
    who = f"{_side(st, event.winner)} victory" if event.winner >= 0 else "A draw"
    text = event.text if event.text.startswith(who) else f"{who}: {event.text}"
    return LogLine(text, event.rule, "phase", side=event.winner, depth=0)


@_says(ev.DiceThrown)
def _dice(st: State, event: ev.DiceThrown) -> LogLine:
    dice = tuple(Die(word, face) for word, face in zip(event.dice, event.faces, strict=True))
    told = event.final == event.original or f"Final {event.final}" in event.outcome
    final = "" if told else f", Final {event.final}"
    need = f", needs {event.need}" if event.need else ""
    total = "" if event.dice[0].startswith("slot") else f" {event.original}{final}"
    text = f"{event.purpose}:{total}{need}".rstrip(":")
    if event.outcome:
        text = f"{text}: {event.outcome}"
    places = tuple(dict.fromkeys(_spot(st, st.units[u].loc) for u in event.subjects if u in st.units))
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


@_says(ev.Announced)
def _announced(st: State, event: ev.Announced) -> LogLine:
    units = tuple(u for u in event.subjects if u in st.units)
    places = tuple(_spot(st, loc) for loc in event.locs if loc >= 0)
    kind = event.kind if event.kind in _KINDS else "info"
    return LogLine(event.text, event.rule, kind, hexes=places, units=units, side=event.side, lines=event.lines)


_KINDS = frozenset({"phase", "move", "fire", "roll", "result", "rally", "rout", "cc", "setup", "info"})


@_says(ev.UnitPlaced)
def _placed(st: State, event: ev.UnitPlaced) -> LogLine:
    unit = st.units[event.unit]
    place = _hex(st, event.loc)
    words = f"sets up in {place}" if place else "is taken off the map again"
    where = (_spot(st, event.loc),) if place else ()
    return LogLine(f"{_name(st, unit)} {words}", "A2.9", "setup", hexes=where, units=(unit.id,), side=unit.side)


@_says(ev.UnitWaits)
def _waits(st: State, event: ev.UnitWaits) -> LogLine:
    return _about(st, event.unit, "is off board, ready to enter", "A2.51", "info", 1)


@_says(ev.UnitEntered)
def _entered(st: State, event: ev.UnitEntered) -> LogLine:
    return _about(st, event.unit, f"enters in {_hex(st, event.loc)}", "A2.51", "move", 1)


@_says(ev.UnitMoved)
def _moved(st: Any, event: ev.UnitMoved) -> LogLine:
    verbs = {"RtPh": ("routs", "A10.5", "rout"), "APh": ("advances", "A4.7", "move")}
    verb, rule, kind = verbs.get(st.before.turn.phase, ("goes", "A4.2", "move"))
    return _about(st, event.unit, f"{verb} to {_hex(st, event.loc)}", rule, kind, 1)


@_says(ev.Bypassed)
def _bypassed(st: State, event: ev.Bypassed) -> LogLine:
    board, loc = st.world.map, st.units[event.unit].loc
    here = board.place_name(loc)
    beyond = [board.around(loc)[side] for side in hexsides(event.vertices)]
    words = ", ".join(f"{here}-{board.place_name(one)}" for one in beyond if one >= 0)
    return _about(st, event.unit, f"goes along {words} in Bypass", "A4.3", "move", 1)


@_says(ev.MoveDeclared)
def _declared(st: State, event: ev.MoveDeclared) -> LogLine | None:
    known = (
        (ASSAULT, "Assault Movement", "A4.61"),
        (DOUBLE_TIME, "late Double Time" if event.declared & LATE_DOUBLE_TIME else "Double Time", "A4.5"),
        (MINIMUM, "a Minimum Move", "A4.134"),
        (DASH, f"a Dash to {_hex(st, event.dash)}" if event.declared & DASH else "", "A4.63"),
    )
    told = [(word, rule) for bit, word, rule in known if event.declared & bit]
    if not told:
        return None
    words, rule = [word for word, _ in told], told[-1][1]
    return _about(st, event.unit, f"declares {' and '.join(words)}", rule, "move", 1)


def _simple(kind: type[Any], words: str, rule: str, log: str = "result") -> None:
    def say(st: State, event: Any) -> LogLine:
        return _about(st, event.unit, words, rule, log)

    _WORDS[kind] = say


_simple(ev.UnitBroke, "breaks", "A10.4")
_simple(ev.UnitDisrupted, "is Disrupted", "A19.12")
_simple(ev.UnitRallied, "rallies", "A10.6", "rally")
_simple(ev.UnitPinned, "is pinned", "A7.8")
_simple(ev.UnitUnpinned, "is no longer pinned", "A.12")
_simple(ev.DmPlaced, "comes under Desperation Morale", "A10.62")
_simple(ev.DmRemoved, "is free of Desperation Morale", "A10.62", "rally")
_simple(ev.CxPlaced, "is exhausted (CX)", "A4.51", "info")
_simple(ev.CxRemoved, "is no longer exhausted", "A4.51", "info")
_simple(ev.TiPlaced, "is TI", "A4.8", "info")
_simple(ev.TiRemoved, "is no longer TI", "A4.8", "info")
_simple(ev.UnitWounded, "is wounded", "A17.1")


@_says(ev.ConcealmentLost)
def _revealed(st: State, event: ev.ConcealmentLost) -> LogLine:
    return _about(st, event.unit, 'loses its "?"', event.rule, "result")


@_says(ev.ConcealmentGained)
def _masked(st: State, event: ev.ConcealmentGained) -> LogLine | None:
    return None if st.turn.phase == "setup" else _about(st, event.unit, 'gains a "?"', "A12.12", "info")


@_says(ev.DummyRemoved)
def _found_out(st: State, event: ev.DummyRemoved) -> LogLine | None:
    unit = st.units[event.unit]
    if unit.loc < 0 or st.turn.phase == "setup":
        return None
    where = st.world.map.place_name(unit.loc)
    words, spot = f"a Dummy in {where} is taken off", (_spot(st, unit.loc),)
    return LogLine(words, event.rule, "result", hexes=spot, side=unit.side)


_simple(ev.UnitCaptured, "surrenders and leaves the map", "A20.21")
_simple(ev.UnitExited, "leaves the map", "A2.6", "move")


@_says(ev.UnitReplaced)
def _replaced(st: State, event: ev.UnitReplaced) -> LogLine:
    code = st.world.unit_type(event.type).code
    if event.reduced:
        return _about(st, event.unit, f"is reduced to a half-squad {code}", "A7.302")
    return _about(st, event.unit, f"is replaced by a {code}", "A19.13")


@_says(ev.UnitDeployed)
def _deployed(st: State, event: ev.UnitDeployed) -> LogLine:
    return _about(st, event.unit, f"Deploys into two {st.world.unit_type(event.type).code}", "A1.31")


@_says(ev.UnitsRecombined)
def _recombined(st: State, event: ev.UnitsRecombined) -> LogLine:
    return _about(st, event.unit, f"Recombines into a {st.world.unit_type(event.type).code}", "A1.32")


@_says(ev.UnitEliminated)
def _eliminated(st: State, event: ev.UnitEliminated) -> LogLine:
    rule = event.reason if event.reason[:1] == "A" and event.reason[1:2].isdigit() else "A7.301"
    words = "is eliminated" if rule == event.reason or not event.reason else f"is eliminated: {event.reason}"
    return _about(st, event.unit, words, rule)


@_says(ev.UnitCreated)
def _created(st: State, event: ev.UnitCreated) -> LogLine:
    unit = event.unit
    where = (_spot(st, unit.loc),) if unit.loc >= 0 else ()
    text = f"{_name(st, unit)} appears"
    return LogLine(text, "A18.1", "result", hexes=where, units=(unit.id,), side=unit.side, depth=2)


def _weapon(st: State, weapon_id: int, words: str, rule: str, kind: str = "result", depth: int = 2) -> LogLine:
    weapon = st.weapons[weapon_id]
    holder = st.units.get(weapon.holder)
    loc = holder.loc if holder is not None else weapon.loc
    places = (_spot(st, loc),) if loc >= 0 else ()
    units = (holder.id,) if holder is not None else ()
    text = f"{wtype(st, weapon).name} {words}"
    return LogLine(text, rule, kind, hexes=places, units=units, side=weapon.side, depth=depth)


@_says(ev.WeaponFired)
def _fired(st: State, event: ev.WeaponFired) -> LogLine | None:
    return _weapon(st, event.weapon, "keeps its rate of fire", "A9.2") if event.shot.kept_rof else None


@_says(ev.WeaponTaken)
def _taken(st: State, event: ev.WeaponTaken) -> LogLine:
    return _weapon(st, event.weapon, f"goes to {_name(st, st.units[event.unit])}", "A4.43", "info", 1)


@_says(ev.WeaponDropped)
def _dropped(st: State, event: ev.WeaponDropped) -> LogLine:
    return _weapon(st, event.weapon, f"lies in {_hex(st, event.loc)}", "A4.43", "info", 1)


@_says(ev.WeaponMalfunctioned)
def _malfunctioned(st: State, event: ev.WeaponMalfunctioned) -> LogLine:
    return _weapon(st, event.weapon, "malfunctions", "A9.7")


@_says(ev.WeaponRepaired)
def _repaired(st: State, event: ev.WeaponRepaired) -> LogLine:
    return _weapon(st, event.weapon, "works again", "A9.72")


@_says(ev.FireLanePlaced)
def _lane(st: State, event: ev.FireLanePlaced) -> LogLine:
    return _weapon(st, event.weapon, f"lays a Fire Lane to {_spot(st, event.hexes[-1])}", "A9.22")


@_says(ev.FireLaneRemoved)
def _no_lane(st: State, event: ev.FireLaneRemoved) -> LogLine:
    return _weapon(st, event.weapon, "bars no hex any more", "A9.223", "info")


@_says(ev.WeaponConverted)
def _converted(st: State, event: ev.WeaponConverted) -> LogLine:
    return _weapon(st, event.weapon, "is dismantled" if event.dismantled else "is assembled", "A9.8")


@_says(ev.WeaponRemoved)
def _removed(st: State, event: ev.WeaponRemoved) -> LogLine:
    return _weapon(st, event.weapon, "is lost", "A9.7")


@_says(ev.MarkerPlaced)
def _marker(st: State, event: ev.MarkerPlaced) -> LogLine | None:
    marker = event.marker
    if marker.kind not in (MK_RESIDUAL, MK_SMOKE_GRENADE, MK_MELEE, MK_ENCIRCLED):
        return None
    strength = f" {marker.strength}" if marker.kind == MK_RESIDUAL else ""
    rules = {MK_RESIDUAL: "A8.2", MK_SMOKE_GRENADE: "A24.1", MK_MELEE: "A11.15", MK_ENCIRCLED: "A7.7"}
    place = _hex(st, marker.loc)
    return LogLine(
        f"{MARKERS[marker.kind]}{strength} in {place}",
        rules[marker.kind],
        "info",
        hexes=(_spot(st, marker.loc),),
        depth=2,
    )
