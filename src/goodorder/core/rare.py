"""Units of which something holds that holds of few: broken, berserk, hidden ... found once while they stay so.

Many a rule looks for such units at every step of a move and finds none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from operator import attrgetter
from typing import Any, Literal

from .counters import CAPTURED, Unit

Rare = Literal["berserk", "broken", "captured", "disrupted", "hidden", "pinned", "ti", "unarmed", "wall"]
"""What may hold of a unit: ``captured`` goes by its place, ``wall`` is a claim of Wall Advantage."""

RARE: Mapping[Rare, Callable[[Unit], Any]] = {
    "berserk": attrgetter("berserk"),
    "broken": attrgetter("broken"),
    "captured": lambda unit: unit.place == CAPTURED,
    "disrupted": attrgetter("disrupted"),
    "hidden": attrgetter("hidden"),
    "pinned": attrgetter("pinned"),
    "ti": attrgetter("ti"),
    "unarmed": attrgetter("unarmed"),
    "wall": attrgetter("stance.wa"),
}


def those_that_are(rare: Rare, units: Collection[Unit]) -> tuple[Unit, ...]:
    """Those of some units of which it holds, found without a call for each where an attribute of a unit says it."""
    if rare == "captured":
        return tuple([unit for unit in units if unit.place == CAPTURED])
    return tuple(filter(RARE[rare], units))


def is_usual(unit: Unit) -> bool:
    """Whether nothing of :data:`RARE` holds of a unit."""
    if unit.broken or unit.berserk or unit.disrupted or unit.hidden or unit.pinned or unit.ti or unit.unarmed:
        return False
    return unit.place != CAPTURED and not unit.stance.wa
