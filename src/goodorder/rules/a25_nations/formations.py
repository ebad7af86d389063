"""Formations and nations of a group: whose weapons are Elite, which nation troops are (A25.11, A25.2, A25.8, A25.9)."""

from __future__ import annotations

from goodorder.core.state import Fighter, State, Vehicle, Weapon
from goodorder.data.charts.nations import people, troop

from ..facts.units import utype
from ..registry import builds


@builds("A25.11", "A25.2", "A25.11h", "A25.2b")
def elite_weapon(st: State, weapon: Weapon) -> bool:
    """Whether the order of battle gives a weapon to the SS or to Guards, whose Depletion Numbers are those of Elite
    forces; not in the hands of who has captured it.
    """
    if weapon.captured:
        return False
    return any(troop(word).elite_ammunition for word in st.world.sides[weapon.side].words(weapon.group))


@builds("A25.8", "A25.9", "A25.8a", "A25.86a", "A25.92a", "A25.4a", "A25.53a", "A25.5a")
def nation_of(st: State, unit: Fighter) -> str:
    """The nation of a unit: what its group names, else that of its counter. Its counter's nationality is by whose rules
    it fights: Poles in British counters by British ones.
    """
    return people(nationality_of(st, unit), st.world.sides[unit.side].words(unit.group))


def nationality_of(st: State, unit: Fighter) -> str:
    """The nationality of a unit's counter; of a vehicle's crew that of its side."""
    return st.world.sides[unit.side].nationality if isinstance(unit, Vehicle) else utype(st, unit).nationality
