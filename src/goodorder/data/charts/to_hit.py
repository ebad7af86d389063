"""The To Hit table: numbers by Target Type and range, changes by Gun and ammunition, the Cases (C3 to C6).

A reader gives one number with the name of its row and its rule; what of it applies to a shot is for the rules.

>>> table = to_hit()
>>> table.basic("vehicle", 25, "black").number, table.barrel_change("LL", 25).number
(6, 2)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Literal

from msgspec import Struct

from goodorder.data.charts.cell import Cell
from goodorder.data.charts.ift import Modifier
from goodorder.data.load import DATA_FOLDER, DataError, read_toml, unknown

TargetType = Literal["vehicle", "infantry", "area"]
Colour = Literal["black", "red"]
Mount = Literal["T", "ST", "NT"]
"""How a weapon turns (C2.3, D1.3): as a fast turret, as a slow one, or not by itself."""
CaseId = Literal[
    "A", "B", "C", "C1", "C2", "C3", "C4", "D", "E", "F", "G", "H", "I",
    "J", "J1", "J2", "J3", "J4", "K", "L", "M", "N", "O", "P", "Q", "R",
]  # fmt: skip
TargetSize = Literal["very large", "large", "normal", "small", "very small"]
HitLocation = Literal["critical", "turret", "hull", "miss"]


class _TypeRow(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    rule: str
    black: tuple[int, ...]
    red: tuple[int, ...]
    fp: str = "1"


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    rule: str
    by_range: tuple[int, ...]


class _CaliberRow(_Row, frozen=True, forbid_unknown_fields=True):
    up_to: float


class _Composite(Struct, frozen=True, forbid_unknown_fields=True):
    nationality: str
    caliber: float
    barrel: str


class _ColourLine(Struct, frozen=True, forbid_unknown_fields=True):
    colour: Colour
    rule: str
    nationalities: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()
    weapon: Literal["vehicle", "gun", "light"] | None = None
    until: int | None = None
    misused: bool = False

    def fits(self, user: Shooter) -> bool:
        return (
            (not self.misused or user.misused)
            and (not self.nationalities or user.nationality in self.nationalities or user.people in self.nationalities)
            and (not self.makers or user.maker in self.makers)
            and self.weapon in (None, user.weapon)
            and (self.until is None or user.year <= self.until)
        )


class Shooter(Struct, frozen=True):
    """What decides the colour of the Basic numbers: army, builder, ``year`` (1936 to 1945), kind of weapon.

    ``people`` is the nation of the troops where it is not that of their counters; ``weapon`` is ``light`` for ATR and
    machine guns; ``misused``: captured, or fired by an unqualified crew.
    """

    nationality: str
    maker: str
    year: int
    weapon: Literal["vehicle", "gun", "light"]
    misused: bool = False
    people: str = ""


class MountLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Case A of a mount: DRM of the first hexspine and of each further one; what Case C adds to Case B."""

    first: int
    further: int
    bounding: int


