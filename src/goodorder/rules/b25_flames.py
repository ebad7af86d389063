"""Where a Flame would start: terrain that burns, attacks that set it on fire (B25.1). No Flame is placed here."""

from __future__ import annotations

from goodorder.core.state import State
from goodorder.data.charts import ift, molotov

from .a07_fire.attack import AttackLedger, fire_column
from .facts.ground import map_now
from .registry import builds


@builds("B25.1")
def burnable(st: State, loc: int) -> bool:
    """Whether a Location holds what burns: a building, or terrain with a Kindling number."""
    place = map_now(st).hex_of(loc)
    return place.building >= 0 or place.terrain.id in molotov().burnable.terrain


@builds("A22.35", "A23.41", "B25.12", "B25.13")
def may_catch_fire(st: State, ledger: AttackLedger, pair: tuple[int, int], kinds: tuple[str, ...]) -> bool:
    """Whether the Original DR of an attack on who has no armor asks for the DR of a Flame in its Location."""
    column = fire_column(ledger, pair)
    if column is None or not burnable(st, ledger.attack.target):
        return False
    return ift().result(column, sum(pair)).kind in kinds
