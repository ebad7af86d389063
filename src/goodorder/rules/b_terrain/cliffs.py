"""Cliffs, which Infantry crosses by Climbing only (B11.4)."""

from __future__ import annotations

from goodorder.core.state import State


def cliff_between(st: State, frm: int, to: int) -> bool:
    """Whether two hexes are adjacent and meet at a cliff (B11.1)."""
    side = st.world.map.side_between(frm, to)
    return side is not None and st.world.map.hex_of(frm).cliffs[side]
