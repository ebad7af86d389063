"""Counters as a seat sees them: what all have, and those with a front of their own (Guns, vehicles) or none (works)."""

from __future__ import annotations

from typing import Literal

from goodorder.data.counters.support import Mount

from .base import Doc

GunKind = Literal["AA", "ART", "AT", "INF", "MTR", "RCL"]
VehicleKind = Literal["tracked", "half-tracked", "armored car", "truck"]
WorkKind = Literal["foxhole", "trench", "sangar", "wire", "mines", "pillbox", "roadblock", "other"]


class Counter(Doc, frozen=True, kw_only=True):
    """What every counter has."""

    id: str
    side: str
    hex: str | None
    """None off the map; of what a unit holds, where that unit is."""
    level: str = ""
    """The level in its hex: left out on the ground, "1", "2" .. above it, "B" on a bridge, "U" under it."""
    facing: int | None = None
    """The hexspine that its front points along, 0 to the upper left vertex and on clockwise; left out where it has
    none. Of a Roadblock the hexside, 0 at the top and on clockwise."""
    badges: tuple[str, ...]
    """Markers on it: DM, PIN, CX, TI, PREP, FIRST, FINAL, MELEE, HTH, CC, WOUND, ENC, OPP, CREST, CLIMB, WA, DISR,
    WAVE, RANGE, MOL, BERS, HERO, FAN; of a vehicle besides MOTION, BOG, MIRED, IMMO, SHOCK, UK, STUN, +1,
    RECALL, ABAND, CAPT, SCR, CREW PIN, TEMP CREW, BLAZE."""


class GunDoc(Doc, frozen=True, kw_only=True):
    """What the counter of a Gun has besides."""

    kind: GunKind
    type: str = ""
    """Its type in the catalogue."""
    caliber: str
    """In mm, with the letters of its barrel: "75L"."""
    manhandling: int
    """Its M number."""


class AcquiredDoc(Doc, frozen=True, kw_only=True):
    """What a Gun has acquired (C6.5)."""

    hex: str
    drm: int
    """-1 or -2."""
    area: bool = False
    """The whole hex, for shots on the Area Target Type."""


class ArmorDoc(Doc, frozen=True, kw_only=True):
    """Armor Factors of front, and of side and rear (D1.6)."""

    hull: tuple[int, int]
    turret: tuple[int, int] | None = None
    """Left out where it is as the hull."""
    open_topped: bool = False


class PointsDoc(Doc, frozen=True, kw_only=True):
    """MP of a vehicle on its move."""

    left: float
    of: float


class ArmDoc(Doc, frozen=True, kw_only=True):
    """One weapon of a vehicle, which is among ``weapons`` too (D1.3, D1.8)."""

    id: str
    mount: Mount
    name: str
    """Its caliber, or its place and FP: "75L", "BMG 3"."""
    rof: int = 0
    breakdown: int = 0
    facing: int | None = None
    """The hexspine that it points along now; left out of one that fires all around."""
    mark: str = ""
    """Its fire counter: PREP, FIRST, FINAL."""
    malfunctioned: bool = False


class VehicleDoc(Counter, frozen=True, kw_only=True, tag_field="counter", tag="vehicle"):
    """A vehicle with its Inherent crew."""

    name: str
    type: str = ""
    """Its type in the catalogue."""
    ident: str = ""
    """The letter on the counter."""
    kind: VehicleKind | Literal[""] = ""
    """"" for one that no list has: of it nothing else is told."""
    category: str = ""
    """What it is in the lists: "medium tank", "assault gun", "halftrack" .."""
    mp: int = 0
    """Its printed MP."""
    armor: ArmorDoc | None = None
    """Left out of an unarmored one."""
    turret: str = ""
    """T, ST, RST, 1MT; left out of one without a turret."""
    tca: int | None = None
    """The hexspine that its turret points along, as ``facing``; left out where it points to the front."""
    gun: str = ""
    """Its Main Armament: a caliber, or MG."""
    rof: int = 0
    mg: str = ""
    """FP of bow, coaxial and AA machine gun: "3/5", "-/-/2"."""
    arms: tuple[ArmDoc, ...] = ()
    size: int = 0
    """Its size as a target from -2, very small, to 2, very large."""
    crew: Literal["", "CE", "BU"] = ""
    """Of an AFV: Crew Exposed or Buttoned Up; left out without a crew."""
    points: PointsDoc | None = None
    """Left out of a vehicle that is not on its move."""
    wreck: bool = False
    burning: bool = False
    bypass: tuple[int, ...] = ()
    """In Bypass: the vertices of its hex that it has gone along; it points to the last one."""
    concealed: bool = False
    hidden: bool = False


class WorkDoc(Counter, frozen=True, kw_only=True, tag_field="counter", tag="work"):
    """A Fortification."""

    kind: WorkKind
    name: str
    concealed: bool = False
    hidden: bool = False
