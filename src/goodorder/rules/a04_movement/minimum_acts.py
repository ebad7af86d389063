"""What units of a Minimum Move may do before it: only what leaves them a hex to enter so (A4.134)."""

from __future__ import annotations

from goodorder.core.apply import apply
from goodorder.core.errors import Refusal
from goodorder.core.events import StepTaken
from goodorder.core.state import MINIMUM, NOWHERE, State, Step
from goodorder.core.way import Way

from ..facts.places import beside
from ..registry import builds
from .minimum import short_of_mf, spare_mf
from .permission import entry_refusal


@builds("A4.134")
def minimum_act_refusal(st: State, units: tuple[int, ...], cost: int) -> Refusal | None:
    """Why a stack may not spend ``cost`` (half MF) in its Location, or None."""
    loc = st.units[units[0]].loc
    if loc == NOWHERE or not any(st.trail(u).declared & MINIMUM for u in units):
        return None
    near = beside(st, loc) if spare_mf(st, units) < cost else ()
    ways = [way for way in (Way(loc, to) for to in near) if short_of_mf(st, units, way, cost)]
    for u in units if ways else ():
        st = apply(st, StepTaken(unit=u, step=Step("smoke", loc, loc, cost)))
    if any(entry_refusal(st, units, way) is None for way in ways):
        return None
    return Refusal("A4.134", "no hex would be left for its Minimum Move")
