"""Detection: a mover meets concealed units in the Location it enters (A12.15)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Action, Done, OverrunCheck
from goodorder.core.dice import Roll, selection_dice
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import (
    Announced,
    CrestChanged,
    DummyRemoved,
    Event,
    HiddenPlaced,
    MoveEnded,
    StepTaken,
    Tried,
    UnitMoved,
    WallAdvantage,
)
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import NOWHERE, State, Step, Vehicle
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a04_movement.overrun import may_overrun, ntc_refusal
from goodorder.rules.a08_defensive.residual import thrown_back_note
from goodorder.rules.a12_concealment.detection import counters_beneath, hiders, possessors, revealed
from goodorder.rules.a12_concealment.loss import lost
from goodorder.rules.facts.units import is_dummy, is_smc, known_at, name, names
from goodorder.rules.registry import builds

from ..shared.thrown import selection_thrown
from ..shared.walls import chances
from .overrun import OverrunTask

BARRED = "barred"


@builds("A12.15", "A4.15d", "A4.63h")
class Detection(Frame, frozen=True):
    """Units enter a Location with concealed enemies: one is revealed and throws them back, or all were Dummies.

    Where it is a single man (``man``) MMC among them may overrun him at once, if nobody else real is there.

    ``frm`` is where they come from (-1: off the map), ``costs`` the half MF of each for the entry; a routing unit has
    none (``rout``).  The parent is resumed with ``barred`` when the way is closed; it opens the window over them.
    """

    units: tuple[int, ...]
    frm: int
    to: int
    costs: tuple[int, ...] = ()
    rout: bool = False
    placed: bool = False
    man: int = 0

    def side(self, st: State) -> int:
        """The side that is found."""
        return 1 - st.units[self.units[0]].side

    def joined_by(self, other: Detection) -> Detection:
        """The same for units that enter together with these, each at its own cost."""
        return replace(self, units=self.units + other.units, costs=self.costs + other.costs)

    def ask(self, st: State) -> Choice | Roll | Do:
        """Hidden units are placed, Dummies that only claim to move go, then Random Selection; Infantry OVR of a man."""
        if self.man and (asked := self._overrun(st)) is not None:
            return asked
        found = hiders(st, self.to, self.side(st))
        if not self.placed:
            events: list[Event] = [HiddenPlaced(unit=u.id, rule="A12.15") for u in found if u.hidden]
            if all(is_dummy(st.units[u]) for u in self.units):
                events += [DummyRemoved(unit=u, rule="A12.15") for u in self.units]
                return Do(events=tuple(events), value=BARRED)
            return Do(events=tuple(events), then=replace(self, placed=True))
        real = tuple(unit for unit in found if isinstance(unit, Vehicle) or not is_dummy(unit))
        if not real:
            return Do(events=tuple(DummyRemoved(unit=unit.id, rule="A12.15") for unit in found))
        counters = counters_beneath(st, found)
        if len({abs(key) for key in counters}) == 1 or len(found) == 1:
            return self._thrown_back(st, (real[0].id,), ())
        return self._roll(st, counters)

    def _roll(self, st: State, counters: tuple[int, ...]) -> Roll:
        purpose = f"who is found in {st.world.map.place_name(self.to)}"
        return Roll(selection_dice(len(counters)), purpose, "A.9", self.side(st), possessors(st, counters))

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The unit that Random Selection reveals."""
        counters = counters_beneath(st, hiders(st, self.to, self.side(st)))
        found, dummies = revealed(st, counters, faces)
        dice = selection_thrown(self._roll(st, counters), faces, names(st, found))
        return self._thrown_back(st, found, dummies, dice)

    def _overrun(self, st: State) -> Choice | Do | None:
        """The NTC for an Infantry OVR of the man who was found, or to be thrown back; None when all have passed it."""
        teams = [unit for unit in self.units if not is_smc(st, st.units[unit])]
        if any(st.trail(unit).ended for unit in self.units):
            return self._back_all(st, ())
        if all(may_overrun(st, st.units[unit], self.to) for unit in teams):
            return None
        where, man = st.world.map.place_name(self.to), name(st, st.units[self.man])
        eligible = [unit for unit in self.units if ntc_refusal(st, unit, self.units, self.to) is None]

        def entries() -> list[Entry]:
            found = [
                leaf(f"u{u}", f"NTC of {name(st, st.units[u])}", OverrunCheck(u, self.to), unit=u, rule="A4.15")
                for u in eligible
            ]
            return [*found, leaf("pass", "Go back", Done(), kind="pass", rule="A12.15")]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, OverrunCheck):
                return not_asked("A12.15", "an Infantry OVR of the man who was found, or back")
            if action.to != self.to:
                return Refusal("A12.15", "only the man who was found is overrun at once")
            return ntc_refusal(st, action.unit, self.units, self.to)

        side = st.units[self.units[0]].side
        return Choice(side, f"Infantry OVR of {man} in {where}?", "A12.15", Menu(entries), check)

    def chosen(self, st: State, action: Action) -> Do:
        """The NTC, or back."""
        if isinstance(action, OverrunCheck):
            return Do(then=self, push=(OverrunTask(action.unit, self.units, self.to),))
        return self._back_all(st, ())

    def _may_overrun(self, st: State, found: tuple[int, ...]) -> bool:
        """Whether MMC with the MF for it are among those who found nobody but one man (A4.15)."""
        if self.rout or self.man or self.frm < 0 or len(found) != 1 or not is_smc(st, st.fighter(found[0])):
            return False
        if known_at(st, self.to, self.side(st)):
            return False
        pairs = zip((st.units[unit] for unit in self.units), self.costs, strict=True)
        enough = all(2 * cost <= mf_left(st, unit, self.units) for unit, cost in pairs)
        dashes = any(st.trail(unit).dash != NOWHERE for unit in self.units)
        return enough and not dashes and any(not is_smc(st, st.units[unit]) for unit in self.units)

    def _thrown_back(self, st: State, found: tuple[int, ...], dummies: tuple[int, ...], *first: Event) -> Do:
        events: list[Event] = [*first, *(DummyRemoved(unit=unit, rule="A.9") for unit in dummies)]
        events += [lost(st.fighter(unit), "A12.15") for unit in found]
        if st.units[self.units[0]].berserk:
            return Do(events=(*events, self._stays(st, found)))
        if self._may_overrun(st, found):
            return Do(events=tuple(events), then=replace(self, man=found[0]))
        return self._back_all(st, found, *events)

    @builds("A15.431", "A15.431g")
    def _stays(self, st: State, found: tuple[int, ...]) -> Event:
        """Who is berserk goes in, and there he stays."""
        where = st.world.map.place_name(self.to)
        text = f"{names(st, found)} found in {where}: {names(st, self.units)} charges in"
        return Announced(text=text, rule="A15.431", side=self.side(st), kind="move", locs=(self.to,))

    def _back_all(self, st: State, found: tuple[int, ...], *first: Event) -> Do:
        where = st.world.map.place_name(self.to)
        who = names(st, found or (self.man,))
        text = f"{who} found in {where}: {names(st, self.units)} thrown back"
        events: list[Event] = [*first]
        events.append(Announced(text=text, rule="A12.15", side=self.side(st), kind="move", locs=(self.to,)))
        if self.rout:
            return Do(events=tuple(events), value=BARRED)
        for unit, cost in zip(self.units, self.costs, strict=True):
            events += self._back(st, unit, cost)
        if self.frm < 0:
            return Do(events=tuple(events), value=BARRED)
        walls = chances(st, self.units, leaving=True)
        return Do(events=tuple(events), push=(*walls, Barred()))

    def _back(self, st: State, unit: int, cost: int) -> list[Event]:
        """Back in its last Location, IN a Depression: the MF spent, no "?", its MPh over, Residual FP once more."""
        events: list[Event] = []
        if self.frm >= 0:
            if st.units[unit].loc != self.frm:
                events.append(UnitMoved(unit=unit, loc=self.frm))
            elif st.units[unit].stance.crest >= 0:
                events.append(CrestChanged(unit=unit, crest=-1))
            if st.units[unit].stance.wa:
                events.append(WallAdvantage(unit=unit, held=False))
            events.append(StepTaken(unit=unit, step=Step("back", self.frm, self.frm, cost)))
            events.append(Tried(unit=unit, note=thrown_back_note(self.frm)))
        if st.units[unit].concealed:
            events.append(lost(st.units[unit], "A12.15"))
        return [*events, *(() if st.trail(unit).ended else (MoveEnded(unit=unit),))]

    def title(self, st: State) -> str:
        """The meeting in the breadcrumb."""
        return f"Detection in {st.world.map.place_name(self.to)} by {name(st, st.units[self.units[0]])}"


class Barred(Frame, frozen=True):
    """Hands on that the way was closed."""

    def ask(self, st: State) -> Do:
        """Nothing more happens."""
        return Do(value=BARRED)
