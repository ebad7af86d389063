"""Deep streams, which exhaust who wades through them (B20.43)."""

from __future__ import annotations

from goodorder.core.state import State

from ..registry import builds
from .places import is_deep

DEEP = "deep_stream"


@builds("B20.43", "A4.51h")
def wades(st: State, loc: int, crest: int = -1, posture: bool = False) -> bool:
    """Whether entering a Location makes CX: IN a deep stream, not in Crest status above it."""
    if not st.world.rules.offers("levels") or crest >= 0 or loc < 0:
        return False
    here = st.world.map.hex_of(loc).depression
    return here is not None and here.id == DEEP and is_deep(st.world.map, loc)
