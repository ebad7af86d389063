"""Vehicles: MP, turns, Motion, Bog, machine guns by phase, crews (D1, D2, D5, D8).

>>> vehicle_chart().reverse("tracked").factor
Fraction(4, 1)
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Literal

from msgspec import Struct

from goodorder.data.charts.ift import Modifier, Multiplier
from goodorder.data.load import DATA_FOLDER, read_toml

Pressure = Literal["low", "normal", "high"]
MovementKind = Literal["tracked", "half-tracked", "armored car", "truck"]
MgPlace = Literal["bow", "coaxial", "aa", "rear", "hull_rear"]
FirePhase = Literal["PFPh", "MPh", "DFPh", "AFPh", "CCPh"]


class MovementPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """An amount of MP with its rule."""

    mp: int
    rule: str


class RoadRate(Struct, frozen=True, forbid_unknown_fields=True):
    """MP along a road (D2.16), as exact text."""

    rule: str
    open: str
    buttoned_up: str


class MotionNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The Motion attempt (D2.401): what a vehicle without radio adds to the dr."""

    rule: str
    radioless_drm: int


class Reliability(Struct, frozen=True, forbid_unknown_fields=True):
    """Mechanical reliability of red MP (D2.51): the lowest Original DR that immobilizes, by vehicle."""

    rule: str
    immobilized_on: int
    russian_on: int
    russian_exempt: tuple[str, ...]

    def immobilizes_from(self, id: str, nationality: str) -> int:
        """The lowest DR that immobilizes a vehicle with red MP by the sheet (SK3.MPh.23), by its id and army.

        By the book an 11 only stalls a Russian vehicle (its note M); the 12 is for all.
        """
        russian = nationality == "russian" and id not in self.russian_exempt
        return self.russian_on if russian else self.immobilized_on


class VehicleStacking(Struct, frozen=True, forbid_unknown_fields=True):
    """Vehicles of a side in a Location before it is overstacked (A5.1)."""

    rule: str
    vehicles_per_location: int


class VehicleMg(Struct, frozen=True, forbid_unknown_fields=True):
    """Machine guns of vehicles: DRM of a fixed bow gun at what moves (D1.81)."""

    fixed_drm: int


class FireLine(Struct, frozen=True, forbid_unknown_fields=True):
    """FP factors of a phase as exact text, "0" where there is no fire; ``moving``: in Motion or not stopped."""

    mg: str = "0"
    ft: str = "0"
    mg_moving: str = "0"
    ft_moving: str = "0"


