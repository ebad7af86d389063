"""Events that change a vehicle (D)."""

from __future__ import annotations

from typing import Literal

from ..stance import Stance
from ..state import Step
from .base import Event


class VehiclePlaced(Event, frozen=True, kw_only=True):
    """A vehicle is set up in a Location, or with ``loc`` -1 taken off again."""

    vehicle: int
    loc: int


class VehicleTurned(Event, frozen=True, kw_only=True):
    """A vehicle points its hull along ``facing`` and its turret along ``turret``, -1 for the same (D2.11, D3.12);
    ``at_end``: as a fire phase ends (C3.22).
    """

    vehicle: int
    facing: int
    turret: int = -1
    at_end: bool = False


class VehicleStepped(Event, frozen=True, kw_only=True):
    """A vehicle spends MP (D2.1); what it does with them stands in the step, where it comes to in ``step.to``;
    ``off_road``: there it is beside the road (B13.41); ``minimum``: a Minimum Move (D2.15); ``stance``: how it is in
    its Bypass then (D2.32), None where that stays as it is, or ends with its hex.
    """

    vehicle: int
    step: Step
    off_road: bool = False
    minimum: bool = False
    stance: Stance | None = None


class VehicleRevealed(Event, frozen=True, kw_only=True):
    """A vehicle's "?" comes off, with its armament's: from now on everybody knows it (A12.2)."""

    vehicle: int
    rule: str = "A12.2"


class VehicleConcealed(Event, frozen=True, kw_only=True):
    """A vehicle comes under a "?" (A12.2, A12.12)."""

    vehicle: int


class DriveEnded(Event, frozen=True, kw_only=True):
    """A vehicle ends its MPh (D2.1)."""

    vehicle: int


class MotionChanged(Event, frozen=True, kw_only=True):
    """A vehicle is in Motion now, or no longer (D2.4); ``backing``: in reverse (D2.24)."""

    vehicle: int
    motion: bool
    backing: bool = False


class MotionTried(Event, frozen=True, kw_only=True):
    """A DEFENDING vehicle tries to gain Motion (D2.401)."""

    vehicle: int


class CrewExposed(Event, frozen=True, kw_only=True):
    """A vehicle's crew is exposed now, or Buttoned Up (D5.3)."""

    vehicle: int
    ce: bool


class CrewPinned(Event, frozen=True, kw_only=True):
    """A Pin counter that hampers the fire of a vehicle's crew is placed, or comes off (A7.82)."""

    vehicle: int
    pinned: bool


class VehicleBogged(Event, frozen=True, kw_only=True):
    """A vehicle is bogged (D8.2), or free again; ``mired`` is worse (D8.3)."""

    vehicle: int
    bogged: bool = True
    mired: bool = False


class VehicleImmobilized(Event, frozen=True, kw_only=True):
    """A vehicle is immobile (D8.1)."""

    vehicle: int


class VehicleShocked(Event, frozen=True, kw_only=True):
    """A vehicle is under a Shock or an Unconfirmed Kill counter, or has recovered (C7.4, C7.42)."""

    vehicle: int
    shocked: Literal["", "shock", "uk"]


class CrewStunned(Event, frozen=True, kw_only=True):
    """A vehicle's crew is Stunned, or its counter has come off and leaves it +1 (D5.34)."""

    vehicle: int
    stunned: Literal["", "stun", "+1"]


class VehicleRecalled(Event, frozen=True, kw_only=True):
    """A vehicle must leave the map (D5.341)."""

    vehicle: int


class VehicleAbandoned(Event, frozen=True, kw_only=True):
    """A vehicle has lost its crew, which is Personnel now or dead (D5.4), or with ``abandoned`` false has one again."""

    vehicle: int
    abandoned: bool = True


class VehicleScrounged(Event, frozen=True, kw_only=True):
    """Somebody has looked for arms in a wreck or an Abandoned vehicle: nobody does so again (D10.5)."""

    vehicle: int


class VehicleCaptured(Event, frozen=True, kw_only=True):
    """Enemy Infantry holds a vehicle, or with ``captured`` false its own side has it again (A11.52, A21.2)."""

    vehicle: int
    captured: bool = True


class CrewEntered(Event, frozen=True, kw_only=True):
    """Units get into a vehicle and man it as its Inherent crew (D5.42, A21.22)."""

    vehicle: int
    units: tuple[int, ...]


class CrewLeft(Event, frozen=True, kw_only=True):
    """The units that man a vehicle are beneath it again (D5.41, D5.6)."""

    vehicle: int


class CrewLost(Event, frozen=True, kw_only=True):
    """The units that man a vehicle are eliminated in it."""

    vehicle: int


class VehicleWrecked(Event, frozen=True, kw_only=True):
    """A vehicle is a wreck, burning or not (C7.7, D10)."""

    vehicle: int
    burning: bool = False


class VehicleExited(Event, frozen=True, kw_only=True):
    """A vehicle leaves the map by its edge (A2.6); ``lost``: it counts as eliminated (A26.221)."""

    vehicle: int
    lost: bool = False


class VehicleRemoved(Event, frozen=True, kw_only=True):
    """A vehicle or wreck is taken off the map and leaves nothing there."""

    vehicle: int


class VehicleWaits(Event, frozen=True, kw_only=True):
    """A vehicle is off board, ready to enter (A2.5)."""

    vehicle: int
