"""What the steps of a case say and are told: texts, tables, dice, what is pending."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from goodorder.core.actions import Action, Opportunity
from goodorder.core.dice import Roll
from goodorder.core.frames import Choice, Over
from goodorder.core.notation import Names
from goodorder.core.state import State

from .model import CaseInvalid


def side_of(st: State, action: Action) -> int:
    """The side of the unit that an action names first, -1 for an action without one."""
    firers = tuple(firer.unit for firer in getattr(action, "firers", ()))
    named = getattr(action, "units", ()) or getattr(action, "attackers", ()) or firers or (getattr(action, "unit", 0),)
    unit = st.units.get(named[0])
    return unit.side if unit else -1


def asked_words(asked: Choice | Roll | Over, names: Names) -> str:
    """What is pending, in a case's words: ``german A8.1: ...``."""
    if isinstance(asked, Choice):
        return f"{names.sides[asked.side]} {asked.rule}: {asked.prompt}"
    if isinstance(asked, Roll):
        return f"roll {asked.rule}: {asked.purpose}"
    return "over"


def faces_of(text: str) -> tuple[int, ...]:
    """``"4 3"``: white 4, colored 3."""
    if not re.fullmatch(r"[1-6]( [1-6])*", text):
        raise CaseInvalid(f"{text!r} are no dice; write the faces of one roll as '4 3', white die first", text)
    return tuple(int(face) for face in text.split())


def show_dice(dice: Sequence[tuple[int, ...]]) -> str:
    """Rolls as a case writes them."""
    return ", ".join(" ".join(map(str, faces)) for faces in dice)


def one_by_one(action: Action) -> tuple[Action, ...]:
    """What a game takes one after the other: units that hold their fire (A7.25)."""
    if isinstance(action, Opportunity) and len(action.units) > 1:
        return tuple(Opportunity((unit,)) for unit in action.units)
    return (action,)


def texts(step: Mapping[str, Any], key: str) -> list[str]:
    value = step.get(key, [])
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise CaseInvalid(f"{key} is a text or a list of texts", key)
    return list(value)


def table(step: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = step.get(key, {})
    if not isinstance(value, dict):
        raise CaseInvalid(f"{key} is a table by name", key)
    return value


def quoted(message: str) -> str:
    found = re.search(r"'([^']+)'", message)
    return found[1] if found else ""
