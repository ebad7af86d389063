"""The Heat of Battle DR and what it brings (A15.1)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Action, Done, RefuseHardening
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import BecameHeroic, Event, UnitBroke, UnitCreated, UnitDisrupted, UnitHardened
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Menu, leaf
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.data.counters.personnel import HEROIC
from goodorder.rules.a15_berserk.going import goes_berserk
from goodorder.rules.a15_heat_of_battle import (
    BERSERK,
    HARDENED,
    HERO,
    SURRENDER,
    HeatFacts,
    gains_by_hardening,
    hardened_type,
    heat_ledger,
    heat_results,
)
from goodorder.rules.a20_surrender import captors
from goodorder.rules.facts.units import name, utype
from goodorder.rules.registry import builds

from .thrown import thrown

WORDS = {HERO: "a hero", HARDENED: "Battle Hardening", BERSERK: "berserk", SURRENDER: "surrender"}


@builds("A15.1", "A15.1a", "A15.1d")
class HeatOfBattle(Frame, frozen=True):
    """The Heat of Battle DR of a unit; ``broken``: it was when it threw the Original 2 (A15.1)."""

    unit: int
    broken: bool = False

    def ask(self, st: State) -> Roll | Do:
        """Two dice, unless the unit is gone."""
        unit = st.units[self.unit]
        if unit.place != ON_MAP:
            return Do()
        return Roll(TWO_DICE, self.title(st), "A15.1", unit.side, (self.unit,), leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """One after the other what the Final DR brings."""
        unit = st.units[self.unit]
        ledger = heat_ledger(HeatFacts(st, unit, self.broken))
        final = faces[0] + faces[1] + ledger.total()
        results = heat_results(st, unit, final)
        roll = Roll(TWO_DICE, self.title(st), "A15.1", unit.side, (self.unit,), leadership=False)
        words = " and ".join(WORDS[word] for word in results)
        events: list[Event] = [thrown(roll, faces, words, final=final, lines=ledger.lines())]
        push: tuple[Frame, ...] = ()
        if HERO in results:
            events.append(_hero(st, unit))
        if HARDENED in results and gains_by_hardening(st, unit):
            push = (Hardening(self.unit),)
        if BERSERK in results:
            events += goes_berserk(st, unit)
        if SURRENDER in results:
            events += [] if unit.broken else [UnitBroke(unit=unit.id)]
            events += [] if unit.disrupted else [UnitDisrupted(unit=unit.id)]
            push = (GivesUp(self.unit),)
        return Do(events=tuple(events), push=push)

    def title(self, st: State) -> str:
        """The DR in the breadcrumb."""
        return f"Heat of Battle of {name(st, st.units[self.unit])}"


@builds("A15.21", "A15.21a", "A15.21b", "A15.21d")
def _hero(st: State, unit: Unit) -> Event:
    """A hero beside a MMC, who has done what it has done in this Player Turn; a leader becomes one himself."""
    kind = utype(st, unit)
    if kind.smc:
        return BecameHeroic(unit=unit.id, type=f"{unit.type}:{HEROIC}")
    man = Unit(st.next_id, unit.side, f"{kind.nationality}:1-4-9", loc=unit.loc, place=ON_MAP, group=unit.group)
    shared = replace(man, ti=unit.ti, fanatic=unit.fanatic, concealed=unit.concealed, stance=unit.stance)
    return UnitCreated(unit=shared, of=unit.id)


@builds("A15.3", "A15.3a")
class Hardening(Frame, frozen=True):
    """The owner of a unit takes its Battle Hardening, or refuses it (A15.3)."""

    unit: int

    def ask(self, st: State) -> Choice:
        """Take it or refuse it."""
        unit = st.units[self.unit]
        better = hardened_type(st, unit)
        what = f"a {st.world.unit_type(better).code}" if better else "Fanatic"

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done) or action == RefuseHardening(self.unit):
                return None
            return not_asked("A15.3", "Battle Hardening is taken or refused first")

        entries = [
            leaf("pass", f"It becomes {what}", Done(), kind="pass", rule="A15.3", hotkey=" ", primary=True),
            leaf("refuse", "It stays as it is", RefuseHardening(self.unit), kind="seldom", rule="A15.3"),
        ]
        return Choice(unit.side, f"Battle Hardening of {name(st, unit)}", "A15.3", Menu(lambda: entries), check)

    def chosen(self, st: State, action: Action) -> Do:
        """The better counter, or a Fanatic; unbroken and unpinned in any case."""
        if isinstance(action, RefuseHardening):
            return Do()
        unit = st.units[self.unit]
        better = hardened_type(st, unit)
        return Do(events=(UnitHardened(unit=unit.id, type=better or unit.type, fanatic=not better),))

    def title(self, st: State) -> str:
        """The decision in the breadcrumb."""
        return "Battle Hardening"


@builds("A15.5", "A15.5a")
class GivesUp(Frame, frozen=True):
    """A unit that surrenders in the Heat of Battle, if somebody beside it could take it (A15.5)."""

    unit: int

    def ask(self, st: State) -> Do:
        """The question to its captor; with none it is only Disrupted."""
        from ..rout.surrender import Surrenders

        unit = st.units[self.unit]
        if unit.place != ON_MAP or not captors(st, unit):
            return Do()
        return Do(push=(Surrenders(sides=(), disrupted=True, stack=(unit.id,)),))
