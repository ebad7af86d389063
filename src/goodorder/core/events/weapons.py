"""Events that change a support weapon or a marker."""

from __future__ import annotations

from ..state import Acquired, Charge, FireMark, Marker, SetCharge, Weapon
from .base import Event


class WeaponFired(Event, frozen=True, kw_only=True):
    """A weapon fired; its shot says whether it kept its rate of fire (A9.2)."""

    weapon: int
    shot: FireMark


class WeaponCreated(Event, frozen=True, kw_only=True):
    """A weapon that was no counter comes to hand, as a Panzerfaust (C13.3)."""

    weapon: Weapon


class WeaponForfeited(Event, frozen=True, kw_only=True):
    """A weapon may not fire again this Player Turn though it did not fire (A8.3)."""

    weapon: int
    shot: FireMark


class WeaponTaken(Event, frozen=True, kw_only=True):
    """A unit comes to possess a weapon (A4.43)."""

    weapon: int
    unit: int


class WeaponDropped(Event, frozen=True, kw_only=True):
    """A weapon lies unpossessed in a Location."""

    weapon: int
    loc: int


class WeaponMalfunctioned(Event, frozen=True, kw_only=True):
    """A weapon breaks down and may be repaired (A9.7)."""

    weapon: int


class WeaponRepaired(Event, frozen=True, kw_only=True):
    """A weapon works again (A9.72)."""

    weapon: int


class WeaponConverted(Event, frozen=True, kw_only=True):
    """A weapon is taken apart or put together (A9.8)."""

    weapon: int
    dismantled: bool


class WeaponTurned(Event, frozen=True, kw_only=True):
    """A weapon is turned so that it points along a hexspine (C3.2)."""

    weapon: int
    facing: int


class TargetAcquired(Event, frozen=True, kw_only=True):
    """A Gun acquires a target, or with ``acquired`` None loses what it had acquired (C6.5)."""

    weapon: int
    acquired: Acquired | None


class WeaponEmplaced(Event, frozen=True, kw_only=True):
    """A Gun is Emplaced, or no longer so (C11.2)."""

    weapon: int
    emplaced: bool


class EmplacementChosen(Event, frozen=True, kw_only=True):
    """Whether a Gun that sets up is to be Emplaced, as its owner records in secret (C11.3)."""

    weapon: int
    emplaced: bool


class AmmunitionDepleted(Event, frozen=True, kw_only=True):
    """A weapon has no more of a kind of ammunition for the rest of the scenario (C8.9)."""

    weapon: int
    ammo: str


class AmmunitionLow(Event, frozen=True, kw_only=True):
    """A vehicle's Main Armament has Low Ammo from now on (D3.71)."""

    weapon: int


class WeaponLimbered(Event, frozen=True, kw_only=True):
    """A Gun is limbered or unlimbered (C10.2)."""

    weapon: int
    limbered: bool


class WeaponPushed(Event, frozen=True, kw_only=True):
    """A Gun is pushed into a Location; it is not Emplaced there (C10.3, C11.3)."""

    weapon: int
    loc: int


class LaborGained(Event, frozen=True, kw_only=True):
    """What failed pushes of a Gun, or Clearances of a Set DC by ``units``, have gained for the next (C10.3, B24.8)."""

    weapon: int
    labor: int
    units: tuple[int, ...] = ()


class LaborLost(Event, frozen=True, kw_only=True):
    """Nobody is left at a Set DC who has Labor there (B24.8)."""

    weapon: int


class SpotterNamed(Event, frozen=True, kw_only=True):
    """A unit is the Spotter of a mortar (C9.3), 0 nobody: the one that is lost may be replaced."""

    weapon: int
    unit: int


class ChargePlaced(Event, frozen=True, kw_only=True):
    """A DC is placed and will go off (A23.3)."""

    weapon: int
    charge: Charge


class ChargeSet(Event, frozen=True, kw_only=True):
    """A DC is Set (A23.7)."""

    weapon: int
    charge: SetCharge


class ChargeInherited(Event, frozen=True, kw_only=True):
    """A half-squad of the squad that has Set a DC may set it off too (A23.7)."""

    weapon: int
    unit: int


class ChargeFound(Event, frozen=True, kw_only=True):
    """A Search finds a hidden Set DC (A23.72)."""

    weapon: int


class FireLanePlaced(Event, frozen=True, kw_only=True):
    """A weapon bars these hexes with a Fire Lane, the last one holding the counter (A9.22)."""

    weapon: int
    hexes: tuple[int, ...]


class FireLaneRemoved(Event, frozen=True, kw_only=True):
    """A Fire Lane ends (A9.223)."""

    weapon: int


class WeaponRemoved(Event, frozen=True, kw_only=True):
    """A weapon is out of the game."""

    weapon: int
    reason: str = ""


class MarkerPlaced(Event, frozen=True, kw_only=True):
    """A marker is put on a Location; one of the same kind there is replaced, but for SMOKE of shells. One with the id
    of a marker that lies there is that one's other side.
    """

    marker: Marker


class MarkerRemoved(Event, frozen=True, kw_only=True):
    """A marker comes off."""

    marker: int
