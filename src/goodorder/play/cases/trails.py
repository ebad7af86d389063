"""What the units and weapons of a case did before it begins: their trails, steps and shots."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from goodorder.core import state as core
from goodorder.core.errors import Unreadable
from goodorder.core.notation.notes import read_direction, read_note
from goodorder.core.notes import Note
from goodorder.core.state import FireMark, Step, StepKind, Trail, Unit

from .counters import Counters
from .model import CaseInvalid
from .reader import unknown_word
from .words import DECLARED, OCCASIONS, STEPS, made, one_of


def trail_of(counters: Counters, table: Any) -> Trail:
    """A table of the trail's fields: MF in whole ones, steps and shots as lines, counters by their names."""
    if not isinstance(table, dict):
        raise CaseInvalid("a trail is a table of its fields", "trails")
    fields: dict[str, Any] = {}
    for key, value in table.items():
        if key == "steps":
            fields[key] = tuple(step_of(counters, line) for line in value)
        elif key == "shots":
            fields[key] = tuple(shot_of(counters, line) for line in value)
        elif key == "declared":
            bits = sum(one_of(DECLARED, "declaration", word) for word in str(value).split())
            fields[key] = fields.get(key, 0) | bits
        elif key == "directed":
            fields[key] = tuple(counters.counter_named(word) for word in value)
        elif key == "portaged":
            fields[key] = tuple(abs(counters.counter_named(word)) for word in value)
        elif key in ("tried", "lent"):
            read = read_note if key == "tried" else read_direction
            fields[key] = tuple(_note(read, word) for word in value)
        elif key == "dash":
            fields[key] = counters.hex(str(value))
            fields["declared"] = fields.get("declared", 0) | core.DASH
        elif key == "spent":
            fields[key] = int(value * 2)
        elif key in Trail.__struct_fields__:
            fields[key] = value
        else:
            raise unknown_word("trail field", key, Trail.__struct_fields__)
    if "steps" in fields:
        fields.setdefault("spent", sum(step.mf for step in fields["steps"]))
        fields.setdefault("started", True)
    trail: Trail = made(Trail, fields)
    return trail


def _note(read: Callable[[str], Note], word: object) -> Note:
    try:
        return read(str(word))
    except Unreadable as error:
        raise CaseInvalid(error.message, str(word)) from None


def step_of(counters: Counters, line: Any) -> Step:
    """``B3 to C3 1`` (MF), ``C3 to C4 0.5 road``, ``smoke C3 to C4 1``; the words of kinds are those of StepKind."""
    words = str(line).split()
    road = "road" in words
    words = [word for word in words if word != "road"]
    kind: StepKind = next((kind for kind in STEPS if words and words[0] == kind), "enter")
    words = words[1:] if words and words[0] == kind else words
    if len(words) != 4 or words[1] != "to" or not re.fullmatch(r"\d+(\.5)?", words[3]):
        raise CaseInvalid("a step is a line such as 'B3 to C3 1' or 'B3 to C3 0.5 road' (MF)", str(line))
    frm, to = counters.hex(words[0]), counters.hex(words[2])
    side = counters.world.map.side_between(frm, to)
    return Step(kind, frm, to, int(float(words[3]) * 2), -1 if side is None else side, road)


SHOT_WORDS = ("at", "step", "units", "kept_rof", "final", "spent", "weapon", "turned")
"""What a line of a shot may say after its occasion."""


def shot_of(counters: Counters, line: Any) -> FireMark:
    """``first at C4 units A B step 1 kept_rof final spent weapon T.CMG turned 2``."""
    words = str(line).split()
    if not words or words[0] not in OCCASIONS:
        raise unknown_word("occasion", words[0] if words else "", OCCASIONS)
    fields: dict[str, Any] = {"occasion": words.pop(0), "target": -1}
    while words:
        word = words.pop(0)
        if word == "at" and words:
            fields["target"] = counters.hex(words.pop(0))
        elif word in ("step", "turned") and words:
            fields[word] = int(words.pop(0))
        elif word == "weapon" and words:
            fields["weapon"] = abs(counters.counter_named(words.pop(0)))
        elif word == "units":
            named = []
            while words and words[0] in counters.unit_names:
                named.append(counters.unit_names[words.pop(0)])
            fields["units"] = tuple(named)
        elif word in ("kept_rof", "final", "spent"):
            fields[word] = True
        else:
            raise unknown_word("word of a shot", word, SHOT_WORDS)
    return FireMark(**fields)


def in_bypass(counters: Counters, unit: Unit, path: tuple[int, ...], trail: Trail) -> Trail:
    """The trail of a unit that has come along these vertices, by an entry of one MF unless its steps say more; one
    vertex alone is passed on the way around to the next house of a row.
    """
    if trail.steps:
        return trail
    step = Step("around", unit.loc, unit.loc, 2)
    if len(path) > 1:
        back = (path[1] - path[0]) % 6 == 5
        came = path[0] if back else (path[0] + 5) % 6
        step = Step("enter", counters.world.map.around(unit.loc)[came], unit.loc, 2, (came + 3) % 6)
    return replace(trail, steps=(step,), spent=trail.spent or 2, started=True)
