"""Where an enemy AFV is no vehicle stays that could not hurt it (D2.6)."""

from __future__ import annotations

from goodorder.core.actions import ParkHere, Stop
from goodorder.core.errors import Refusal
from goodorder.core.state import ON_MAP, State, Vehicle
from goodorder.data.charts.to_kill import ToKillAmmo

from ..c_ordnance.to_kill import Strike, to_kill_ledger
from ..facts.ground import map_now
from ..facts.places import eye
from ..facts.vehicles import DriveFacts, is_afv, running, vtype
from ..points import MAY_DRIVE
from ..registry import builds, rule
from .aspect import ASPECTS, FACINGS

ORIGINAL = 5
"""The Original To Kill DR by which it must be able to shock or destroy."""


@rule("D2.6", point=MAY_DRIVE, rows=["D2.6a", "D2.6b"], order=94)
def does_not_stay(facts: DriveFacts) -> Refusal | None:
    """A vehicle neither stops nor ends its MPh in Motion in the hex of an enemy AFV that it could not hurt."""
    if not isinstance(facts.action, (Stop, ParkHere)) or facts.probing or not running(facts.st, facts.vehicle):
        return None
    st, vehicle = facts.st, facts.vehicle
    for one in st.vehicles_at(vehicle.loc):
        foe = one.side != vehicle.side and not (one.wreck or one.abandoned or one.concealed) and is_afv(st, one)
        if foe and not apart(st, vehicle, one) and not could_hurt(st, vehicle, one):
            return Refusal("D2.6", "an enemy AFV is here that it could not hurt")
    return None


@builds("D2.6", "D2.37", "D2.6a")
def apart(st: State, one: Vehicle, other: Vehicle) -> bool:
    """Whether two vehicles are in Bypass along hexsides of one hex and do not see each other."""
    both = bool(one.stance.bypass) and bool(other.stance.bypass)
    return both and not map_now(st).sees(eye(st, one), eye(st, other))


@builds("D2.6")
def could_hurt(st: State, vehicle: Vehicle, target: Vehicle) -> bool:
    """Whether its main gun, with what it never runs out of, could shock or destroy an AFV in its hex by an Original To
    Kill DR of five, wherever that is struck.
    """
    kind = vtype(st, vehicle)
    gun = next((arm for arm in st.weapons_of(vehicle.id) if arm.type.endswith(":MA")), None)
    if kind.caliber is None or kind.ma is None or gun is None or gun.malfunctioned or gun.place != ON_MAP:
        return False
    both: tuple[tuple[ToKillAmmo, bool], ...] = (("AP", kind.fires_ap), ("HE", kind.fires_he))
    shells = [ammo for ammo, fires in both if fires]
    for ammo in shells:
        for aspect in ASPECTS:
            for facing in FACINGS:
                strike = Strike(
                    target.id,
                    vehicle.side,
                    ammo,
                    kind.caliber,
                    kind.ma.barrel or "",
                    kind.gun_maker,
                    0,
                    aspect,
                    facing,
                )
                if to_kill_ledger(st, strike).fate(ORIGINAL) is not None:
                    return True
    return False
