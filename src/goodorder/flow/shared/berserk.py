"""A berserk leader carries others away (A15.41); what ends a rage by fire (A15.46)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import Event, Infecting
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.rules.a15_berserk.ending import wiped_out
from goodorder.rules.a15_berserk.going import (
    goes_berserk,
    infected_by,
    infection_ledger,
    infection_words,
    is_infected,
)
from goodorder.rules.facts.units import is_commissar, own_morale
from goodorder.rules.registry import builds

from .thrown import thrown


@builds("A15.41", "A15.41a", "A25.223", "A25.223a")
class Infection(Frame, frozen=True):
    """The NTC of each of those beside a leader who went berserk: who passes goes berserk too, beside a Commissar all.

    ``waiting`` are those still to take it, None before they have been found.
    """

    leader: int
    waiting: tuple[int, ...] | None = None

    def ask(self, st: State) -> Roll | Do:
        """The next one's two dice."""
        leader = st.units[self.leader]
        if self.waiting is None:
            found = tuple(unit.id for unit in infected_by(st, leader))
            if is_commissar(leader):
                carried = tuple(event for unit in found for event in goes_berserk(st, st.units[unit]))
                return Do(events=(Infecting(unit=self.leader), *carried))
            return Do(events=(Infecting(unit=self.leader),), then=replace(self, waiting=found))
        eligible = {unit.id for unit in infected_by(st, leader)}
        left = tuple(unit for unit in self.waiting if unit in eligible)
        if not left:
            return Do()
        if left != self.waiting:
            return Do(then=replace(self, waiting=left))
        unit = st.units[left[0]]
        least = own_morale(st, unit) - infection_ledger(st, unit, leader).total()
        words = infection_words(st, unit, leader)
        return Roll(TWO_DICE, words, "A15.41", unit.side, (unit.id,), f"{least} or less goes berserk")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Berserk, or as before."""
        assert self.waiting
        unit, leader = st.units[self.waiting[0]], st.units[self.leader]
        roll, ledger = self.ask(st), infection_ledger(st, unit, leader)
        assert isinstance(roll, Roll)
        carried = is_infected(st, unit, leader, faces)
        told = thrown(
            roll,
            faces,
            "passes, berserk" if carried else "fails, stays as it is",
            final=sum(faces) + ledger.total(),
            lines=ledger.lines(),
        )
        events: tuple[Event, ...] = goes_berserk(st, unit) if carried else ()
        return Do(events=(told, *events), then=replace(self, waiting=self.waiting[1:]))

    def title(self, st: State) -> str:
        """The cause in the breadcrumb."""
        return "Berserk leader"


@builds("A15.46", "A15.46a")
class RageSpent(Frame, frozen=True):
    """After an attack of berserk units in their own Location: whether it has left no enemy there."""

    attackers: tuple[int, ...]
    foes: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """Their counters come off, if so."""
        return Do(events=wiped_out(st, self.attackers, self.foes))
