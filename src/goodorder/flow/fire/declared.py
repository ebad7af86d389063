"""The shot that an action declares: of small arms, of a weapon that must hit first, of SMOKE (A7.3, C3, C8.5)."""

from __future__ import annotations

from goodorder.core.actions import Fire
from goodorder.core.state import State
from goodorder.rules.c_ordnance.area import area_targets
from goodorder.rules.c_ordnance.canister import canister_targets, fires_canister
from goodorder.rules.facts.firers import burns_armor

from .canister import CanisterShot
from .flame_shot import FlameShot
from .ordnance import OrdnanceShot
from .small_arms import SmallArms
from .smoke_shot import SmokeShot
from .vehicle_shot import VehicleShot

AnyShot = SmallArms | FlameShot | OrdnanceShot
"""What an action of fire may declare."""


def shot_of(st: State, targets: tuple[int, ...], phase: str, action: Fire) -> AnyShot:
    """The shot that an action declares at targets; a weapon that must hit first may hit others besides, and of SMOKE
    only WP does anything to who is in the hex.
    """
    shot = action.ordnance
    if shot is None and burns_armor(st, action):
        return FlameShot((), phase, action)
    if shot is None:
        return SmallArms(targets, phase, action)
    if shot.at_hex:
        return SmokeShot(area_targets(st, action, targets, phase) if shot.ammo == "WP" else (), phase, action)
    if fires_canister(action):
        return CanisterShot(canister_targets(st, action, targets, phase), phase, action)
    if shot.target_type == "vehicle":
        return VehicleShot((), phase, action)
    return OrdnanceShot(area_targets(st, action, targets, phase), phase, action)
