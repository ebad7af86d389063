"""A move in progress, of a unit or a stack, expenditure by expenditure (A4.2)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import (
    Action,
    Done,
    DoubleTime,
    Drop,
    Go,
    Halt,
    OverrunCheck,
    Recover,
    Search,
    Smoke,
    Spending,
    Together,
    Wall,
)
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import (
    Bypassed,
    CrestChanged,
    CxPlaced,
    Event,
    MoveDeclared,
    MoveEnded,
    StepTaken,
    UnitEntered,
    UnitExited,
    UnitMoved,
    UnitPinned,
)
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Menu
from goodorder.core.state import (
    DOUBLE_TIME,
    LATE_DOUBLE_TIME,
    MINIMUM,
    NOWHERE,
    OFF_BOARD,
    ON_MAP,
    State,
    Step,
    StepKind,
    Unit,
)
from goodorder.rules.a04_movement.all_mf import cost_for
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a04_movement.bypass import bypass_events, stay_refusal
from goodorder.rules.a04_movement.carrying import still_carried
from goodorder.rules.a04_movement.dash import reached_goal, stop_refusal
from goodorder.rules.a04_movement.edges import EXIT, leaves_lost
from goodorder.rules.a04_movement.late_double_time import late_refusal
from goodorder.rules.a04_movement.minimum import short_of_mf
from goodorder.rules.a04_movement.move_weapons import droppable
from goodorder.rules.a04_movement.portage import drop_events
from goodorder.rules.a12_concealment.detection import hiders
from goodorder.rules.a12_concealment.searching import SEARCH_COST
from goodorder.rules.a24_smoke import smoke_cost
from goodorder.rules.a26_control import control_gained
from goodorder.rules.b_terrain.around import goes_around, turning
from goodorder.rules.b_terrain.storeys import around_cost
from goodorder.rules.facts.bypass_path import bypass_path
from goodorder.rules.facts.entry import HALF, entry_facts
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import names
from goodorder.rules.facts.water import wades
from goodorder.rules.registry import builds

from ..fire.defensive_fire import Touch, Window
from ..rally.rally_weapons import RecoveryRoll
from ..shared.searching import SearchRoll
from ..shared.walls import chances, given_up, wall_entries, wall_events, with_walls
from .attempts import SmokeAttempt
from .detection import Detection
from .move_menu import group_entries
from .move_step import step_refusal
from .move_together import within_steps
from .overrun import OverrunTask, after_entry

WITHIN = (Go, Smoke, Recover, Drop, Search, OverrunCheck, Together)


def turn_to_double_time(st: State, units: tuple[int, ...]) -> tuple[Event, ...]:
    """Events of Double Time announced in the middle of a move (A4.5)."""
    bits = DOUBLE_TIME | LATE_DOUBLE_TIME
    said = tuple(MoveDeclared(unit=u, declared=bits, dash=st.trail(u).dash) for u in units)
    return (*said, *(CxPlaced(unit=u) for u in units))


class Group(Struct, frozen=True):
    """Units that move as one stack from one Location."""

    units: tuple[int, ...]


@builds("A4.2", "A4.2a", "A4.2b", "A4.2c", "A4.2e", "A4.2f", "SK3.MPh.7", "SK3.MPh.8", "SK3.MPh.15", "SK3.MPh.16")
class Moving(Frame, frozen=True):
    """A move in progress: its groups, each going on and ending by itself (A4.2f).

    ``first`` is an expenditure that was announced and is still to be made, None where the ATTACKER chooses one.
    """

    groups: tuple[Group, ...]
    first: Spending | None = None

    def live(self, st: State) -> tuple[Group, ...]:
        """Groups without the units that broke, were pinned, eliminated or ended their move."""
        found: list[Group] = []
        for group in self.groups:
            units = tuple(u for u in group.units if self._goes_on(st, u))
            if units:
                found.append(Group(units))
        return tuple(found)

    def _only(self, able: tuple[int, ...], first: Go) -> Moving:
        """Of those on their way around to the next house these go on, the others are back in the last (B23.71)."""
        rest = tuple(u for u in first.units if u not in able)
        groups = tuple(group for group in self.groups if not set(group.units) & set(first.units))
        return Moving((*groups, Group(rest), Group(able)), replace(first, units=able))

    def _goes_on(self, st: State, unit_id: int) -> bool:
        unit = st.units[unit_id]
        if unit.place not in (ON_MAP, OFF_BOARD) or unit.broken or unit.pinned or st.trail(unit_id).ended:
            return False
        return still_carried(st, unit)

    def ask(self, st: State) -> Choice | Do:
        """The queued expenditure, or the mover's next one; done when no group is left."""
        if self.first is not None:
            if not isinstance(self.first, Go) or all(self._goes_on(st, u) for u in self.first.units):
                return self._act(st, self.first)
            able = tuple(u for u in self.first.units if self._goes_on(st, u))
            if able and bypass_path(st, st.units[able[0]]) and not self.first.bypass:
                return Do(then=self._only(able, self.first))
            return Do(then=replace(self, first=None))
        ended = self._stopped(st)
        if ended:
            return Do(events=ended, then=self)
        groups = self.live(st)
        if not groups:
            return Do()
        live = Moving(groups)

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                if len(groups) > 1:
                    return Refusal("A4.2", "several stacks move: say which one ends")
                return stop_refusal(st, groups[0].units) or stay_refusal(st, groups[0].units)
            if not isinstance(action, (*WITHIN, Halt, DoubleTime)):
                return not_asked("A4.2", "only acts of movement while a stack moves")
            group = live.group_of(action)
            if group is None:
                return Refusal("A4.2", "that unit is not part of this move")
            return step_refusal(st, group.units, action)

        several = len(groups) > 1
        claims = wall_entries(st, st.turn.attacker)
        menu = Menu(lambda: [*(e for group in groups for e in group_entries(st, group.units, several)), *claims])
        words = " and ".join(names(st, group.units) for group in groups)
        wider = with_walls(st, st.turn.attacker, check)
        return Choice(st.turn.attacker, f"{words} moving", "A4.2", menu, wider, "Next expenditure of MF")

    def _stopped(self, st: State) -> tuple[Event, ...]:
        """MoveEnded for units that can't go on: broken, pinned, or with no MF left and no weapon to drop (A4.43).

        One under a "?" says himself when he is done: the other side does not know how many MF he has (A12.1).
        """
        events: list[Event] = []
        for group in self.groups:
            for unit_id in group.units:
                trail = st.trail(unit_id)
                if trail.ended or st.units[unit_id].place != ON_MAP:
                    continue
                unit = st.units[unit_id]
                spent_out = bool(trail.steps) and not unit.concealed and not mf_left(st, unit, group.units)
                spent_out = spent_out and late_refusal(st, (unit_id,), group.units) is not None
                spent_out = spent_out and not droppable(st, (unit_id,))
                if not self._goes_on(st, unit_id) or spent_out or reached_goal(st, unit):
                    events.append(MoveEnded(unit=unit_id))
        return tuple(events)

    def group_of(self, action: Action) -> Group | None:
        """The group whose units an action names."""
        named = getattr(action, "units", None) or (getattr(action, "unit", 0),)
        for group in self.groups:
            if set(named) <= set(group.units):
                return group
        return None

    def chosen(self, st: State, action: Action) -> Do:
        """End the move, or spend MF."""
        live = Moving(self.live(st))
        if isinstance(action, Done):
            events = tuple(MoveEnded(unit=u) for group in live.groups for u in group.units)
            return Do(events=events)
        if isinstance(action, Wall):
            return Do(events=wall_events(st, action), then=live, push=given_up(st, action))
        return live._act(st, action)

    def _act(self, st: State, action: Action) -> Do:
        rest = replace(self, first=None)
        group = self.group_of(action)
        assert group is not None
        if isinstance(action, Halt):
            return Do(events=tuple(MoveEnded(unit=u) for u in action.units), then=rest)
        if isinstance(action, DoubleTime):
            return Do(events=turn_to_double_time(st, action.units), then=rest)
        if isinstance(action, Drop):
            loc = st.units[action.unit].loc
            return Do(events=drop_events(st, action.weapon, loc), then=rest)
        if isinstance(action, OverrunCheck):
            return Do(then=rest, push=(OverrunTask(action.unit, group.units, action.to),))
        if isinstance(action, Go):
            return self._go(st, group, action)
        if isinstance(action, Smoke):
            loc = st.units[action.unit].loc
            cost = smoke_cost(st.units[action.unit], action.to)
            return self._within(st, group, cost, "smoke", SmokeAttempt(action.unit, action.to), loc)
        if isinstance(action, Together):
            return self._together(st, group, action)
        if isinstance(action, Search):
            others = tuple(u for u in group.units if u not in action.units)
            groups = tuple(g for g in self.groups if g != group) + ((Group(others),) if others else ())
            parted = Moving((*groups, Group(action.units)))
            loc = st.units[action.units[0]].loc
            return parted._within(st, Group(action.units), SEARCH_COST, "search", SearchRoll(action.units), loc)
        assert isinstance(action, Recover)
        attempt = RecoveryRoll(action.unit, action.weapon)
        if st.weapons[action.weapon].holder:
            return Do(then=rest, push=(attempt,))
        return self._within(st, group, HALF, "recover", attempt, st.units[action.unit].loc)

    def _within(self, st: State, group: Group, cost: int, kind: StepKind, attempt: Frame, loc: int) -> Do:
        events = tuple(StepTaken(unit=u, step=Step(kind, loc, loc, cost)) for u in group.units)
        window = Window((Touch(loc, group.units),))
        return Do(events=events, then=replace(self, first=None), push=(attempt, window))

    def _together(self, st: State, group: Group, action: Together) -> Do:
        """Every act is made, its drs rolled, then one window is open over all Locations touched (A8.1)."""
        gone = {u for act in action.acts if isinstance(act, Go) for u in act.units}
        staying = tuple(u for u in group.units if u not in gone)
        events, frames = within_steps(st, action, staying)
        touches = [Touch(st.units[staying[0]].loc, staying)] if events else []
        groups = tuple(g for g in self.groups if g != group) + ((Group(staying),) if staying else ())
        rest: list[Frame] = []
        again = None
        for act in (act for act in action.acts if isinstance(act, Go)):
            entry = Moving((Group(act.units),))._go(st, Group(act.units), act)
            groups += (Group(act.units),)
            events += entry.events
            touches += [touch for frame in entry.push if isinstance(frame, Window) for touch in frame.touches]
            rest += [frame for frame in entry.push if not isinstance(frame, Window)]
            again = entry.then.first if isinstance(entry.then, Moving) else again
        window = (Window(tuple(touches)),) if touches else ()
        return Do(events=events, then=Moving(groups, again), push=(*frames, *rest, *window))

    def _go(self, st: State, group: Group, action: Go) -> Do:
        frm = st.units[action.units[0]].loc
        stay = tuple(u for u in group.units if u not in action.units)
        groups = (*(g for g in self.groups if g != group), Group(action.units))
        if stay:
            groups += (Group(stay),)
        then = Moving(groups)
        if action.to == EXIT:
            gone = (UnitExited(unit=u, lost=leaves_lost(st, st.units[u])) for u in action.units)
            return Do(events=tuple(gone), then=then)
        units = tuple(st.units[u] for u in action.units)
        if goes_around(st, frm, action.to) and not action.road and not bypass_path(st, units[0]):
            window = Window((Touch(frm, action.units),))
            walls = chances(st, action.units, leaving=True)
            return Do(events=around_events(st, units, action), then=Moving(groups, action), push=(*walls, window))
        meets = not action.bypass and (frm != action.to or st.trail(units[0].id).bypass)
        if meets and hiders(st, action.to, 1 - units[0].side):
            return Do(then=Moving(groups, action), push=(detect(st, units, frm, action),))
        entry = entry_facts(st, units, action.way(frm))
        events = entry_events(st, action)
        walls = chances(st, action.units, leaving=True) if frm != action.to else ()
        if action.bypass or entry.within:
            push = (Occupy(action.to), *walls, Window((Touch(action.to, action.units),)))
            return Do(events=events, then=then, push=push)
        before, after = after_entry(st, units[0].side, action.to, action.units)
        push = (*before, Occupy(action.to), *walls, Window((Touch(action.to, action.units),)))
        if st.trail(action.units[0]).declared & MINIMUM:
            push += (Exhausted(short_of_mf(st, action.units, action.way(frm))),)
        return Do(events=events, then=then, push=(*push, *after))

    def resumed(self, st: State, value: Any) -> Do:
        """After a window: go on."""
        return Do(then=self)

    def title(self, st: State) -> str:
        """Who moves, in the breadcrumb."""
        groups = self.live(st) or self.groups
        return f"{' and '.join(names(st, g.units) for g in groups)} moving"


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
    entry = entry_facts(st, units, action.way(units[0].loc))
    frm, way = entry.way.frm, entry.way
    if action.bypass or entry.within:
        return bypass_events(st, units, way)
    events: list[Event] = []
    for unit in sorted(units, key=lambda u: u.order):
        cost = cost_for(st, unit, units, action.way(frm))
        kind: StepKind = "crest" if entry.posture else "enter"
        step = Step(kind, frm, way.to, cost, way.side, way.road)
        if frm == NOWHERE:
            events.append(UnitEntered(unit=unit.id, loc=action.to))
        elif not entry.posture:
            events.append(UnitMoved(unit=unit.id, loc=action.to))
        if way.crest >= 0 or entry.posture:
            events.append(CrestChanged(unit=unit.id, crest=way.crest))
        events.append(StepTaken(unit=unit.id, step=step))
        if wades(st, action.to, way.crest) and not unit.cx:
            events.append(CxPlaced(unit=unit.id))
    return tuple(events)


def detect(st: State, units: tuple[Unit, ...], frm: int, action: Go) -> Detection:
    """The frame of an entry that meets concealed enemies; out of a Bypass of the same hex it leads back before it."""
    way = replace(action.way(frm), crest=-1)
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
            if not unit.cx:
                events.append(CxPlaced(unit=unit.id))
        return Do(events=tuple(events))


class Occupy(Frame, frozen=True):
    """Control changes hands where a mover stands now (A26.11)."""

    loc: int

    def ask(self, st: State) -> Do:
        """Take Control if it is to be had."""
        return Do(events=control_gained(st, self.loc))
