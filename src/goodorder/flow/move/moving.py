"""A move in progress, of one stack or of several, expenditure by expenditure (A4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Action, AnyMoveStep, Done, MoveStep, Wall, units_of
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Event, MarkerPlaced, MoveEnded
from goodorder.core.frames import Choice, Do, Frame, frame_of, in_turn
from goodorder.core.menu import Entry, InARow, Menu
from goodorder.core.state import MK_CC, MK_MELEE, NOWHERE, OFF_BOARD, ON_MAP, Marker, State, Unit
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a04_movement.bypass import stay_refusal
from goodorder.rules.a04_movement.carrying import still_carried
from goodorder.rules.a04_movement.dash import reached_goal, stop_refusal
from goodorder.rules.a04_movement.late_double_time import late_refusal
from goodorder.rules.a04_movement.move_weapons import droppable
from goodorder.rules.a15_berserk.charge import charge_over, laid_aside
from goodorder.rules.a15_berserk.foes import foes_with
from goodorder.rules.facts.cover import thrown_back
from goodorder.rules.facts.entry import entry_facts
from goodorder.rules.facts.units import is_hero, names, with_halves
from goodorder.rules.points import UNITS_LEAVE
from goodorder.rules.registry import builds

from ..fire.defensive_fire import Touch, Window
from ..shared.besides import with_besides
from ..shared.walls import WALLS, given_up, wall_entries, wall_events
from .act import MOVE, Deed, joined, step_refusal
from .detection import Detection
from .move_menu import group_entries

SPLIT_FROM, UNITS = attrgetter("split_from"), attrgetter("units")


class Group(Struct, frozen=True):
    """Units that move as one stack from one Location."""

    units: tuple[int, ...]


class Impulse(Struct, frozen=True):
    """A joint announcement: acts of several groups, or of one, all of them made before the DEFENDER may fire.

    ``left``: what is due as units leave their Locations is over; ``met``: who hides where they go has been found, and
    they are thrown back (A12.15) or go in.
    """

    acts: tuple[AnyMoveStep, ...]
    left: bool = False
    met: bool = False


@builds("A4.2", "A4.2a", "A4.2b", "A4.2c", "A4.2e", "A4.2f", "SK3.MPh.7", "SK3.MPh.8", "SK3.MPh.15", "SK3.MPh.16")
class Moving(Frame, frozen=True):
    """A move in progress: its groups, each going on and ending by itself (A4.2f).

    ``queue`` are impulses that were announced and are still to be made; where it is empty the ATTACKER chooses what
    one group does next, or goes on elsewhere where ``once`` is set.
    """

    standing: ClassVar[bool] = True
    groups: tuple[Group, ...]
    queue: tuple[Impulse, ...] = ()
    once: bool = False

    def live(self, st: State) -> tuple[Group, ...]:
        """Groups without the units that broke, were pinned, eliminated or ended their move; who went berserk charges
        apart from the others, a wounded man by himself (A15.43).
        """
        found: dict[tuple[int, bool, bool], tuple[int, ...]] = {}
        for number, group in enumerate(self.groups):
            for unit_id in group.units:
                if self.goes_on(st, unit_id):
                    unit = st.units[unit_id]
                    key = (number, unit.berserk, unit.berserk and unit.wounded)
                    found[key] = (*found.get(key, ()), unit_id)
        return tuple(map(Group, found.values()))

    def goes_on(self, st: State, unit_id: int) -> bool:
        """Whether a unit may go on: neither broken, pinned nor gone, its move not over."""
        unit, trail = st.units[unit_id], st.trail(unit_id)
        if unit.place not in (ON_MAP, OFF_BOARD) or unit.broken or unit.pinned:
            return False
        if trail.ended or (trail.tried and trail.noted("stranded")):
            return False
        return not trail.carrier or still_carried(st, unit)

    def ask(self, st: State) -> Choice | Do:
        """The next impulse of the queue, or the mover's next expenditure; done when no group is left."""
        if self.queue:
            return self._next(st)
        if self.once:
            return Do()
        if (grown := self._with_heroes(st)) is not self:
            return Do(then=grown)
        groups = self.live(st)
        if st.units_that_are("berserk") and (left := laid_aside(st, _berserk_of(st, groups))):
            return Do(events=left, then=self)
        ended = self.stopped(st)
        if ended:
            return Do(events=ended, then=self)
        if not groups:
            return Do()
        live = Moving(groups)

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                if len(groups) > 1:
                    return Refusal("A4.2", "several stacks move: say which one ends")
                if st.units[groups[0].units[0]].berserk:
                    return Refusal("A15.43", "a charge goes on as far as its MF last")
                return stop_refusal(st, groups[0].units) or stay_refusal(st, groups[0].units)
            if MOVE.of(action) is None:
                return not_asked("A4.2", "only acts of movement while a stack moves")
            group = live.group_of(action)
            if group is None:
                return Refusal("A4.2", "that unit is not part of this move")
            return step_refusal(st, group.units, action)

        several = len(groups) > 1

        def entries() -> Sequence[Entry]:
            acts = map(partial(group_entries, st, several=several), map(UNITS, groups))
            return InARow([*acts, wall_entries(st, st.turn.attacker)])

        def prompt() -> str:
            return f"{' and '.join(names(st, group.units) for group in groups)} moving"

        wider = with_besides(st, st.turn.attacker, check, WALLS)
        return Choice(st.turn.attacker, prompt, "A4.2", Menu(entries), wider, "Next expenditure of MF")

    @builds("A15.21", "A15.21a")
    def _with_heroes(self, st: State) -> Moving:
        """The same with the heroes that its units have made under way: they go on with what those have spent."""
        if not any(map(SPLIT_FROM, st.trails.values())):
            return self
        made = [(trail.split_from, unit) for unit, trail in st.trails.items() if trail.split_from]
        going = {unit for group in self.groups for unit in group.units}
        fresh = [(of, unit) for of, unit in made if unit not in going]
        groups = tuple(Group((*group.units, *_heroes_of(st, group.units, fresh))) for group in self.groups)
        return self if groups == self.groups else replace(self, groups=groups)

    def stopped(self, st: State) -> tuple[Event, ...]:
        """MoveEnded for units that can't go on: broken, pinned, stranded (A24.1), or with no MF left and no weapon to
        drop (A4.43).

        One under a "?" says himself when he is done: the other side does not know how many MF he has (A12.1).
        """
        events: list[Event] = []
        for group in self.groups:
            for unit_id in with_halves(st, group.units):
                trail = st.trail(unit_id)
                if trail.ended or st.units[unit_id].place != ON_MAP:
                    continue
                unit = st.units[unit_id]
                over = not self.goes_on(st, unit_id) or (unit.berserk and charge_over(st, unit))
                if over or (trail.dash != NOWHERE and reached_goal(st, unit)) or _spent_out(st, unit, group.units):
                    events.append(MoveEnded(unit=unit_id))
        return (*events, *fights_begin(st, events)) if events else ()

    def group_of(self, action: Action) -> Group | None:
        """The group whose units an action names."""
        named = set(units_of(action) or (0,))
        for group in self.groups:
            if named.issubset(group.units):
                return group
        return None

    def chosen(self, st: State, action: Action) -> Do:
        """End the move, or spend MF."""
        live = self.live(st)
        if isinstance(action, Done):
            return Do(events=tuple(MoveEnded(unit=u) for group in live for u in group.units))
        if isinstance(action, Wall):
            return Do(events=wall_events(st, action), then=Moving(live), push=given_up(st, action))
        assert isinstance(action, MoveStep)
        return Moving(live, (Impulse((action,)),))._next(st)

    def _next(self, st: State) -> Do:
        """The first impulse of the queue: what is due on leaving, whom they meet, then what is left of its acts; after
        that one window over all, those too who were thrown back.
        """
        impulse, rest = self.queue[0], self.queue[1:]
        acts = tuple([left for act in impulse.acts if (left := self._left_of(st, act)) is not None])
        if not impulse.left and (due := leaving(st, acts)):
            return Do(then=replace(self, queue=(Impulse(acts, True), *rest)), push=due)
        if not impulse.met and (due := meetings(st, acts)):
            return Do(then=replace(self, queue=(Impulse(acts, True, True), *rest)), push=due)
        made, groups = Deed(), list(self.groups)
        for action in acts:
            act, group = MOVE.of(action), Moving(tuple(groups)).group_of(action)
            assert act is not None and group is not None
            stack = tuple([u for u in group.units if self.goes_on(st, u)])
            deed = act.do(st, stack, action)
            if deed.parts:
                out = tuple(u for u in group.units if u not in stack)
                groups = [one for one in groups if one != group] + ([Group(out)] if out else [])
                groups += [Group(units) for units in deed.parts]
            made = joined(made, deed) if len(acts) > 1 else deed
        again = (Impulse(made.again, True),) if made.again else ()
        touches = by_location((*repulsed(st, impulse), *made.touches))
        window = (Window(touches),) if touches else ()
        then = Moving(tuple(groups), (*again, *rest), self.once)
        return Do(events=made.events, then=then, push=in_turn(*made.before, *window, *made.after))

    def _left_of(self, st: State, action: MoveStep) -> MoveStep | None:
        """An announced act as those of its units make it who still can, None where nobody does."""
        units, act = units_of(action), MOVE.of(action)
        remaining = tuple([u for u in units if self.goes_on(st, u)])
        assert act is not None
        left: MoveStep | None = action if remaining == units else act.left_to(action, remaining)
        return left

    def title(self, st: State) -> str:
        """Who moves, in the breadcrumb."""
        groups = self.live(st) or self.groups
        return f"{' and '.join(names(st, g.units) for g in groups)} moving"


