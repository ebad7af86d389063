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

from goodorder.data.charts.to_kill import Facing
from goodorder.data.counters.armament import (
    Ammo,
    AmmoKind,
    Barrel,
    Bpv,
    Breakdown,
    Caliber,
    Date,
    Dates,
    Dispenser,
    Holder,
    RangeHexes,
    Rarity,
    Rof,
    ammo_numbers,
    check_doubts,
    gun_maker,
    in_use,
    maker,
    shells,
)
from goodorder.data.counters.readings import readings, refusal, settled_bool, settled_int, settled_word
from goodorder.data.load import read_toml

ArmorFactor = Literal[0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26]
"""The steps of armor (D1.6)."""

TargetSize = Literal["very small", "small", "normal", "large", "very large"]
TurretType = Literal["T", "ST", "RST", "1MT", "NT"]
MgPlace = Literal["bow", "coaxial", "aa", "rear", "hull_rear"]

_SIZES: tuple[TargetSize, ...] = ("very small", "small", "normal", "large", "very large")
_TURRETS: tuple[TurretType, ...] = ("T", "ST", "RST", "1MT", "NT")

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
    """The Main Armament; ``low_ammo``: its B number is ringed (D3.71). ``mount`` is that of a gun, ``caliber`` of a gun
    or of a .50-cal machine gun.
    """

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
    """FP of the machine guns by place; the optional ones as the choices that a scenario has. ``aa_arc`` is what the
    AAMG turns with where its arc is restricted (D1.83).
    """

    bow: MgFp | None = None
    coaxial: MgFp | None = None
    aa: MgFp | None = None
    rear: MgFp | None = None
    bow_optional: tuple[MgFp, ...] = ()
    coaxial_optional: tuple[MgFp, ...] = ()
    aa_optional: tuple[MgFp, ...] = ()
    bow_fixed: bool = False
    aa_arc: Literal["hull", "turret"] | None = None


