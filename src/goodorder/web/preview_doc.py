"""The parts of a PreviewDoc, and the thirty-six pairs of faces that its chances are counted over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from goodorder.core.events.base import LedgerLine
from goodorder.odds import First
from goodorder.rules.ledger import Mod

Doc = dict[str, Any]

MOST_SMC = 3
"""Leaders in a target up to which each unit's fate is followed: each one more takes some ten times as long."""

PAIRS = tuple((white, colored) for white in range(1, 7) for colored in range(1, 7))


def preview_doc(
    title: str, lines: Iterable[Doc] = (), odds: Iterable[Doc] = (), text: Iterable[str] = (), **more: Any
) -> Doc:
    return {
        "title": title,
        "column": None,
        "fp": None,
        "drm": None,
        "lines": list(lines),
        "odds": list(odds),
        "per_target": [],
        "text": list(text),
        **more,
    }


def line_of(line: LedgerLine, group: str) -> Doc:
    return {"value": line.value, "reason": line.reason, "rule": line.rule, "id": line.id, "group": group}


def mod_lines(mods: Iterable[Mod], group: str = "drm") -> list[Doc]:
    return [line_of(mod.line(), group) for mod in mods]


def chance_of(label: str, count: float, of: float, kind: str) -> Doc:
    return {"label": label, "p": count / of, "class": kind}


def yes_no(word: str, good: int, of: int) -> list[Doc]:
    """The two chances of an attempt."""
    return [chance_of(word, good, of, "other"), chance_of(f"not {word}", of - good, of, "none")]


FATES = {
    "eliminated": ("eliminated", "kia"),
    "reduced": ("reduced", "k"),
    "broken": ("breaks", "break"),
    "wounded": ("wounded", "k"),
    "pinned": ("pinned", "pin"),
    "rallied": ("rallies", "other"),
    "unharmed": ("untouched", "none"),
}
"""Each class of fate as it is told beforehand, and its place in the bar."""


def fates_doc(units: Mapping[int, Mapping[str, Fraction | float]]) -> list[Doc]:
    """Each target's fates with their exact chances."""
    found: list[Doc] = []
    for unit, fates in units.items():
        told = [chance_of(FATES[word][0], float(p), 1.0, FATES[word][1]) for word, p in fates.items()]
        found.append({"unit": str(unit), "odds": told})
    return found


_CLASSES = {"KIA": "kia", "K": "k", "MC": "break", "PTC": "pin", "NONE": "none"}


def first_roll(results: Iterable[First]) -> list[Doc]:
    """The chance of each result of the attack's own DR, worst for the target first."""
    return [
        chance_of("no effect" if one.kind == "NONE" else one.label, one.count, 36, _CLASSES.get(one.kind, "other"))
        for one in results
    ]
