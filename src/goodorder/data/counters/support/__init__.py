"""Support weapons as typed values (A9)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from goodorder.data.counters.armament import Ammo, AmmoKind, Date, Holder, ammo_numbers
from goodorder.data.counters.guns import GunType
from goodorder.data.counters.vehicles import VehicleType
from goodorder.data.load import read_toml

Mount = Literal["MA", "CMG", "BMG", "AAMG", "RMG"]
"""Where a vehicle has a weapon: Main Armament, coaxial, bow, anti-aircraft and rear machine gun (D1.3, D1.8)."""

NO_BREAKDOWN = 13
"""Breakdown number of a weapon that no Dice Roll can malfunction."""

BEYOND_ANY_MAP = 1000
"""Range in hexes of a Gun that has none printed (C2.25)."""

HEAVIEST_MG = 15.0
"""The largest caliber, in mm, that the To Kill tables take for a machine gun."""


class Dismantled(Struct, frozen=True, forbid_unknown_fields=True):
    """The dismantled face of a weapon (A9.8); FP, range and ROF only where it can still fire."""

    pp: int
    fp: int | None = None
    range: int | None = None
    rof: int | None = None


class WeaponType(Struct, frozen=True):
    """One support weapon counter.

    ``breakdown`` is the Original DR that malfunctions it (``NO_BREAKDOWN``: never), ``x_number`` the one that removes
    it at once (None: none). ``repair`` and ``removal`` are the drs of A9.72, 0 where the counter has none. ``rof``
    0 means no multiple Rate of Fire is printed. ``pp`` are the Portage Points. ``ift`` tells weapons that attack on
    the IFT from those that need a To Hit procedure. ``gun`` is the counter of a Gun, None for a support weapon.
    ``to_hit`` are the Basic To Hit numbers on the counter's back, by range from 0 (C13.42); ``ammo`` its special
    ammunition. ``mount`` and ``vehicle`` are those of a vehicle's armament, None for any other.
    """

    id: str
    nationality: str
    kind: str
    name: str
    fp: int
    range: int
    rof: int
    breakdown: int
    x_number: int | None
    repair: int
    removal: int
    pp: int
    spraying_fire: bool
    ift: bool
    caliber: float | None
    barrel: str | None
    range_min: int | None
    range_max: int | None
    to_kill: int | None
    dismantled: Dismantled | None
    gun: GunType | None = None
    to_hit: tuple[int, ...] = ()
    ammo: tuple[Ammo, ...] = ()
    mount: Mount | None = None
    vehicle: VehicleType | None = None

    def ammo_numbers(self, date: Date) -> dict[AmmoKind, int]:
        """Depletion Numbers of its special ammunition at a date (C8.9)."""
        bore = f"{self.caliber:g}{self.barrel or ''}" if self.caliber is not None else ""
        return ammo_numbers(self.ammo, Holder(self.nationality, bore), date)

    def shells(self, date: Date) -> dict[AmmoKind, int | None]:
        """Every kind of shell that it may fire at a date: its Depletion Number, None for what never runs out."""
        if self.gun is not None:
            return self.gun.shells(date)
        if self.vehicle is not None:
            return ({"AP": None} if self.pierces else {}) if self.ift else self.vehicle.shells(date)
        if self.anti_tank_rifle or self.pierces:
            return {"AP": None}
        found: dict[AmmoKind, int | None] = {**self.ammo_numbers(date)}
        if self.mortar:
            found["HE"] = None
        elif self.shaped_charge:
            found["HEAT"] = None
        return found

    @property
    def ordnance(self) -> bool:
        """Whether it must hit on a To Hit Table before it has an effect (C.2a)."""
        light = self.vehicle is None and (self.mortar or self.shaped_charge)
        return self.gun is not None or light or (self.vehicle is not None and not self.ift)

    @property
    def cannon(self) -> bool:
        """A Gun, or a vehicle's main gun (C2.1, D1.3)."""
        return self.gun is not None or (self.vehicle is not None and self.kind == "gun")

    @property
    def ife(self) -> bool:
        """Whether it is ordnance that fires on the IFT too, by its Infantry Firepower Equivalent (C2.29)."""
        return self.fp > 0 if self.vehicle is not None else self.gun is not None and self.gun.ife is not None

    @property
    def may_hit(self) -> bool:
        """Whether it may fire on a To Hit Table: an anti-tank rifle does so at Guns and vehicles (C13.2), a machine gun
        at AFV (A9.61).
        """
        return self.ordnance or self.anti_tank_rifle or self.pierces

    @property
    def pierces(self) -> bool:
        """Whether it is a machine gun that may try to destroy an AFV: any that men carry (A9.61), of a vehicle its Main
        Armament alone (D3.54).
        """
        return self.machine_gun if self.vehicle is None else self.mount == "MA" and self.ift

    @property
    def bullets(self) -> bool:
        """Whether its hits on vehicles are a machine gun's: also those of a Gun of up to 15mm (C7.7, C7.31)."""
        return self.pierces or (self.cannon and self.caliber is not None and self.caliber <= HEAVIEST_MG)

    @property
    def never_critical(self) -> bool:
        """Whether it makes no Critical Hit on a vehicle: a machine gun does not, but one of 15mm does (C3.7)."""
        return self.bullets and (self.caliber is None or self.caliber < HEAVIEST_MG)

    @property
    def mortar(self) -> bool:
        """A mortar, light ones too (C9.1, C9.2)."""
        return self.kind in ("MTR", "MTR_light")

    @property
    def shaped_charge(self) -> bool:
        """A carried weapon that fires HEAT by a To Hit Table of its own (C13.9)."""
        return bool(self.to_hit) or self.panzerfaust

    @property
    def panzerfaust(self) -> bool:
        """A Panzerfaust, which is no counter of its own (C13.3)."""
        return self.kind in ("PF", "PFk")

    @property
    def anti_tank_rifle(self) -> bool:
        """An ATR (C13.2)."""
        return self.kind in ("ATR", "ATR_20L")

    @property
    def latw(self) -> bool:
        """A light anti-tank weapon (C13.1)."""
        return self.vehicle is None and (self.shaped_charge or self.anti_tank_rifle)

    @property
    def carried(self) -> bool:
        """A support weapon, which men carry: no Gun, and mounted on nothing (A9.1)."""
        return self.gun is None and self.vehicle is None

    @property
    def machine_gun(self) -> bool:
        """LMG, MMG or HMG of any calibre (A9.1)."""
        return self.kind in ("LMG", "MMG", "HMG", "HMG_50cal")


