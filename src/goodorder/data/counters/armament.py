"""What guns and vehicles share: ammunition, dates, numbers within their ranges, and doubts about a field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from goodorder.data.charts.ammunition import ammunition
from goodorder.data.load import DataError

Barrel = Literal["*", "L", "LL"]
"""A barrel shorter or longer than ordinary for its caliber; None where nothing is printed."""

Breakdown = Annotated[int, Meta(ge=9, le=12)]
Rof = Annotated[int, Meta(ge=0, le=3)]
Caliber = Annotated[float, Meta(ge=12, le=210)]
RangeHexes = Annotated[int, Meta(ge=0, le=1000)]
Rarity = Annotated[tuple[float, ...], Meta(min_length=1, max_length=2)]
"""Rarity Factor, or the first and the last one of a span of years."""
Bpv = Annotated[int, Meta(ge=1, le=150)]
Dates = Annotated[str, Meta(pattern=r"^((\d{1,2}/)?\d\d(-(\d{1,2}/)?\d\d)?|\d{1,2}-\d{1,2}/\d\d)$")]
"""In use from and until, of the 20th century: ``39-45``, ``7/43-5/45`` (month/year), ``8-12/42`` (months of a year)."""

AmmoKind = Literal["APCR", "APDS", "HEAT", "canister", "smoke", "WP", "IR", "AP", "HE"]
DispenserKind = Literal["sD", "sM", "sN", "sP"]


class Ammo(Struct, frozen=True, forbid_unknown_fields=True):
    """Special ammunition: its Depletion Number from ``year`` (in that year only, unless ``onward``).

    ``number`` is None where none is known. ``listed`` is a date of the source that has not been made out (a letter
    for a month, a theatre); such a line must not be used before it is. ``limited``: the source has a footnote.
    """

    kind: AmmoKind
    number: Annotated[int, Meta(ge=1, le=12)] | None = None
    year: Annotated[int, Meta(ge=1936, le=1945)] | None = None
    onward: bool = False
    listed: str | None = None
    limited: bool = False


class Date(Struct, frozen=True, order=True):
    """Year and month (1 to 12) of a scenario."""

    year: int
    month: int


def in_use(dates: Dates | None, date: Date) -> bool:
    """Whether a piece with these dates of use is there at a date; without any it always is."""
    if dates is None:
        return True
    first, dash, last = dates.partition("-")
    last = last if dash else first
    if "/" not in first and "/" in last and (len(first) == 1 or 10 <= int(first) <= int(last.partition("/")[0])):
        first += "/" + last.partition("/")[2]  # months of one year
    return _bound(first, 1) <= date <= _bound(last, 12)


def _bound(text: str, month: int) -> Date:
    """The date of ``42`` or ``7/42``; a year alone is meant in ``month``."""
    first, slash, year = text.partition("/")
    return Date(1900 + int(year), int(first)) if slash else Date(1900 + int(first), month)


class Holder(Struct, frozen=True):
    """Whose ammunition is read: army, and bore such as ``75L``, for the supply chart (C8.12)."""

    nationality: str
    bore: str


MONTHS: Mapping[str, int] = {"F": 2, "A": 8, "S": 9, "N": 11}
"""Letters of months in the listing: an A may be April or August, and is read as the later. A J is in doubt."""

_LISTED = re.compile(r"(?:(?P<letter>[AFJNS])?(?P<digit>\d))?(?P<onward>\+)?(?P<theatre>[EPS])?")
_NEVER = Date(9999, 1)


class Span(Struct, frozen=True):
    """From when a line of ammunition is good, and whether it stays so past that year."""

    start: Date
    onward: bool

    def holds(self, date: Date) -> bool:
        """Whether the line is good at a date."""
        return self.start <= date and (self.onward or date.year == self.start.year)


def span(line: Ammo, holder: Holder) -> Span:
    """When a line of special ammunition is available (docs/rulings.md, R1150 to R1153).

    In the listing a letter is the month, a digit the year, E the European theatre, P the Pacific and S a small army
    apart, which no scenario here is set in. A J leaves open which month: the year is out, unless the supply chart
    names the month. HEAT without a date begins with its army's (C8.3).
    """
    if line.listed is None:
        if line.year is not None:
            return Span(Date(line.year, 1), line.onward)
        since = ammunition().heat_from(holder.nationality) if line.kind == "HEAT" else None
        return Span(Date(*since) if since is not None else Date(1930, 1), onward=True)
    found = _LISTED.fullmatch(line.listed)
    if found is None:
        raise DataError("", line.listed, "expected a date of the listing such as 'J4+E', 'S2+', '4', 'P'")
    if found["theatre"] in ("P", "S") or found["digit"] is None:
        return Span(_NEVER, onward=False)
    year, onward = 1940 + int(found["digit"]), found["onward"] is not None
    if found["letter"] is None:
        return Span(Date(year, 1), onward)
    month = MONTHS.get(found["letter"]) or ammunition().first_month(holder.nationality, line.kind, holder.bore, year)
    if month is not None:
        return Span(Date(year, month), onward)
    return Span(Date(year + 1, 1), onward=True) if onward else Span(_NEVER, onward=False)


def ammo_numbers(lines: Iterable[Ammo], holder: Holder, date: Date) -> dict[AmmoKind, int]:
    """Depletion Numbers of the special ammunition that there is at a date; a line without a number gives none.

    Of several lines of a kind the one that began last holds.
    """
    found: dict[AmmoKind, tuple[Date, int]] = {}
    for line in lines:
        when = span(line, holder)
        if line.number is None or not when.holds(date):
            continue
        if line.kind not in found or found[line.kind][0] <= when.start:
            found[line.kind] = (when.start, line.number)
    return {kind: number for kind, (_, number) in found.items()}


def shells(numbers: Mapping[AmmoKind, int], *, ap: bool, he: bool) -> dict[AmmoKind, int | None]:
    """Every kind of shell that a gun may fire: its Depletion Number, None for what never runs out.

    ``ap`` and ``he``: whether its caliber allows them (C2.21); a Depletion Number limits them (C8.8).
    """
    found: dict[AmmoKind, int | None] = {**numbers}
    if ap:
        found.setdefault("AP", None)
    if he:
        found.setdefault("HE", None)
    return found


_MAKERS: Mapping[str, str] = {
    "a": "american",
    "b": "british",
    "f": "french",
    "g": "german",
    "i": "italian",
    "r": "russian",
    "s": "swedish",
    "t": "czech",
}
_MARK = re.compile(r"\(([a-z])\)")


def maker(name: str, nationality: str) -> str:
    """The army that built a piece, by the letter in its name; its own where there is none.

    The letter of Hungarian vehicles is no maker's.
    """
    marks = _MARK.findall(name)
    return _MAKERS.get(marks[-1], nationality) if marks and nationality != "hungarian" else nationality


def gun_maker(name: str, nationality: str) -> str:
    """The army that built the gun itself, which may stand in a hull of other make (SU-76i)."""
    built = maker(name, nationality)
    return nationality if nationality == "russian" and built != "american" else built


class Dispenser(Struct, frozen=True, forbid_unknown_fields=True):
    """A smoke dispenser or mortar of a vehicle (D13); its fields are those of ``Ammo``."""

    kind: DispenserKind
    number: Annotated[int, Meta(ge=1, le=12)] | None = None
    year: Annotated[int, Meta(ge=1936, le=1945)] | None = None
    onward: bool = False
    listed: str | None = None
    limited: bool = False


def check_doubts(counter: Any, doubts: Mapping[str, str]) -> None:
    """ValueError where a field that is in doubt has a value, or is no field at all.

    A key is a field, a field of one (``ma.rof``), or a kind of ammunition (``ammo.HE``), which then has no number.
    """
    for key in doubts:
        name, _, inner = key.partition(".")
        if name not in counter.__struct_fields__:
            raise ValueError(f"doubts name no field {key!r}")
        value = getattr(counter, name)
        if name in ("ammo", "dispensers"):
            given = any(line.kind == inner and line.number is not None for line in value)
        elif inner and value is not None:
            if inner not in value.__struct_fields__:
                raise ValueError(f"doubts name no field {key!r}")
            given = getattr(value, inner) is not None
        else:
            given = value is not None
        if given:
            raise ValueError(f"expected no value of {key}, which is in doubt")
