"""Which targets a firer sees: what is asked first of all that he could fire at them."""

from __future__ import annotations

from goodorder.core.state import Fighter, State
from goodorder.rules.facts.aiming import AimingPoint, aiming_point, is_unseen_at

from .fire_drafts import Aim


class InSight:
    """The targets to which each unit or vehicle has a line, found once for all its weapons."""

    def __init__(self, st: State, targets: tuple[Aim, ...]) -> None:
        self.st = st
        self.targets = targets
        self._points: list[tuple[Aim, AimingPoint]] | None = None
        self._found: dict[int, tuple[Aim, ...]] = {}

    def of(self, unit: Fighter) -> tuple[Aim, ...]:
        """The targets that one of them sees, in their order."""
        found = self._found.get(unit.id)
        if found is None:
            st, points = self.st, self._aiming_points()
            found = tuple([aim for aim, point in points if not is_unseen_at(st, unit, aim.units, point)])
            self._found[unit.id] = found
        return found

    def _aiming_points(self) -> list[tuple[Aim, AimingPoint]]:
        if self._points is None:
            st = self.st
            self._points = [(aim, aiming_point(st, aim.loc, aim.units, aim.vehicle)) for aim in self.targets]
        return self._points
