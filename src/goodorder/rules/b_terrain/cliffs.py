"""Cliffs, which Infantry crosses by Climbing only (B11.4)."""

from __future__ import annotations

from goodorder.core.state import State

from ..registry import builds
from .places import beside


def cliff_between(st: State, frm: int, to: int) -> bool:
    """Whether two hexes are adjacent and meet at a cliff (B11.1)."""
    side = st.world.map.side_between(frm, to)
    return side is not None and st.world.map.hex_of(frm).cliffs[side]


def could_advance(st: State, frm: int, to: int) -> bool:
    """Whether Infantry in one Location could advance into another as far as the ground goes (A.8)."""
    return to in beside(st, frm) and not cliff_between(st, frm, to)


@builds("A.8", "A.8b")
def capital_adjacent(st: State, one: int, other: int) -> bool:
    """ADJACENT: two Locations in sight of each other, from one of which Infantry could advance into the other (A.8)."""
    if one == other or not st.world.map.sees(one, other):
        return False
    return could_advance(st, one, other) or could_advance(st, other, one)
