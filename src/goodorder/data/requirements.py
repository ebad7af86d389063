"""The requirement rows: what the source texts ask for, in our words, and which profile has them in scope."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from goodorder.data.load import DATA_FOLDER, DataError, read_toml, unknown

RowKind = Literal["data", "definition", "example", "modifier", "procedure", "restriction", "table"]

PROFILES: tuple[str, ...] = ("starter", "full")
"""Profiles by name; ``full`` has every row in scope."""


class Requirement(Struct, frozen=True, forbid_unknown_fields=True):
    """One row: ``needs`` names the rows, rules or data it leans on; ``starter`` puts it in the starter profile."""

    id: str
    source: str
    group: str
    kind: RowKind
    title: str
    text: str
    needs: tuple[str, ...] = ()
    optional: bool = False
    starter: bool = False


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    version: Literal[1]
    rows: tuple[Requirement, ...]


@cache
def requirements() -> dict[str, Requirement]:
    """All rows by id, in the order of their sources."""
    return {row.id: row for row in read_toml(DATA_FOLDER / "requirements.toml", _File).rows}


def requirement(id: str) -> Requirement:
    """One row; an unknown id raises DataError with the nearest known one."""
    found = requirements().get(id)
    if found is None:
        raise DataError("requirements.toml", id, unknown("requirement row", id, requirements()))
    return found


def rows_of(profile: str) -> tuple[Requirement, ...]:
    """The rows a profile has in scope."""
    if profile not in PROFILES:
        raise DataError("requirements.toml", profile, unknown("profile", profile, PROFILES))
    return tuple(row for row in requirements().values() if profile == "full" or row.starter)
