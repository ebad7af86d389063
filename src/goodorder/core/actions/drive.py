"""The MPh of vehicles (D2), alone or with Infantry (D9.31)."""

from __future__ import annotations

import operator
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias

from .base import Action, DriveStep, kinds_of
from .move import Go, Move


class StartUp(DriveStep, frozen=True, tag="start"):
    """A vehicle that stands starts, forward or in ``reverse`` (D2.12, D2.23)."""

    vehicle: int
    reverse: bool = False


class Stop(DriveStep, frozen=True, tag="stop"):
    """A vehicle stops (D2.13)."""

    form = "stop {vehicle}"

    vehicle: int


class TurnHull(DriveStep, frozen=True, tag="turn_hull"):
    """A vehicle turns its VCA by one hexspine, so that it points along ``facing`` (D2.11)."""

    form = "vca {vehicle} to {facing}"

    vehicle: int
    facing: int


class Delay(DriveStep, frozen=True, tag="delay"):
    """A vehicle that stands spends one MP (D2.17)."""

    form = "delay {vehicle}"

    vehicle: int


class TurnTurret(DriveStep, frozen=True, tag="turn_turret"):
    """A vehicle turns its turret with the MP that it spends next, so that it points along ``facing`` (D3.12)."""

    form = "tca {vehicle} to {facing}"

    vehicle: int
    facing: int


class Hatch(DriveStep, frozen=True, tag="hatch"):
    """The crew of an AFV shows itself (``ce``) or buttons up (D5.33)."""

    vehicle: int
    ce: bool


class Unbog(DriveStep, frozen=True, tag="unbog"):
    """A bogged vehicle tries to free itself as its MPh begins (D8.3)."""

    form = "unbog {vehicle}"

    vehicle: int


class TryMotion(Action, frozen=True, tag="try_motion"):
    """A DEFENDING vehicle tries to gain Motion in the enemy's MPh (D2.401)."""

    form = "motion {vehicle}"

    vehicle: int


class DriveTo(DriveStep, frozen=True, tag="drive"):
    """A vehicle enters an adjacent Location, at the road rate by ``road``, backwards with ``reverse`` (D2.1, D2.2);
    ``to`` -2 leaves the map across ``hexside``. ``bypass`` names the hexsides of ``to`` that it goes along (D2.3),
    ``share`` the way of paying where terrain leaves the choice, by its place in the chart's list; ``minimum`` is a
    Minimum Move (D2.15), ``more`` the MP that it spends beyond what it must (D2.18). Entering the map it comes across
    ``hexside`` of ``to`` and points along ``facing`` (A2.51).
    """

    vehicle: int
    to: int
    road: bool = False
    reverse: bool = False
    hexside: int = -1
    bypass: tuple[int, ...] = ()
    share: int = 0
    minimum: bool = False
    facing: int = -1
    more: int = 0


class ArmoredAssault(Action, frozen=True, tag="armored_assault"):
    """Infantry and an AFV of its Location begin their MPh as one stack (D9.31): ``move`` are its units and their
    declarations, without a first expenditure.
    """

    vehicle: int
    move: Move

    @property
    def units(self) -> tuple[int, ...]:
        """The Infantry."""
        return self.move.units


class DriveAlong(Action, frozen=True, tag="drive_along"):
    """An AFV and Infantry that moves with it enter the same Location together (D9.31)."""

    drive: DriveTo
    go: Go

    @property
    def units(self) -> tuple[int, ...]:
        """The Infantry."""
        return self.go.units


class ParkHere(DriveStep, frozen=True, tag="park"):
    """A vehicle ends its MPh where it is (D2.1)."""

    form = "park {vehicle}"

    vehicle: int


# As in the module ``move``: the decoder goes by the structs, a checker of types by their base.
if TYPE_CHECKING:
    AnyDriveStep: TypeAlias = DriveStep
else:
    AnyDriveStep = reduce(operator.or_, kinds_of(DriveStep))
