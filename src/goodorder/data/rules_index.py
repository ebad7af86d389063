"""The rules index: number, our own title and digest of every rule that the game cites.

>>> entry("A4.61").title
'Assault Movement'
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from msgspec import Struct

from goodorder.data.load import DATA_FOLDER, DataError, nearest, read_toml
from goodorder.data.requirements import requirements

_PARTS = re.compile(r"\d+|[A-Za-z]+")
_NUMBER = re.compile(r"([A-J]\d+)\.\d+[a-z]?")


class RuleEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule by its number in the rulebook, with a title and a digest in our words."""

    number: str
    title: str
    digest: str


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    version: Literal[1]
    rules: tuple[RuleEntry, ...]


@cache
def rules_index() -> dict[str, RuleEntry]:
    """All entries by number: the rules, then the requirement rows that state something."""
    entries = {rule.number: rule for rule in read_toml(DATA_FOLDER / "rules_index.toml", _File).rules}
    for row in requirements().values():
        if row.kind != "example":
            entries.setdefault(row.id, RuleEntry(row.id, row.title, row.text))
    return entries


def _nearest_number(number: str) -> str | None:
    """The entry whose number begins most like ``number``, section by section; else the most similar text."""
    shorter = number
    while shorter:
        shorter = shorter[:-1]
        if shorter in rules_index() and _PARTS.fullmatch(shorter[-1:]):
            return shorter
    return nearest(number, rules_index())


def entry(number: str) -> RuleEntry:
    """The entry of a rule number, in any case; an unknown number raises DataError with the nearest known one."""
    found = rules_index().get(number) or rules_index().get(_spelled().get(number.casefold(), ""))
    if found is None:
        close = _nearest_number(number)
        hint = f"; the nearest known is {close}" if close is not None else ""
        raise DataError("", "", f"no rule {number!r} in the index{hint}")
    return found


def citable(number: str) -> bool:
    """Whether a case may name this number: an entry, or any rule of a section that the index has (B11.21 of B11)."""
    section = _NUMBER.fullmatch(number)
    return number in rules_index() or (section is not None and section[1] in rules_index())


@cache
def _spelled() -> dict[str, str]:
    return {number.casefold(): number for number in rules_index()}


def search(text: str) -> list[RuleEntry]:
    """Entries whose number begins with the text or whose title or digest holds every word of it, best first."""
    words = text.casefold().split()
    if not words:
        return []
    scored: list[tuple[int, int, RuleEntry]] = []
    for place, rule in enumerate(rules_index().values()):
        number, title, digest = rule.number.casefold(), rule.title.casefold(), rule.digest.casefold()
        if number == words[0]:
            scored.append((0, place, rule))
        elif number.startswith(words[0]):
            scored.append((1, place, rule))
        elif all(word in title for word in words):
            scored.append((2, place, rule))
        elif all(word in title or word in digest for word in words):
            scored.append((3, place, rule))
    return [rule for _, _, rule in sorted(scored, key=lambda found: found[:2])]
