"""What each profile leaves out, from one data list: name, rule, and what to tell the player."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from goodorder.data.load import DATA_FOLDER, DataError, read_toml, unknown

Profile = Literal["starter", "full"]


class NotBuiltName(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that ``profiles`` refuse: ``rule`` is its number, ``text`` says what holds instead."""

    id: str
    name: str
    rule: str
    text: str
    profiles: tuple[Profile, ...] = ("starter", "full")


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    version: Literal[1]
    names: tuple[NotBuiltName, ...]


@cache
def all_not_built() -> dict[str, NotBuiltName]:
    """The whole list by id."""
    return {name.id: name for name in read_toml(DATA_FOLDER / "not_built.toml", _File).names}


def refused_names(profile: str) -> frozenset[str]:
    """Ids of what a profile refuses."""
    return frozenset(entry.id for entry in all_not_built().values() if profile in entry.profiles)


def not_built(id: str) -> NotBuiltName:
    """One entry; an unknown id raises DataError with the nearest known one."""
    found = all_not_built().get(id)
    if found is None:
        raise DataError("not_built.toml", id, unknown("refused name", id, all_not_built()))
    return found
