"""Detection: a mover meets concealed units in the Location it enters (A12.15)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.dice import Roll, selection_dice
from goodorder.core.events import (
    Announced,
    ConcealmentLost,
    DiceThrown,
    DummyRemoved,
    Event,
    HiddenPlaced,
    MoveEnded,
    StepTaken,
    Tried,
    UnitMoved,
)
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State, Step
from goodorder.rules.a12_concealment.detection import counters_beneath, hiders, revealed
from goodorder.rules.a12_concealment.loss import lost
from goodorder.rules.registry import builds
from goodorder.rules.units import is_dummy, name, names

from .defensive_fire import Touch, Window

BARRED = "barred"


@builds("A12.15", "A4.15d", "A4.63h")
class Detection(Frame, frozen=True):
    """Units enter a Location with concealed enemies: one is revealed and throws them back, or all were Dummies.

    ``frm`` is where they come from (-1: off the map), ``costs`` the half MF of each for the entry; a routing unit has
    none (``rout``).  The parent is resumed with ``barred`` when the way is closed.
    """

    units: tuple[int, ...]
    frm: int
    to: int
    costs: tuple[int, ...] = ()
    rout: bool = False
    placed: bool = False

    def side(self, st: State) -> int:
        """The side that is found."""
        return 1 - st.units[self.units[0]].side

    def ask(self, st: State) -> Roll | Do:
        """Hidden units are placed, Dummies that only claim to move go, then Random Selection."""
        found = hiders(st, self.to, self.side(st))
        if not self.placed:
            events: list[Event] = [HiddenPlaced(unit=u.id, rule="A12.15") for u in found if u.hidden]
            if all(is_dummy(st.units[u]) for u in self.units):
                events += [DummyRemoved(unit=u, rule="A12.15") for u in self.units]
                return Do(events=tuple(events), value=BARRED)
            return Do(events=tuple(events), then=replace(self, placed=True))
        real = tuple(unit for unit in found if not is_dummy(unit))
        if not real:
            return Do(events=tuple(DummyRemoved(unit=unit.id, rule="A12.15") for unit in found))
        counters = counters_beneath(st, found)
        if len({abs(key) for key in counters}) == 1 or len(found) == 1:
            return self._thrown_back(st, (real[0].id,), ())
        where = st.world.map.place_name(self.to)
        return Roll(selection_dice(len(counters)), f"who is found in {where}", "A.9", self.side(st), ())

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The unit that Random Selection reveals."""
        counters = counters_beneath(st, hiders(st, self.to, self.side(st)))
        found, dummies = revealed(st, counters, faces)
        thrown = DiceThrown(
            dice=selection_dice(len(faces)),
            faces=faces,
            purpose=f"who is found in {st.world.map.place_name(self.to)}",
            rule="A.9",
            side=self.side(st),
            original=max(faces),
            final=max(faces),
            outcome=names(st, found),
            subjects=found,
        )
        return self._thrown_back(st, found, dummies, thrown)

    def _thrown_back(self, st: State, found: tuple[int, ...], dummies: tuple[int, ...], *first: Event) -> Do:
        where = st.world.map.place_name(self.to)
        text = f"{names(st, found)} found in {where}: {names(st, self.units)} thrown back"
        events: list[Event] = [*first, *(DummyRemoved(unit=unit, rule="A.9") for unit in dummies)]
        events += [ConcealmentLost(unit=unit, rule="A12.15") for unit in found]
        events.append(Announced(text=text, rule="A12.15", side=self.side(st), kind="move", locs=(self.to,)))
        if self.rout:
            return Do(events=tuple(events), value=BARRED)
        for unit, cost in zip(self.units, self.costs, strict=True):
            events += self._back(st, unit, cost)
        if self.frm < 0:
            return Do(events=tuple(events), value=BARRED)
        return Do(events=tuple(events), push=(Window((Touch(self.frm, self.units),)), Barred()))

    def _back(self, st: State, unit: int, cost: int) -> list[Event]:
        """In its last Location it has spent the MF, loses its "?", ends its MPh, and meets Residual FP once more."""
        events: list[Event] = []
        if self.frm >= 0:
            if st.units[unit].loc != self.frm:
                events.append(UnitMoved(unit=unit, loc=self.frm))
            events.append(StepTaken(unit=unit, step=Step("back", self.frm, self.frm, cost)))
            events.append(Tried(unit=unit, what=f"residual {self.frm} 0 99"))
        if st.units[unit].concealed:
            events.append(lost(st.units[unit], "A12.15"))
        return [*events, MoveEnded(unit=unit)]

    def title(self, st: State) -> str:
        """The meeting in the breadcrumb."""
        return f"Detection in {st.world.map.place_name(self.to)} by {name(st, st.units[self.units[0]])}"


class Barred(Frame, frozen=True):
    """Hands on that the way was closed."""

    def ask(self, st: State) -> Do:
        """Nothing more happens."""
        return Do(value=BARRED)
