"""The requirement rows: what the source texts ask for, in our words, and which profile has them in scope.

Beneath them lie the support rows: the facts of the systems that those texts lean on, by id and title.
"""

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


class SupportRow(Struct, frozen=True, forbid_unknown_fields=True):
    """One fact of a system beneath the source texts (chapters A to D): its title alone, in our words."""

    id: str
    kind: RowKind
    title: str
    optional: bool = False

    @property
    def section(self) -> str:
        """The section of the rulebook that it belongs to: ``C5``, ``D`` for a chapter's opening paragraphs."""
        return self.id.partition(".")[0]

    @property
    def starter(self) -> bool:
        """Whether the starter profile has it in scope: its own rows say what that profile builds."""
        return False


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    version: Literal[1]
    rows: tuple[Requirement, ...]


class _SupportFile(Struct, frozen=True, forbid_unknown_fields=True):
    version: Literal[1]
    rows: tuple[SupportRow, ...]


@cache
def requirements() -> dict[str, Requirement]:
    """All rows by id, in the order of their sources."""
    return {row.id: row for row in read_toml(DATA_FOLDER / "requirements.toml", _File).rows}


@cache
def support_rows() -> dict[str, SupportRow]:
    """The support rows by id, in the order of the book."""
    return {row.id: row for row in read_toml(DATA_FOLDER / "requirements_support.toml", _SupportFile).rows}


@cache
def every_row() -> dict[str, Requirement | SupportRow]:
    """Every row that a rule, a builder or a case may name: those of the sources, then the support rows."""
    return {**requirements(), **support_rows()}


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
