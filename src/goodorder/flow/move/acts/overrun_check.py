"""The NTC for an Infantry OVR, taken in a move before the entry (A4.15)."""

from __future__ import annotations

from goodorder.core.actions import OverrunCheck
from goodorder.core.errors import Refusal
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State
from goodorder.rules.a04_movement.overrun import lone_man, ntc_refusal
from goodorder.rules.facts.units import names

from ..act import MOVE, Deed, MoveAct, Wrap
from ..overrun import OverrunTask


@MOVE.act(OverrunCheck, order=20)
class OverrunCheckAct(MoveAct[OverrunCheck]):
    """One unit takes it; it spends no MF."""

    def refusal(self, st: State, units: tuple[int, ...], action: OverrunCheck) -> Refusal | None:
        """Who may take it, for which Location."""
        return ntc_refusal(st, action.unit, units, action.to)

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        """A leaf for each unit and each adjacent Location for which it may take the NTC now."""
        first = st.units[units[0]]
        if first.loc < 0:
            return []
        found: list[Entry] = []
        for to in st.world.map.around(first.loc):
            if to < 0 or lone_man(st, first.side, to) is None:
                continue
            where = st.world.map.place_name(to)
            for unit in units:
                if ntc_refusal(st, unit, units, to) is None:
                    words = f"{names(st, (unit,))}: NTC for Infantry OVR of {where}"
                    found.append(leaf(f"n{unit}:{where}", words, wrap(OverrunCheck(unit, to)), hex=to, rule="A4.15"))
        return found

    def do(self, st: State, units: tuple[int, ...], action: OverrunCheck) -> Deed:
        """The check."""
        return Deed(before=(OverrunTask(action.unit, units, action.to),))
