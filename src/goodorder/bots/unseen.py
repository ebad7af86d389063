"""What a computer player makes of enemies under a "?": the order of battle is public, who lies where is not."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.remembered import once_a_position
from goodorder.core.state import State, Unit
from goodorder.core.world import IMAGINED, UNKNOWN
from goodorder.rules.facts.units import has, utype

from .style import Style

MORALE = 7
"""Morale Level taken for units that nobody has seen."""


class Guess(Struct, frozen=True, gc=False):
    """What one "?" stack of a side is taken for on average: worth, FP and Normal Range.

    Dummies lower the average: what has not been seen yet is shared out among all stacks that hide something.
    """

    worth: float
    fp: float
    range: int


USUAL = Guess(5.0, 3.0, 4)
"""Where no order of battle is known."""

MOST = Guess(7.5, 4.5, 4)
"""No "?" is feared more: who fears every "?" for what the best of them may hide never goes forward."""


def is_unknown(unit: Unit) -> bool:
    """Whether a unit of a view is the stand-in of a concealed stack, in whichever guise."""
    return unit.type in (UNKNOWN, IMAGINED)


@once_a_position
def guess(st: State, side: int) -> Guess:
    """The average "?" stack of a side in a view of the other."""
    scenario = st.world.scenario
    if scenario is None:
        return USUAL
    groups = scenario.side(st.world.sides[side].id).groups
    come = [g for g in groups if g.enters_turn <= st.turn.number]
    left = [id for group in come for id in group.unit_types()]
    arms = [id for group in come for id in group.weapon_types()]
    stacks = 0
    for unit in st.units.values():
        if unit.side == side and unit.type in left:
            left.remove(unit.type)
        stacks += unit.side == side and is_unknown(unit)
    for weapon in st.weapons.values():
        if weapon.side == side and weapon.type in arms:
            arms.remove(weapon.type)
    kinds = [st.world.unit_type(id) for id in left]
    squads = [kind for kind in kinds if kind.mmc]
    fp = sum(kind.fp for kind in squads) + sum(st.world.weapon_type(id).fp for id in arms)
    worth = sum(0.9 * kind.fp + 0.25 * kind.range + 1.2 * (kind.morale - 5) for kind in squads)
    worth += 3.0 * (len(kinds) - len(squads)) + 0.5 * sum(st.world.weapon_type(id).fp for id in arms)
    share = max(1, stacks)
    return Guess(min(MOST.worth, max(1.5, worth / share)), min(MOST.fp, max(1.0, fp / share)), MOST.range)


def veil(st: State, unit: Unit, style: Style) -> float:
    """What a "?" is worth to a unit: more to Stealthy squads and half-squads, who ambush from it, and hidden twice
    (A11.17, A11.4).
    """
    if not style.stealth or not utype(st, unit).mmc or not has(st, unit, "stealthy"):
        return style.mask
    return style.mask * (1 + style.stealth) * (1 + unit.hidden)


def watched_from(st: State, side: int) -> tuple[int, ...]:
    """Locations of Known unbroken enemies: what they see within 16 hexes costs a unit of ``side`` its "?" (A12.14)."""
    found = {u.loc for u in st.units.values() if u.side != side and u.loc >= 0 and not u.broken and not u.concealed}
    return tuple(sorted(found))
