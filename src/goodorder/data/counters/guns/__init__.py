"""Guns as typed values (C).

A field that is None is not printed on the counter or not known; ``doubts`` says of which fields the sources differ or
can't be read, and what they say. Ammunition, limbered fire, dates, rarity and BPV rest on one source.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import asdict

from goodorder.data.counters.armament import (
    Ammo,
    AmmoKind,
    Barrel,
    Bpv,
    Breakdown,
    Caliber,
    Date,
    Dates,
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
from goodorder.data.counters.readings import settled_bool, settled_int, settled_word
from goodorder.data.load import read_toml

GunKind = Literal["AA", "ART", "AT", "INF", "MTR", "RCL"]

US_NUMBER = {"small": 4, "normal": 4, "large": 5}
"""The size of a Gun and of who mans it, as the concealment rules count it, by its size as a target (A1.6)."""

_MOUNTS: dict[str | None, Literal["T", "ST", "NT"]] = {"360": "T", "slow": "ST", None: "NT"}


class LimberedFire(Struct, frozen=True, forbid_unknown_fields=True):
    """What the limbered face fires with, where it may; ``marks`` are its further letters, not made out."""

    rof: Rof | None = None
    breakdown: Breakdown | None = None
    ife: int | None = None
    caliber: Caliber | None = None
    marks: tuple[str, ...] = ()


class _GunLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    code: str
    name: str
    gun_type: GunKind = field(name="type")
    list: str | None = None
    caliber: Caliber
    barrel: Barrel | None = None
    rof: Rof | None = None
    ife: Annotated[int, Meta(ge=1, le=36)] | None = None
    breakdown: Breakdown | None = None
    repair: Annotated[int, Meta(ge=1, le=6)]
    removal: Annotated[int, Meta(ge=1, le=6)]
    range_min: RangeHexes | None = None
    range_max: RangeHexes | None = None
    manhandling: Annotated[int, Meta(ge=-6, le=12)]
    slow_hookup: bool | None = None
    size: Literal["small", "normal", "large"] | None = None
    ap: bool | None = None
    he: bool | None = None
    to_kill_ap: int | None = None
    mount: Literal["360", "slow"] | None = None
    turret: Literal["T", "NT"] | None = None
    qsu: bool = False
    no_move: bool = False
    rfnm: bool = False
    no_indirect_fire: bool = False
    no_tow: bool = False
    horse_drawn: bool = False
    no_acquisition: bool = False
    gunshield: bool | None = None
    limbered: LimberedFire | None = None
    ammo: tuple[Ammo, ...] = ()
    bpv: Bpv | None = None
    dates: Dates | None = None
    rarity: Rarity | None = None
    one_source: bool = False
    doubts: dict[str, str] = {}

    def __post_init__(self) -> None:
        check_doubts(self, self.doubts)


class GunType(_GunLine, frozen=True, kw_only=True):
    """One gun counter (C2).

    ``list`` is the part of the nationality's list it belongs to (``common``, ``polish``). ``caliber`` in mm; ``rof``
    the multiple Rate of Fire; ``ife`` the FP in parentheses; ``range_min`` and ``range_max`` in hexes.
    ``manhandling`` is the M number; ``slow_hookup``: it is printed in a ring, so that hooking up takes two thirds of
    the MP (C10.11). ``ap`` and ``he``: whether it has such ammunition without a Depletion Number; ``to_kill_ap`` an AP
    To Kill number of its own. ``mount``: ``360`` turns freely, ``slow`` is marked by a square; ``turret``: whether it
    turns like a turret. The flags are Quick Set Up,
    what never moves, what may not move and fire, what has no Indirect Fire, can't be towed,
    is drawn by horses only, has no Acquisition. ``gunshield`` False: it has none though its type has one.
    """

    id: str
    nationality: str

    @property
    def rate_of_fire(self) -> int:
        """The multiple Rate of Fire, 0 for none (C2.24)."""
        return settled_int(self.id, "rof", self.rof, 0)

    @property
    def breakdown_number(self) -> int:
        """The Original DR that malfunctions it (C2.28)."""
        return settled_int(self.id, "breakdown", self.breakdown)

    @property
    def has_gunshield(self) -> bool:
        """Whether it has a gunshield (C11.5): AT and INF Guns, unless their counter says that they have none."""
        return self.gun_type in ("AT", "INF") and self.gunshield is not False

    @property
    def target_size(self) -> Literal["small", "normal", "large"]:
        """Its size as a target (C2.271)."""
        match settled_word(self.id, "size", self.size):
            case "small":
                return "small"
            case "large":
                return "large"
        return "normal"

    @property
    def us_number(self) -> int:
        """Its size as the concealment rules count it (A1.6)."""
        return US_NUMBER[self.target_size]

    @property
    def case_a_mount(self) -> Literal["T", "ST", "NT"]:
        """How it turns for Case A (C2.3): freely, slowly, or not by itself."""
        return _MOUNTS[self.mount]

    @property
    def hooks_slowly(self) -> bool:
        """Whether its M number is ringed, so that hooking up takes two thirds of the MP (C10.11)."""
        return settled_bool(self.id, "slow_hookup", self.slow_hookup)

    @property
    def fires_ap(self) -> bool:
        """Whether its caliber allows AP (C2.21), which a Depletion Number may limit."""
        return settled_bool(self.id, "ap", self.ap)

    @property
    def fires_he(self) -> bool:
        """Whether its caliber allows HE (C2.21), which a Depletion Number may limit."""
        return settled_bool(self.id, "he", self.he)

    @property
    def bore(self) -> str:
        """Caliber and barrel as charts name them: ``75L``."""
        return f"{self.caliber:g}{self.barrel or ''}"

    @property
    def maker(self) -> str:
        """The army that built it (A25.32, A25.83)."""
        return maker(self.name, self.nationality)

    @property
    def gun_maker(self) -> str:
        """The army by which the To Kill tables know it (C7.31)."""
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


class _Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    guns: tuple[_GunLine, ...]


def read_guns(nationality: str, file: Path) -> Iterator[GunType]:
    """All guns of a nationality in the order of its sheet."""
    for line in read_toml(file, _Sheet).guns if file.exists() else ():
        yield GunType(id=f"{nationality}:{line.code}", nationality=nationality, **asdict(line))
