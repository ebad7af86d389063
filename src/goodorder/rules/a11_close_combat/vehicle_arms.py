"""With what a vehicle fights in Close Combat, and whether it has a manned machine gun at all (A11.51, A11.62)."""

from __future__ import annotations

from goodorder.core.state import ON_MAP, State, Vehicle, Weapon

from ..facts.manned import manned, shaken
from ..facts.units import wtype
from ..facts.vehicles import vtype
from ..registry import builds

LIGHT = 15
"""Main Armament of no more than so many mm in a turret counts as a machine gun (A11.51, A11.62)."""


def _works(weapon: Weapon) -> bool:
    return weapon.place == ON_MAP and not weapon.malfunctioned


def _light_gun(st: State, vehicle: Vehicle, weapon: Weapon) -> bool:
    kind, own = wtype(st, weapon), vtype(st, vehicle)
    turreted = own.ma is not None and own.ma.mount == "turret"
    return turreted and kind.mount == "MA" and kind.caliber is not None and kind.caliber <= LIGHT and kind.fp > 0


@builds("A11.62", "A11.62a")
def cc_weapons(st: State, vehicle: Vehicle) -> tuple[Weapon, ...]:
    """The weapons that a vehicle may attack Infantry with in the CCPh: a coaxial machine gun in a turret, one in its
    rear, one on top while the crew is exposed or unprotected anyway, a very light turret gun with IFE; never the bow
    machine gun. None without a crew that can fight.
    """
    if not manned(vehicle) or shaken(vehicle):
        return ()
    own = vtype(st, vehicle)
    on_top = vehicle.ce or own.unarmored
    found: list[Weapon] = []
    for weapon in st.weapons_of(vehicle.id):
        kind = wtype(st, weapon)
        if not _works(weapon) or not kind.fp:
            continue
        by_turret = kind.kind == "CMG" and own.turret_type != "NT"
        if by_turret or kind.kind == "RMG" or (kind.kind == "AAMG" and on_top) or _light_gun(st, vehicle, weapon):
            found.append(weapon)
    return tuple(found)


@builds("A11.51", "A11.61")
def has_machine_gun(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle has a machine gun that works and is manned: its bow machine gun counts, one on top only with
    the crew exposed, a very light turret gun too.
    """
    if not manned(vehicle) or shaken(vehicle):
        return False
    on_top = vehicle.ce or vtype(st, vehicle).unarmored
    return any(
        _works(weapon)
        and (
            wtype(st, weapon).kind in ("CMG", "BMG", "RMG")
            or (wtype(st, weapon).kind == "AAMG" and on_top)
            or _light_gun(st, vehicle, weapon)
        )
        for weapon in st.weapons_of(vehicle.id)
    )
