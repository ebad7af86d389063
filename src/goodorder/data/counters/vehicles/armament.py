"""The armament of a vehicle as weapons: Main Armament and machine guns by their place (D1.3, D1.8)."""

from __future__ import annotations

from goodorder.data.charts.vehicles import MgPlace, vehicle_chart
from goodorder.data.counters.support import BEYOND_ANY_MAP, Mount, WeaponType
from goodorder.data.load import DataError, unknown

from . import VehicleType

MA: Mount = "MA"
PLACES: dict[MgPlace, Mount] = {"coaxial": "CMG", "bow": "BMG", "aa": "AAMG", "rear": "RMG", "hull_rear": "RMG"}
"""The names of machine guns by their place."""

MG_BREAKDOWN = 12
"""The DR that malfunctions a vehicle's machine gun (D3.7)."""


def mounts(kind: VehicleType) -> tuple[Mount, ...]:
    """The weapons that a vehicle has, Main Armament first; a machine gun that is its Main Armament only as such."""
    main = kind.ma.kind if kind.ma is not None else ""
    guns = tuple(name for place, name in PLACES.items() if place in kind.machine_guns and name != main)
    return (MA, *guns) if kind.ma is not None else guns


def armament(kind: VehicleType, mount: str) -> WeaponType:
    """One weapon of a vehicle by its mount; raises DataError for one that it does not have."""
    found = next((one for one in mounts(kind) if one == mount), None)
    if found is None:
        raise DataError("counters", f"{kind.id}:{mount}", unknown(f"weapon of {kind.name}", mount, mounts(kind)))
    return _main(kind) if found == MA else _machine_gun(kind, found, found)


def _machine_gun(kind: VehicleType, mount: Mount, place: Mount) -> WeaponType:
    fps = {name: (fp, where) for where, name in PLACES.items() if (fp := kind.machine_guns.get(where)) is not None}
    fp, where = fps[place]
    ma = kind.ma if mount == MA else None
    return WeaponType(
        id=f"{kind.id}:{mount}",
        nationality=kind.nationality,
        kind=place,
        name=f"{kind.name} {place}",
        fp=fp,
        range=vehicle_chart().mg_range[where],
        rof=kind.rate_of_fire if mount == MA else 0,
        breakdown=(ma.breakdown if ma is not None and ma.breakdown is not None else MG_BREAKDOWN),
        x_number=None,
        repair=vehicle_chart().crew.repaired_on,
        removal=vehicle_chart().crew.disabled_on,
        pp=0,
        spraying_fire=False,
        ift=True,
        caliber=ma.caliber if ma is not None else None,
        barrel=None,
        range_min=None,
        range_max=None,
        to_kill=None,
        dismantled=None,
        mount=mount,
        vehicle=kind,
    )


def _main(kind: VehicleType) -> WeaponType:
    ma = kind.ma
    assert ma is not None
    if ma.kind != "gun" and ma.kind != "ATR":
        return _machine_gun(kind, MA, ma.kind)
    return WeaponType(
        id=f"{kind.id}:{MA}",
        nationality=kind.nationality,
        kind=ma.kind,
        name=f"{kind.name} {kind.bore or ma.kind}",
        fp=ma.ife or 0,
        range=ma.range_max or BEYOND_ANY_MAP,
        rof=kind.rate_of_fire,
        breakdown=ma.breakdown or MG_BREAKDOWN,
        x_number=None,
        repair=vehicle_chart().crew.repaired_on,
        removal=vehicle_chart().crew.disabled_on,
        pp=0,
        spraying_fire=False,
        ift=False,
        caliber=kind.caliber,
        barrel=ma.barrel,
        range_min=ma.range_min,
        range_max=ma.range_max,
        to_kill=None,
        dismantled=None,
        ammo=kind.ammo,
        mount=MA,
        vehicle=kind,
    )