def _spent_out(st: State, unit: Unit, stack: tuple[int, ...]) -> bool:
    """Whether everybody sees that a unit under way has no MF left and nothing that it could do without."""
    if unit.concealed or not st.trail(unit.id).steps or late_refusal(st, (unit.id,), stack) is None:
        return False  # most could still Double Time, which is known before their MF are counted
    return not mf_left(st, unit, stack) and not droppable(st, (unit.id,))


def _berserk_of(st: State, groups: tuple[Group, ...]) -> tuple[int, ...]:
    """The units of groups that are berserk."""
    return tuple([unit for group in groups for unit in group.units if st.units[unit].berserk])


def _heroes_of(st: State, units: tuple[int, ...], made: list[tuple[int, int]]) -> Iterator[int]:
    """Those of the units made of others who are heroes, of these units, and still move."""
    for of, unit in made:
        if of in units and is_hero(st, st.units[unit]) and not st.trail(unit).ended:
            yield unit


@builds("A15.432", "A15.432a")
def fights_begin(st: State, events: Sequence[Event]) -> tuple[Event, ...]:
    """CC counters where berserk units end their move among enemies: nobody is held in Melee before the CCPh."""
    ended = [st.units[one.unit] for one in events if isinstance(one, MoveEnded)]
    locs = dict.fromkeys(unit.loc for unit in ended if unit.berserk and foes_with(st, unit))
    fresh = [loc for loc in locs if st.marker_at(MK_CC, loc) is None and st.marker_at(MK_MELEE, loc) is None]
    return tuple(MarkerPlaced(marker=Marker(st.next_id + n, MK_CC, loc)) for n, loc in enumerate(fresh))


