"""Axis Minors: No Quarter where Hungarians fight Romanians (A25.8)."""

from __future__ import annotations

from goodorder.core.events import QuarterDenied
from goodorder.core.state import State

from ..points import SETUP_ENDS
from ..registry import rule

RIVALS = frozenset({"romanian", "hungarian"})


@rule("A25.8", point=SETUP_ENDS, order=5, rows=["A25.8e"])
def hatred(st: State) -> tuple[QuarterDenied, ...]:
    """Hungarians and Romanians give each other No Quarter from the start."""
    one, other = (side.order_of_battle & RIVALS for side in st.world.sides)
    if not one or not other or one | other != RIVALS:
        return ()
    return tuple(QuarterDenied(side=side) for side in (0, 1) if not st.no_quarter[side])
