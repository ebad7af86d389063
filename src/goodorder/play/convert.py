"""Records of earlier formats, brought up to the present one as they are read.

Format 1: digests of positions were made of another written form (every field, whether at its default or not). They say
nothing about positions of today, so they are taken out; a replay is then checked by its answers, dice and end alone.
"""

from __future__ import annotations

from typing import Any

VERSION = 2
READABLE = (1, VERSION)


def header(found: dict[str, Any]) -> dict[str, Any]:
    """A header as this version writes it, of one of a readable format.

    >>> header({"goodorder_record": 1, "scenario": "first", "start": "00ff"})
    {'goodorder_record': 2, 'scenario': 'first', 'start': ''}
    """
    if found["goodorder_record"] == 1:
        return {**found, "goodorder_record": VERSION, "start": ""}
    return found


def entry(found: dict[str, Any], form: int) -> dict[str, Any]:
    """An entry as this version writes it, of a record of format ``form``.

    >>> entry({"e": "position", "digest": "00ff", "turn": 1, "phase": "RPh"}, 1)
    {'e': 'position', 'digest': '', 'turn': 1, 'phase': 'RPh'}
    """
    if form == 1 and found.get("e") == "position":
        return {**found, "digest": ""}
    return found
