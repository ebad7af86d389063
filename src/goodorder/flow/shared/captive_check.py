"""The Morale Check of a prisoner or a free Unarmed unit, who never breaks (A20.54)."""

from __future__ import annotations

from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.rules.a20_guards import captive_morale
from goodorder.rules.facts.captives import is_captive
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from .casualties import reduction
from .thrown import thrown


@builds("A20.54", "A20.54b")
class CaptiveCheck(Frame, frozen=True):
    """A MC of which the failure is Casualty Reduction; ``drm`` is the n of nMC."""

    unit: int
    drm: int = 0

    def ask(self, st: State) -> Roll | Do:
        """Two dice, unless it is gone."""
        unit = st.units[self.unit]
        if unit.place != ON_MAP and not is_captive(st, unit):  # a Guard lost with the same attack sets them free
            return Do()
        need = f"{captive_morale(st, unit) - self.drm} or less"
        number = f"{self.drm}MC" if self.drm else "NMC"
        return Roll(TWO_DICE, f"{number} of {name(st, unit)} (unarmed)", "A20.54", unit.side, (self.unit,), need)

    def effect(self, st: State, faces: tuple[int, ...]) -> tuple[object, ...]:
        """What tells faces apart in what they do to it."""
        return (self._passes(st, faces),)

    def _passes(self, st: State, faces: tuple[int, ...]) -> bool:
        return sum(faces) + self.drm <= captive_morale(st, st.units[self.unit])

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Nothing, or Casualty Reduction."""
        roll, passes = self.ask(st), self._passes(st, faces)
        assert isinstance(roll, Roll)
        words = "passes" if passes else "fails, Casualty Reduction"
        told = thrown(roll, faces, words, final=sum(faces) + self.drm)
        if passes:
            return Do(events=(told,))
        events, frames = reduction(st, (self.unit,), "A20.54")
        return Do(events=(told, *events), push=frames)

    def title(self, st: State) -> str:
        """The check in the breadcrumb."""
        return f"MC of {name(st, st.units[self.unit])}"
