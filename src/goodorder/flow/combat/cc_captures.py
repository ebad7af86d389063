"""Which of several units is the one that a capture attempt takes: its owner's choice (A20.22)."""

from __future__ import annotations

from goodorder.core.actions import Action, PickUnit
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Menu, leaf
from goodorder.core.state import State
from goodorder.rules.facts.units import name, names
from goodorder.rules.registry import builds


@builds("A20.22", "A20.22b")
class WhoIsCaptured(Frame, frozen=True):
    """The defender says which of ``units`` is captured, of a squad a half-squad; the parent is resumed with it."""

    units: tuple[int, ...]

    def ask(self, st: State) -> Choice | Do:
        """Nobody is asked about one unit alone."""
        if len(self.units) == 1:
            return Do(value=self.units[0])

        def check(action: Action) -> Refusal | None:
            if not isinstance(action, PickUnit):
                return not_asked("A20.22", "one unit is captured: which?")
            return None if action.unit in self.units else Refusal("A20.22", "it was not under this attack")

        entries = [
            leaf(f"u{unit}", name(st, st.units[unit]), PickUnit(unit), kind="unit", unit=unit, rule="A20.22")
            for unit in self.units
        ]
        prompt = f"Which of {names(st, self.units)} is captured?"
        return Choice(st.units[self.units[0]].side, prompt, "A20.22", Menu(lambda: entries), check)

    def chosen(self, st: State, action: Action) -> Do:
        """That one."""
        assert isinstance(action, PickUnit)
        return Do(value=action.unit)

    def title(self, st: State) -> str:
        """The choice in the breadcrumb."""
        return "Capture"
