"""Scrounging: Unarmed units look for small arms where their move has ended (A20.552)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.rules.a20_arms import FOUND, rearmed
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from ..shared.thrown import thrown


@builds("A20.552", "A20.552a")
class Scrounging(Frame, frozen=True):
    """One DR for each unit, one unit of a hex; no leader helps."""

    units: tuple[int, ...]

    def ask(self, st: State) -> Roll | Do:
        """The next DR."""
        if not self.units:
            return Do()
        unit = st.units[self.units[0]]
        return Roll(TWO_DICE, self.title(st), "A20.552", unit.side, (unit.id,), f"{FOUND} or less", leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """A 2 finds arms."""
        roll, unit = self.ask(st), st.units[self.units[0]]
        assert isinstance(roll, Roll)
        found = sum(faces) <= FOUND
        dice = thrown(roll, faces, "finds arms" if found else "finds nothing")
        events = (dice, rearmed(st, unit, unit.loc)) if found else (dice,)
        return Do(events=events, then=replace(self, units=self.units[1:]))

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        return f"Scrounging by {name(st, st.units[self.units[0]])}" if self.units else "Scrounging"
