"""The Rout Phase: DM, then routs one by one, then Failure to Rout (A3.6, A10.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Abandon, Action, Done, Rout, VoluntaryBreak
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import (
    Announced,
    CrestChanged,
    DmPlaced,
    Event,
    UnitBroke,
    UnitEliminated,
    UnitUnpinned,
    WeaponDropped,
)
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Late, Menu, leaf
from goodorder.core.remembered import Later
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.core.view import is_masked
from goodorder.rules.a04_movement.portage import abandon_choices
from goodorder.rules.a10_morale.dm import dm_causes
from goodorder.rules.a10_morale.rout import (
    can_rout,
    fails_to_rout,
    must_rout,
    rout_options,
    rout_refusal,
)
from goodorder.rules.a10_morale.voluntary_break import late_break_refusal, voluntary_break_refusal
from goodorder.rules.a11_close_combat.aftermath import ended_melees
from goodorder.rules.a12_concealment.claims import could_claim
from goodorder.rules.a20_surrender import captured, captured_at_end
from goodorder.rules.a26_control import control_sweep
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from ..shared.besides import with_besides
from ..shared.casualties import LeaderLoss, leaders_among
from ..shared.claims import RoutClaim
from ..shared.dropping import DROPPING, reveal_entries
from ..shared.walls import after_fire
from .rout_menu import unit_branch
from .rout_move import CHOOSE, RoutMove, begin_rout, first_step_refusal
from .surrender import Surrenders, giving_up

BEGIN, BREAK, DESPERATE, ROUTING, CLAIMED, END, CONTROL = (
    "begin",
    "break",
    "desperate",
    "rout",
    "claimed",
    "end",
    "control",
)


@builds("A10.5", "SK3.RtPh.1", "SK3.RtPh.2", "SK3.RtPh.3", "SK3.RS.8")
class RoutPhase(Frame, frozen=True):
    """The RtPh: the ATTACKER routs his units one at a time, then the DEFENDER (``second``).

    Before each rout concealed enemies may become Known; the step is ``claimed`` when they have been asked.
    ``open``: the side is asked, as in a view, and whether it has anything to do is not looked for again.
    """

    standing: ClassVar[bool] = True
    step: str = BEGIN
    second: bool = False
    open: bool = False

    def side(self, st: State) -> int:
        """Who routs now."""
        return 1 - st.turn.attacker if self.second else st.turn.attacker

    def ask(self, st: State) -> Choice | Do:
        """Whose rout is next; the side is passed over when none of its units can."""
        if self.step in (BEGIN, BREAK):
            return self._break(st)
        if self.step in (BEGIN, DESPERATE):
            events = tuple(DmPlaced(unit=unit) for unit in dm_causes(st, at_rout=True))
            return Do(events=events, then=RoutPhase(step=ROUTING), push=(Surrenders(disrupted=True),))
        if self.step == END:
            return _failures(st)
        if self.step == CONTROL:
            return Do(events=control_sweep(st))
        side = self.side(st)
        eligible = Later(partial(routers, st, side))
        if not self.open:
            if giving_up(st, (side,)):
                return Do(then=self, push=(Surrenders((side,)),))
            if next(able_to_rout(st, side), None) is None:
                return self._on()
            if self.step != CLAIMED and could_claim(st, (unit.id for unit in able_to_rout(st, side))):
                routing = tuple(one.unit.id for one in eligible())
                return Do(then=replace(self, step=CLAIMED), push=(RoutClaim(routing),))

        def entries() -> list[Entry]:
            found = [unit_branch(st, one.unit, must=one.must is not None) for one in eligible()]
            if not any(one.must for one in eligible()):
                found.append(leaf("pass", "Done routing", Done(), kind="pass", rule="A10.5"))
            return found

        def why() -> str:
            return "; ".join(one.must.reason for one in eligible() if one.must)

        return Choice(side, "Rout a broken unit", "A10.5", Menu(entries), self._check(st, eligible), why)

    def _break(self, st: State) -> Choice | Do:
        """Units that break on purpose before anybody routs: the ATTACKER's, then the DEFENDER's (A10.41)."""
        side = self.side(st)
        masked = is_masked(st, side)

        def may_break(unit: Unit) -> bool:
            return voluntary_break_refusal(st, side, unit.id) is None

        if not (masked or self.open) and not any(may_break(unit) for unit in st.units.values()):
            return Do(then=RoutPhase(step=DESPERATE) if self.second else RoutPhase(step=BREAK, second=True))

        def breaks(unit: Unit) -> Entry:
            return leaf(
                f"b{unit.id}",
                lambda: f"{name(st, unit)} breaks",
                VoluntaryBreak(unit.id),
                kind="voluntary_break",
                unit=unit.id,
                hex=unit.loc,
                rule="A10.41",
                confirm=True,
                alive=partial(may_break, unit),
            )

        def entries() -> Sequence[Entry]:
            own = [u for u in st.units.values() if u.side == side and u.place == ON_MAP and not u.broken]
            done = leaf("pass", "Nobody breaks", Done(), kind="pass", rule="A10.41", primary=True)
            rest = [*reveal_entries(st, side), done]
            return Late(len(own) + len(rest), lambda n: breaks(own[n]) if n < len(own) else rest[n - len(own)])

        def check(action: Action) -> Refusal | None:
            match action:
                case Done():
                    return None
                case VoluntaryBreak(unit=unit):
                    return voluntary_break_refusal(st, side, unit)
                case _:
                    return not_asked("A3.6", "units that break on purpose do so first")

        prompt = "Break units so that they may rout"
        return Choice(side, prompt, "A10.41", Menu(entries), with_besides(st, side, check, DROPPING), public=masked)

    def _on(self) -> Do:
        return Do(then=replace(self, step=END) if self.second else replace(self, step=ROUTING, second=True))

    def _check(self, st: State, eligible: Callable[[], list[Router]]) -> Callable[[Action], Refusal | None]:
        side = self.side(st)

        def check(action: Action) -> Refusal | None:
            match action:
                case Done():
                    return next((one.must for one in eligible() if one.must), None)
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
                case VoluntaryBreak():
                    return late_break_refusal(st)
                case _:
                    return not_asked("A3.6", "not in the Rout Phase")

        return check

    def shown(self, hidden: Mapping[int, int]) -> RoutPhase:
        """It names no counter."""
        return replace(self, open=True)

    def chosen(self, st: State, action: Action) -> Do:
        """Begin a rout, or pass."""
        if self.step in (BEGIN, BREAK):
            if isinstance(action, VoluntaryBreak):
                return broken_on_purpose(st, action.unit, replace(self, step=BREAK))
            return Do(then=RoutPhase(step=DESPERATE) if self.second else RoutPhase(step=BREAK, second=True))
        match action:
            case Rout(unit=unit):
                return begin_rout(st, action, replace(self, step=ROUTING))
            case Abandon(unit=unit, weapons=weapons):
                loc = st.units[unit].loc
                drops = tuple(WeaponDropped(weapon=weapon, loc=loc) for weapon in weapons)
                then = replace(self, step=ROUTING)
                return Do(events=drops, then=then, push=(RoutMove(unit=unit, start=loc, at=loc, stage=CHOOSE),))
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
    return Do(events=(told, UnitBroke(unit=unit)), then=then, push=(*push, *after_fire(st, found.loc)))


class Router(Struct, frozen=True):
    """A unit that can rout, and why it must if it must."""

    unit: Unit
    must: Refusal | None


def routers(st: State, side: int) -> list[Router]:
    """Units of a side that can rout now, those that must first."""
    found = [Router(unit, must_rout(st, unit)) for unit in able_to_rout(st, side)]
    return sorted(found, key=lambda one: one.must is None)


def able_to_rout(st: State, side: int) -> Iterator[Unit]:
    """Units of a side that can rout now, found one by one."""
    for unit in st.units_that_are("broken"):
        if unit.side == side and unit.place == ON_MAP and can_rout(st, unit):
            yield unit


@builds("B20.96")
def _failures(st: State) -> Do:
    """Failure to Rout, and what else the end of the phase changes.

    Interdiction pins a broken unit for this phase only (A7.8), and a Melee without both sides is none (A11.15).  A
    broken unit that is still in Crest status goes down INTO the Depression (B20.96).
    """
    broken = st.units_that_are("broken")
    pins = (unit for unit in broken if unit.place == ON_MAP and unit.pinned)
    off_crest = (CrestChanged(unit=unit.id, crest=-1) for unit in broken if unit.stance.crest >= 0)
    closing = (*ended_melees(st), *(UnitUnpinned(unit=unit.id) for unit in pins), *off_crest)
    events: list[Event] = []
    frames: list[Frame] = []
    for unit in broken:
        refusal = fails_to_rout(st, unit)
        if refusal is None:
            continue
        if taken := captured_at_end(st, unit):
            events.extend(captured(st, (unit, taken)))
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
