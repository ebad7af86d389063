"""What grows in a month: grain from June to September, leaves of orchards from April to October (B14.2, B15.6)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

import msgspec

SEASONS = {
    "spring": ("PlowedFields",),
    "summer": (),
    "autumn": ("NoGrain",),
    "winter": ("NoGrain", "OrchardOutOfSeason"),
}
"""The special rules of April and May, June to September, October, and November to March."""
_WORDS = {"PlowedFields": ("grain", "plowed_field"), "NoGrain": ("grain", "open_ground")}
_WORDS["OrchardOutOfSeason"] = ("orchard", "bare_orchard")

One = TypeVar("One", bound=msgspec.Struct)


def season(month: int) -> str:
    """The season of a month, 1 to 12.

    >>> season(5), season(6), season(10), season(12)
    ('spring', 'summer', 'autumn', 'winter')
    """
    if month in (4, 5):
        return "spring"
    if 6 <= month <= 9:
        return "summer"
    return "autumn" if month == 10 else "winter"


def in_season(told: Iterable[One], name: str) -> list[One]:
    """The boards of a map (each with ``rules``) as they look in a season."""
    return [msgspec.structs.replace(one, rules=(*getattr(one, "rules", ()), *SEASONS[name])) for one in told]


def text_in_season(text: str, name: str) -> str:
    """A text map as it looks in a season."""
    for rule in SEASONS[name]:
        old, new = _WORDS[rule]
        text = re.sub(rf"\b{old}\b", new, text)
    return text
