"""Which targets a firer sees: what is asked first of all that he could fire at them."""

from __future__ import annotations

from goodorder.core.state import Fighter, State, Unit
from goodorder.rules.facts.aiming import AimingPoint, aiming_point, in_sight_of

from .targets import Aim


class InSight:
    """The targets to which each unit or vehicle has a line, found once for all its weapons."""

    def __init__(self, st: State, targets: tuple[Aim, ...]) -> None:
        self.st = st
        self.targets = targets
        self._points: list[tuple[tuple[Unit, ...], AimingPoint]] | None = None
        self._found: dict[int, tuple[Aim, ...]] = {}

    def of(self, unit: Fighter) -> tuple[Aim, ...]:
        """The targets that one of them sees, in their order."""
        found = self._found.get(unit.id)
        if found is None:
            targets, seen = self.targets, in_sight_of(self.st, unit, self._aiming_points())
            found = self._found[unit.id] = tuple([targets[number] for number in seen])
        return found

    def _aiming_points(self) -> list[tuple[tuple[Unit, ...], AimingPoint]]:
        if self._points is None:
            st = self.st
            self._points = [(aim.units, aiming_point(st, aim.loc, aim.units, aim.vehicle)) for aim in self.targets]
        return self._points
