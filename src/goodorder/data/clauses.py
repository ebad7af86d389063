"""Clauses that a profile lays down for every scenario in place of rules that are not built."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from goodorder.data.load import DATA_FOLDER, read_toml
from goodorder.data.not_built import Profile


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One clause by its name: the rule it stands in for, and its text.

    ``unless``: the kind of special rule by which a scenario says the same in its own words.
    """

    id: str
    rule: str
    text: str
    profiles: tuple[Profile, ...]
    unless: str = ""

    @property
    def printed(self) -> str:
        """What a card says: the text, and the clause's name and rule by which docs and rulings speak of it."""
        return f"{self.text} (Clause {self.id}, {self.rule}.)"


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    version: Literal[1]
    clauses: tuple[Clause, ...]


@cache
def clauses(profile: str) -> tuple[Clause, ...]:
    """The clauses of every scenario of a profile."""
    found = read_toml(DATA_FOLDER / "clauses.toml", _File).clauses
    return tuple(clause for clause in found if profile in clause.profiles)
