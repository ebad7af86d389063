"""Wound Severity (A17.11)."""

from __future__ import annotations

from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import DiceThrown, Event, UnitEliminated, UnitPinned, UnitWounded
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.data.charts import wounds
from goodorder.rules.facts.captives import is_captive
from goodorder.rules.facts.entry import HALF
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds


@builds("A17.11", "A17.2")
class WoundCheck(Frame, frozen=True):
    """Wound Severity of a SMC: a low dr wounds, a high one kills; +1 when wounded already (A17.11).

    Who is wounded in his move after more than three MF is pinned (A17.2).
    """

    unit: int
    extra: int = 0

    def ask(self, st: State) -> Roll | Do:
        """One die for the wound."""
        unit = st.units[self.unit]
        if unit.place != ON_MAP and not is_captive(st, unit):
            return Do()
        return Roll(ONE_DIE, "Wound Severity", "A17.11", unit.side, (self.unit,), leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Wounded or dead."""
        unit = st.units[self.unit]
        final = faces[0] + self.extra + (1 if unit.wounded else 0)
        dies = wounds().eliminates(final)
        thrown = DiceThrown(
            dice=ONE_DIE,
            faces=faces,
            purpose=f"Wound Severity of {name(st, unit)}",
            rule="A17.11",
            side=unit.side,
            original=faces[0],
            final=final,
            need=f"below {wounds().eliminated_from}",
            outcome="eliminated" if dies else "wounded",
            subjects=(self.unit,),
        )
        after: Event = UnitEliminated(unit=self.unit, reason="A17.11") if dies else UnitWounded(unit=self.unit)
        events = [thrown, after]
        spent_out = st.turn.phase == "MPh" and st.trail(self.unit).spent > wounds().mf * HALF
        if not dies and spent_out and not unit.broken and not unit.pinned:
            events.append(UnitPinned(unit=self.unit))
        return Do(events=tuple(events), value="gone" if dies else "wounded")

    def title(self, st: State) -> str:
        """The wound in the breadcrumb."""
        return "Wound Severity"
