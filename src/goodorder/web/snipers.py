"""Snipers for the board and the panel of the sides (A14)."""

from __future__ import annotations

from goodorder.core.state import State

from .messages.position import SniperDoc


def sniper_docs(st: State) -> tuple[SniperDoc, ...]:
    """The Sniper of each side that has one."""
    return tuple(
        SniperDoc(
            side=side.id,
            san=one.san,
            hex=st.world.map.place_name(one.loc) if one.loc >= 0 else None,
            pinned=one.pinned,
        )
        for side, one in zip(st.world.sides, st.snipers, strict=False)
        if one.san
    )
