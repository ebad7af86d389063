"""Units that give themselves up in the RtPh, taken off the map by the clause prisoners-removed (A20.21, A19.12)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from goodorder.core.events import Announced, Event, UnitCaptured
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State, Unit
from goodorder.rules.a20_surrender import surrenders_to, yields_at
from goodorder.rules.a26_control import control_sweep
from goodorder.rules.registry import builds
from goodorder.rules.units import name


def giving_up(st: State, sides: tuple[int, ...], *, disrupted: bool = False) -> tuple[Unit, ...]:
    """Units of these sides that surrender now; only the Disrupted ones when it says so."""
    if not st.world.rules.offers("surrender"):
        return ()
    return tuple(
        unit
        for unit in st.units.values()
        if unit.side in sides and unit.broken and (unit.disrupted or not disrupted) and surrenders_to(st, unit)
    )


@builds("A20.21", "A4.43e")
def captured(st: State, unit: Unit, takers: tuple[Unit, ...]) -> tuple[Event, ...]:
    """A unit lays its weapons down and leaves the map (A20.21, A20.24)."""
    by = takers[0]
    words = f"{name(st, unit)} surrenders to {name(st, by)}"
    told = Announced(text=words, rule="A20.21", side=unit.side, kind="rout", subjects=(unit.id,), locs=(unit.loc,))
    return (told, UnitCaptured(unit=unit.id, by=by.id))


def yielding(st: State, comer: Unit, loc: int) -> tuple[Event, ...]:
    """Disrupted units lay down their arms before an enemy who comes into their Location (A19.12)."""
    found = yields_at(st, comer.side, loc)
    return tuple(event for unit in found for event in captured(st, unit, (comer,)))


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
        """Off the map with them; then what they Controlled falls to who is there."""
        if self.done:
            return Do(events=control_sweep(st))
        events: list[Event] = []
        for unit in giving_up(st, self.sides, disrupted=self.disrupted):
            events.extend(captured(st, unit, surrenders_to(st, unit)))
        return Do(events=tuple(events), then=replace(self, done=True)) if events else Do()

    def title(self, st: State) -> str:
        """The surrender in the breadcrumb."""
        return "surrender"
