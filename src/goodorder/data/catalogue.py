"""The catalogue: every infantry counter and support weapon as a typed value.

Ids are ``nationality:code`` (``german:4-6-7``, ``german:9-1``, ``german:LMG``); a unit that differs from another of the
same strength carries its variant as a third part (``german:8-3-8:assault_engineer``). Files are read one nationality at
a time, when first asked for. Guns and vehicles are not built.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from goodorder.data.load import DATA_FOLDER, DataError, read_toml, unknown

UnitKind = Literal["squad", "half_squad", "crew", "leader", "hero", "dummy"]
UnitClass = Literal["elite", "1st_line", "2nd_line", "green", "conscript"]

MULTI_MAN: frozenset[str] = frozenset({"squad", "half_squad", "crew"})
"""Unit kinds that are MMC (A1.12)."""

DUMMY = "dummy:?"
"""The type of a Dummy: a "?" with nothing beneath it (A12.11)."""

SINGLE_MAN: frozenset[str] = frozenset({"leader", "hero"})
"""Unit kinds that are SMC (A1.11); a Dummy is neither."""

NO_BREAKDOWN = 13
"""Breakdown number of a weapon that no Dice Roll can malfunction."""

US_NUMBER: dict[str, int] = {"squad": 3, "half_squad": 2, "crew": 2, "leader": 1, "hero": 1}
"""Unit size as the concealment and search rules count it."""


class UnitType(Struct, frozen=True):
    """One unit counter: the numbers on both sides and what it turns into.

    ``broken_morale`` is 0 for a counter without a broken side. ``boxed`` lets the broken side Self-Rally without a
    leader (A10.63). ``underlined_morale`` keeps ELR 5 (A19.13). ``half_squad``, ``replacement`` and ``hardens_to`` are
    unit ids; ``replacement`` is the unit an ELR failure leaves (A19.13), None when there is none lower.
    ``leadership`` is the modifier of a leader (negative is better), None for all others.
    """

    id: str
    nationality: str
    kind: UnitKind
    code: str
    variant: str | None
    unit_class: UnitClass | None
    fp: int
    range: int
    morale: int
    broken_morale: int
    boxed: bool
    assault_fire: bool
    spraying_fire: bool
    smoke: int
    underlined_morale: bool
    half_squad: str | None
    replacement: str | None
    hardens_to: str | None
    us_number: int
    leadership: int | None
    bpv: int | None
    vehicle_crew: bool = False

    @property
    def mmc(self) -> bool:
        """A Multi-Man Counter: squad, half-squad or crew (A1.12)."""
        return self.kind in MULTI_MAN

    @property
    def smc(self) -> bool:
        """A Single-Man Counter: leader or hero (A1.11)."""
        return self.kind in SINGLE_MAN


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
    the IFT from those that need a To Hit procedure.
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

    @property
    def machine_gun(self) -> bool:
        """LMG, MMG or HMG of any calibre (A9.1)."""
        return self.kind in ("LMG", "MMG", "HMG", "HMG_50cal")


class _UnitLine(Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    kind: Literal["squad", "half_squad", "crew"]
    variant: str | None = None
    unit_class: UnitClass | None = field(default=None, name="class")
    broken: int = 0
    boxed: bool = False
    assault: bool = False
    spray: bool = False
    smoke: int = 0
    underlined: bool = False
    half: str | None = None
    elr: str | None = None
    hardens: str | None = None
    bpv: int | None = None
    vehicle_crew: bool = False


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


class _Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    units: tuple[_UnitLine, ...]
    weapons: tuple[_WeaponLine, ...]


class _LeaderLine(Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    broken: int = 0
    boxed: bool = False
    elr: str | None = None
    hardens: str | None = None


class _LeaderSet(Struct, frozen=True, forbid_unknown_fields=True):
    nationalities: tuple[str, ...]
    leaders: tuple[_LeaderLine, ...]


class _Hero(Struct, frozen=True, forbid_unknown_fields=True):
    code: str


class _Leaders(Struct, frozen=True, forbid_unknown_fields=True):
    sets: tuple[_LeaderSet, ...]
    hero: _Hero


class Catalogue:
    """Looks up counters by id; an unknown id raises DataError that names the nearest known one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._leaders: _Leaders | None = None
        self._units: dict[str, dict[str, UnitType]] = {}
        self._weapons: dict[str, dict[str, WeaponType]] = {}
        self.nationalities: tuple[str, ...] = tuple(
            sorted(path.stem for path in folder.glob("*.toml") if path.stem != "leaders")
        )

    def unit(self, id: str) -> UnitType:
        """The unit with this id."""
        table = self._table(id, "unit")
        found = table.get(id)
        if found is None:
            raise DataError("counters", id, unknown("unit", id, table))
        return found

    def weapon(self, id: str) -> WeaponType:
        """The support weapon with this id."""
        nationality = self._nationality(id, "weapon")
        self._load(nationality)
        table = self._weapons[nationality]
        found = table.get(id)
        if found is None:
            raise DataError("counters", id, unknown("weapon", id, table))
        return found

    def units(self, nationality: str) -> tuple[UnitType, ...]:
        """All units of a nationality in the order of its file, leaders and hero last."""
        return tuple(self._table(f"{nationality}:", "unit").values())

    def weapons(self, nationality: str) -> tuple[WeaponType, ...]:
        """All support weapons of a nationality in the order of its file."""
        self._load(self._nationality(f"{nationality}:", "weapon"))
        return tuple(self._weapons[nationality].values())

    def leader_chain(self, nationality: str) -> tuple[str, ...]:
        """Leader ids from best to worst, each replaced by the next when it fails its ELR (A19.13)."""
        return tuple(unit.id for unit in self.units(nationality) if unit.kind == "leader")

    def _nationality(self, id: str, what: str) -> str:
        nationality, colon, _ = id.partition(":")
        if not colon or nationality not in self.nationalities:
            raise DataError("counters", id, unknown(f"nationality of {what}", nationality, self.nationalities))
        return nationality

    def _table(self, id: str, what: str) -> dict[str, UnitType]:
        nationality = self._nationality(id, what)
        self._load(nationality)
        return self._units[nationality]

    def _load(self, nationality: str) -> None:
        if nationality in self._units:
            return
        sheet = read_toml(self._folder / f"{nationality}.toml", _Sheet)
        if self._leaders is None:
            self._leaders = read_toml(self._folder / "leaders.toml", _Leaders)
        units = [_unit(nationality, line) for line in sheet.units]
        for group in self._leaders.sets:
            if nationality in group.nationalities:
                units.extend(_leader(nationality, line) for line in group.leaders)
                units.append(_hero(nationality, self._leaders.hero.code))
        weapons = [_weapon(nationality, line) for line in sheet.weapons]
        self._weapons[nationality] = {weapon.id: weapon for weapon in weapons}
        self._units[nationality] = {unit.id: unit for unit in units}


