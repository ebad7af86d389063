"""What scenarios teach, in words, each with the rule to begin with."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from goodorder.data.load import DATA_FOLDER, read_toml


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a scenario teaches."""

    name: str
    rule: str


class _Lessons(Struct, frozen=True, forbid_unknown_fields=True):
    lessons: dict[str, Lesson]


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons by their word, in the order in which a list shows them."""
    return read_toml(DATA_FOLDER / "charts" / "lessons.toml", _Lessons).lessons
