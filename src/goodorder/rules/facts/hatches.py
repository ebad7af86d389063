"""Which weapons of a vehicle its crew can use as it is, exposed or Buttoned Up (D1.321, D1.83, D5.3)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import State, Vehicle, Weapon
from goodorder.data.counters.vehicles.armament import MA

from ..registry import builds
from .units import wtype
from .vehicles import bow_mounted, exposed, is_afv, vtype


@builds("D1.23", "D1.23a")
def shut_out(st: State, vehicle: Vehicle, weapon: Weapon) -> Refusal | None:
    """Why a Buttoned Up crew can't use a weapon, or None: the AAMG of an AFV, and all of an open-topped AFV but the
    machine guns in its bow.
    """
    if not is_afv(st, vehicle) or exposed(st, vehicle):
        return None
    kind = wtype(st, weapon)
    if kind.kind == "AAMG":
        return Refusal("D1.83", "its AAMG needs a CE crew", also=("D5.3",))
    if vtype(st, vehicle).open_topped and not (kind.ift and bow_mounted(st, vehicle, weapon)):
        return Refusal("D5.3", "an open-topped AFV needs a CE crew for it")
    return None


def cramped(st: State, vehicle: Vehicle, weapon: Weapon) -> Refusal | None:
    """Why an exposed crew can't use a weapon, or None: the gun and the coaxial machine gun of a one-man or a restricted
    turret with a roof. Under an open top the crew fires exposed, as it must (D5.3).
    """
    kind = vtype(st, vehicle)
    turret = kind.turret_type
    if turret not in ("RST", "1MT") or kind.open_topped or not exposed(st, vehicle):
        return None
    if wtype(st, weapon).mount not in (MA, "CMG") or bow_mounted(st, vehicle, weapon):
        return None
    return Refusal("D1.321" if turret == "RST" else "D1.322", "its turret fires only while the crew is BU")