def _reference(nationality: str, code: str | None) -> str | None:
    return None if code is None else f"{nationality}:{code}"


def _unit(nationality: str, line: _UnitLine) -> UnitType:
    fp, reach, morale = (int(part) for part in line.code.split("-"))
    suffix = f":{line.variant}" if line.variant else ""
    return UnitType(
        id=f"{nationality}:{line.code}{suffix}",
        nationality=nationality,
        kind=line.kind,
        code=line.code,
        variant=line.variant,
        unit_class=line.unit_class,
        fp=fp,
        range=reach,
        morale=morale,
        broken_morale=line.broken,
        boxed=line.boxed,
        assault_fire=line.assault,
        spraying_fire=line.spray,
        smoke=line.smoke,
        underlined_morale=line.underlined,
        half_squad=_reference(nationality, line.half),
        replacement=_reference(nationality, line.elr),
        hardens_to=_reference(nationality, line.hardens),
        us_number=US_NUMBER[line.kind],
        leadership=None,
        bpv=line.bpv,
        vehicle_crew=line.vehicle_crew,
    )


def _leader(nationality: str, line: _LeaderLine) -> UnitType:
    split = line.code.index("+") if "+" in line.code else line.code.index("-")
    return _single(
        nationality,
        "leader",
        line.code,
        (0, 0, int(line.code[:split]), line.broken),
        (line.boxed, int(line.code[split:]), line.elr, line.hardens),
    )


def _hero(nationality: str, code: str) -> UnitType:
    fp, reach, morale = (int(part) for part in code.split("-"))
    return _single(nationality, "hero", code, (fp, reach, morale, 0), (False, None, None, None))


def _single(
    nationality: str,
    kind: UnitKind,
    code: str,
    strength: tuple[int, int, int, int],
    rest: tuple[bool, int | None, str | None, str | None],
) -> UnitType:
    fp, reach, morale, broken = strength
    boxed, leadership, elr, hardens = rest
    return UnitType(
        id=f"{nationality}:{code}",
        nationality=nationality,
        kind=kind,
        code=code,
        variant=None,
        unit_class=None,
        fp=fp,
        range=reach,
        morale=morale,
        broken_morale=broken,
        boxed=boxed,
        assault_fire=False,
        spraying_fire=False,
        smoke=0,
        underlined_morale=False,
        half_squad=None,
        replacement=_reference(nationality, elr),
        hardens_to=_reference(nationality, hardens),
        us_number=US_NUMBER[kind],
        leadership=leadership,
        bpv=None,
    )


def _weapon(nationality: str, line: _WeaponLine) -> WeaponType:
    return WeaponType(
        id=f"{nationality}:{line.code}",
        nationality=nationality,
        kind=line.kind,
        name=line.name,
        fp=line.fp,
        range=line.range,
        rof=line.rof,
        breakdown=line.breakdown,
        x_number=line.x_number,
        repair=line.repair,
        removal=line.removal,
        pp=line.pp,
        spraying_fire=line.spray,
        ift=line.attacks == "ift",
        caliber=line.caliber,
        barrel=line.barrel,
        range_min=line.range_min,
        range_max=line.range_max,
        to_kill=line.to_kill,
        dismantled=line.dismantled,
    )


@cache
def catalogue() -> Catalogue:
    """The shipped catalogue; the same object every time.

    >>> catalogue().unit("german:4-6-7").range
    6
    """
    return Catalogue(DATA_FOLDER / "counters")
