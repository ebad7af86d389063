"""The words of a case's lines and tables, and their reading into values.

A field that can't be read is a CaseInvalid, which names the word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec

from goodorder.core import state as core
from goodorder.core.stance import Stance
from goodorder.core.state import (
    ABOARD,
    CAPTURED,
    ELIMINATED,
    ESCORTING,
    EXITED,
    JOINED,
    OFF_BOARD,
    ON_MAP,
    REINFORCEMENT,
    UNPLACED,
)

from .model import CaseInvalid
from .reader import unknown_word

PLACES = {
    "on_map": ON_MAP,
    "unplaced": UNPLACED,
    "reinforcement": REINFORCEMENT,
    "off_board": OFF_BOARD,
    "exited": EXITED,
    "escorting": ESCORTING,
    "eliminated": ELIMINATED,
    "captured": CAPTURED,
    "joined": JOINED,
    "aboard": ABOARD,
}
_FLAGS = ("broken", "dm", "pinned", "cx", "wounded", "concealed", "ti", "disrupted", "fanatic", "hidden", "dazed")
UNIT_FLAGS = (*_FLAGS, "unarmed", "forsaken", "berserk")
VEHICLE_FLAGS = (
    *("motion", "ce", "bogged", "mired", "immobile", "recalled", "abandoned", "captured", "wreck", "burning"),
    *("scrounged", "pinned", "hidden", "concealed", "backing", "off_road"),
)
STANCE_FLAGS = ("wa",)
MARKERS = (core.MK_RESIDUAL, *core.SMOKE_MARKERS, core.MK_CC, core.MK_MELEE, core.MK_HAND_TO_HAND, core.MK_ENCIRCLED)
DECLARED = {
    "assault": core.ASSAULT,
    "double_time": core.DOUBLE_TIME,
    "late_double_time": core.DOUBLE_TIME | core.LATE_DOUBLE_TIME,
    "minimum": core.MINIMUM,
    "dash": core.DASH,
    "hazardous": core.HAZARDOUS,
}
OCCASIONS = (core.PREP, core.FIRST, core.SUBSEQUENT, core.PROTECTIVE, core.FINAL, core.ADVANCING, core.BOUNDING)
STEPS: tuple[core.StepKind, ...] = get_args(core.StepKind)


def texts(raw: Mapping[str, Any], key: str) -> list[str]:
    """A list of texts, empty where the case does not name it."""
    value = raw.get(key, [])
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise CaseInvalid(f"{key} is a list of texts", key)
    return value


def whole_number(raw: Mapping[str, Any], key: str, default: int) -> int:
    """A whole number, ``default`` where the case does not name it."""
    value = raw.get(key, default)
    if type(value) is not int:
        raise CaseInvalid(f"{key} is a whole number", key)
    return value


def words_of(text: Any, key: str) -> list[str]:
    """The words of one line of a list ``key``."""
    if not isinstance(text, str) or not text.split():
        raise CaseInvalid(f"{key} is a list of lines of text", key)
    return text.split()


def table_of(raw: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A table by names, empty where the case does not name it."""
    value = raw.get(key, {})
    if not isinstance(value, dict):
        raise CaseInvalid(f"{key} is a table by name", key)
    return value


def one_of(table: Mapping[str, int], what: str, word: str) -> int:
    """What a word means in a table of known ones."""
    if word not in table:
        raise unknown_word(what, word, table)
    return table[word]


def made(kind: type[Any], fields: dict[str, Any]) -> Any:
    """A struct of these fields, each of its declared type."""
    try:
        return msgspec.convert(msgspec.to_builtins(fields), kind)
    except msgspec.ValidationError as error:
        raise CaseInvalid(str(error)) from None


def set_fields(thing: Any, words: list[str], flags: Sequence[str], hex_of: Any) -> Any:
    """The struct with what the words say: flags (``broken``), ``at C4``, places (``exited``), fields (``order=2``), a
    unit's with those of its stance.
    """
    fields: dict[str, Any] = {}
    stance: dict[str, Any] = {}
    posed = Stance.__struct_fields__ if "stance" in thing.__struct_fields__ else ()
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        if word == "at" and words:
            fields.update(loc=hex_of(words.pop(0)), place=ON_MAP)
        elif word in flags:
            fields[word] = True
        elif word in STANCE_FLAGS and posed:
            stance[word] = True
        elif equals and name in posed:
            stance[name] = _value(value)
        elif word in PLACES:
            fields["place"] = PLACES[word]
        elif equals and name == "loc":
            fields["loc"] = hex_of(value)
        elif equals and name == "place":
            fields["place"] = one_of(PLACES, "place", value)
        elif equals and name in thing.__struct_fields__:
            fields[name] = _value(value)
        else:
            raise unknown_word("word", word, (*flags, "at", *PLACES, *(f"{f}=" for f in thing.__struct_fields__)))
    if stance:
        fields["stance"] = {**msgspec.to_builtins(thing.stance), **stance}
    return made(type(thing), {**msgspec.to_builtins(thing), **fields})


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d+", text) else text
