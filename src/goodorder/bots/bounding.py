"""Bounding First Fire: when a vehicle's shot in its own MPh does more than what it could do after it (D3.3)."""

from __future__ import annotations

from goodorder.core.actions import Fire
from goodorder.core.frames import Choice
from goodorder.core.state import OWN_MPH, State, Vehicle
from goodorder.flow.fire.targets import aims

from .apart import all_shots
from .ordnance import GunShot

SHOT = 0.3
"""What a shot must take on average: MA and machine guns may break."""

ADVANCING = 0.6
"""The share of what a vehicle could do from a place that its Advancing Fire from there does, roughly."""


def bounding_shot(st: State, choice: Choice, vehicle: Vehicle, then: float | None = None) -> Fire | None:
    """The best shot that a vehicle has now, where all its shots now do no less than those that it gives up: its
    Advancing Fire from here by exact odds, or ``then`` where it drives on.
    """
    shots = _shots(st, vehicle, OWN_MPH)
    for shot in shots:
        if shot.harm < SHOT:
            break
        if isinstance(shot.action, Fire) and choice.check(shot.action) is None:
            later = ADVANCING * then if then is not None else together(_shots(st, vehicle, "AFPh"))
            return shot.action if together(shots) >= later else None
    return None


def _shots(st: State, vehicle: Vehicle, phase: str) -> list[GunShot]:
    return all_shots(st, vehicle.side, phase, aims(st, vehicle.side), vehicle.id)


def together(shots: list[GunShot]) -> float:
    """What shots of one vehicle take, best first, each weapon firing once."""
    used: set[int] = set()
    total = 0.0
    for shot in shots:
        weapons = set(shot.action.firers[0].weapons) if isinstance(shot.action, Fire) else set()
        if weapons and not weapons & used:
            used |= weapons
            total += max(0.0, shot.harm)
    return total