class _Fire(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    PFPh: FireLine
    MPh: FireLine
    DFPh: FireLine
    AFPh: FireLine
    CCPh: FireLine

    def line(self, phase: FirePhase) -> FireLine:
        match phase:
            case "PFPh":
                return self.PFPh
            case "MPh":
                return self.MPh
            case "DFPh":
                return self.DFPh
            case "AFPh":
                return self.AFPh
        return self.CCPh


class Bog(Struct, frozen=True, forbid_unknown_fields=True):
    """The Bog Check (D8.21): the lowest Final DR that bogs, DRM of ground pressure and of other causes."""

    rule: str
    bogs_from: int
    pressure: dict[Pressure, int]
    drm: dict[str, Modifier]

    def by_vehicle(self, pressure: Pressure, kind: MovementKind) -> int:
        """DRM by what the vehicle is, wherever it goes: ground pressure, not fully tracked, moving as a truck."""
        found = self.pressure[pressure]
        found += 0 if kind == "tracked" else self.drm["not_fully_tracked"].drm
        return found + (self.drm["truck"].drm if kind == "truck" else 0)


class Unbogging(Struct, frozen=True, forbid_unknown_fields=True):
    """Bog removal (D8.3): what a Final colored dr gives, and the factor of its MP where not tracked."""

    rule: str
    freed_up_to: int
    mired_on: int
    not_tracked: int
    mired_drm: int
    assistance_drm: int

    def result(self, final_dr: int) -> Literal["freed", "mired", "immobilized"]:
        """What a Final colored dr gives."""
        if final_dr <= self.freed_up_to:
            return "freed"
        return "mired" if final_dr == self.mired_on else "immobilized"


class CrewNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Inherent crews (D5): DRM of exposure, survival, stun and burning; drs of repair aboard (D3.7)."""

    exposed_drm: int
    survival_drm: int
    stunned_drm: int
    burn_drm: int
    repaired_on: int
    disabled_on: int


class _HullDownDrm(Struct, frozen=True, forbid_unknown_fields=True):
    buttoned_up: int
    russian_closed: int
    setting_up: int


class HullDown(Struct, frozen=True, forbid_unknown_fields=True):
    """The Hull Down attempt on a Crest (D4.22): hexsides gained by the Final dr."""

    rule: str
    hexsides: tuple[int, ...]
    drm: _HullDownDrm

    def gained(self, final_dr: int) -> int:
        """Crest hexsides gained by a Final dr, 0 for none."""
        step = max(1, final_dr) - 1
        return self.hexsides[step] if step < len(self.hexsides) else 0


class ExcessiveSpeed(Struct, frozen=True, forbid_unknown_fields=True):
    """Excessive speed (D2.5): the lowest Final DR that immobilizes, DRM by who built the vehicle."""

    rule: str
    immobilized_from: int
    makers: dict[str, int]
    other_makers: int


class OverrunNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """FP of an Overrun (D7.11); ``mg`` is the factor of machine guns as exact text."""

    rule: str
    unarmored: int
    afv: int
    afv_with_gun: int
    mg: str
    moving_vehicle_drm: int


class VehicleCover(Struct, frozen=True, forbid_unknown_fields=True):
    """TEM and Hindrance of an AFV or wreck (D9.3, D9.4)."""

    rule: str
    tem: int
    hindrance: int


class LentGuns(Struct, frozen=True, forbid_unknown_fields=True):
    """Machine guns removed from vehicles of a ``maker`` by ``users``: counters of a ``colour`` by their ending."""

    maker: str
    users: tuple[str, ...]
    colour: str
    ending: str


class ScroungedBazooka(Struct, frozen=True, forbid_unknown_fields=True):
    """A Bazooka ``taken`` out of a vehicle of a ``maker`` ``becomes`` another counter for ``users``."""

    maker: str
    users: tuple[str, ...]
    taken: str
    becomes: str


class Scrounging(Struct, frozen=True, forbid_unknown_fields=True):
    """Arms out of vehicles: the highest dr that finds some, which is how many (D10.5); whose LMG they become by make or
    nationality, who is at home with those (A25.35); what a crew takes along (D6.631).
    """

    rule: str
    found_on: int
    lmg_of: dict[str, str]
    at_home: tuple[str, ...]
    lent: LentGuns
    bazooka: ScroungedBazooka


class VehicleChart(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of vehicles by name; ``mp`` are amounts, ``factors`` of a cost, ``shares`` of the printed MP."""

    rule: str
    mp: dict[str, MovementPoints]
    road: RoadRate
    factors: dict[str, Multiplier]
    shares: dict[str, Multiplier]
    motion: MotionNumbers
    reliability: Reliability
    stacking: VehicleStacking
    mg_range: dict[MgPlace, int]
    mg: VehicleMg
    fire: _Fire
    bog: Bog
    unbogging: Unbogging
    crew: CrewNumbers
    hull_down: HullDown
    excessive_speed: ExcessiveSpeed
    overrun: OverrunNumbers
    cover: VehicleCover
    scrounging: Scrounging

    def reverse(self, kind: MovementKind) -> Multiplier:
        """Factor of reverse movement (D2.21); halftracks go back as tracked vehicles do."""
        return self.factor(f"reverse_{kind.replace('-', '_').replace(' ', '_')}")

    def factor(self, name: str) -> Multiplier:
        """A factor of a cost by its name."""
        return self.factors[name]

    def road_mp(self, *, buttoned_up: bool) -> Fraction:
        """MP for a hex entered along a road (D2.16); ``buttoned_up``: a BU AFV."""
        return Fraction(self.road.buttoned_up if buttoned_up else self.road.open)

    def fp_factor(self, phase: FirePhase, weapon: Literal["mg", "ft"], *, moving: bool) -> Fraction:
        """Factor of the FP of a vehicle's machine gun or flamethrower in a phase, 0 where it doesn't fire.

        ``moving``: in Motion or not stopped.
        """
        line = self.fire.line(phase)
        if weapon == "mg":
            return Fraction(line.mg_moving if moving else line.mg)
        return Fraction(line.ft_moving if moving else line.ft)


@cache
def vehicle_chart() -> VehicleChart:
    """The shipped chart of vehicles."""
    return read_toml(DATA_FOLDER / "charts" / "vehicles.toml", VehicleChart)
