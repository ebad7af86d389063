"""What guns and vehicles share: ammunition, dates, numbers within their ranges, and doubts about a field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

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
