"""The Rally Phase: weapons first, then rally attempts, then Desperation Morale (A3.1, A4.43, A9.72, A10.6)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from goodorder.core.actions import (
    Action,
    Deploy,
    Done,
    Give,
    HandPrisoners,
    KeepDm,
    Rally,
    Recombine,
    Recover,
    ReleasePrisoners,
    Repair,
    Scrounge,
)
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import (
    DiceThrown,
    DmRemoved,
    Event,
    Tried,
    UnitEliminated,
    UnitRallied,
    UnitReplaced,
)
from goodorder.core.frames import Choice, Do, Frame, frame_of
from goodorder.core.menu import Entry, Menu, branch, leaf
from goodorder.core.notes import Note
from goodorder.core.remembered import Later
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.core.view import is_masked
from goodorder.rules.a01_deploy import deploy_refusal, late_refusal, leads_rally, recombine_refusal
from goodorder.rules.a04_movement.portage import (
    give_refusal,
    recover_refusal,
    repair_refusal,
)
from goodorder.rules.a10_morale.dm import dm_stays, keep_dm_refusal
from goodorder.rules.a10_morale.rally import (
    RALLY,
    good_order_leaders,
    rally_facts,
    rally_ledger,
    rally_refusal,
    rally_result,
)
from goodorder.rules.a15_heat_of_battle import heat_due
from goodorder.rules.a18_promotion import SELF_RALLY
from goodorder.rules.a25_nations.commissar_rally import rally_due
from goodorder.rules.a25_nations.commissars import fails_under, heeds_no_dm
from goodorder.rules.a26_control import control_sweep
from goodorder.rules.a26_victory import HALF_LOST
from goodorder.rules.d_vehicles.recovery import shock_recovery_in_between
from goodorder.rules.d_vehicles.scrounging import scrounge_refusal
from goodorder.rules.facts.units import leadership, name, own_morale, utype
from goodorder.rules.registry import builds

from ..shared.besides import Besides, with_besides
from ..shared.casualties import LeaderLoss, leaders_among, reduction
from ..shared.dropping import DROPPING, reveal_entries
from ..shared.guarding import GUARDS, guard_entries, handed
from .deploy import DeployRoll, deploy_entries, recombined
from .rally_weapons import RecoveryRoll, RepairRoll, give_events, weapon_entries
from .scrounging import ScroungeRoll, scrounge_entries

_BESIDES: Besides = {**DROPPING, **GUARDS}
"""What a side may do beside what the RPh is for."""

WEAPONS, RALLYING, DESPERATION = "weapons", "rally", "dm"
_NEXT = {WEAPONS: RALLYING, RALLYING: DESPERATION}


@builds("A3.1", "SK3.RPh.2", "SK3.RPh.12")
class RallyPhase(Frame, frozen=True):
    """The RPh step by step; in each step the ATTACKER acts first (``second`` false), then the DEFENDER.

    ``kept`` are units whose owner keeps them under DM.
    """

    standing: ClassVar[bool] = True
    step: str = WEAPONS
    second: bool = False
    kept: tuple[int, ...] = ()

    def side(self, st: State) -> int:
        """Whose turn it is in this step."""
        return 1 - st.turn.attacker if self.second else st.turn.attacker

    def ask(self, st: State) -> Choice | Do:
        """The step's choice, or on to the next one when nothing can be done in it."""
        side = self.side(st)
        found = Later(partial(_ENTRIES[self.step], st, side, self.kept))
        masked = is_masked(st, side) and self._hides_help(st, side)
        if not masked and not any(entry.lives() for entry in found()):
            return self._on(st)
        prompt, rule = _PROMPTS[self.step]

        def entries() -> list[Entry]:
            drops = reveal_entries(st, side) if self.step == WEAPONS else []
            guards = guard_entries(st, side) if self.step == WEAPONS else []
            over = leaf("pass", "Done", Done(), kind="pass", rule=rule, alive=lambda: self._due(st, side) is None)
            return [*found(), *drops, *guards, over]

        wider = with_besides(st, side, _Check(st, side, self.step, self.kept), _BESIDES)
        return Choice(side, prompt, rule, Menu(entries), wider, lambda: self._why(found()), public=masked)

    def _due(self, st: State, side: int) -> Refusal | None:
        """What a side has to do before it may end the step."""
        return rally_due(st, side) if self.step == RALLYING else None

    def _hides_help(self, st: State, side: int) -> bool:
        """Whether concealed units could be what there is to do in this step: leaders only for who is broken."""
        if self.step == RALLYING:
            return any(u.side == side and u.place == ON_MAP for u in st.units_that_are("broken"))
        return self.step == WEAPONS

    def _why(self, entries: list[Entry]) -> str:
        """What the player should know before he chooses."""
        if self.step == RALLYING and any(entry.rule == "A18.11" and entry.lives() for entry in entries):
            return "One MMC without a boxed Morale Level may try to Self-Rally, before any other such MMC (A18.11)."
        return ""

    def _on(self, st: State) -> Do:
        if not self.second:
            return Do(then=replace(self, second=True))
        following = _NEXT.get(self.step)
        if following is not None:
            due = shock_recovery_in_between(st) if self.step == RALLYING else ()
            return Do(then=RallyPhase(step=following, kept=self.kept), push=tuple(frame_of(one) for one in due))
        return Do(events=dm_removals(st, self.kept))

    def chosen(self, st: State, action: Action) -> Do:
        """Carry out what the side chose."""
        match action:
            case Give(weapon=weapon, unit=unit):
                return Do(events=give_events(st, weapon, unit), then=self)
            case Recover(unit=unit, weapon=weapon):
                return Do(then=self, push=(RecoveryRoll(unit, weapon),))
            case Repair(weapon=weapon):
                return Do(then=self, push=(RepairRoll(weapon),))
            case Scrounge(unit=unit, vehicle=vehicle):
                return Do(then=self, push=(ScroungeRoll(unit, vehicle),))
            case Deploy(unit=unit, leader=leader):
                return Do(then=self, push=(DeployRoll(unit, leader),))
            case Recombine(units=units):
                return Do(events=recombined(st, units), then=self)
            case Rally(unit=unit, leader=leader):
                return Do(then=self, push=(RallyRoll(unit, leader),))
            case HandPrisoners() | ReleasePrisoners():
                return Do(events=handed(st, action), then=self)
            case KeepDm(unit=unit):
                return Do(then=replace(self, kept=(*self.kept, unit)))
            case _:
                return self._on(st)

    def resumed(self, st: State, value: object) -> Do:
        """Back in the step; a unit that rallied may gain Control where it stands (A26.11)."""
        return Do(events=control_sweep(st), then=self)

    def title(self, st: State) -> str:
        """The phase in the breadcrumb."""
        return "RPh"


