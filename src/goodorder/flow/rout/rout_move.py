"""One unit's rout, hex by hex (A10.51)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

from msgspec.structs import replace

from goodorder.core.actions import Action, Done, Rout
from goodorder.core.errors import Refusal
from goodorder.core.events import (
    Announced,
    Event,
    Tried,
    UnitEliminated,
    UnitMoved,
    WeaponDropped,
)
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.notes import Note
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.core.way import Way
from goodorder.rules.a04_movement.portage import abandon_choices
from goodorder.rules.a10_checks import INTERDICTION
from goodorder.rules.a10_morale.direction import (
    Goals,
    Walk,
    beside,
    cover_cost,
    destination_anew,
    falls_short,
    keeps_destination,
    may_step,
    step_cost,
    step_refusal,
    walk_from,
)
from goodorder.rules.a10_morale.dm import beside_enemy
from goodorder.rules.a10_morale.interdiction import has_bare_entry, interdictors, step_interdictors
from goodorder.rules.a10_morale.rout import (
    REPULSED,
    ROUTED,
    can_begin,
    may_accompany,
    rout_goals,
    rout_help,
)
from goodorder.rules.a10_morale.step_costs import rout_mf
from goodorder.rules.a12_concealment.detection import hiders
from goodorder.rules.a26_control import control_gained
from goodorder.rules.b_terrain.around import goes_around, past_refusal
from goodorder.rules.c_ordnance.acquisition import aim_lost_by_interdiction
from goodorder.rules.facts.adjacent import next_places
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from ..move.detection import BARRED, Detection
from ..shared.casualties import LeaderLoss, leaders_among
from ..shared.checks import MoraleCheck
from ..shared.claims import RoutClaim
from ..shared.walls import Settle, chances
from .rout_menu import first_entries, hex_leaves

ENTER, MET, CHECK, CHECKED, CHOOSE = "enter", "met", "check", "checked", "choose"
AROUND, PASSED = "around", "passed"


def first_step_refusal(st: State, unit: Unit, action: Rout) -> Refusal | None:
    """Why a unit may not begin its rout like this, or None."""
    leader = None
    if action.leader:
        leader = st.units.get(action.leader)
        if leader is None:
            return Refusal("A10.711", "there is no such leader")
        refusal = may_accompany(st, leader, unit)
        if refusal is not None:
            return refusal
    if action.crawl and action.past != -1:
        return Refusal("B23.71", "nobody Interdicts a Low Crawl: it names no side of the building")
    if can_begin(st, unit, action.to, leader, crawl=action.crawl):
        return quick_refusal(st, action) or past_refusal(st, action.way(unit.loc))
    if action.crawl and can_begin(st, unit, action.to, leader):
        return Refusal("A10.52", "Low Crawl does not lead out of an enemy's Location")
    walk = walk_from(st, unit, unit.loc, unit.loc, 0, ())
    return step_refusal(walk, action.to) or Refusal("A10.51", "that does not lead to its destination")


def quick_refusal(st: State, action: Rout) -> Refusal | None:
    """Why a router may not enter quickly, which only a hex allows that has a price for its cover, or None."""
    if action.quick and (action.crawl or not has_bare_entry(st, action.to)):
        return Refusal("A10.531", "only the cover of shellholes may be left unpaid")
    return None


def begin_rout(st: State, action: Rout, parent: Frame | None) -> Do:
    """The frame of a rout that begins with ``action``; what it can't carry stays behind (A10.4)."""
    unit = st.units[action.unit]
    drops = tuple(WeaponDropped(weapon=w, loc=unit.loc) for w in abandon_choices(st, unit)[0])
    leader = st.units[action.leader] if action.leader else None
    goals = rout_goals(st, unit, leader)
    move = RoutMove(
        unit=unit.id,
        start=unit.loc,
        at=unit.loc,
        way=action.way(unit.loc),
        leader=action.leader,
        crawl=action.crawl,
        goals=goals.locs,
        free=goals.free,
    )
    return Do(events=drops, then=parent, push=(move,)) if parent is not None else Do(events=drops, then=move)


def _words(st: State, unit: Unit, further: str = " on") -> str:
    return f"Rout {name(st, unit)}{further}"


