"""Actions by their ``form``: ``recover {weapon} by {unit}`` is read and written alike.

A field in braces stands for words of the kind that its name tells: units, weapons, a Location, a side, a hexspine; of
any other name it is one unit. What stands in
brackets may be left out; ``{units:sorted}`` are put in the order of their ids, where the order in which they are said
tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from goodorder.core import actions as act
from goodorder.core.errors import Unreadable

from .names import Names

_PLACES = ("to", "loc")
_MANY = ("units", "attackers", "defenders")


class Slot(NamedTuple):
    """A field of a form: the word before it ("" behind the verb), whether sorted, whether it may be left out."""

    mark: str
    field: str
    sorted: bool
    optional: bool


@cache
def slots(kind: type[act.Action]) -> tuple[Slot, ...]:
    """The fields of the form of an action, in order."""
    found = re.finditer(r"(\[)?(?:(\w+) )?\{(\w+)(:sorted)?\}", kind.form.partition(" ")[2])
    return tuple(Slot(one[2] or "", one[3], bool(one[4]), bool(one[1])) for one in found)


@cache
def flags(kind: type[act.Action]) -> tuple[str, ...]:
    """The words of a form that stand for themselves, each a field that is true where it is said."""
    return tuple(re.findall(r"\[(\w+)\]", kind.form))


VERBS: dict[str, type[act.Action]] = {kind.form.split()[0]: kind for kind in act.ACTIONS.values() if kind.form}
"""The actions that have a form, by their verb."""


def verbs(base: type[act.Action]) -> str:
    """The verbs of all actions of a base, as a sentence lists them."""
    kinds = [kind for kind in act.ACTIONS.values() if issubclass(kind, base)]
    found = [kind.form.partition(" ")[0] or str(kind.__struct_config__.tag) for kind in kinds]
    return f"{', '.join(found[:-1])} or {found[-1]}"


def read(kind: type[act.Action], words: Sequence[str], names: Names) -> act.Action:
    """The action that the words behind its verb tell.

    Raises :class:`Unreadable` with what is expected.
    """
    parts, said_flags = slots(kind), {flag: True for flag in flags(kind) if flag in words}
    words = [word for word in words if word not in said_flags]
    groups = split(words, *(slot.mark for slot in parts if slot.mark))
    make: Any = kind
    said = [one for one in zip(parts, groups, strict=True) if not one[0].optional or one[0].mark in words]
    made: act.Action = make(**{slot.field: _value(slot, group, names) for slot, group in said}, **said_flags)
    return made


def write(action: act.Action, names: Names) -> str:
    """The action in its form."""
    default = dict(zip(reversed(action.__struct_fields__), reversed(action.__struct_defaults__), strict=False))
    words = [type(action).form.split()[0]]
    for slot in slots(type(action)):
        value = getattr(action, slot.field)
        if not slot.optional or value != default[slot.field]:
            words += [slot.mark, _words(slot, value, names)]
    words += [flag for flag in flags(type(action)) if getattr(action, flag)]
    return " ".join(filter(None, words))


def _value(slot: Slot, words: Sequence[str], names: Names) -> Any:
    if slot.field in _MANY:
        return by_id(words, names) if slot.sorted else units(words, names)
    if slot.field == "weapons":
        return tuple(names.weapon(word) for word in words)
    if slot.field == "weapon":
        return names.weapon(one(words, "weapon"))
    if slot.field in _PLACES:
        return names.hex(one(words, "hex"))
    if slot.field == "facing":
        return hexspine(one(words, "hexspine"))
    if slot.field == "side":
        return names.side(one(words, "side"))
    return names.unit(one(words, slot.field))


def _words(slot: Slot, value: Any, names: Names) -> str:
    if slot.field in _MANY:
        return " ".join(names.unit_word(unit) for unit in value)
    if slot.field == "weapons":
        return " ".join(names.weapon_word(weapon) for weapon in value)
    if slot.field == "weapon":
        return names.weapon_word(value)
    if slot.field in _PLACES:
        return names.hex_word(value)
    if slot.field == "facing":
        return str(value)
    return names.sides[value] if slot.field == "side" else names.unit_word(value)


def split(words: Sequence[str], *marks: str) -> list[list[str]]:
    """Words before the first mark, then those after each mark, in the given order of marks.

    Raises :class:`Unreadable` where nothing follows a mark; behind ``off`` the hexside may be left out.
    """
    groups: list[list[str]] = [[] for _ in range(len(marks) + 1)]
    at = 0
    for word in words:
        if word in marks and marks.index(word) + 1 > at:
            at = marks.index(word) + 1
        else:
            groups[at].append(word)
    bare = next((mark for mark, group in zip(marks, groups[1:], strict=True) if mark in words and not group), "off")
    if bare != "off":
        raise Unreadable(f"nothing follows {bare!r}")
    return groups


def one(group: Sequence[str], what: str) -> str:
    """The only word of a group; raises :class:`Unreadable` for none or several."""
    if len(group) != 1:
        raise Unreadable(f"exactly one {what} is expected, not {' '.join(group) or 'none'!r}")
    return group[0]


def hexspine(word: str) -> int:
    """A hexspine by its vertex."""
    if word not in tuple("012345"):
        raise Unreadable(f"{word!r} is no hexspine; they are 0 to 5 by their vertex")
    return int(word)


def units(words: Sequence[str], names: Names) -> tuple[int, ...]:
    """At least one unit."""
    if not words:
        raise Unreadable("at least one unit is expected")
    return tuple(names.unit(word) for word in words)


def by_id(words: Sequence[str], names: Names) -> tuple[int, ...]:
    """Units of an action in which their order tells nothing, by rising ids."""
    return tuple(sorted(units(words, names)))
