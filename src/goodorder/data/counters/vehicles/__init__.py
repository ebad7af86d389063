"""Vehicles as typed values (D). They are known here and not yet in the game: no scenario or case can place one.

A field that is None is not printed on the counter or not known; ``doubts`` says of which fields the sources differ or
can't be read, and what they say. Ammunition, smoke dispensers, dates, rarity, weight and BPV rest on one source.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import asdict

from goodorder.data.counters.armament import (
    Ammo,
    Barrel,
    Bpv,
    Breakdown,
    Caliber,
    Dates,
    Dispenser,
    RangeHexes,
    Rarity,
    Rof,
    check_doubts,
)
from goodorder.data.load import read_toml

ArmorFactor = Literal[0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26]
"""The steps of armor (D1.6)."""

MgFp = Annotated[int, Meta(ge=1, le=10)]


class Movement(Struct, frozen=True, forbid_unknown_fields=True):
    """MP allotment and how it moves; ``red``: its MP are red, it may fail to start (D2.51).

    ``amphibious``: MP in water. ``pressure``: ground pressure (D1.4).
    """

    kind: Literal["tracked", "half-tracked", "armored car", "truck"]
    mp: Annotated[int, Meta(ge=3, le=50)]
    amphibious: int | None = None
    pressure: Literal["low", "normal", "high"] | None = None
    red: bool | None = None


class Armor(Struct, frozen=True, forbid_unknown_fields=True):
    """Armor Factors of front and of side and rear (D1.6), ``turret`` of the upper structure where it has no turret.

    ``unarmored_rear``: the turret's rear has none.
    """

    hull: tuple[ArmorFactor, ArmorFactor]
    turret: tuple[ArmorFactor, ArmorFactor] | None = None
    unarmored_rear: bool = False
    open_topped: bool | None = None


class MainArmament(Struct, frozen=True, forbid_unknown_fields=True):
    """The Main Armament; ``low_ammo``: its B number is ringed (D3.71). ``mount`` is that of a gun."""

    kind: Literal["gun", "AAMG", "ATR", "BMG", "CMG"]
    mount: Literal["turret", "bow", "rear"] | None = None
    caliber: Caliber | None = None
    barrel: Barrel | None = None
    rof: Rof | None = None
    ife: Annotated[int, Meta(ge=1, le=36)] | None = None
    breakdown: Breakdown | None = None
    low_ammo: bool = False
    range_min: RangeHexes | None = None
    range_max: RangeHexes | None = None
    ap: bool | None = None
    he: bool | None = None


class SecondaryArmament(Struct, frozen=True, forbid_unknown_fields=True):
    """A second gun."""

    mount: Literal["bow"]
    caliber: Caliber
    barrel: Barrel | None = None
    he: bool | None = None


class MachineGuns(Struct, frozen=True, forbid_unknown_fields=True):
    """FP of the machine guns by place; the optional ones as the choices that a scenario has."""

    bow: MgFp | None = None
    coaxial: MgFp | None = None
    aa: MgFp | None = None
    rear: MgFp | None = None
    bow_optional: tuple[MgFp, ...] = ()
    coaxial_optional: tuple[MgFp, ...] = ()
    aa_optional: tuple[MgFp, ...] = ()
    bow_fixed: bool = False


class _VehicleLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    code: str
    name: str
    vehicle_type: str = field(name="type")
    list: str | None = None
    movement: Movement
    armor: Armor | None = None
    size: Literal["very small", "small", "normal", "large", "very large"] | None = None
    turret: Literal["T", "ST", "RST", "1MT", "NT"] | None = None
    ma: MainArmament | None = None
    secondary: SecondaryArmament | None = None
    mg: MachineGuns = MachineGuns()
    turns_as_nt: bool = False
    passenger_pp: Annotated[int, Meta(ge=1, le=40)] | None = None
    towing: Annotated[int, Meta(ge=-6, le=12)] | None = None
    survival: Annotated[int, Meta(ge=1, le=9)] | None = None
    survival_of_passengers: bool = False
    brews_up: bool
    radioless: bool = False
    ammo: tuple[Ammo, ...] = ()
    dispensers: tuple[Dispenser, ...] = ()
    bpv: Bpv | None = None
    dates: Dates | None = None
    rarity: Rarity | None = None
    weight: Annotated[float, Meta(gt=0, le=80)] | None = None
    starter_kit: int | None = None
    doubts: dict[str, str] = {}

    def __post_init__(self) -> None:
        check_doubts(self, self.doubts)


class VehicleType(_VehicleLine, frozen=True, kw_only=True):
    """One vehicle counter (D1).

    ``list`` is the part of the nationality's list it belongs to (``polish``, ``romanian``, ``lend_lease``). ``armor``
    is None for an unarmored one. ``turret``: fast, slow, restricted slow, one-man, none; ``turns_as_nt``: a turret
    that pays for its turns like a gun without one. ``towing`` is the T number, ``survival`` the CS number (of its
    Passengers only: ``survival_of_passengers``); ``brews_up``: it is red. ``weight`` in tons. ``starter_kit``:
    the Starter Kit that has it, where that is public.
    """

    id: str
    nationality: str

    @property
    def unarmored(self) -> bool:
        """Whether it has no armor at all."""
        return self.armor is None


class _Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    vehicles: tuple[_VehicleLine, ...]


def read_vehicles(nationality: str, file: Path) -> Iterator[VehicleType]:
    """All vehicles of a nationality in the order of its sheet."""
    for line in read_toml(file, _Sheet).vehicles if file.exists() else ():
        yield VehicleType(id=f"{nationality}:{line.code}", nationality=nationality, **asdict(line))