_PROMPTS = {
    WEAPONS: ("Recover, repair or hand over weapons", "A3.1"),
    RALLYING: ("Rally broken units", "A10.6"),
    DESPERATION: ("Keep units under Desperation Morale, so that they may rout", "A10.62"),
}


class _Check:
    """Accepts the actions of one step."""

    __slots__ = ("kept", "side", "st", "step")

    def __init__(self, st: State, side: int, step: str, kept: tuple[int, ...]) -> None:
        self.st, self.side, self.step, self.kept = st, side, step, kept

    def __call__(self, action: Action) -> Refusal | None:
        st, side = self.st, self.side
        match action, self.step:
            case Done(), "rally":
                return rally_due(st, side)
            case Done(), _:
                return None
            case Give(weapon=weapon, unit=unit), "weapons":
                return give_refusal(st, side, weapon, unit)
            case Recover(unit=unit, weapon=weapon), "weapons":
                return recover_refusal(st, side, unit, weapon)
            case Repair(weapon=weapon), "weapons":
                return repair_refusal(st, side, weapon)
            case Scrounge(unit=unit, vehicle=vehicle), "weapons":
                return scrounge_refusal(st, side, unit, vehicle)
            case Deploy(unit=unit, leader=leader), "weapons":
                return deploy_refusal(st, side, unit, leader)
            case Recombine(units=units), "weapons":
                return recombine_refusal(st, side, *units)
            case Deploy() | Recombine(), _:
                return late_refusal(st)
            case Rally(unit=unit, leader=leader), "rally":
                if unit not in st.units or st.units[unit].side != side:
                    return Refusal("A10.6", "it is not this side's unit")
                return rally_refusal(st, unit, leader)
            case KeepDm(unit=unit), "dm":
                if unit in self.kept:
                    return Refusal("A10.62", "it is kept already")
                return keep_dm_refusal(st, side, unit)
            case _:
                return not_asked("A3.1", "not in this step of the Rally Phase")


