"""The To Kill tables and what their results do: armor, destruction of AFV, vehicles and Guns (C7, C11.6).

>>> table = to_kill()
>>> table.number(Shell("AP", 50, "L"), 25)
Cell(number=11, row='AP, 50L, at 25 hexes', rule='C7.31')
"""

from __future__ import annotations

import re
from bisect import bisect_right
from fractions import Fraction
from functools import cache
from typing import Literal, get_args

from msgspec import Struct

from goodorder.data.charts.cell import Cell
from goodorder.data.charts.ift import Modifier
from goodorder.data.load import DATA_FOLDER, DataError, read_toml

ToKillAmmo = Literal["AP", "APCR", "APDS", "HEAT", "HE"]
_AMMO: dict[str, ToKillAmmo] = {word: word for word in get_args(ToKillAmmo)}
Fate = Literal["burn", "eliminated", "immobilized", "immobilized or shock", "possible shock", "stun"]
"""What happens to a vehicle; ``immobilized or shock``: by a hull hit the first, by a turret hit the other."""
GunFate = Literal["eliminated", "malfunction and reduction", "random"]
"""What happens to a Gun and who mans it; ``random``: Random Selection of weapons (A9.74)."""
AfvAttack = Literal["direct", "charge", "flame", "mg", "indirect", "ap_mines", "at_mines", "close_combat"]
VehicleAttack = Literal["direct", "flame", "other", "at_mines", "close_combat"]
GunAttack = Literal["ordnance", "ap", "small_arms", "charge"]
Facing = Literal["front", "side", "rear"]
"""The side of hull or turret that a shot strikes (D3.2)."""

_BORE = re.compile(r"(\d+(?:\.\d+)?)(\*|LL|L)?")
_RULES = {"AP": "C7.31", "APCR": "C7.32", "APDS": "C7.32", "HEAT": "C7.33", "HE": "C7.34"}


def to_kill_ammo(word: str) -> ToKillAmmo:
    """The kind of ammunition of this name; KeyError where it destroys no vehicle, as SMOKE."""
    return _AMMO[word]


class Shell(Struct, frozen=True):
    """What strikes: kind of ammunition, caliber in mm and barrel of the Gun; ``maker``: the army that built it."""

    ammo: ToKillAmmo
    caliber: float
    barrel: str | None = None
    maker: str = ""

    def __str__(self) -> str:
        return f"{self.ammo}, {self.caliber:g}{self.barrel or ''}"


class _BoreRow(Struct, frozen=True, forbid_unknown_fields=True):
    tk: int
    bores: tuple[str, ...]
    of: str = ""


class _Number(Struct, frozen=True, forbid_unknown_fields=True):
    tk: int
    rule: str


class _BetterAtr(Struct, frozen=True, forbid_unknown_fields=True):
    nationalities: tuple[str, ...]
    caliber: float


class _He(Struct, frozen=True, forbid_unknown_fields=True):
    calibers: tuple[float, ...]
    armored: tuple[int, ...]
    unarmored: tuple[int, ...]


class _Steps(Struct, frozen=True, forbid_unknown_fields=True):
    calibers: tuple[float, ...]
    final: tuple[int, ...]


class _Single(Struct, frozen=True, forbid_unknown_fields=True):
    final: int


class _RangeRow(Struct, frozen=True, forbid_unknown_fields=True, rename={"least": "from"}):
    least: float
    name: str
    by_range: tuple[int, ...]


class _Range(Struct, frozen=True, forbid_unknown_fields=True):
    ammo: ToKillAmmo
    columns: tuple[int, ...]
    rows: tuple[_RangeRow, ...]


class FromAbove(Struct, frozen=True, forbid_unknown_fields=True):
    """Case B (C7.22): the modifier at a closed and at an open top."""

    closed: int
    open: int


class Flame(Struct, frozen=True, forbid_unknown_fields=True):
    """A flame weapon at an AFV (C7.344): Basic number and what changes it.

    ``both``: exposed crew and open top add up. ``long_range`` is the share of the number beyond Normal Range.
    """

    tk: int
    rear: int
    crew_exposed: int
    open_topped: int
    both: bool = False
    moving_target: int = 0
    long_range: str = "1"

    def basic(self, *, long_range: bool) -> int:
        """Basic To Kill number within Normal Range or beyond it."""
        return int(self.tk * Fraction(self.long_range)) if long_range else self.tk


class Charge(Struct, frozen=True, forbid_unknown_fields=True):
    """A Demolition Charge at an AFV (C7.346): Basic number, Position DR and its modifiers."""

    rule: str
    tk: int
    aerial_up_to: int
    armor_up_to: int
    riders_up_to: int
    drm: dict[str, Modifier]

    def position(self, final_dr: int) -> Literal["aerial", "armor", "riders", "none"]:
        """Which armor a Final Position DR meets, or that it harms only exposed people aboard or nobody there."""
        if final_dr <= self.aerial_up_to:
            return "aerial"
        if final_dr <= self.armor_up_to:
            return "armor"
        return "riders" if final_dr <= self.riders_up_to else "none"


