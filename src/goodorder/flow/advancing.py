"""What an advance does, and the PAATC before one against an AFV (A4.7, A11.6)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.events import (
    CrestChanged,
    CxPlaced,
    Event,
    MarkerPlaced,
    Tried,
    UnitEntered,
    UnitMoved,
    UnitPinned,
)
from goodorder.core.frames import Do, Frame
from goodorder.core.notes import Note
from goodorder.core.state import MK_CC, MK_MELEE, Marker, State
from goodorder.core.way import Way
from goodorder.rules.a04_movement.advance import exhausts
from goodorder.rules.a04_movement.edges import EXIT
from goodorder.rules.a11_close_combat.paatc import afv_at, exempt, who_checks
from goodorder.rules.a11_close_combat.street_fighting import STREET, out_of_house
from goodorder.rules.a20_edge import exit_event
from goodorder.rules.a20_surrender import yields_at
from goodorder.rules.b_terrain.climbing import pinned_by_it
from goodorder.rules.b_terrain.crest_fire import entered_ahead, entry_note
from goodorder.rules.facts.advances import ADVANCED
from goodorder.rules.facts.entry import looked_up
from goodorder.rules.facts.manned import standing
from goodorder.rules.registry import builds

from .combat.paatc import TankCheck
from .shared.walls import chances, settling


def advance(st: State, units: tuple[int, ...], way: Way) -> Do:
    """An advance, or the PAATC that come before it (A4.71); ``then`` is the caller's to give."""
    if checking := who_checks(st, units, way.to):
        dares = afv_at(st, way.to, st.units[units[0]].side)[0]
        return Do(push=(DaringAdvance(units, way, dares.id, checking),))
    walls = (*chances(st, units, leaving=True), *settling(st)) if way.frm != way.to else ()
    return Do(events=advance_events(st, units, way), push=walls)


@builds("A4.7", "SK3.APh.3", "SK3.APh.4")
def advance_events(st: State, units: tuple[int, ...], way: Way) -> tuple[Event, ...]:
    """What an advance does: the units move as a stack, exhausted ones become CX, contact is marked CC."""
    movers, to = tuple(st.units[u] for u in units), way.to
    events: list[Event] = []
    for unit in sorted(movers, key=lambda u: (u.order, -u.id)):
        tired = not unit.cx and exhausts(st, unit, movers, way)
        events.append(Tried(unit=unit.id, note=Note(ADVANCED)))
        if (house := out_of_house(st, unit, to)) >= 0:
            events.append(Tried(unit=unit.id, note=Note(STREET, loc=house)))
        if to == EXIT:
            events.append(exit_event(st, unit))
            continue
        if unit.loc != to:
            events.append(UnitMoved(unit=unit.id, loc=to) if unit.loc >= 0 else UnitEntered(unit=unit.id, loc=to))
        if unit.loc >= 0 and (side := entered_ahead(st, unit.loc, to)) >= 0:
            events.append(Tried(unit=unit.id, note=entry_note(side)))
        if (faces := looked_up(st, way).crest) >= 0 or unit.loc == to:
            events.append(CrestChanged(unit=unit.id, crest=faces))
        if tired:
            events.append(CxPlaced(unit=unit.id))
        if to != EXIT and pinned_by_it(st, unit, to):
            events.append(UnitPinned(unit=unit.id))
    taken = yields_at(st, to, movers)
    met = sum(not enemy.hidden for enemy in st.side_at(to, 1 - movers[0].side)) > len(taken) if to != EXIT else False
    if met or (to != EXIT and standing(st, to, 1 - movers[0].side)):
        if st.marker_at(MK_MELEE, to) is None and st.marker_at(MK_CC, to) is None:
            events.append(MarkerPlaced(marker=Marker(st.next_id, MK_CC, to)))
    return tuple(events)


@builds("A11.6", "A11.6a", "A4.71", "SK3.APh.5")
class DaringAdvance(Frame, frozen=True):
    """An advance of units of which some take a PAATC first: who passes goes at once, and single men go along with any
    of them who does.
    """

    units: tuple[int, ...]
    way: Way
    vehicle: int
    left: tuple[int, ...]
    failed: tuple[int, ...] = ()

    def ask(self, st: State) -> Do:
        """The next check, then the advance."""
        if self.left:
            return Do(then=self, push=(TankCheck(self.left[0], self.vehicle),))
        checked = [unit for unit in self.units if not exempt(st, st.units[unit])]
        going = tuple(unit for unit in self.units if unit not in self.failed)
        if all(unit in self.failed for unit in checked):
            return Do()
        walls = (*chances(st, going, leaving=True), *settling(st)) if self.way.frm != self.way.to else ()
        return Do(events=advance_events(st, going, self.way), push=walls)

    def resumed(self, st: State, value: object) -> Do:
        """After a check."""
        failed = self.failed if value is True else (*self.failed, self.left[0])
        return Do(then=replace(self, left=self.left[1:], failed=failed))

    def title(self, st: State) -> str:
        """The advance in the breadcrumb."""
        return "Advance against an AFV"