def _rally_entries(st: State, side: int, kept: tuple[int, ...]) -> list[Entry]:
    entries: list[Entry] = []
    for unit in st.units_that_are("broken"):
        if unit.side != side or unit.place != ON_MAP:
            continue
        leaders = [u for u in good_order_leaders(st, unit) if rally_refusal(st, unit.id, u.id) is None]
        if len(leaders) > 1:
            entries.append(_leaders_branch(st, unit, leaders))
        elif leaders:
            entries.append(_rally_leaf(st, f"u{unit.id}", unit, leaders[0]))
        else:
            entries.append(_rally_leaf(st, f"u{unit.id}", unit, None))
    return entries


def _rally_leaf(st: State, key: str, unit: Unit, leader: Unit | None) -> Entry:
    """An attempt with a leader who may lead it, or a Self-Rally, of which that is asked when it is looked at."""

    def words() -> str:
        who = name(st, unit)
        return f"{who} Self-Rallies" if leader is None else f"{name(st, leader)} rallies {who}"

    def note() -> str:
        facts = rally_facts(st, unit.id, leader.id if leader else 0)
        return f"{own_morale(st, unit) - rally_ledger(facts).total()} or less"

    return leaf(
        key,
        words,
        Rally(unit.id, leader.id if leader else 0),
        kind="rally",
        alive=None if leader is not None else lambda: rally_refusal(st, unit.id) is None,
        unit=unit.id,
        hex=unit.loc,
        note=note,
        rule="A10.6" if leader else "A10.63" if utype(st, unit).boxed or not utype(st, unit).mmc else "A18.11",
        confirm=True,
    )


def _leaders_branch(st: State, unit: Unit, leaders: list[Unit]) -> Entry:
    best = min(leaders, key=lambda leader: (leadership(st, leader), leader.id))
    return branch(
        f"u{unit.id}",
        f"Rally {name(st, unit)}",
        lambda: [
            replace(_rally_leaf(st, f"l{leader.id}", unit, leader), unit=leader.id, primary=leader.id == best.id)
            for leader in leaders
        ],
        kind="rally",
        unit=unit.id,
        hex=unit.loc,
        rule="A10.71",
    )


def _dm_entries(st: State, side: int, kept: tuple[int, ...]) -> list[Entry]:
    own = [u for u in st.units_that_are("broken") if u.side == side and u.dm and u.id not in kept]
    return [_dm_leaf(st, unit) for unit in own]


def _dm_leaf(st: State, unit: Unit) -> Entry:
    return leaf(
        f"u{unit.id}",
        lambda: f"{name(st, unit)} stays under DM",
        KeepDm(unit.id),
        kind="keep_dm",
        alive=lambda: keep_dm_refusal(st, unit.side, unit.id) is None,
        unit=unit.id,
        hex=unit.loc,
    )


def _weapon_entries(st: State, side: int, kept: tuple[int, ...]) -> list[Entry]:
    return [*weapon_entries(st, side), *scrounge_entries(st, side), *deploy_entries(st, side)]


_ENTRIES = {WEAPONS: _weapon_entries, RALLYING: _rally_entries, DESPERATION: _dm_entries}


