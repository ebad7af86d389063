"""Special ammunition: Depletion Numbers, the supply chart, HE equivalents, canister (C8).

>>> ammunition().depletion(4, 5), ammunition().depletion(5, 5), ammunition().depletion(6, 5)
('fired', 'last', 'none')
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from goodorder.data.charts.cell import Cell
from goodorder.data.charts.ift import ift
from goodorder.data.load import DATA_FOLDER, DataError, read_toml

SUPPLY_FROM = 1941
"""The first year of the supply chart."""

_Month = Annotated[int, Meta(ge=1, le=12)]


class _Supply(Struct, frozen=True, forbid_unknown_fields=True):
    nationality: str
    kind: Literal["APCR", "APDS"]
    bores: tuple[str, ...]
    by_year: tuple[int, ...]
    month: _Month = 1


class _Equivalent(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    ap_calibers: tuple[float, ...]
    ap_fp: tuple[int, ...]
    carried: dict[str, int]
    limited_heat: int
    other_heat: int


class _Canister(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    range: int
    calibers: tuple[float, ...]
    fp: tuple[int, ...]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    elite: int
    shortage: int
    supply: tuple[_Supply, ...]
    heat_from: dict[str, Annotated[str, Meta(pattern=r"^([1-9]|1[0-2])/\d\d$")]]
    equivalent: _Equivalent
    canister: _Canister


class AmmunitionChart:
    """Special ammunition. ``elite`` and ``shortage`` change a Depletion Number (C8.2, A19.131).

    ``canister_range`` is the range of canister in hexes (C8.4).
    """

    def __init__(self, file: _File) -> None:
        self.elite = file.elite
        self.shortage = file.shortage
        self.canister_range = file.canister.range
        self._file = file

    def depletion(self, original_dr: int, number: int) -> Literal["fired", "last", "none"]:
        """What an Original To Hit DR says against a Depletion Number (C8.9): fired, fired as the last, or never had."""
        if original_dr > number:
            return "none"
        return "last" if original_dr == number else "fired"

    def supply(self, nationality: str, kind: str, bore: str, year: int, month: int) -> Cell | None:
        """Depletion Number of the supply chart (C8.12) for a bore such as ``75L``; None where there is none then."""
        for line in self._file.supply:
            if (line.nationality, line.kind) != (nationality, kind) or bore not in line.bores:
                continue
            step = year - SUPPLY_FROM
            number = line.by_year[step] if 0 <= step < len(line.by_year) else 0
            first = not any(line.by_year[:step])
            return Cell(number, f"{kind}, {bore}", "C8.12") if number and (month >= line.month or not first) else None
        return None

    def first_month(self, nationality: str, kind: str, bore: str, year: int) -> int | None:
        """The month in which the supply chart lets a shell begin, if ``year`` is its first one there; else None."""
        for line in self._file.supply:
            begins = SUPPLY_FROM + next(step for step, number in enumerate(line.by_year) if number)
            if (line.nationality, line.kind) == (nationality, kind) and bore in line.bores and begins == year:
                return line.month
        return None

    def heat_from(self, nationality: str) -> tuple[int, int] | None:
        """Year and month from which an army has HEAT (C8.3); None where the counter alone says it."""
        found = self._file.heat_from.get(nationality)
        if found is None:
            return None
        month, _, year = found.partition("/")
        return 1900 + int(year), int(month)

    def ap_fp(self, caliber: float) -> Cell:
        """HE equivalent of AP, APCR and APDS (C8.31) by caliber in mm; ATR have it at 20mm only."""
        lines = self._file.equivalent
        return Cell(lines.ap_fp[bisect_right(lines.ap_calibers, caliber) - 1], f"AP, {caliber:g}mm", lines.rule)

    def carried_fp(self, kind: str) -> Cell:
        """HE equivalent of a shaped-charge weapon (C8.31) by its kind; KeyError for another."""
        return Cell(self._file.equivalent.carried[kind], kind, self._file.equivalent.rule)

    def heat_fp(self, caliber: float, *, bracketed: bool = False) -> Cell | None:
        """HE equivalent of a Gun's HEAT (C8.31): one column below its HE; None below the first.

        ``bracketed``: the German 37mm one whose Depletion Number stands in brackets.
        """
        lines, table = self._file.equivalent, ift()
        if bracketed:
            return Cell(lines.limited_heat, f"HEAT, {caliber:g}mm", lines.rule)
        column = table.he_column(caliber)
        if column is None or column + lines.other_heat < 0:
            return None
        return Cell(table.fp(column + lines.other_heat), f"HEAT, {caliber:g}mm", lines.rule)

    def canister_fp(self, caliber: float) -> Cell | None:
        """FP of canister by caliber in mm (C8.4), None for calibers that have none."""
        lines = self._file.canister
        if caliber not in lines.calibers:
            return None
        return Cell(lines.fp[lines.calibers.index(caliber)], f"canister, {caliber:g}mm", lines.rule)


@cache
def ammunition() -> AmmunitionChart:
    """The shipped chart of special ammunition."""
    file = read_toml(DATA_FOLDER / "charts" / "ammunition.toml", _File)
    if len(file.canister.calibers) != len(file.canister.fp):
        raise DataError("ammunition.toml", "canister.fp", "expected as many numbers as calibers")
    if len(file.equivalent.ap_calibers) != len(file.equivalent.ap_fp):
        raise DataError("ammunition.toml", "equivalent.ap_fp", "expected as many numbers as calibers")
    return AmmunitionChart(file)
