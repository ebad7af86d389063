"""Double Time announced in the middle of a move (A4.5)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import ASSAULT, DOUBLE_TIME, MINIMUM, State

from ..facts.units import name
from ..registry import builds, by_name, removable


@removable(without=by_name("late_double_time"))
@builds("A4.5", "A4.5b")
def late_refusal(st: State, units: tuple[int, ...], stack: tuple[int, ...]) -> Refusal | None:
    """Why these units of a moving stack may not turn to Double Time now, or None.

    It gives one MF, at the price of CX, to units that have spent MF in this MPh and could have declared it.
    """
    if not units or not set(units) <= set(stack) or len(set(units)) != len(units):
        return Refusal("A4.5", "only units of the moving stack")
    for number in units:
        unit, trail = st.units[number], st.trail(number)
        if not trail.spent:
            return Refusal("A4.5", "before the first MF it is declared with the move")
        if trail.declared & (ASSAULT | MINIMUM):
            return Refusal("A4.61", "Assault Movement and Minimum Moves exclude Double Time")
        if unit.wounded:
            return Refusal("A4.5", f"{name(st, unit)} is wounded")
        if unit.cx or trail.began_cx or trail.declared & DOUBLE_TIME:
            return Refusal("A4.51", f"{name(st, unit)} is CX or began this MPh CX")
    return None