@builds("A10.51", "SK3.RS.1", "SK3.RS.5", "SK3.RS.9")
@builds("A10.53", "SK3.RtPh.4", "SK3.RS.6", "SK3.RS.7")
class RoutMove(Frame, frozen=True):
    """One unit's rout, hex by hex.

    ``spent`` is in half MF, ``seen`` holds enemy Locations whose LOS it crossed, ``goals`` and ``free``
    its destinations, ``arrived`` that it has reached one, ``left`` the Location it came from, ``bare`` that it has
    paid for no cover.  Stages: enter by the ``way`` that was chosen, or first go around to the next house of a row
    and be Interdicted there (B23.71); check for Interdiction there; the check's outcome; choose the next hex.
    ``open``: the next hex is asked for, as in a view, and whether there is any is not looked for again.
    """

    unit: int
    start: int
    at: int
    way: Way | None = None
    stage: str = ENTER
    leader: int = 0
    crawl: bool = False
    spent: int = 0
    seen: tuple[int, ...] = ()
    goals: tuple[int, ...] = ()
    free: bool = False
    arrived: bool = False
    left: int = -1
    bare: bool = False
    short: int = -1
    open: bool = False

    def walk(self, st: State) -> Walk:
        """Where the rout stands."""
        unit = st.units[self.unit]
        own = rout_mf(unit)
        if self.leader and st.units[self.leader].place == ON_MAP:
            own = min(own, rout_mf(st.units[self.leader]))
        return walk_from(st, unit, self.start, self.at, self.spent, self.seen, max(0, own - self.spent))

    def ask(self, st: State) -> Choice | Do:
        """Enter, be Interdicted, go on or stop."""
        way = self.way
        if self.stage == ENTER and way is not None and goes_around(st, way.frm, way.to):
            return self._around(st, way)
        if self.stage == AROUND:
            goes_on = st.units[self.unit].place == ON_MAP and not st.units[self.unit].pinned
            return Do(then=replace(self, stage=PASSED)) if goes_on else Do()
        if self.stage in (ENTER, PASSED) and way is not None:
            side = st.units[self.unit].side
            if hiders(st, way.to, 1 - side):
                who = (self.unit, self.leader) if self.leader else (self.unit,)
                return Do(then=replace(self, stage=MET), push=(Detection(who, way.frm, way.to, rout=True),))
            return self._enter(st, way)
        if self.stage == MET:
            return Do(events=(Tried(unit=self.unit, note=Note(ROUTED)), Tried(unit=self.unit, note=Note(REPULSED))))
        if self.stage == CHECK:
            return self._interdict(st)
        unit = st.units[self.unit]
        if unit.place != ON_MAP or self.crawl or unit.pinned:
            return Do()
        if self.at == self.start and not self.spent:
            menu = Menu(partial(first_entries, st, unit))
            return Choice(unit.side, partial(_words, st, unit, ""), "A10.5", menu, self._check_first(st))
        goals = Goals(self.goals, self.free)
        walk = self.walk(st)

        @cache
        def may_go(to: int) -> bool:
            return may_step(walk, goals, to, arrived=self.arrived, short=self.short)

        if not self.open:
            path = walk if self.short < 0 else replace(walk, left=self.short)
            if not self.arrived and (anew := destination_anew(path, goals)) and anew != goals:
                return Do(then=replace(self, goals=anew.locs, free=anew.free, short=-1))
            if not any(map(may_go, next_places(st, self.at))):
                return Do()

        def entries() -> list[Entry]:
            near = [to for to in next_places(st, self.at) if step_refusal(walk, to) is None]
            found = [
                replace(one, alive=partial(may_go, to)) for to in near for one in hex_leaves(st, walk, to, self.leader)
            ]
            if self.may_stop(st):
                found.append(leaf("pass", "Stop here", Done(), kind="pass", rule="A10.51", primary=self.arrived))
            return found

        words = partial(_words, st, unit)
        return Choice(unit.side, words, "A10.51", Menu(entries), self._check_next(st, may_go))

    def may_stop(self, st: State) -> bool:
        """Whether the unit may end its rout here though it could go on."""
        if beside_enemy(st, st.units[self.unit], unbroken=True):
            return False
        return self.free or self.arrived or self.short >= 0

    def _check_first(self, st: State) -> Callable[[Action], Refusal | None]:
        def check(action: Action) -> Refusal | None:
            if not isinstance(action, Rout) or action.unit != self.unit:
                return Refusal("A10.5", "the unit that left its weapons behind routs now")
            return first_step_refusal(st, st.units[self.unit], action)

        return check

    def _check_next(self, st: State, may_go: Callable[[int], bool]) -> Callable[[Action], Refusal | None]:
        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None if self.may_stop(st) else Refusal("A10.51", "it has not reached its destination")
            if not isinstance(action, Rout) or action.unit != self.unit or action.leader not in (0, self.leader):
                return Refusal("A10.5", "one unit routs at a time")
            if action.crawl:
                return Refusal("A10.52", "Low Crawl takes the whole allotment from the start")
            if may_go(action.to):
                return quick_refusal(st, action) or past_refusal(st, action.way(self.at))
            return step_refusal(self.walk(st), action.to) or Refusal("A10.51", "that does not lead to its destination")

        return check

    def chosen(self, st: State, action: Action) -> Do:
        """Go on, or end the rout."""
        if not isinstance(action, Rout):
            return Do()
        if self.at == self.start and not self.spent:
            return begin_rout(st, action, None)
        return Do(then=replace(self, way=action.way(self.at), stage=ENTER))

    def shown(self, hidden: Mapping[int, int]) -> RoutMove:
        """It names own counters only."""
        return replace(self, open=True)

    def _around(self, st: State, way: Way) -> Do:
        """Past a vertex to the next house: Interdicted there, and back in the house if it does not go on (B23.71)."""
        who = (self.unit, self.leader) if self.leader else (self.unit,)
        side = st.units[self.unit].side
        foes = () if self.crawl else step_interdictors(st, side, way, who)
        if not foes:
            return Do(then=replace(self, stage=PASSED))
        check = MoraleCheck(self.unit, 0, INTERDICTION, who)
        events = (*(Tried(unit=unit, note=Note(ROUTED)) for unit in who), *aim_lost_by_interdiction(st, foes, way.frm))
        return Do(events=events, then=replace(self, stage=AROUND), push=(check,))

    def _enter(self, st: State, way: Way) -> Do:
        walk = self.walk(st)
        who = (self.unit, self.leader) if self.leader else (self.unit,)
        events: list[Event] = []
        if self.at == self.start and not self.spent:
            events.extend(Tried(unit=unit, note=Note(ROUTED)) for unit in who)
        unit = st.units[self.unit]
        hexname = st.world.map.place_name(way.to)
        words = f"{name(st, unit)} {'low crawls' if self.crawl else 'routs'} to {hexname}"
        rule = "A10.52" if self.crawl else "A10.5"
        locs = (way.frm, way.to)
        events.append(Announced(text=words, rule=rule, side=unit.side, kind="rout", subjects=who, locs=locs))
        events.extend(UnitMoved(unit=one, loc=way.to) for one in who)
        cost = step_cost(walk, way.to)
        cover = 0 if not way.cover or cost + cover_cost(walk, way.to) > walk.left else cover_cost(walk, way.to)
        goals = Goals(self.goals, self.free)
        short = -1 if self.short < 0 else self.short - cost
        if cover and not self.arrived and short < 0 and not keeps_destination(walk, way.to, cover, goals):
            short = falls_short(walk, way.to, cover, goals)
            cover = cover if short >= 0 else 0
        spent = rout_mf(unit) if self.crawl else self.spent + cost + cover
        seen = tuple(sorted(walk.seen))
        then = replace(self, at=way.to, way=None, left=self.at, spent=spent, seen=seen, bare=not cover, stage=CHECK)
        then = replace(then, short=short, arrived=self.arrived or then.reached(st))
        walls = (*chances(st, who, leaving=True), Settle()) if self.leader else ()
        return Do(events=tuple(events), then=then, push=(*walls, *self._claims(st)))

    def _claims(self, st: State) -> tuple[Frame, ...]:
        """What asks concealed enemies whether they become Known to this router (A10.533)."""
        return (RoutClaim((self.unit,)),)

    def reached(self, st: State) -> bool:
        """Whether it is at a destination, and no enemy seen only now is beside it (A10.51)."""
        return self.at in self.goals and not beside(self.walk(st), self.at)

    def _interdict(self, st: State) -> Do:
        events = control_gained(st, self.left)
        unit = st.units[self.unit]
        if self.arrived and beside(self.walk(st), self.at):
            return Do(then=replace(self, arrived=False))
        foes = () if self.crawl else interdictors(st, unit.side, self.at, self.left, bare=self.bare)
        if not foes:
            return Do(events=events, then=replace(self, stage=CHOOSE))
        events = (*events, *aim_lost_by_interdiction(st, foes, self.at))
        stack = (self.unit, self.leader) if self.leader else (self.unit,)
        check = MoraleCheck(self.unit, 0, INTERDICTION, rout_help(st, stack))
        return Do(events=events, then=replace(self, stage=CHECKED), push=(check,))

    def resumed(self, st: State, value: object) -> Do:
        """After the Interdiction check; a leader who went along dies when it failed (A10.711).

        Until the next unit routs a "?" may still be dropped beside one that the check has pinned (A10.533).
        """
        if self.stage == MET and value != BARRED:
            return Do(then=replace(self, stage=PASSED))
        if self.stage not in (CHECKED, AROUND):
            return Do(then=self)
        then = self if self.stage == AROUND else replace(self, stage=CHOOSE)
        if value == "pin":
            return Do(then=then, push=self._claims(st))
        if value == "pass" or not self.leader or st.units[self.leader].place != ON_MAP:
            return Do(then=then)
        gone = UnitEliminated(unit=self.leader, reason="A10.711")
        loss = LeaderLoss(leaders_among(st, (self.leader,)), (self.unit,))
        return Do(events=(gone,), then=replace(then, leader=0), push=(loss,))

    def title(self, st: State) -> str:
        """The rout in the breadcrumb."""
        return f"rout of {name(st, st.units[self.unit])}"
