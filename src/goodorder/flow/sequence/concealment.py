"""Gain of concealment when a Player Turn ends (A12.12, A12.122)."""

from __future__ import annotations

from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import ConcealmentGained, Event, VehicleConcealed
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.core.view import may_hide
from goodorder.rules.a12_concealment.gain import CONCEALMENT_DR, gain_ledger, gain_of, gain_refusal, gains
from goodorder.rules.a12_concealment.sight import fighters
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from ..shared.claims import Denial
from ..shared.thrown import thrown


@builds("A12.12")
class GainConcealment(Frame, frozen=True):
    """At the end of a Player Turn the ATTACKER's units come under a "?" where the Concealment Table lets them.

    ``waiting`` are the units whose dr is still to be thrown; all are judged on the position at the phase's end, so
    that a unit just concealed denies or helps nobody.  ``denied``: hidden enemies have been asked (A12.32).
    """

    waiting: tuple[int, ...] = ()
    begun: bool = False
    gained: tuple[int, ...] = ()
    denied: bool = False

    def ask(self, st: State) -> Roll | Do:
        """First those without a dr, then one dr a unit; all gain together."""
        if not self.begun:
            eligible = [u for u in fighters(st) if u.side == st.turn.attacker and gain_refusal(st, u) is None]
            if eligible and not self.denied and may_hide(st, 1 - st.turn.attacker):
                return Do(then=GainConcealment(denied=True), push=(Denial(tuple(u.id for u in eligible)),))
            rolls = tuple(u.id for u in eligible if gain_of(st, u).dr)
            return Do(then=GainConcealment(rolls, True, tuple(u.id for u in eligible if u.id not in rolls)))
        if not self.waiting:
            return Do(events=tuple(_gained(st, unit) for unit in self.gained))
        unit = st.fighter(self.waiting[0])
        need = f"{CONCEALMENT_DR - gain_ledger(st, unit).total()} or less"
        return self._roll(st, need)

    def _roll(self, st: State, need: str) -> Roll:
        unit = st.fighter(self.waiting[0])
        return Roll(ONE_DIE, f"Concealment of {name(st, unit)}", "A12.122", unit.side, (unit.id,), need)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The dr of the first unit waiting."""
        unit = st.fighter(self.waiting[0])
        ledger, won = gain_ledger(st, unit), gains(st, unit, faces[0])
        dice = thrown(
            self._roll(st, f"{CONCEALMENT_DR} or less"),
            faces,
            "concealed" if won else "stays Known",
            final=faces[0] + ledger.total(),
            lines=ledger.lines(),
        )
        gained = (*self.gained, unit.id) if won else self.gained
        return Do(events=(dice,), then=GainConcealment(self.waiting[1:], True, gained))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Concealment"


def _gained(st: State, one: int) -> Event:
    return VehicleConcealed(vehicle=one) if one in st.vehicles else ConcealmentGained(unit=one)