class _Armor(Struct, frozen=True, forbid_unknown_fields=True):
    steps: tuple[int, ...]
    aerial: tuple[int, ...]


class _Thin(Struct, frozen=True, forbid_unknown_fields=True):
    up_to: int
    drm: int


class _Thick(Struct, frozen=True, forbid_unknown_fields=True, rename={"least": "from"}):
    least: int
    drm: int


class IndirectFire(Struct, frozen=True, forbid_unknown_fields=True):
    """DRM of Indirect Fire and of Area Target Type HE at an AFV (C1.55)."""

    rule: str
    thin: _Thin
    open_topped: int
    thick: _Thick

    def drm(self, armor: tuple[int, ...], *, open_topped: bool) -> int:
        """The DRM by all Armor Factors of the AFV and its top."""
        by_armor = self.thin.drm if max(armor) <= self.thin.up_to else 0
        by_armor += self.thick.drm if min(armor) >= self.thick.least else 0
        return by_armor + (self.open_topped if open_topped else 0)


class _Facing(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    same_hex: tuple[Facing, ...]


class FateColumn(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of a destruction table: up to half the number, below it, equal, one above by HE or by other shells."""

    half: Fate
    below: Fate
    equal: Fate
    he_above: Fate | None = None
    other_above: Fate | None = None

    def fate(self, final_dr: int, number: int, *, he: bool = False, burn_drm: int = 0) -> Fate | None:
        """What a Final DR does against a Final To Kill (Kill, CCV) number, None for nothing.

        ``burn_drm`` changes the DR for burning only (a red CS number, D5.7).
        """
        if 2 * (final_dr + burn_drm) <= number:
            return self.half
        if final_dr < number:
            return self.below
        if final_dr == number:
            return self.equal
        return (self.he_above if he else self.other_above) if final_dr == number + 1 else None


class _Afv(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    red_survival_drm: int
    columns: dict[AfvAttack, FateColumn]


class _Unarmored(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    columns: dict[VehicleAttack, FateColumn]


class Shock(Struct, frozen=True, forbid_unknown_fields=True):
    """Recovery from Shock (C7.42): the highest dr that ends it, then the highest that ends an Unconfirmed Kill."""

    rule: str
    shock_up_to: int
    unconfirmed_up_to: int


class GunFateColumn(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of the Gun Destruction table (C11.6): what a KIA, a K and a Critical Hit do; None for nothing."""

    kia: GunFate | None = None
    k: GunFate | None = None
    critical: GunFate | None = None


class _Gun(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    columns: dict[GunAttack, GunFateColumn]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    rear: int
    from_above: FromAbove
    dud: int
    ap: tuple[_BoreRow, ...]
    composite: tuple[_BoreRow, ...]
    discarding: tuple[_BoreRow, ...]
    heat: tuple[_BoreRow, ...]
    carried: dict[str, _Number]
    better_atr: _BetterAtr
    he: _He
    ap_unarmored: _Steps
    heat_unarmored: _Single
    ranges: tuple[_Range, ...]
    flame: dict[Literal["ft", "mol"], Flame]
    charge: Charge
    armor: _Armor
    indirect: IndirectFire
    facing: _Facing
    afv: _Afv
    unarmored: _Unarmored
    shock: Shock
    gun: _Gun


_Bores = dict[tuple[float, str | None, str], int]


class ToKillTable:
    """The To Kill tables; calibers are in mm, ranges in hexes. ``rear`` is Case A, ``from_above`` Case B.

    ``dud`` is the Original To Kill DR that does nothing (C7.35).
    """

    def __init__(self, file: _File) -> None:
        self.rear = file.rear
        self.from_above = file.from_above
        self.dud = file.dud
        self.flame = file.flame
        self.charge = file.charge
        self.indirect = file.indirect
        self.shock = file.shock
        self.red_survival_drm = file.afv.red_survival_drm
        self.armor_steps = file.armor.steps
        self._file = file
        self._bores: dict[str, _Bores] = {
            "AP": _read("ap", file.ap),
            "APCR": _read("composite", file.composite),
            "APDS": _read("discarding", file.discarding),
            "HEAT": _read("heat", file.heat),
        }

    def basic(self, shell: Shell) -> Cell | None:
        """Basic To Kill number against armor (C7.31 to C7.34); None where the tables have no such shell."""
        rule = _RULES[shell.ammo]
        if shell.ammo == "HE":
            step = bisect_right(self._file.he.calibers, shell.caliber) - 1
            return Cell(self._file.he.armored[step], str(shell), rule) if step >= 0 else None
        bores = self._bores[shell.ammo]
        barrel = None if shell.ammo == "HEAT" else shell.barrel
        found = bores.get((shell.caliber, barrel, shell.maker), bores.get((shell.caliber, barrel, "")))
        return None if found is None else Cell(found, str(shell), rule)

    def carried(self, kind: str) -> Cell:
        """Basic To Kill number of a weapon that men carry: MG, ATR, BAZ43, PF and so on; KeyError for another."""
        found = self._file.carried[kind]
        return Cell(found.tk, kind, found.rule)

    def atr(self, nationality: str, caliber: float | None) -> Cell:
        """Basic To Kill number of an ATR: better for the Russian one and for those of 20mm (C7.31)."""
        better = self._file.better_atr
        fits = nationality in better.nationalities or caliber == better.caliber
        return Cell(self.carried("ATR_better" if fits else "ATR").number, "ATR", "C7.31")

    def range_change(self, shell: Shell, hexes: int) -> Cell | None:
        """Case D (C7.24): what the range changes against armor; None where it is too far to harm any.

        HEAT and HE change by no range. ValueError for a negative one.
        """
        if hexes < 0:
            raise ValueError(f"a range is 0 hexes or more, got {hexes}")
        table = next((table for table in self._file.ranges if table.ammo == shell.ammo), None)
        if table is None:
            return Cell(0, f"{shell.ammo} at any range", "C7.24")
        row = next(row for row in reversed(table.rows) if row.least <= shell.caliber)
        column = bisect_right(table.columns, hexes) - 1
        return Cell(row.by_range[column], row.name, "C7.24") if column < len(row.by_range) else None

    def carried_range_change(self, hexes: int) -> Cell | None:
        """Case D of machine guns and ATR, which fly as the smallest shells (C13.22); None where it is too far."""
        return self.range_change(Shell("AP", 0), hexes)

    def number(self, shell: Shell, hexes: int) -> Cell | None:
        """Basic To Kill number changed by range; None where there is no such shell or it has no force there."""
        basic, by_range = self.basic(shell), self.range_change(shell, hexes)
        if basic is None or by_range is None:
            return None
        return Cell(basic.number + by_range.number, f"{shell}, at {hexes} hexes", basic.rule)

    def unarmored(self, shell: Shell) -> Cell | None:
        """Final To Kill number against an unarmored vehicle or facing; None for HE below 20mm.

        ATR count as AP; machine guns and IFE up to 15mm attack on the Vehicle line of the IFT instead.
        """
        if shell.ammo == "HEAT":
            return Cell(self._file.heat_unarmored.final, str(shell), "C7.331")
        if shell.ammo == "HE":
            step = bisect_right(self._file.he.calibers, shell.caliber) - 1
            return Cell(self._file.he.unarmored[step], str(shell), "C7.34") if step >= 0 else None
        steps = self._file.ap_unarmored
        final = steps.final[bisect_right(steps.calibers, shell.caliber) - 1]
        return Cell(final, str(shell), "C7.311" if shell.ammo == "AP" else "C7.321")

    def aerial_armor(self, worst: int) -> int | None:
        """Armor from above or below by an AFV's worst Armor Factor (C7.12), None for those without a number."""
        step = self.armor_steps.index(worst)
        return self._file.armor.aerial[step] if step < len(self._file.armor.aerial) else None

    def same_hex_facing(self, colored_dr: int) -> Facing:
        """Target Facing of fire from the target's own hex by the colored dr (D3.2); ValueError unless 1 to 6."""
        if not 1 <= colored_dr <= 6:
            raise ValueError(f"a dr is 1 to 6, got {colored_dr}")
        return self._file.facing.same_hex[colored_dr - 1]

    def afv_fates(self, attack: AfvAttack) -> FateColumn:
        """Column of the AFV Destruction table (C7.7)."""
        return self._file.afv.columns[attack]

    def vehicle_fates(self, attack: VehicleAttack) -> FateColumn:
        """Column of the Unarmored Vehicle Destruction table."""
        return self._file.unarmored.columns[attack]

    def gun_fates(self, attack: GunAttack) -> GunFateColumn:
        """Column of the Gun Destruction table (C11.6); ``small_arms``: MG, IFE, flame and Overruns too."""
        return self._file.gun.columns[attack]


def _read(place: str, rows: tuple[_BoreRow, ...]) -> _Bores:
    found: _Bores = {}
    for row in rows:
        for bore in row.bores:
            parts = _BORE.fullmatch(bore)
            if parts is None:
                raise DataError("to_kill.toml", place, f"expected a bore such as '76L' or '75*', got {bore!r}")
            key = (float(parts[1]), parts[2], row.of)
            if key in found:
                raise DataError("to_kill.toml", place, f"expected one row for {bore} of the same make")
            found[key] = row.tk
    return found


@cache
def to_kill() -> ToKillTable:
    """The shipped To Kill tables."""
    file = read_toml(DATA_FOLDER / "charts" / "to_kill.toml", _File)
    he, ap = file.he, file.ap_unarmored
    if not len(he.calibers) == len(he.armored) == len(he.unarmored) or len(ap.calibers) != len(ap.final):
        raise DataError("to_kill.toml", "he", "expected as many numbers as calibers")
    if any(len(row.by_range) > len(table.columns) for table in file.ranges for row in table.rows):
        raise DataError("to_kill.toml", "ranges", "expected no more numbers than columns")
    if len(file.facing.same_hex) != 6:
        raise DataError("to_kill.toml", "facing.same_hex", "expected six facings")
    return ToKillTable(file)