def leaving(st: State, acts: tuple[MoveStep, ...]) -> tuple[Frame, ...]:
    """What rules request as units leave their Locations, all those of an impulse before any of them enters another."""
    rules, found = st.world.rules, []
    if not rules.functions(UNITS_LEAVE):
        return ()
    for action in acts:
        act = MOVE.of(action)
        for units, way in act.leaves(st, action) if act is not None else ():
            facts = entry_facts(st, tuple(st.units[u] for u in units), way)
            found += [frame_of(one) for one in rules.requests(UNITS_LEAVE, facts)]
    return tuple(found)


def meetings(st: State, acts: tuple[MoveStep, ...]) -> tuple[Frame, ...]:
    """Detection in each Location that units of an impulse enter, one for all who enter it from one place (A12.15)."""
    found: dict[tuple[int, int], Detection] = {}
    for action in acts:
        act = MOVE.of(action)
        for one in act.meets(st, action) if act is not None else ():
            key = (one.frm, one.to)
            before = found.get(key)
            found[key] = one if before is None else before.joined_by(one)
    return tuple(found.values())


def repulsed(st: State, impulse: Impulse) -> tuple[Touch, ...]:
    """Where those stand who were thrown back as they acted in an impulse: they have spent their MF there (A12.15)."""
    if not impulse.met:
        return ()
    back = [st.units[u] for act in impulse.acts for u in units_of(act) if thrown_back(st, st.units[u])]
    return tuple(Touch(unit.loc, (unit.id,)) for unit in back if unit.loc >= 0)


def by_location(touches: tuple[Touch, ...]) -> tuple[Touch, ...]:
    """One for each Location: a shot there is at all who have spent MF in it (A8.1)."""
    if len(touches) < 2:
        return touches
    found: dict[int, tuple[int, ...]] = {}
    for touch in touches:
        found[touch.loc] = (*found.get(touch.loc, ()), *touch.units)
    return tuple(Touch(loc, units) for loc, units in found.items())
