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


def still(known: dict[Rare, tuple[Unit, ...]], old: Unit, new: Unit) -> dict[Rare, tuple[Unit, ...]]:
    """What was ``known`` of some units, as far as it stays when one of them changes: all where nothing of it holds of
    that one before or after.
    """
    for one in (old, new):
        if one.broken or one.berserk or one.disrupted or one.hidden or one.pinned or one.ti or one.unarmed:
            break
        if one.place == CAPTURED or one.stance.wa:
            break
    else:
        return known
    return {rare: found for rare, found in known.items() if not (RARE[rare](old) or RARE[rare](new))}
