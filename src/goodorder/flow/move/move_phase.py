"""The Movement Phase: who moves next, with what declarations (A4.1, A4.2)."""

from __future__ import annotations

from typing import ClassVar

from goodorder.core.actions import (
    Action,
    Climb,
    Done,
    Drop,
    Go,
    Move,
    Search,
    Together,
    Wall,
)
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import CxRemoved
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Menu
from goodorder.core.state import (
    ASSAULT,
    DASH,
    DOUBLE_TIME,
    MINIMUM,
    State,
)
from goodorder.core.view import is_masked
from goodorder.rules.a04_movement.carrying import carry_refusal
from goodorder.rules.a04_movement.dash import goal_refusal
from goodorder.rules.a04_movement.move_weapons import drop_refusal, droppable, too_laden
from goodorder.rules.a04_movement.permission import MoverFacts, move_refusal
from goodorder.rules.a04_movement.portage import drop_events
from goodorder.rules.b_terrain.climbing import climb_refusal
from goodorder.rules.facts.places import climbs
from goodorder.rules.points import MAY_MOVE
from goodorder.rules.registry import builds

from ..shared.dropping import reveal_entries, with_reveal
from ..shared.walls import given_up, wall_entries, wall_events, with_walls
from .climbing import Climbing, climb_entries, climb_events
from .declaring import declare, declared_state
from .move_menu import begin_entries
from .move_step import step_refusal
from .moving import Group, Moving

DECLARATIONS = (0, ASSAULT, DOUBLE_TIME, MINIMUM, DASH, DASH | DOUBLE_TIME)
"""What may be declared as a move begins, in the bits of ``Trail.declared``."""


@builds("A4.1", "SK3.MPh.1", "SK3.MPh.5", "A.3a", "A.2c", "A.2.EX2", "A4.1b", "A4.1c", "A4.51g", "A4.51i")
class MovePhase(Frame, frozen=True):
    """The ATTACKER moves unit by unit or stack by stack."""

    names_counters: ClassVar[bool] = False
    begun: bool = False

    def ask(self, st: State) -> Choice | Do:
        """CX counters come off at the start (A4.51); then the next mover."""
        side = st.turn.attacker
        if not self.begun:
            events = tuple(
                CxRemoved(unit=u.id, at_move=True)
                for u in st.units.values()
                if u.cx and u.side == side and not climbs(st, u)
            )
            return Do(events=events, then=MovePhase(True))
        own = [u for u in st.units.values() if u.side == side and not st.trail(u.id).started]
        masked, climbers = is_masked(st, side), climb_entries(st, side)
        if not masked and not climbers and not any(may_begin(st, (u.id,)) for u in own):
            return Do()

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if isinstance(action, Drop):
                return standing_drop_refusal(st, side, action)
            if isinstance(action, Climb):
                return climb_refusal(st, action.units, action.to)
            if not isinstance(action, Move):
                return not_asked("A4.1", "only moves are made in the MPh")
            return begin_refusal(st, action)

        others = [*climbers, *wall_entries(st, side), *reveal_entries(st, side)]
        menu = Menu(lambda: begin_entries(st, own, others))
        check_all, why = with_reveal(st, side, with_walls(st, side, check)), "Move a unit or a stack"
        return Choice(side, "Movement", "A4.1", menu, check_all, why, public=masked)

    def chosen(self, st: State, action: Action) -> Do:
        """Declare the move and make its first expenditure."""
        if isinstance(action, Done):
            return Do()
        if isinstance(action, Drop):
            return Do(events=drop_events(st, action.weapon, st.units[action.unit].loc), then=self)
        if isinstance(action, Wall):
            return Do(events=wall_events(st, action), then=self, push=given_up(st, action))
        if isinstance(action, Climb):
            climb = Climbing(action.units, action.to, action.units)
            return Do(events=climb_events(st, action), then=self, push=(climb,))
        assert isinstance(action, Move)
        return Do(events=declare(action), then=self, push=(Moving((Group(action.units),), action.first),))

    def title(self, st: State) -> str:
        """The phase in the breadcrumb."""
        return "MPh"


def begin_refusal(st: State, action: Move) -> Refusal | None:
    """Why a move may not begin like this, or None."""
    if action.declared not in DECLARATIONS:
        return Refusal("A4.2", "these declarations don't go together", also=("A4.5", "A4.61", "A4.134", "A4.63"))
    for bit, name in ((MINIMUM, "minimum_move"), (DASH, "dash")):
        if action.declared & bit and (lacking := st.world.rules.lacks(name)):
            return lacking
    dropping = isinstance(action.first, Drop) and not action.declared & (MINIMUM | DASH)
    refusal = move_refusal(st, action.units, action.declared, dropping=dropping) or hurry_refusal(st, action)
    refusal = refusal or carry_refusal(st, action.units, action.carry, action.by)
    if refusal is not None:
        return refusal
    if action.first is None:
        return Refusal("A4.2", "a move begins with its first expenditure")
    partial = isinstance(action.first, Go | Search) or (
        isinstance(action.first, Together) and any(isinstance(act, Go) for act in action.first.acts)
    )
    if partial and set(getattr(action.first, "units", ())) != set(action.units):
        return Refusal("A4.2", "a stack that sets out together makes its first expenditure together")
    after = declared_state(st, action)
    if refusal := goal_refusal(after, action.units, action.declared, action.dash):
        return refusal
    return step_refusal(after, action.units, action.first)


@builds("A4.43", "SK3.MPh.16")
def may_begin(st: State, units: tuple[int, ...]) -> bool:
    """Whether units may begin their MPh, be it by dropping what leaves them no MF."""
    return move_refusal(st, units, 0) is None or (too_laden(st, units, 0) and droppable(st, units))


@builds("A4.5", "A4.52")
def hurry_refusal(st: State, action: Move) -> Refusal | None:
    """Why these units of a stack may not Double Time while the others don't, or None."""
    if not action.hurry:
        return None
    if lacking := st.world.rules.lacks("late_double_time"):
        return lacking
    if len(set(action.hurry)) != len(action.hurry) or not set(action.hurry) < set(action.units):
        return Refusal("A4.5", "some units of the moving stack, not all of them")
    if action.declared & (DOUBLE_TIME | MINIMUM | ASSAULT):
        return Refusal("A4.2", "these declarations don't go together", also=("A4.5", "A4.61", "A4.134"))
    asked = (MoverFacts(st, st.units[u], action.declared | DOUBLE_TIME, action.units) for u in action.hurry)
    return next((no for facts in asked if (no := st.world.rules.refuse(MAY_MOVE, facts)) is not None), None)


@builds("A4.43", "SK3.MPh.16")
def standing_drop_refusal(st: State, side: int, action: Drop) -> Refusal | None:
    """Why a unit that may not move may not leave a weapon behind where it stands, or None.

    One that may move drops it as an act of its move.
    """
    unit = st.units.get(action.unit)
    if unit is None or unit.side != side:
        return Refusal("A4.43", "only the ATTACKER's units")
    if st.trail(unit.id).started:
        return Refusal("A4.2", "its MPh is over")
    if move_refusal(st, (unit.id,), 0) is None:
        return not_asked("A4.43", "it drops a weapon as an act of its move")
    return drop_refusal(st, action.unit, action.weapon)
