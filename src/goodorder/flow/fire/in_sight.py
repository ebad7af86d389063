"""Which targets a firer sees: what is asked first of all that he could fire at them."""

from __future__ import annotations

from goodorder.core.state import Fighter, State
from goodorder.rules.facts.aiming import is_unseen

from .fire_drafts import Aim


class InSight:
    """The targets to which each unit or vehicle has a line, found once for all its weapons."""

    def __init__(self, st: State, targets: tuple[Aim, ...]) -> None:
        self.st = st
        self.targets = targets
        self._found: dict[int, tuple[Aim, ...]] = {}

    def of(self, unit: Fighter) -> tuple[Aim, ...]:
        """The targets that one of them sees, in their order."""
        found = self._found.get(unit.id)
        if found is None:
            st = self.st
            found = tuple([aim for aim in self.targets if not is_unseen(st, unit, aim.loc, aim.units, aim.vehicle)])
            self._found[unit.id] = found
        return found