def gun_weapon(gun: GunType) -> WeaponType:
    """A Gun by the values that it has in common with support weapons (C2).

    A Gun without a printed breakdown number has 12 (C2.28), one without a range reaches over any map (C2.25).
    """
    return WeaponType(
        id=gun.id,
        nationality=gun.nationality,
        kind=gun.gun_type,
        name=gun.name,
        fp=gun.ife or 0,
        range=gun.range_max or BEYOND_ANY_MAP,
        rof=gun.rate_of_fire,
        breakdown=gun.breakdown_number,
        x_number=None,
        repair=gun.repair,
        removal=gun.removal,
        pp=0,
        spraying_fire=False,
        ift=False,
        caliber=gun.caliber,
        barrel=gun.barrel,
        range_min=gun.range_min,
        range_max=gun.range_max,
        to_kill=gun.to_kill_ap,
        dismantled=None,
        gun=gun,
        ammo=gun.ammo,
    )


class _WeaponLine(Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    kind: str
    name: str
    fp: int = 0
    range: int = 0
    rof: int = 0
    breakdown: int = NO_BREAKDOWN
    x_number: int | None = None
    repair: int = 0
    removal: int = 0
    pp: int = 0
    spray: bool = False
    attacks: Literal["ift"] | None = None
    caliber: float | None = None
    barrel: str | None = None
    range_min: int | None = None
    range_max: int | None = None
    to_kill: int | None = None
    dismantled: Dismantled | None = None
    to_hit: tuple[int, ...] = ()
    ammo: tuple[Ammo, ...] = ()


class _Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    weapons: tuple[_WeaponLine, ...]


def read_support(nationality: str, file: Path) -> Iterator[WeaponType]:
    """All support weapons of a nationality in the order of its sheet."""
    for line in read_toml(file, _Sheet).weapons if file.exists() else ():
        yield _weapon(nationality, line)


def _weapon(nationality: str, line: _WeaponLine) -> WeaponType:
    return WeaponType(
        id=f"{nationality}:{line.code}",
        nationality=nationality,
        kind=line.kind,
        name=line.name,
        fp=line.fp,
        range=line.range or line.range_max or 0,
        rof=line.rof,
        breakdown=line.breakdown,
        x_number=line.x_number,
        repair=line.repair,
        removal=line.removal,
        pp=line.pp,
        spraying_fire=line.spray,
        ift=line.attacks == "ift" or line.kind in ("ATR", "ATR_20L"),
        caliber=line.caliber,
        barrel=line.barrel,
        range_min=line.range_min,
        range_max=line.range_max,
        to_kill=line.to_kill,
        dismantled=line.dismantled,
        to_hit=line.to_hit,
        ammo=line.ammo,
    )