class ToHitValues(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers within Cases: DRM, factors, MP in sight, hexes; the comments of ``to_hit.toml`` say which."""

    obstructed: int
    afph: int
    afph_obstructed: int
    restricted_aim: int
    restricted_aim_mp: int
    limited_aim: int
    limited_aim_mp: int
    restricted_target_mp: int
    limited_target_mp: int
    immobilization_range: int


class ToHitCase(Struct, frozen=True, forbid_unknown_fields=True):
    """A lettered Case: its DRM where that is one number, whom it concerns, and which Cases it excludes.

    ``latw``: it counts for weapons with a To Hit table of their own; ``area``: on the Area Target Type; ``sw``: for
    support weapons.
    """

    title: str
    rule: str
    drm: int | None = None
    latw: bool = True
    area: bool = False
    sw: bool = True
    without: tuple[CaseId, ...] = ()


class Acquisition(Struct, frozen=True, forbid_unknown_fields=True):
    """Acquisition (C6.5): DRM step by step, and the least caliber in mm of a Gun other than a mortar."""

    rule: str
    steps: tuple[int, ...]
    least_caliber: float

    def after(self, drm: int) -> int:
        """The DRM that one more shot gains; ``drm`` is what is held already, 0 or less."""
        return next((step for step in self.steps if step < drm), self.steps[-1])


class ImprobableHit(Struct, frozen=True, forbid_unknown_fields=True):
    """Improbable Hit (C3.6): the Original DR that allows it, and what the subsequent dr gives."""

    rule: str
    original: int
    by_dr: tuple[HitLocation, ...]

    def result(self, dr: int, *, hull_down: bool) -> HitLocation:
        """What a subsequent dr of 1 to 6 gives; ValueError for another one."""
        if not 1 <= dr <= 6:
            raise ValueError(f"a dr is 1 to 6, got {dr}")
        found = self.by_dr[dr - 1]
        return "miss" if hull_down and found == "hull" else found


class CriticalHit(Struct, frozen=True, forbid_unknown_fields=True):
    """Critical Hit (C3.7): what rolls it, and what it multiplies FP and Basic To Kill number by."""

    rule: str
    original: int
    lowest_roll_dr: int
    below_share: str
    fp: int
    to_kill: int
    least_mg_caliber: float

    def highest_final(self, modified: int) -> int:
        """The highest Final DR on the Infantry Target Type that is one by itself, for a Modified To Hit number."""
        limit = modified * Fraction(self.below_share)
        return -(-limit.numerator // limit.denominator) - 1

    def highest_dr(self, modified: int) -> int:
        """The highest dr after an Original 2 on the Infantry Target Type that makes it one: half the number, or 1."""
        return max(1, int(modified * Fraction(self.below_share)))


class MultipleHits(Struct, frozen=True, forbid_unknown_fields=True):
    """Multiple Hits (C3.8): calibers in mm that have them."""

    rule: str
    least: float
    most: float

    def fits(self, caliber: float) -> bool:
        """Whether a Gun of this caliber in mm can hit twice by doubles."""
        return self.least <= caliber <= self.most


class _RofChange(Struct, frozen=True, forbid_unknown_fields=True):
    turned: int
    ife: int
    spotted: int
    misused: int


class GunNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Rate of Fire and breakdown of Guns: the default B number, its changes, changes of the ROF, IFE range in hexes."""

    breakdown: int
    intensive_fire_b: int
    misused_b: int
    rof_change: _RofChange
    turning_costs_nothing: tuple[float, float]
    ife_range: int
    light_mortar_most: float
    depression_rule: str


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    columns: tuple[int, ...]
    target_types: dict[TargetType, _TypeRow]
    barrels: dict[str, _Row]
    ammunition: dict[str, _Row]
    calibers: tuple[_CaliberRow, ...]
    composite: tuple[_Composite, ...]
    colours: tuple[_ColourLine, ...]
    mounts: dict[Mount, MountLine]
    values: ToHitValues
    cases: dict[CaseId, ToHitCase]
    other: dict[str, Modifier]
    point_blank: dict[str, int]
    sizes: dict[TargetSize, int]
    acquisition: Acquisition
    improbable: ImprobableHit
    critical: CriticalHit
    multiple: MultipleHits
    gun: GunNumbers


class ToHitTable:
    """The To Hit table with its modifiers; ranges are in hexes, calibers in mm."""

    def __init__(self, file: _File) -> None:
        self.values = file.values
        self.cases = file.cases
        self.other = file.other
        self.mounts = file.mounts
        self.sizes = file.sizes
        self.acquisition = file.acquisition
        self.improbable = file.improbable
        self.critical = file.critical
        self.multiple = file.multiple
        self.gun = file.gun
        self._file = file
        self._point_blank = {int(hexes): drm for hexes, drm in file.point_blank.items()}

    def column(self, hexes: int) -> int:
        """Index of the column for a range; ValueError for a negative one."""
        if hexes < 0:
            raise ValueError(f"a range is 0 hexes or more, got {hexes}")
        return bisect_right(self._file.columns, hexes) - 1

    def basic(self, target_type: TargetType, hexes: int, colour: Colour) -> Cell:
        """Basic To Hit number (C3.3). A colour makes no difference on the Area Target Type."""
        row = self._file.target_types[target_type]
        numbers = row.black if colour == "black" else row.red
        return Cell(numbers[self.column(hexes)], row.name, row.rule)

    def fp_share(self, target_type: TargetType) -> Fraction:
        """Share of the FP with which a hit attacks on the IFT: one half on the Area Target Type (C3.33)."""
        return Fraction(self._file.target_types[target_type].fp)

    def colour(self, shooter: Shooter) -> tuple[Colour, str]:
        """Colour of the Basic numbers, and the rule that says so."""
        line = next(line for line in self._file.colours if line.fits(shooter))
        return line.colour, line.rule

    def barrel_change(self, barrel: str | None, hexes: int) -> Cell:
        """What the barrel (``*``, ``L``, ``LL``, None) changes of the number (C4.1); KeyError for another."""
        if barrel is None:
            return Cell(0, "ordinary barrel", "C4.1")
        return self._cell(self._file.barrels[barrel], hexes)

    def ammunition_change(self, ammunition: str, hexes: int) -> Cell:
        """What the kind of ammunition changes of the number (C4.3, C4.4): 0 for those that change nothing."""
        row = self._file.ammunition.get(ammunition)
        return Cell(0, ammunition, "C4") if row is None else self._cell(row, hexes)

    def caliber_changes(self, caliber: float, hexes: int) -> tuple[Cell, ...]:
        """What a small caliber changes of the number (C4.2), row by row; nothing above 57mm."""
        return tuple(self._cell(row, hexes) for row in self._file.calibers if caliber <= row.up_to)

    def composite(self, nationality: str, caliber: float, barrel: str | None) -> bool:
        """Whether a Gun's shells fly as APCR whatever it fires (C4.3)."""
        return any(
            (gun.nationality, gun.caliber, gun.barrel) == (nationality, caliber, barrel) for gun in self._file.composite
        )

    def case_a(self, mount: Mount, hexspines: int, *, obstructed: bool) -> int:
        """Case A DRM for turning by so many hexspines (C5.1), 0 for none.

        ``obstructed``: in woods, building or rubble. ValueError for more than three or less than none.
        """
        if not 0 <= hexspines <= 3:
            raise ValueError(f"an arc turns by 0 to 3 hexspines, got {hexspines}")
        line = self.mounts[mount]
        drm = line.first + line.further * (hexspines - 1) if hexspines else 0
        return drm * (self.values.obstructed if obstructed else 1)

    def case_b(self, *, obstructed: bool) -> int:
        """Case B DRM (C5.2); ``obstructed``: in woods, building or rubble."""
        return self.values.afph_obstructed if obstructed else self.values.afph

    def case_c(self, mount: Mount, aim: Literal["C", "C1", "C2"] = "C") -> int:
        """DRM of Case C, C1 or C2 for a weapon so mounted (C5.3 to C5.32); Passengers fire as NT."""
        more = {"C": 0, "C1": self.values.restricted_aim, "C2": self.values.limited_aim}
        return self.values.afph + self.mounts[mount].bounding + more[aim]

    def aim(self, mp_in_sight: Fraction | int) -> Literal["C", "C1", "C2"]:
        """Which of Case C, C1 and C2 fits the MP for which the target was in a Bounding First Firer's sight."""
        if mp_in_sight <= self.values.limited_aim_mp:
            return "C2"
        return "C1" if mp_in_sight <= self.values.restricted_aim_mp else "C"

    def aim_at_mover(self, mp_in_sight: Fraction | int) -> Literal["J", "J1", "J2"]:
        """Which of Case J, J1 and J2 fits the MP that a moving vehicle has spent in a First Firer's sight."""
        if mp_in_sight <= self.values.limited_target_mp:
            return "J2"
        return "J1" if mp_in_sight <= self.values.restricted_target_mp else "J"

    def case_l(self, hexes: int) -> int:
        """Case L DRM at a range (C6.3), 0 where it is not Point Blank."""
        return self._point_blank.get(hexes, 0)

    def case_p(self, size: TargetSize) -> int:
        """Case P DRM of a target's size (C6.7)."""
        return self.sizes[size]

    def case(self, letter: str) -> ToHitCase:
        """A Case by its letter; DataError names the nearest known one."""
        found = next((case for id, case in self.cases.items() if id == letter), None)
        if found is None:
            raise DataError("", "", unknown("Case", letter, self.cases))
        return found

    def _cell(self, row: _Row, hexes: int) -> Cell:
        return Cell(row.by_range[self.column(hexes)], row.name, row.rule)


@cache
def to_hit() -> ToHitTable:
    """The shipped To Hit table."""
    file = read_toml(DATA_FOLDER / "charts" / "to_hit.toml", _File)
    rows: list[tuple[str, Sequence[int]]] = []
    for kind, row in file.target_types.items():
        rows += [(f"target_types.{kind}.black", row.black), (f"target_types.{kind}.red", row.red)]
    rows += [(f"barrels.{key}", row.by_range) for key, row in file.barrels.items()]
    rows += [(f"ammunition.{key}", row.by_range) for key, row in file.ammunition.items()]
    rows += [(f"calibers.{row.up_to}", row.by_range) for row in file.calibers]
    for place, numbers in rows:
        if len(numbers) != len(file.columns):
            raise DataError("to_hit.toml", place, f"expected {len(file.columns)} numbers")
    if file.columns[0] != 0 or list(file.columns) != sorted(set(file.columns)):
        raise DataError("to_hit.toml", "columns", "expected rising ranges from 0")
    if len(file.improbable.by_dr) != 6:
        raise DataError("to_hit.toml", "improbable.by_dr", "expected six results")
    if file.colours[-1] != _ColourLine(file.colours[-1].colour, file.colours[-1].rule):
        raise DataError("to_hit.toml", "colours", "expected a last line that fits everybody")
    return ToHitTable(file)
