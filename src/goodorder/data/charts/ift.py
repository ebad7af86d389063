"""The Infantry Fire Table and the numbers that go with it (A7)."""

from __future__ import annotations

import re
from bisect import bisect_right
from fractions import Fraction
from functools import cache
from typing import Literal

from msgspec import Struct

from goodorder.data.charts.cell import Cell
from goodorder.data.load import DATA_FOLDER, DataError, read_toml

ResultKind = Literal["KIA", "K", "MC", "PTC", "NONE"]

_CELL = re.compile(r"(?P<kia>\d+)KIA|K/(?P<k>\d+)|(?P<mc>\d+|N)MC|(?P<ptc>PTC)|(?P<none>-)")


class FireResult(Struct, frozen=True):
    """One cell of the table: ``kind`` and its number (units for KIA, the modifier of the checks for K and MC)."""

    kind: ResultKind
    number: int = 0

    def __str__(self) -> str:
        match self.kind:
            case "KIA":
                return f"{self.number}KIA"
            case "K":
                return f"K/{self.number}"
            case "MC":
                return f"{self.number}MC" if self.number else "NMC"
            case "PTC":
                return "PTC"
        return "no effect"


class Multiplier(Struct, frozen=True, forbid_unknown_fields=True):
    """A firepower multiplier with its rule; ``times`` is text such as ``"1/2"``, ``factor`` the exact number."""

    times: str
    rule: str
    note: str = ""

    @property
    def factor(self) -> Fraction:
        """The multiplier as an exact fraction."""
        return Fraction(self.times)


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A Dice Roll modifier with its rule."""

    drm: int
    rule: str
    note: str = ""


class Cowering(Struct, frozen=True, forbid_unknown_fields=True):
    """Columns lost to cowering (A7.9), by Inexperienced units more (A19.33)."""

    columns: int
    columns_inexperienced: int


class AssaultFire(Struct, frozen=True, forbid_unknown_fields=True):
    """What Assault Fire adds before rounding up (A7.36)."""

    bonus: int
    rule: str


class ResidualChart(Struct, frozen=True, forbid_unknown_fields=True):
    """Residual FP: share of the column used and its ceiling (A8.2)."""

    share: str
    maximum: int
    rule: str


class HeavyPayload(Struct, frozen=True, forbid_unknown_fields=True):
    """Heavy Payload (C.7): a DRM for each full step above 200mm, or of FP above the last column."""

    above_mm: int
    mm: int
    fp: int
    drm: int
    rule: str


class HindranceLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """Hindrance total from which a line of sight is blocked (A6.7)."""

    blocks_at: int


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    columns: tuple[int, ...]
    lowest: int
    rows: tuple[tuple[str, ...], ...]
    vehicle_line: tuple[int, ...]
    he_calibers: tuple[float, ...]
    heavy_payload: HeavyPayload
    multipliers: dict[str, Multiplier]
    drm: dict[str, Modifier]
    cowering: Cowering
    assault_fire: AssaultFire
    residual: ResidualChart
    hindrance: HindranceLimit


class InfantryFireTable:
    """The IFT: columns by index from 0, rows by Final DR (A7.3)."""

    def __init__(self, file: _File) -> None:
        self.columns = file.columns
        self.lowest = file.lowest
        self.highest = file.lowest + len(file.rows) - 1
        self.vehicle_line = file.vehicle_line
        self.heavy_payload = file.heavy_payload
        self.multipliers = file.multipliers
        self.drm = file.drm
        self.cowering = file.cowering
        self.assault_fire = file.assault_fire
        self.hindrance = file.hindrance
        self._he_calibers = file.he_calibers
        self._residual = file.residual
        self._cells = tuple(tuple(_cell(text) for text in row) for row in file.rows)

    def column(self, fp: Fraction | int) -> int | None:
        """Index of the column for a total FP: the highest not above it; None below 1 FP, when no attack is made."""
        index = bisect_right(self.columns, fp) - 1
        return index if index >= 0 else None

    def fp(self, column: int) -> int:
        """FP printed at the head of a column."""
        return self.columns[column]

    def he_column(self, caliber: float) -> int | None:
        """Index of the column on which HE of a caliber in mm attacks (C.6); None below the smallest."""
        index = bisect_right(self._he_calibers, caliber) - 1
        return index if index >= 0 else None

    def he_firepower(self, caliber: float) -> Cell | None:
        """FP of HE of a caliber in mm (C.6); None below the smallest."""
        column = self.he_column(caliber)
        return None if column is None else Cell(self.columns[column], f"HE, {caliber:g}mm", "C.6")

    def vehicle_kill_number(self, column: int) -> Cell:
        """Kill Number of a column against an unarmored vehicle (A7.308)."""
        return Cell(self.vehicle_line[column], f"Vehicle line, {self.columns[column]} FP", "A7.308")

    def payload_drm(self, caliber: float, fp: Fraction | int = 0) -> int:
        """DRM of Heavy Payload (C.7) for a caliber in mm, and for a Critical Hit of so many FP."""
        heavy = self.heavy_payload
        steps = max(0, int(caliber - heavy.above_mm) // heavy.mm)
        return heavy.drm * (steps + max(0, int(fp - self.columns[-1]) // heavy.fp))

    def result(self, column: int, final_dr: int) -> FireResult:
        """What a Final DR does on a column; rolls outside the rows use the first or last row."""
        row = min(max(final_dr, self.lowest), self.highest) - self.lowest
        return self._cells[row][column]

    def residual(self, column: int, positive_drm: int = 0) -> int:
        """Residual FP left by an attack on a column, 0 when it leaves none (A8.2).

        It is half the column's FP, dropped to a column and never above the ceiling; ``positive_drm`` is the sum of
        positive DRM caused outside the target hex, each of which costs one column (A8.26).
        """
        half = Fraction(self.columns[column]) * Fraction(self._residual.share)
        index = self.column(min(half, Fraction(self._residual.maximum)))
        if index is None or index < positive_drm:
            return 0
        return self.columns[index - positive_drm]


def _cell(text: str) -> FireResult:
    found = _CELL.fullmatch(text)
    if found is None:
        raise DataError("ift.toml", "rows", f"expected a fire result such as '1KIA', 'K/2', 'NMC', got {text!r}")
    if found["kia"]:
        return FireResult("KIA", int(found["kia"]))
    if found["k"]:
        return FireResult("K", int(found["k"]))
    if found["mc"]:
        return FireResult("MC", 0 if found["mc"] == "N" else int(found["mc"]))
    return FireResult("PTC") if found["ptc"] else FireResult("NONE")


@cache
def ift() -> InfantryFireTable:
    """The shipped Infantry Fire Table."""
    file = read_toml(DATA_FOLDER / "charts" / "ift.toml", _File)
    if any(len(row) != len(file.columns) for row in file.rows):
        raise DataError("ift.toml", "rows", f"expected {len(file.columns)} results in every row")
    if not len(file.columns) == len(file.he_calibers) == len(file.vehicle_line):
        raise DataError("ift.toml", "he_calibers", f"expected {len(file.columns)} numbers, as in vehicle_line")
    return InfantryFireTable(file)


def ift_column(fp: Fraction | int) -> int | None:
    """Index of the IFT column for a total FP, None below 1 FP."""
    return ift().column(fp)
