"""Work on weapons: who possesses them, in what state and facing they are (A4.43, A9.72, C3.2)."""

from __future__ import annotations

from .base import Action


class TurnGun(Action, frozen=True, tag="turn"):
    """Turn a Gun so that it points along a hexspine, by its vertex 0 to 5 (C3.2)."""

    form = "turn {weapon} to {facing}"

    weapon: int
    facing: int


class Give(Action, frozen=True, tag="give"):
    """Hand a weapon to another unit of the same Location (A4.431), or possess it at set-up."""

    form = "give {weapon} to {unit}"

    weapon: int
    unit: int


class Scrounge(Action, frozen=True, tag="scrounge"):
    """A unit looks for arms in a wreck or an Abandoned vehicle, in its RPh (D10.5)."""

    form = "scrounge {vehicle} by {unit}"

    unit: int
    vehicle: int


class Repair(Action, frozen=True, tag="repair"):
    """Try to repair a malfunctioned weapon (A9.72)."""

    form = "repair {weapon}"

    weapon: int


class Handle(Action, frozen=True, tag="handle"):
    """Use a fire phase of a weapon for work on it: ``how`` is dismantle, assemble (A9.8), destroy, malfunction
    (A9.73), limber or unlimber, then ``facing`` the hexspine that the Gun is turned to, -1 where it is not (C10.22);
    in the set-up bare, for a Gun that is not to be Emplaced, or emplace (C11.3).
    """

    weapon: int
    how: str
    facing: int = -1


class Abandon(Action, frozen=True, tag="abandon"):
    """Leave weapons behind before a rout so as to stay within the IPC (A10.4)."""

    unit: int
    weapons: tuple[int, ...]
