"""The parts of a PreviewDoc, and the thirty-six pairs of faces that its chances are counted over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from goodorder.core.events.base import Line
from goodorder.rules.ledger import Mod

Doc = dict[str, Any]

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


def line_of(line: Line, group: str) -> Doc:
    return {"value": line.value, "reason": line.reason, "rule": line.rule, "id": line.id, "group": group}


def mod_lines(mods: Iterable[Mod], group: str = "drm") -> list[Doc]:
    return [line_of(mod.line(), group) for mod in mods]


def chance_of(label: str, count: float, of: float, kind: str) -> Doc:
    return {"label": label, "p": count / of, "class": kind}


def yes_no(word: str, good: int, of: int) -> list[Doc]:
    """The two chances of an attempt."""
    return [chance_of(word, good, of, "other"), chance_of(f"not {word}", of - good, of, "none")]
