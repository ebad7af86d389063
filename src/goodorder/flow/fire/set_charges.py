"""A Set demolition charge is set off: the NTC, the DR, what it does (A23.7, A23.71)."""

from __future__ import annotations

from collections.abc import Iterator

from goodorder.core.actions import Detonate
from goodorder.core.apply import apply
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.errors import Refusal
from goodorder.core.events import Announced, ChargeFound, DiceThrown, Event, Tried, UnitFired, WeaponRemoved
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, leaf
from goodorder.core.notes import Note
from goodorder.core.state import FireMark, State
from goodorder.rules.a07_fire.attack import outcomes
from goodorder.rules.a23_set_charges import (
    TRIED,
    blast,
    detonate_refusal,
    malfunctions,
    task,
    task_ledger,
)
from goodorder.rules.facts.attack_facts import OCCASIONS_OF
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.masks import all_at
from goodorder.rules.facts.special_arms import special_arms
from goodorder.rules.facts.units import name, own_morale
from goodorder.rules.registry import builds

from ..shared.thrown import thrown
from .effect import Effect, in_view
from .flames import BY_BLAST, told_flames


@builds("A23.7", "A23.7b")
class DetonationTask(Frame, frozen=True):
    """The NTC of who sets off a DC."""

    action: Detonate
    phase: str

    def ask(self, st: State) -> Roll:
        """Two dice."""
        unit = st.units[self.action.unit]
        least = own_morale(st, unit) - task_ledger(st, unit).total()
        return Roll(TWO_DICE, self.title(st), "A23.7", unit.side, (unit.id,), f"{least} or less")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """It goes off, or the unit has tried in vain."""
        unit, pair = st.units[self.action.unit], (faces[0], faces[1])
        result = task(st, unit, pair)
        words = "passes" if result.passed else "fails, the DC does not go off"
        dice = thrown(self.ask(st), faces, words, final=result.final, lines=task_ledger(st, unit).lines())
        events: list[Event] = [dice, Tried(unit=unit.id, note=Note(TRIED, when=self.phase))]
        if not result.passed:
            return Do(events=tuple(events))
        weapon = st.weapons[self.action.weapon]
        assert weapon.laid is not None
        if weapon.hidden:
            events.append(ChargeFound(weapon=weapon.id))
        mark = FireMark(OCCASIONS_OF[self.phase][0], weapon.laid.loc, weapon=weapon.id)
        return Do(events=(*events, UnitFired(unit=unit.id, shot=mark)), push=(SetDetonation(weapon.id),))

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return f"NTC of {name(st, st.units[self.action.unit])} to set off a DC"


@builds("A23.7", "A23.71", "A23.7c", "A23.71a")
class SetDetonation(Frame, frozen=True):
    """A Set DC goes off, unless it malfunctions."""

    weapon: int

    def effect(self, st: State) -> Effect:
        """Its attack on all in its Location."""
        weapon = st.weapons[self.weapon]
        assert weapon.laid is not None
        loc = weapon.laid.loc
        return Effect(all_at(st, loc), loc, blast(st, weapon))

    def ask(self, st: State) -> Roll | Do:
        """Its DR."""
        return self.effect(st).ask(st)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The attack, or a malfunction."""
        weapon, effect = st.weapons[self.weapon], self.effect(st)
        assert weapon.laid is not None
        gone = WeaponRemoved(weapon=weapon.id, reason="A23.7")
        if malfunctions(st, weapon.laid, weapon.side, sum(faces)):
            return Do(events=(self._dud_dice(st, effect, faces), gone))
        found = effect.rolled(apply(st, gone), faces)
        fire = told_flames(st, effect.ledger(st), (faces[0], faces[1]), BY_BLAST, "DC", "A23.41")
        return Do(events=(gone, *found.events, *fire, *self._rubble(st, effect, faces)), push=found.push)

    def _dud_dice(self, st: State, effect: Effect, faces: tuple[int, ...]) -> DiceThrown:
        return DiceThrown(
            dice=TWO_DICE,
            faces=faces,
            purpose=f"Set DC at {st.world.map.place_name(effect.loc)}",
            rule="A23.7",
            side=effect.source.side,
            original=sum(faces),
            final=sum(faces),
            outcome="malfunctions",
            subjects=in_view(st, effect.targets),
        )

    @builds("A23.71")
    def _rubble(self, st: State, effect: Effect, faces: tuple[int, ...]) -> tuple[Event, ...]:
        """What is said of a building level that would fall by a Final KIA."""
        pair = (faces[0], faces[1])
        destroys = any(one.result.kind == "KIA" for one in outcomes(effect.ledger(st), pair))
        if map_now(st).hex_of(effect.loc).building < 0 or not destroys:
            return ()
        text = f"the DC would bring down the building at {st.world.map.place_name(effect.loc)}: nothing falls (B24)"
        return (Announced(text=text, rule="A23.71", side=effect.source.side, kind="info", locs=(effect.loc,)),)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Set DC"


class DetonateMenu:
    """The Set DC that one side may set off in ``phase``."""

    def __init__(self, st: State, side: int, phase: str) -> None:
        self.st = st
        self.side = side
        self.phase = phase

    def tries(self) -> Iterator[Detonate]:
        """The legal tries."""
        if self.phase == "MPh":
            return
        for weapon in special_arms(self.st).laid:
            if weapon.laid is None or weapon.side != self.side:
                continue
            for unit in weapon.laid.units:
                action = Detonate(unit, weapon.id)
                if self.refusal(action) is None:
                    yield action

    def refusal(self, action: Detonate) -> Refusal | None:
        """Why a unit may not set one off now."""
        return detonate_refusal(self.st, self.phase, self.side, action)

    def any(self) -> bool:
        """Whether there is any."""
        return next(self.tries(), None) is not None

    def root(self) -> list[Entry]:
        """A leaf for each."""
        st = self.st
        return [
            leaf(
                f"detonate{action.weapon}:{action.unit}",
                f"{name(st, st.units[action.unit])}: set off the DC at {self._where(action)}",
                action,
                kind="seldom",
                confirm=True,
                unit=action.unit,
                rule="A23.7",
            )
            for action in self.tries()
        ]

    def _where(self, action: Detonate) -> str:
        charge = self.st.weapons[action.weapon].laid
        return self.st.world.map.place_name(charge.loc) if charge is not None else ""
