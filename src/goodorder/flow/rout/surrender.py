"""Units that give themselves up in the RtPh (A20.21, A19.12)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from goodorder.core.frames import Do, Frame
from goodorder.core.state import State, Unit
from goodorder.rules.a20_surrender import captured, surrenders_to
from goodorder.rules.a26_control import control_sweep
from goodorder.rules.registry import builds


def giving_up(st: State, sides: tuple[int, ...], *, disrupted: bool = False) -> tuple[Unit, ...]:
    """Units of these sides that surrender now; only the Disrupted ones when it says so."""
    return tuple(
        unit
        for unit in st.units.values()
        if unit.side in sides and unit.broken and (unit.disrupted or not disrupted) and surrenders_to(st, unit)
    )


@builds("A20.21")
class Surrenders(Frame, frozen=True):
    """Every unit of ``sides`` that must surrender does so at once, a stack of a Location together (A20.21).

    ``disrupted``: those alone, as the RtPh begins (A19.12).
    """

    names_counters: ClassVar[bool] = False
    sides: tuple[int, ...] = (0, 1)
    disrupted: bool = False
    done: bool = False

    def ask(self, st: State) -> Do:
        """They go to their Guards; then what they Controlled falls to who is there."""
        if self.done:
            return Do(events=control_sweep(st))
        found = giving_up(st, self.sides, disrupted=self.disrupted)
        events = captured(st, *((unit, surrenders_to(st, unit)) for unit in found))
        return Do(events=events, then=replace(self, done=True)) if events else Do()

    def title(self, st: State) -> str:
        """The surrender in the breadcrumb."""
        return "surrender"
