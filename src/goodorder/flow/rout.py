"""The Rout Phase: DM, then routs hex by hex, then Failure to Rout (A3.6, A10.5)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from goodorder.core.actions import Abandon, Action, Done, Rout, VoluntaryBreak
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import (
    Announced,
    CrestChanged,
    DmPlaced,
    Event,
    Tried,
    UnitBroke,
    UnitEliminated,
    UnitMoved,
    UnitUnpinned,
    WeaponDropped,
)
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Menu, leaf
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.rules.a04_movement.portage import abandon_choices
from goodorder.rules.a10_checks import INTERDICTION
from goodorder.rules.a10_morale.direction import (
    Goals,
    Walk,
    beside,
    destination_anew,
    next_steps,
    rout_mf,
    step_cost,
    step_refusal,
    walk_from,
)
from goodorder.rules.a10_morale.dm import beside_enemy, dm_causes
from goodorder.rules.a10_morale.interdiction import interdictors
from goodorder.rules.a10_morale.rout import (
    REPULSED,
    ROUTED,
    RoutOptions,
    fails_to_rout,
    may_accompany,
    options_with,
    rout_options,
    rout_refusal,
)
from goodorder.rules.a10_morale.voluntary_break import voluntary_break_refusal
from goodorder.rules.a11_close_combat.aftermath import ended_melees
from goodorder.rules.a12_concealment.detection import hiders
from goodorder.rules.a20_surrender import captured_at_end
from goodorder.rules.a26_control import control_gained, control_sweep
from goodorder.rules.registry import builds
from goodorder.rules.units import name

from .casualties import LeaderLoss, leaders_among
from .checks import MoraleCheck
from .detection import BARRED, Detection
from .rout_menu import first_entries, hex_leaf, unit_branch
from .surrender import Surrenders, captured, giving_up

BEGIN, BREAK, DESPERATE, ROUTING, END, CONTROL = "begin", "break", "desperate", "rout", "end", "control"
ENTER, MET, CHECK, CHECKED, CHOOSE = "enter", "met", "check", "checked", "choose"


@builds("A10.5", "SK3.RtPh.1", "SK3.RtPh.2", "SK3.RtPh.3", "SK3.RS.8")
class RoutPhase(Frame, frozen=True):
    """The RtPh: the ATTACKER routs his units one at a time, then the DEFENDER (``second``)."""

    step: str = BEGIN
    second: bool = False

    def side(self, st: State) -> int:
        """Who routs now."""
        return 1 - st.turn.attacker if self.second else st.turn.attacker

    def ask(self, st: State) -> Choice | Do:
        """Whose rout is next; the side is passed over when none of its units can."""
        if self.step in (BEGIN, BREAK) and st.world.rules.offers("voluntary_break"):
            return self._break(st)
        if self.step in (BEGIN, DESPERATE):
            events = tuple(DmPlaced(unit=unit) for unit in dm_causes(st, at_rout=True))
            push = (Surrenders(disrupted=True),) if st.world.rules.offers("surrender") else ()
            return Do(events=events, then=RoutPhase(step=ROUTING), push=push)
        if self.step == END:
            return _failures(st)
        if self.step == CONTROL:
            return Do(events=control_sweep(st))
        side = self.side(st)
        if giving_up(st, (side,)):
            return Do(then=self, push=(Surrenders((side,)),))
        able = routers(st, side)
        if not able:
            return self._on()
        bound = any(options.must for options in able)
        entries = [unit_branch(st, options) for options in able]
        if not bound:
            entries.append(leaf("pass", "Done routing", Done(), kind="pass", rule="A10.5"))
        why = "; ".join(options.must.reason for options in able if options.must)
        return Choice(side, "Rout a broken unit", "A10.5", Menu(lambda: entries), self._check(st), why)

    def _break(self, st: State) -> Choice | Do:
        """Units that break on purpose before anybody routs: the ATTACKER's, then the DEFENDER's (A10.41)."""
        side = self.side(st)
        able = [u for u in st.units.values() if voluntary_break_refusal(st, side, u.id) is None]
        if not able:
            return Do(then=RoutPhase(step=DESPERATE) if self.second else RoutPhase(step=BREAK, second=True))
        entries = [
            leaf(
                f"b{unit.id}",
                f"{name(st, unit)} breaks",
                VoluntaryBreak(unit.id),
                kind="voluntary_break",
                unit=unit.id,
                hex=unit.loc,
                rule="A10.41",
                confirm=True,
            )
            for unit in able
        ]
        entries.append(leaf("pass", "Nobody breaks", Done(), kind="pass", rule="A10.41", primary=True))

        def check(action: Action) -> Refusal | None:
            match action:
                case Done():
                    return None
                case VoluntaryBreak(unit=unit):
                    return voluntary_break_refusal(st, side, unit)
                case _:
                    return not_asked("A3.6", "units that break on purpose do so first")

        return Choice(side, "Break units so that they may rout", "A10.41", Menu(lambda: entries), check)

    def _on(self) -> Do:
        return Do(then=replace(self, step=END) if self.second else replace(self, second=True))

    def _check(self, st: State) -> Callable[[Action], Refusal | None]:
        side = self.side(st)

        def check(action: Action) -> Refusal | None:
            match action:
                case Done():
                    bound = next((o.must for o in routers(st, side) if o.must), None)
                    return bound
                case Rout(unit=unit) | Abandon(unit=unit):
                    if unit not in st.units or st.units[unit].side != side:
                        return Refusal("A10.5", "it is not this side's unit")
                    found = st.units[unit]
                    refusal = rout_refusal(st, found)
                    if refusal is not None:
                        return refusal
                    if isinstance(action, Abandon):
                        return _abandon_refusal(st, found, action)
                    if len(abandon_choices(st, found)) > 1:
                        return Refusal("A10.4", "first choose what it leaves behind")
                    return first_step_refusal(st, found, action)
                case VoluntaryBreak() if not st.world.rules.offers("voluntary_break"):
                    absent: Refusal = st.world.rules.lacks("voluntary_break")
                    return absent
                case VoluntaryBreak():
                    return Refusal("A10.41", "units break on purpose before anybody routs")
                case _:
                    return not_asked("A3.6", "not in the Rout Phase")

        return check

    def chosen(self, st: State, action: Action) -> Do:
        """Begin a rout, or pass."""
        if self.step in (BEGIN, BREAK):
            if isinstance(action, VoluntaryBreak):
                return broken_on_purpose(st, action.unit, replace(self, step=BREAK))
            return Do(then=RoutPhase(step=DESPERATE) if self.second else RoutPhase(step=BREAK, second=True))
        match action:
            case Rout(unit=unit):
                return begin_rout(st, action, self)
            case Abandon(unit=unit, weapons=weapons):
                loc = st.units[unit].loc
                drops = tuple(WeaponDropped(weapon=weapon, loc=loc) for weapon in weapons)
                return Do(events=drops, then=self, push=(RoutMove(unit=unit, start=loc, at=loc, stage=CHOOSE),))
            case _:
                return self._on()

    def title(self, st: State) -> str:
        """The phase in the breadcrumb."""
        return "RtPh"


@builds("A10.41")
def broken_on_purpose(st: State, unit: int, then: Frame) -> Do:
    """A unit breaks by its owner's will; a leader's break shakes those beside him (A10.41, A10.2)."""
    found = st.units[unit]
    words = f"{name(st, found)} breaks on purpose"
    told = Announced(text=words, rule="A10.41", side=found.side, kind="rout", subjects=(unit,), locs=(found.loc,))
    leaders = leaders_among(st, (unit,))
    stack = tuple(u.id for u in st.side_at(found.loc, found.side))
    push: tuple[Frame, ...] = (LeaderLoss(leaders, stack),) if leaders else ()
    return Do(events=(told, UnitBroke(unit=unit)), then=then, push=push)


def routers(st: State, side: int) -> list[RoutOptions]:
    """Units of a side that can rout now, those that must first."""
    found = [
        rout_options(st, unit)
        for unit in st.units.values()
        if unit.side == side and unit.broken and unit.place == ON_MAP and rout_refusal(st, unit) is None
    ]
    return sorted((o for o in found if o.steps), key=lambda o: o.must is None)


@builds("B20.96")
def _failures(st: State) -> Do:
    """Failure to Rout, and what else the end of the phase changes.

    Interdiction pins a broken unit for this phase only (A7.8), and a Melee without both sides is none (A11.15).  A
    broken unit that is still in Crest status goes down INTO the Depression (B20.96).
    """
    pins = (unit for unit in st.units.values() if unit.place == ON_MAP and unit.broken and unit.pinned)
    off_crest = (CrestChanged(unit=unit.id, crest=-1) for unit in st.units.values() if unit.broken and unit.crest >= 0)
    closing = (*ended_melees(st), *(UnitUnpinned(unit=unit.id) for unit in pins), *off_crest)
    events: list[Event] = []
    frames: list[Frame] = []
    for unit in st.units.values():
        refusal = fails_to_rout(st, unit)
        if refusal is None:
            continue
        if taken := captured_at_end(st, unit):
            events.extend(captured(st, unit, taken))
            continue
        words = f"Failure to Rout: {refusal.reason}"
        events.append(Announced(text=words, rule="A10.5", side=unit.side, kind="rout", subjects=(unit.id,)))
        events.append(UnitEliminated(unit=unit.id, reason="A10.5"))
        leaders = leaders_among(st, (unit.id,))
        if leaders:
            frames.append(LeaderLoss(leaders, tuple(u.id for u in st.side_at(unit.loc, unit.side))))
    if not events:
        return Do(events=closing)
    return Do(events=(*closing, *events), then=RoutPhase(step=CONTROL), push=tuple(frames))


def _abandon_refusal(st: State, unit: Unit, action: Abandon) -> Refusal | None:
    choices = abandon_choices(st, unit)
    if len(choices) < 2 or action.weapons not in choices:
        return Refusal("A10.4", "it keeps as many PP as its capacity allows, no less and no more")
    if not rout_options(st, unit).steps:
        return Refusal("A10.5", "it has nowhere to rout to")
    return None


def first_step_refusal(st: State, unit: Unit, action: Rout) -> Refusal | None:
    """Why a unit may not begin its rout like this, or None."""
    if action.leader:
        leader = st.units.get(action.leader)
        if leader is None:
            return Refusal("A10.711", "there is no such leader")
        refusal = may_accompany(st, leader, unit)
        if refusal is not None:
            return refusal
        options = options_with(st, unit, leader)
    else:
        options = rout_options(st, unit)
    if action.to in (options.crawl if action.crawl else options.steps):
        return None
    if action.crawl and action.to in options.steps:
        return Refusal("A10.52", "Low Crawl does not lead out of an enemy's Location")
    walk = walk_from(st, unit, unit.loc, unit.loc, 0, ())
    return step_refusal(walk, action.to) or Refusal("A10.51", "that does not lead to its destination")


def begin_rout(st: State, action: Rout, parent: Frame | None) -> Do:
    """The frame of a rout that begins with ``action``; what it can't carry stays behind (A10.4)."""
    unit = st.units[action.unit]
    drops = tuple(WeaponDropped(weapon=w, loc=unit.loc) for w in abandon_choices(st, unit)[0])
    leader = st.units[action.leader] if action.leader else None
    options = options_with(st, unit, leader) if leader else rout_options(st, unit)
    move = RoutMove(
        unit=unit.id,
        start=unit.loc,
        at=unit.loc,
        to=action.to,
        leader=action.leader,
        crawl=action.crawl,
        goals=options.goals.locs,
        free=options.goals.free,
    )
    return Do(events=drops, then=parent, push=(move,)) if parent is not None else Do(events=drops, then=move)


