"""Ending the MPh of units of a moving stack (A4.2)."""

from __future__ import annotations

from functools import partial

from goodorder.core.actions import Done, Halt
from goodorder.core.errors import Refusal
from goodorder.core.events import MoveEnded
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State
from goodorder.rules.a04_movement.bypass import stay_refusal
from goodorder.rules.a04_movement.dash import stop_refusal

from ..act import MOVE, Deed, MoveAct


@MOVE.act(Halt, order=90)
class HaltAct(MoveAct[Halt]):
    """These units go no farther."""

    def refusal(self, st: State, units: tuple[int, ...], action: Halt) -> Refusal | None:
        """Where a Dash or Bypass may not end nobody stops by choice (A4.63, A4.32)."""
        if not action.units or not set(action.units) <= set(units) or len(set(action.units)) != len(action.units):
            return Refusal("A4.2", "only units of the moving stack end their move")
        return stop_refusal(st, action.units) or stay_refusal(st, action.units)

    def later(self, st: State, units: tuple[int, ...], several: bool) -> list[Entry]:
        """The end of the whole stack's move; of the only one the move is done then."""
        alive = partial(self.may, st, units, Halt(units))
        action = Halt(units) if several else Done()
        return [leaf("end", "End this move", action, alive=alive, kind="pass", hotkey=" ")]

    def do(self, st: State, units: tuple[int, ...], action: Halt) -> Deed:
        """Their MPh is over."""
        return Deed(tuple(MoveEnded(unit=u) for u in action.units))
