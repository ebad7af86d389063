"""Whether a move may begin as it is announced: its declarations and its first expenditure (A4.2)."""

from __future__ import annotations

from goodorder.core.actions import Move, units_of
from goodorder.core.errors import Refusal
from goodorder.core.state import ASSAULT, DASH, DOUBLE_TIME, MINIMUM, State
from goodorder.rules.a04_movement.carrying import carry_refusal
from goodorder.rules.a04_movement.dash import goal_refusal
from goodorder.rules.a04_movement.permission import MoverFacts, move_refusal
from goodorder.rules.points import MAY_MOVE
from goodorder.rules.registry import builds

from .act import MOVE, step_refusal
from .declaring import begun_state

DECLARATIONS = (0, ASSAULT, DOUBLE_TIME, MINIMUM, DASH, DASH | DOUBLE_TIME)
"""What may be declared as a move begins, in the bits of ``Trail.declared``."""


def begin_refusal(st: State, action: Move) -> Refusal | None:
    """Why a move may not begin like this, or None."""
    if action.declared not in DECLARATIONS:
        return Refusal("A4.2", "these declarations don't go together", also=("A4.5", "A4.61", "A4.134", "A4.63"))
    for bit, name in ((MINIMUM, "minimum_move"), (DASH, "dash")):
        if action.declared & bit and (lacking := st.world.rules.lacks(name)):
            return lacking
    first = action.first
    act = MOVE.of(first) if first is not None else None
    dropping = act is not None and act.lightens and not action.declared & (MINIMUM | DASH)
    units, declared = action.units, action.declared
    # asked in the menu's words where nothing is dropped, so that what it has found out is known
    refusal = move_refusal(st, units, declared, dropping=True) if dropping else move_refusal(st, units, declared)
    refusal = refusal or hurry_refusal(st, action)
    refusal = refusal or carry_refusal(st, action.units, action.carry, action.by)
    if refusal is not None:
        return refusal
    if first is None or act is None:
        return Refusal("A4.2", "a move begins with its first expenditure")
    if act.sets_out(first) and set(units_of(first)) != set(action.units):
        return Refusal("A4.2", "a stack that sets out together makes its first expenditure together")
    after = begun_state(st, action)
    if refusal := goal_refusal(after, action.units, action.declared, action.dash):
        return refusal
    return step_refusal(after, action.units, first)


@builds("A4.5", "A4.52")
def hurry_refusal(st: State, action: Move) -> Refusal | None:
    """Why these units of a stack may not Double Time while the others don't, or None."""
    if not action.double_timing:
        return None
    if lacking := st.world.rules.lacks("late_double_time"):
        return lacking
    if len(set(action.double_timing)) != len(action.double_timing) or not set(action.double_timing) < set(action.units):
        return Refusal("A4.5", "some units of the moving stack, not all of them")
    if action.declared & (DOUBLE_TIME | MINIMUM | ASSAULT):
        return Refusal("A4.2", "these declarations don't go together", also=("A4.5", "A4.61", "A4.134"))
    asked = (MoverFacts(st, st.units[u], action.declared | DOUBLE_TIME, action.units) for u in action.double_timing)
    return next((no for facts in asked if (no := st.world.rules.refuse(MAY_MOVE, facts)) is not None), None)