class _VehicleLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    code: str
    name: str
    vehicle_type: str = field(name="type")
    list: str | None = None
    movement: Movement
    armor: Armor | None = None
    size: TargetSize | None = None
    turret: TurretType | None = None
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

    @property
    def refusal(self) -> str | None:
        """Why it can't be played for want of data, None where it can (docs/rulings.md, R1161)."""
        return refusal(self.id)

    @property
    def armed(self) -> bool:
        """Whether it has Main Armament or any machine gun, rear ones too; optional ones are not there."""
        return self.ma is not None or bool(self.machine_guns)

    @property
    def open_topped(self) -> bool:
        """Whether it is an open-topped AFV (D1.23)."""
        return self.armor is not None and self.armor.open_topped is True

    @property
    def partly_armored(self) -> bool:
        """Whether a facing of an AFV has no armor (D1.22)."""
        return self.armor is not None and self.armor.unarmored_rear

    @property
    def fully_tracked(self) -> bool:
        """Whether it is fully tracked (D1.13), which a halftrack is not."""
        return self.movement.kind == "tracked"

    @property
    def red_mp(self) -> bool:
        """Whether its MP are red, so that it may fail as it starts (D2.51)."""
        return settled_bool(self.id, "red", self.movement.red, self.id in readings().red.ids)

    @property
    def ground_pressure(self) -> Literal["low", "normal", "high"]:
        """Its ground pressure (D1.4)."""
        match settled_word(self.id, "pressure", self.movement.pressure):
            case "low":
                return "low"
            case "high":
                return "high"
        return "normal"

    @property
    def target_size(self) -> TargetSize:
        """Its size as a target (D1.7)."""
        word = settled_word(self.id, "size", self.size)
        return next(size for size in _SIZES if size == word)

    @property
    def turret_type(self) -> TurretType:
        """Its turret (D1.31 to D1.33): fast, slow, restricted slow, one-man, none."""
        if self.turret is not None:
            return self.turret
        word = settled_word(self.id, "turret", None)
        return next(turret for turret in _TURRETS if turret == word)

    @property
    def case_a_mount(self) -> Literal["T", "ST", "NT"]:
        """How its turret turns for Case A; a vehicle without one, or that turns as such, by its hull."""
        if self.turns_as_nt or self.turret_type == "NT":
            return "NT"
        return "T" if self.turret_type == "T" else "ST"

    @property
    def rate_of_fire(self) -> int:
        """The multiple Rate of Fire of the Main Armament, 0 for none."""
        return settled_int(self.id, "rof", self.ma.rof if self.ma is not None else 0, 0)

    @property
    def fires_ap(self) -> bool:
        """Whether the Main Armament's caliber allows AP (C2.21), which a Depletion Number may limit."""
        return self.ma is not None and settled_bool(self.id, "ap", self.ma.ap, self.ma.kind == "ATR")

    @property
    def fires_he(self) -> bool:
        """Whether the Main Armament's caliber allows HE (C2.21), which a Depletion Number may limit."""
        return self.ma is not None and settled_bool(self.id, "he", self.ma.he, default=False)

    @property
    def caliber(self) -> float | None:
        """Caliber of the Main Armament in mm; None where it is no gun."""
        if self.ma is None or self.ma.kind != "gun":
            return None
        return self.ma.caliber if self.ma.caliber is not None else settled_int(self.id, "caliber", None)

    @property
    def bore(self) -> str:
        """Caliber and barrel of the gun as charts name them: ``75L``; empty for none."""
        return f"{self.caliber:g}{(self.ma and self.ma.barrel) or ''}" if self.caliber is not None else ""

    @property
    def crew_survival(self) -> int | None:
        """The Crew Survival number (D5.6), None where there is none."""
        return settled_int(self.id, "survival", self.survival) if "survival" in self.doubts else self.survival

    @property
    def machine_guns(self) -> dict[MgPlace, int]:
        """FP of its machine guns by place; optional ones are there only as a scenario gives them (D1.84)."""
        rear: MgPlace = "hull_rear" if self.id in readings().hull_rear.ids else "rear"
        places: dict[MgPlace, int | None] = {
            "bow": self.mg.bow,
            "coaxial": self.mg.coaxial,
            "aa": self.mg.aa,
            rear: self.mg.rear,
        }
        return {place: fp for place, fp in places.items() if fp is not None}

    @property
    def maker(self) -> str:
        """The army that built it (A25.32, A25.83)."""
        return maker(self.name, self.nationality)

    @property
    def gun_maker(self) -> str:
        """The army by which the To Kill tables know its gun (C7.31)."""
        return gun_maker(self.name, self.nationality)

    def ammo_numbers(self, date: Date) -> dict[AmmoKind, int]:
        """Depletion Numbers of its special ammunition at a date (C8.9, C8.91)."""
        return ammo_numbers(self.ammo, Holder(self.nationality, self.bore), date)

    def shells(self, date: Date) -> dict[AmmoKind, int | None]:
        """Every kind of shell that it may fire at a date: its Depletion Number, None for what never runs out."""
        return shells(self.ammo_numbers(date), ap=self.fires_ap, he=self.fires_he)

    def in_use(self, date: Date) -> bool:
        """Whether it is there at a date, by the dates of its listing."""
        return in_use(self.dates, date)

    def armor_factor(self, aspect: Literal["hull", "turret"], facing: Facing) -> int | None:
        """Armor Factor of an aspect and facing (D1.6), None where it is unarmored (D1.21, D1.22)."""
        if self.armor is None or (aspect == "turret" and facing == "rear" and self.armor.unarmored_rear):
            return None
        front = facing == "front"
        if aspect == "hull":
            return self.armor.hull[0 if front else 1]
        if self.armor.turret is not None:
            return self.armor.turret[0 if front else 1]
        return settled_int(self.id, "turret_front" if front else "turret_side", None)

    def armor_factors(self) -> tuple[int, ...]:
        """All its Armor Factors: front and side of the hull, then of the turret; none where it is unarmored."""
        aspects: tuple[Literal["hull", "turret"], ...] = ("hull", "turret")
        sides: tuple[Facing, ...] = ("front", "side")
        found = (self.armor_factor(aspect, side) for aspect in aspects for side in sides)
        return tuple(factor for factor in found if factor is not None)


class _Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    vehicles: tuple[_VehicleLine, ...]


def read_vehicles(nationality: str, file: Path) -> Iterator[VehicleType]:
    """All vehicles of a nationality in the order of its sheet."""
    for line in read_toml(file, _Sheet).vehicles if file.exists() else ():
        yield VehicleType(id=f"{nationality}:{line.code}", nationality=nationality, **asdict(line))
