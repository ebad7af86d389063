"""SMOKE grenade attempts of a mover (A24.1)."""

from __future__ import annotations

from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import DiceThrown, Event, MarkerPlaced, MoveEnded, Tried
from goodorder.core.frames import Do, Frame
from goodorder.core.notes import Note
from goodorder.core.state import MK_SMOKE_GRENADE, Marker, State
from goodorder.data.charts import smoke
from goodorder.rules.a04_movement.portage import attempt_ledger
from goodorder.rules.a24_smoke import SMOKE, smoke_placed, smoke_strength, smoke_uphill
from goodorder.rules.facts.units import name, utype
from goodorder.rules.registry import builds


@builds("A24.1", "SK3.MPh.11", "SK3.MPh.13")
class SmokeAttempt(Frame, frozen=True):
    """A dr for a SMOKE grenade: within the exponent it is placed; a 6 ends the unit's MPh."""

    unit: int
    to: int

    def ask(self, st: State) -> Roll:
        """One die."""
        unit = st.units[self.unit]
        need = f"{utype(st, unit).smoke} or less"
        return Roll(ONE_DIE, f"SMOKE grenade of {name(st, unit)}", "A24.1", unit.side, (self.unit,), need, False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Placed or not."""
        unit = st.units[self.unit]
        placed, final = smoke_placed(st, unit, faces[0])
        events: list[Event] = [
            DiceThrown(
                dice=ONE_DIE,
                faces=faces,
                purpose=f"SMOKE grenade of {name(st, unit)} in {st.world.map.place_name(self.to)}",
                rule="A24.1",
                side=unit.side,
                original=faces[0],
                final=final,
                need=f"{utype(st, unit).smoke} or less",
                outcome="placed" if placed else "not placed",
                subjects=(self.unit,),
                lines=attempt_ledger(st, unit, SMOKE).lines(),
            ),
            Tried(unit=self.unit, note=Note(SMOKE)),
        ]
        if faces[0] == smoke().grenades.ends_move_on:
            events.append(MoveEnded(unit=self.unit))
        if placed and smoke_uphill(st, unit, self.to):
            return Do(events=tuple(events), then=SmokeUphill(self.unit, self.to))
        if placed:
            events.append(_cloud(st, self.to))
        return Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        return "SMOKE grenade"


@builds("A24.1")
class SmokeUphill(Frame, frozen=True):
    """The second dr of a grenade thrown up a level: on a high one it rolls back into the squad's own hex."""

    unit: int
    to: int

    def ask(self, st: State) -> Roll:
        """One die."""
        need = f"{smoke().grenades.uphill_max} or less"
        unit = st.units[self.unit]
        return Roll(ONE_DIE, "SMOKE grenade uphill", "A24.1", unit.side, (self.unit,), need, False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Up the hill or back."""
        unit = st.units[self.unit]
        up = faces[0] <= smoke().grenades.uphill_max
        thrown = DiceThrown(
            dice=ONE_DIE,
            faces=faces,
            purpose=f"SMOKE grenade of {name(st, unit)} uphill",
            rule="A24.1",
            side=unit.side,
            original=faces[0],
            final=faces[0],
            need=f"{smoke().grenades.uphill_max} or less",
            outcome="placed" if up else "placed in its own hex",
            subjects=(self.unit,),
        )
        return Do(events=(thrown, _cloud(st, self.to if up else unit.loc)))

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        return "SMOKE grenade"


def _cloud(st: State, loc: int) -> Event:
    return MarkerPlaced(marker=Marker(st.next_id, MK_SMOKE_GRENADE, loc, smoke_strength(st, loc)))
