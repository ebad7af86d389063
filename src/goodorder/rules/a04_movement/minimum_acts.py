"""What units of a Minimum Move may do before it: only what leaves them a hex to enter so (A4.134)."""

from __future__ import annotations

from goodorder.core.apply import apply
from goodorder.core.errors import Refusal
from goodorder.core.events import StepTaken
from goodorder.core.state import MINIMUM, NOWHERE, State, Step
from goodorder.core.way import Way

from ..facts.places import beside
from ..registry import builds
from .permission import entry_refusal


@builds("A4.134")
def minimum_act_refusal(st: State, units: tuple[int, ...], cost: int) -> Refusal | None:
    """Why a stack may not spend ``cost`` (half MF) in its Location, or None."""
    loc = st.units[units[0]].loc
    if loc == NOWHERE or not any(st.trail(u).declared & MINIMUM for u in units):
        return None
    for u in units:
        st = apply(st, StepTaken(unit=u, step=Step("smoke", loc, loc, cost)))
    if any(to >= 0 and entry_refusal(st, units, Way(loc, to)) is None for to in beside(st, loc)):
        return None
    return Refusal("A4.134", "no hex would be left for its Minimum Move")