@builds("A10.51", "SK3.RS.1", "SK3.RS.5", "SK3.RS.9")
@builds("A10.53", "SK3.RtPh.4", "SK3.RS.6", "SK3.RS.7")
class RoutMove(Frame, frozen=True):
    """One unit's rout, hex by hex.

    ``spent`` is in half MF, ``seen`` holds enemy Locations whose LOS it crossed, ``goals`` and ``free``
    its destinations, ``arrived`` that it has reached one, ``left`` the Location it came from.  Stages:
    enter the hex ``to``; check for Interdiction there; the check's outcome; choose the next hex.
    """

    unit: int
    start: int
    at: int
    to: int = -1
    stage: str = ENTER
    leader: int = 0
    crawl: bool = False
    spent: int = 0
    seen: tuple[int, ...] = ()
    goals: tuple[int, ...] = ()
    free: bool = False
    arrived: bool = False
    left: int = -1

    def walk(self, st: State) -> Walk:
        """Where the rout stands."""
        unit = st.units[self.unit]
        own = rout_mf(unit)
        if self.leader and st.units[self.leader].place == ON_MAP:
            own = min(own, rout_mf(st.units[self.leader]))
        return walk_from(st, unit, self.start, self.at, self.spent, self.seen, max(0, own - self.spent))

    def ask(self, st: State) -> Choice | Do:
        """Enter, be Interdicted, go on or stop."""
        if self.stage == ENTER:
            side = st.units[self.unit].side
            if hiders(st, self.to, 1 - side):
                who = (self.unit, self.leader) if self.leader else (self.unit,)
                return Do(then=replace(self, stage=MET), push=(Detection(who, self.at, self.to, rout=True),))
            return self._enter(st)
        if self.stage == MET:
            return Do(events=(Tried(unit=self.unit, what=ROUTED), Tried(unit=self.unit, what=REPULSED)))
        if self.stage == CHECK:
            return self._interdict(st)
        unit = st.units[self.unit]
        if unit.place != ON_MAP or self.crawl or unit.pinned:
            return Do()
        if self.at == self.start and not self.spent:
            entries = first_entries(st, unit)
            return Choice(unit.side, f"Rout {name(st, unit)}", "A10.5", Menu(lambda: entries), self._check_first(st))
        goals = Goals(self.goals, self.free)
        if not self.arrived and (anew := destination_anew(self.walk(st), goals)) and anew != goals:
            return Do(then=replace(self, goals=anew.locs, free=anew.free))
        steps = next_steps(self.walk(st), goals, arrived=self.arrived)
        if not steps:
            return Do()
        may_stop = self.may_stop(st)
        walk = self.walk(st)
        entries = [hex_leaf(st, walk, to, self.leader) for to in steps]
        if may_stop:
            entries.append(leaf("pass", "Stop here", Done(), kind="pass", rule="A10.51", primary=self.arrived))
        prompt = f"Rout {name(st, unit)} on"
        return Choice(unit.side, prompt, "A10.51", Menu(lambda: entries), self._check_next(st, steps, may_stop))

    def may_stop(self, st: State) -> bool:
        """Whether the unit may end its rout here though it could go on."""
        if beside_enemy(st, st.units[self.unit], unbroken=True):
            return False
        return self.free or self.arrived

    def _check_first(self, st: State) -> Callable[[Action], Refusal | None]:
        def check(action: Action) -> Refusal | None:
            if not isinstance(action, Rout) or action.unit != self.unit:
                return Refusal("A10.5", "the unit that left its weapons behind routs now")
            return first_step_refusal(st, st.units[self.unit], action)

        return check

    def _check_next(self, st: State, steps: tuple[int, ...], may_stop: bool) -> Callable[[Action], Refusal | None]:
        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None if may_stop else Refusal("A10.51", "it has not reached its destination")
            if not isinstance(action, Rout) or action.unit != self.unit or action.leader not in (0, self.leader):
                return Refusal("A10.5", "one unit routs at a time")
            if action.crawl:
                return Refusal("A10.52", "Low Crawl takes the whole allotment from the start")
            if action.to in steps:
                return None
            return step_refusal(self.walk(st), action.to) or Refusal("A10.51", "that does not lead to its destination")

        return check

    def chosen(self, st: State, action: Action) -> Do:
        """Go on, or end the rout."""
        if not isinstance(action, Rout):
            return Do()
        if self.at == self.start and not self.spent:
            return begin_rout(st, action, None)
        return Do(then=replace(self, to=action.to, stage=ENTER))

    def _enter(self, st: State) -> Do:
        walk = self.walk(st)
        who = (self.unit, self.leader) if self.leader else (self.unit,)
        events: list[Event] = []
        if self.at == self.start and not self.spent:
            events.extend(Tried(unit=unit, what=ROUTED) for unit in who)
        unit = st.units[self.unit]
        hexname = st.world.map.place_name(self.to)
        words = f"{name(st, unit)} {'low crawls' if self.crawl else 'routs'} to {hexname}"
        rule = "A10.52" if self.crawl else "A10.5"
        locs = (self.at, self.to)
        events.append(Announced(text=words, rule=rule, side=unit.side, kind="rout", subjects=who, locs=locs))
        events.extend(UnitMoved(unit=one, loc=self.to) for one in who)
        spent = rout_mf(unit) if self.crawl else self.spent + step_cost(walk, self.to)
        seen = tuple(sorted(walk.seen))
        then = replace(self, at=self.to, to=-1, left=self.at, spent=spent, seen=seen, stage=CHECK)
        return Do(events=tuple(events), then=replace(then, arrived=self.arrived or then.reached(st)))

    def reached(self, st: State) -> bool:
        """Whether it is at a destination, and no enemy seen only now is beside it (A10.51)."""
        return self.at in self.goals and not beside(self.walk(st), self.at)

    def _interdict(self, st: State) -> Do:
        events = control_gained(st, self.left)
        unit = st.units[self.unit]
        if self.crawl or not interdictors(st, unit.side, self.at, self.left):
            return Do(events=events, then=replace(self, stage=CHOOSE))
        stack = (self.unit, self.leader) if self.leader else (self.unit,)
        check = MoraleCheck(self.unit, 0, INTERDICTION, stack)
        return Do(events=events, then=replace(self, stage=CHECKED), push=(check,))

    def resumed(self, st: State, value: object) -> Do:
        """After the Interdiction check; a leader who went along dies when it failed (A10.711)."""
        if self.stage == MET and value != BARRED:
            return Do(then=replace(self, stage=ENTER))
        if self.stage != CHECKED:
            return Do(then=self)
        then = replace(self, stage=CHOOSE)
        if value in ("pass", "pin") or not self.leader or st.units[self.leader].place != ON_MAP:
            return Do(then=then)
        gone = UnitEliminated(unit=self.leader, reason="A10.711")
        loss = LeaderLoss(leaders_among(st, (self.leader,)), (self.unit,))
        return Do(events=(gone,), then=replace(then, leader=0), push=(loss,))

    def title(self, st: State) -> str:
        """The rout in the breadcrumb."""
        return f"rout of {name(st, st.units[self.unit])}"
