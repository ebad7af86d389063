"""The lines of several events at once: what belongs together is said once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from goodorder.core import events as ev
from goodorder.core.events import Event
from goodorder.core.events.base import EVERYBODY
from goodorder.core.state import Fighter, State
from goodorder.rules.a26_control import building_of_key
from goodorder.rules.a26_victory import hex_counts
from goodorder.rules.facts.places import stairs_word
from goodorder.rules.facts.units import names

from ..seen import seen_by
from .line import WORDS, LogLine, hex_name, side_name, spot

MANY = 4
"""Changes of Control at once from which the log only counts them."""


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
    told = _moved(events)
    halves = {event.type for event in events if isinstance(event, ev.UnitDeployed)}
    known = Both(before, after)
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
        if isinstance(event, ev.UnitCreated) and event.unit.type in halves:
            continue  # told with the squad that Deployed
        words = WORDS.get(type(event))
        line = words(known, event) if words else None
        if line is not None:
            found.append(replace(line, forced=True) if forced else line)
    return found


def _moved(events: Sequence[Event]) -> set[int]:
    """Units whose change of place is told by their step or their rout."""
    told = {event.unit for event in events if isinstance(event, ev.StepTaken)}
    for event in events:
        if isinstance(event, ev.Announced) and event.kind == "rout":
            told.update(event.subjects)
    return told


class Both:
    """The units of two positions at once: where an event made or removed one, the other position knows it."""

    def __init__(self, before: State, after: State) -> None:
        self.world = after.world
        self.turn = after.turn
        self.before = before
        self.after = after
        self.units = {**after.units, **before.units}
        self.weapons = {**after.weapons, **before.weapons}
        self.vehicles = {**after.vehicles, **before.vehicles}
        self.markers = {**after.markers, **before.markers}
        self.works = after.works
        self.snipers = before.snipers
        self.integrity = before.integrity
        self.tables = after.tables
        self.at = before.at
        self.side_at = before.side_at
        self.marker_at = before.marker_at

    def fighter(self, id: int) -> Fighter:
        """The unit or vehicle with this id."""
        found = self.units.get(id)
        return found if found is not None else self.vehicles[id]


def _all_placed(st: Any, events: Sequence[Event]) -> LogLine:
    units = tuple(event.unit for event in events if isinstance(event, ev.UnitPlaced) and event.loc >= 0)
    side = st.units[units[0]].side
    return LogLine(f"{side_name(st, side)} set-up: {len(units)} units", "A2.9", "setup", units=units, side=side)


def _all_control(st: Any, same: Sequence[ev.ControlTaken]) -> LogLine:
    side = side_name(st, same[0].side)
    hexes = sum(one.loc >= 0 for one in same)
    return LogLine(f"{side} Control of {hexes} hexes", "A26.1", "info", side=same[0].side, depth=2)


def _step(st: Any, same: Sequence[ev.StepTaken]) -> LogLine:
    step = same[0].step
    ids = tuple(event.unit for event in same)
    who = names(st, ids)
    many = len(ids) > 1
    side = st.units[ids[0]].side
    cost = f"{step.mf / 2:g} MF" if step.mf else "all MF"
    where = tuple(place for place in (spot(st, step.frm), spot(st, step.to)) if place)
    match step.kind:
        case "enter":
            verb = "move" if many else "moves"
            source = f" from {hex_name(st, step.frm)}" if step.frm >= 0 else ""
            stairs = stairs_word(st.world.map, step.frm, step.to)
            way = f"{stairs}to {hex_name(st, step.to)}"
            text = f"{who} {verb}{source} {way}: {cost}{' by road' if step.road else ''}"
        case "smoke":
            text = f"{who} spends {cost} on a SMOKE grenade from {hex_name(st, step.to)}"
        case "recover":
            text = f"{who} spends {cost} to pick a weapon up"
        case "mount":
            text = f"{who} {'get' if many else 'gets'} into a vehicle: {cost}"
        case "dismount":
            text = f"{who} {'get' if many else 'gets'} out of a vehicle: {cost}"
        case "search":
            text = f"{who} {'search' if many else 'searches'}: {cost}"
        case "push":
            text = f"{who} {'push' if many else 'pushes'} a Gun that does not move: {cost}"
        case "bypass":
            text = f"{who} {'go' if many else 'goes'} on around the obstacle: {cost}"
        case "around":
            text = f"{who} {'go' if many else 'goes'} around to the next house: {cost}"
        case "occupy":
            text = f"{who} {'go' if many else 'goes'} into the obstacle: {cost}"
        case _:
            text = f"{who} spends {cost}"
    return LogLine(text, "A4.2", "move", hexes=where, units=ids, side=side)
