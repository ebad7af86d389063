"""Double Time announced in the middle of a move (A4.5)."""

from __future__ import annotations

from functools import partial

from goodorder.core.actions import DoubleTime
from goodorder.core.errors import Refusal
from goodorder.core.events import CxPlaced, MoveDeclared
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import DOUBLE_TIME, LATE_DOUBLE_TIME, State
from goodorder.rules.a04_movement.late_double_time import late_refusal
from goodorder.rules.facts.units import names

from ..act import MOVE, Deed, MoveAct


@MOVE.act(DoubleTime, order=80)
class LateDoubleTime(MoveAct[DoubleTime]):
    """One MF more, and CX, for units that have spent MF."""

    def refusal(self, st: State, units: tuple[int, ...], action: DoubleTime) -> Refusal | None:
        """The conditions of A4.5 for a late announcement."""
        return late_refusal(st, action.units, units)

    def later(self, st: State, units: tuple[int, ...], several: bool) -> list[Entry]:
        """Of all the units that may use it, or of one."""
        if st.world.rules.lacks("late_double_time"):
            return []
        if len(units) == 1:
            return [self._leaf(st, units, units)]
        eligible = tuple([unit for unit in units if self.may(st, units, DoubleTime((unit,)))])
        together = [self._leaf(st, units, eligible)] if len(eligible) > 1 else []
        return [*together, *(self._leaf(st, units, (unit,)) for unit in units)]

    def _leaf(self, st: State, units: tuple[int, ...], some: tuple[int, ...]) -> Entry:
        key, words, action = f"dt{'+'.join(map(str, some))}", partial(_words, st, some), DoubleTime(some)
        alive = partial(self.may, st, units, action)
        return leaf(key, words, action, alive=alive, kind="option", note="1 MF more, CX", rule="A4.5")

    def do(self, st: State, units: tuple[int, ...], action: DoubleTime) -> Deed:
        """Declared, and CX."""
        bits = DOUBLE_TIME | LATE_DOUBLE_TIME
        said = tuple(MoveDeclared(unit=u, declared=bits, dash=st.trail(u).dash) for u in action.units)
        return Deed((*said, *(CxPlaced(unit=u) for u in action.units)))


def _words(st: State, units: tuple[int, ...]) -> str:
    return f"{names(st, units)}: Double Time"