@builds("A10.62", "SK3.RPh.15", "SK3.RPh.16")
def dm_removals(st: State, kept: tuple[int, ...]) -> tuple[Event, ...]:
    """DM that comes off at the end of the RPh: all but of units beside a Known enemy and of those kept."""
    return tuple(
        DmRemoved(unit=unit.id)
        for unit in st.units.values()
        if unit.place == ON_MAP and unit.dm and unit.id not in kept and not dm_stays(st, unit)
    )


@builds("A10.6", "SK3.RPh.8", "SK3.RPh.10", "SK3.RPh.11", "SK3.RPh.12", "A4.43b")
class RallyRoll(Frame, frozen=True):
    """One rally attempt (A10.6): rallied, not rallied, reduced by Fate, or promoted."""

    unit: int
    leader: int = 0

    def ask(self, st: State) -> Roll:
        """Two dice."""
        facts = rally_facts(st, self.unit, self.leader)
        need = own_morale(st, facts.unit) - rally_ledger(facts).total()
        rule = "A10.6" if self.leader else "A10.63"
        return Roll(TWO_DICE, self.title(st), rule, facts.unit.side, (self.unit,), f"{need} or less")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """What the DR does."""
        facts = rally_facts(st, self.unit, self.leader)
        result = rally_result(facts, (faces[0], faces[1]))
        outcome = "rallies" if result.rallied else "Casualty Reduction" if result.fate else "stays broken"
        events: list[Event] = [
            DiceThrown(
                dice=TWO_DICE,
                faces=faces,
                purpose=self.title(st),
                rule="A10.64" if result.fate else "A10.6",
                side=facts.unit.side,
                original=result.original,
                final=result.final,
                need=f"{result.level} or less",
                outcome=outcome,
                subjects=(self.unit,),
                lines=rally_ledger(facts).lines(),
            ),
            Tried(unit=self.unit, note=Note(RALLY)),
        ]
        if self.leader:
            events.extend(leads_rally(st, st.units[self.leader]))
        push: tuple[Frame, ...] = ()
        if result.fate:
            more, push = reduction(st, (self.unit,), "A10.64")
            events.extend(more)
            if push:
                stack = tuple(u.id for u in st.side_at(facts.unit.loc, facts.unit.side))
                push = (*push, LeaderLoss(leaders_among(st, (self.unit,)), stack))
        if result.rallied:
            events.append(UnitRallied(unit=self.unit))
        elif heeds_no_dm(st, facts.leader):
            events, push = self._failed_under(st, events, push)
        if self.leader:
            events.extend(heat_due(st, facts.unit, (faces[0], faces[1])))
        if result.promotes:
            from ..shared.promotion import FieldPromotion

            push = (FieldPromotion(self.unit, SELF_RALLY),)
        return Do(events=tuple(events), push=push)

    @builds("A25.222", "A25.222c", "A25.222d", "A25.222e")
    def _failed_under(
        self, st: State, events: list[Event], push: tuple[Frame, ...]
    ) -> tuple[list[Event], tuple[Frame, ...]]:
        """What a failed rally by a Commissar costs besides Fate: the next lower counter, of the lowest squad its
        half-squad, or the unit itself.
        """
        fated = next((e for e in events if isinstance(e, UnitReplaced | UnitEliminated) and e.unit == self.unit), None)
        if isinstance(fated, UnitEliminated):
            return events, push
        unit = st.units[self.unit]
        left = replace(unit, type=fated.type) if isinstance(fated, UnitReplaced) else unit
        less = fails_under(st, left)
        if not less:
            gone = UnitEliminated(unit=self.unit, reason="A25.222")
            return [*events, gone], tuple(one for one in push if isinstance(one, LeaderLoss))
        smaller = utype(st, left).kind != st.world.unit_type(less).kind
        points = HALF_LOST if smaller else 0
        return [*events, UnitReplaced(unit=self.unit, type=less, reduced=smaller, points=points)], push

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        unit = st.units[self.unit]
        if not self.leader:
            return f"Self-Rally of {name(st, unit)}"
        return f"Rally of {name(st, unit)} by {name(st, st.units[self.leader])}"
