"""PAATC of a unit (A11.6)."""

from __future__ import annotations

from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import Event, Tried, UnitPinned
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.rules.a10_checks import CheckFacts
from goodorder.rules.a11_close_combat.paatc import PAATC, dared, exempt, paatc_ledger, paatc_result
from goodorder.rules.a12_concealment.loss import checks
from goodorder.rules.facts.units import name, own_morale
from goodorder.rules.registry import builds

from ..shared.thrown import thrown


@builds("A11.6", "A11.6a", "SK3.RF.2")
class TankCheck(Frame, frozen=True):
    """One unit's PAATC against a vehicle; failing pins. The parent is resumed with whether it passed."""

    unit: int
    vehicle: int

    def ask(self, st: State) -> Roll | Do:
        """Two dice, unless the unit takes none."""
        unit = st.units[self.unit]
        if unit.place != ON_MAP or unit.broken or unit.pinned:
            return Do(value=False)
        if exempt(st, unit):
            return Do(value=True)
        least = own_morale(st, unit) - paatc_ledger(st, unit).total()
        return Roll(TWO_DICE, self.title(st), "A11.6", unit.side, (self.unit,), f"{least} or less")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Pass, or be pinned."""
        unit = st.units[self.unit]
        result = paatc_result(st, unit, (faces[0], faces[1]))
        dice = thrown(
            Roll(TWO_DICE, self.title(st), "A11.6", unit.side, (self.unit,)),
            faces,
            "passes" if result.passed else "fails, pinned",
            final=result.final,
            need=f"{result.level} or less",
            lines=paatc_ledger(st, unit).lines(),
        )
        helped = () if unit.concealed else checks(CheckFacts(st, unit, 0, PAATC))
        after: Event = Tried(unit=self.unit, note=dared(st, st.vehicles[self.vehicle]))
        if not result.passed:
            after = UnitPinned(unit=self.unit)
        return Do(events=(dice, *helped, after), value=result.passed)

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return f"PAATC of {name(st, st.units[self.unit])} against {name(st, st.vehicles[self.vehicle])}"
