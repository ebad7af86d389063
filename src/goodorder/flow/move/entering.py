"""Entering a Location in a move: what happens to the units, and what comes with it (A4.13)."""

from __future__ import annotations

from goodorder.core.actions import Go
from goodorder.core.events import (
    Bypassed,
    CrestChanged,
    CxPlaced,
    Event,
    StepTaken,
    UnitEntered,
    UnitMoved,
    UnitPinned,
)
from goodorder.core.frames import Do, Frame
from goodorder.core.state import NOWHERE, ON_MAP, State, Step, StepKind, Unit
from goodorder.core.way import Way
from goodorder.rules.a04_movement.all_mf import cost_for, unit_cost
from goodorder.rules.a04_movement.bypass import bypass_events
from goodorder.rules.a26_control import control_gained
from goodorder.rules.b_terrain.around import turning
from goodorder.rules.b_terrain.storeys import around_cost
from goodorder.rules.facts.entry import EntryFacts, entry_facts
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.water import wades
from goodorder.rules.registry import builds

from .detection import Detection


@builds("B23.71")
def around_events(st: State, units: tuple[Unit, ...], action: Go) -> tuple[Event, ...]:
    """Units pass the vertex between two houses of a row: MF spent in the hex that they are about to leave."""
    board, frm = map_now(st), units[0].loc
    cost = around_cost(board.level(action.to) - board.level(frm))
    vertex = turning(st, units[0].side, action.way(frm))
    events: list[Event] = []
    for unit in units:
        events.append(StepTaken(unit=unit.id, step=Step("around", frm, frm, cost)))
        events.append(Bypassed(unit=unit.id, vertices=(vertex,)))
    return tuple(events)


def entry_events(st: State, action: Go) -> tuple[Event, ...]:
    """What an entry, or a Bypass, that the rules allow does to its units: places, MF spent, Crest and CX."""
    units = tuple(st.units[u] for u in action.units)
    return way_events(st, units, action.way(units[0].loc))


def way_events(st: State, units: tuple[Unit, ...], said: Way) -> tuple[Event, ...]:
    """The same of units that go a way."""
    return events_of(entry_facts(st, units, said))


def events_of(entry: EntryFacts) -> tuple[Event, ...]:
    """The same of an entry at hand."""
    st, units, way = entry.st, entry.units, entry.way
    frm = way.frm
    if way.bypass or entry.within:
        return bypass_events(st, units, way)
    events: list[Event] = []
    for unit in sorted(units, key=lambda u: u.order) if len(units) > 1 else units:
        cost = unit_cost(entry, unit)
        kind: StepKind = "crest" if entry.posture else "enter"
        step = Step(kind, frm, way.to, cost, way.side, way.road)
        if frm == NOWHERE:
            events.append(UnitEntered(unit=unit.id, loc=way.to))
        elif not entry.posture:
            events.append(UnitMoved(unit=unit.id, loc=way.to))
        if way.crest >= 0 or entry.posture:
            events.append(CrestChanged(unit=unit.id, crest=way.crest))
        events.append(StepTaken(unit=unit.id, step=step))
        if wades(st, way.to, way.crest) and not unit.cx and not unit.berserk:
            events.append(CxPlaced(unit=unit.id))
    return tuple(events)


def detect(st: State, units: tuple[Unit, ...], frm: int, action: Go) -> Detection:
    """The frame of an entry that meets concealed enemies; out of a Bypass of the same hex it leads back before it."""
    way = action.way(frm)
    costs = tuple(cost_for(st, unit, units, way) for unit in units)
    if frm == action.to:
        came = st.trail(units[0].id).came_in
        assert came is not None
        frm = came.frm
    return Detection(action.units, frm, action.to, costs)


@builds("A4.134", "A4.134c")
class Exhausted(Frame, frozen=True):
    """After all First Fire, those of a Minimum Move that are not broken are pinned and CX (A4.134)."""

    units: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """Pin and CX for each survivor."""
        events: list[Event] = []
        for unit in (st.units[u] for u in self.units):
            if unit.place != ON_MAP or unit.broken:
                continue
            if not unit.pinned:
                events.append(UnitPinned(unit=unit.id))
            if not unit.cx and not unit.berserk:
                events.append(CxPlaced(unit=unit.id))
        return Do(events=tuple(events))


class Occupy(Frame, frozen=True):
    """Control changes hands where a mover stands now (A26.11)."""

    loc: int

    def ask(self, st: State) -> Do:
        """Take Control if it is to be had."""
        return Do(events=control_gained(st, self.loc))
