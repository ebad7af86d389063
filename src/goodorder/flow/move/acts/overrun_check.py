"""The NTC for an Infantry OVR, taken in a move before the entry (A4.15)."""

from __future__ import annotations

from goodorder.core.actions import OverrunCheck
from goodorder.core.dice import PAIRS
from goodorder.core.errors import Refusal
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State
from goodorder.rules.a04_movement.overrun import followers, lone_man, ntc_ledger, ntc_refusal, ntc_result
from goodorder.rules.facts.units import is_smc, name, names, own_morale

from ..act import MOVE, Deed, Forecast, MoveAct, Wrap
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
        held = st.stacks()
        for to in st.world.map.around(first.loc):
            if to not in held or not st.side_at(to, 1 - first.side) or lone_man(st, first.side, to) is None:
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

    def forecast(self, st: State, units: tuple[int, ...], action: OverrunCheck) -> Forecast:
        """The NTC."""
        unit = st.units[action.unit]
        ledger = ntc_ledger(st, unit, units, action.to)
        good = sum(ntc_result(st, unit, units, action.to, faces).passed for faces in PAIRS)
        led = is_smc(st, unit) and followers(st, unit, units)
        text = (
            f"needs {own_morale(st, unit) - ledger.total()} or less",
            "if he fails nobody of his stack moves on" if led else "if it fails its move is over",
        )
        title = f"NTC of {name(st, unit)} for Infantry OVR of {st.world.map.place_name(action.to)}"
        return Forecast(title, "passed", good, len(PAIRS), ledger, text)
