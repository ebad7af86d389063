"""Climbing in the MPh: the Falling DR of each climber, then the DEFENDER's window (B11.41)."""

from __future__ import annotations

from goodorder.core.actions import Climb
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.errors import Refusal
from goodorder.core.events import (
    Announced,
    CxPlaced,
    Event,
    HiddenPlaced,
    MoveDeclared,
    MoveEnded,
    StepTaken,
    UnitEliminated,
    UnitMoved,
    WeaponRemoved,
)
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import HAZARDOUS, ON_MAP, State, Step, Unit
from goodorder.rules.a04_movement.allotment import allotment, carried_now
from goodorder.rules.a12_concealment.loss import lost
from goodorder.rules.b_terrain.climbing import FALLS_FROM, RISES_TO, climb_goals, climb_refusal, climb_start
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import name, names
from goodorder.rules.registry import builds

from ...fire.defensive_fire import Touch, Window
from ...shared.thrown import thrown
from ..act import PHASE, PhaseAct

STACK = 6
"""Units of one Location beyond which the menu offers no climb of all together."""


@PHASE.act(Climb, order=20)
class ClimbAct(PhaseAct[Climb]):
    """Units begin to climb, or climb on, with all their MF."""

    keeps_open = True

    def refusal(self, st: State, side: int, action: Climb) -> Refusal | None:
        """Who may climb there."""
        return climb_refusal(st, action.units, action.to)

    def entries(self, st: State, side: int) -> list[Entry]:
        """Every climb that could be made."""
        return climb_entries(st, side)

    def do(self, st: State, action: Climb) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """Their Falling DRs."""
        return climb_events(st, action), (Climbing(action.units, action.to, action.units),)


@builds("B11.41", "B11.43")
def climb_events(st: State, action: Climb) -> tuple[Event, ...]:
    """Climbers go on the cliff at their own level, with all their MF spent, and are CX."""
    frm = st.units[action.units[0]].loc
    start = climb_start(map_now(st), frm, action.to)
    events: list[Event] = []
    for unit in sorted((st.units[u] for u in action.units), key=lambda u: u.order):
        cost = allotment(st, unit, action.units, 0, carried_now(st, unit))
        events.append(MoveDeclared(unit=unit.id, declared=HAZARDOUS))
        if start != frm:
            events.append(UnitMoved(unit=unit.id, loc=start))
        events.append(StepTaken(unit=unit.id, step=Step("climb", frm, action.to, cost)))
        if not unit.cx:
            events.append(CxPlaced(unit=unit.id))
    return tuple(events)


@builds("B11.41", "A.10b")
class Climbing(Frame, frozen=True):
    """The Falling DR of each of ``rest``, then fire at all ``units`` where they are now, then the end of their MPh."""

    units: tuple[int, ...]
    to: int
    rest: tuple[int, ...]
    fired: bool = False

    def ask(self, st: State) -> Roll | Do:
        """Two dice for the next climber; when all have thrown, the window, and the end."""
        if self.rest:
            return self._roll(st)
        if not self.fired:
            return Do(then=Climbing(self.units, self.to, (), True), push=(Window(self._touches(st)),))
        return Do(events=tuple(MoveEnded(unit=u) for u in self.units if st.units[u].place == ON_MAP))

    def _roll(self, st: State) -> Roll:
        unit, need = st.units[self.rest[0]], f"{RISES_TO} or less"
        return Roll(TWO_DICE, self._purpose(st), "B11.41", unit.side, (unit.id,), need, leadership=False)

    def _purpose(self, st: State) -> str:
        return f"Falling DR of {name(st, st.units[self.rest[0]])}"

    def _touches(self, st: State) -> tuple[Touch, ...]:
        found: dict[int, tuple[int, ...]] = {}
        for u in self.units:
            if st.units[u].place == ON_MAP:
                found[st.units[u].loc] = (*found.get(st.units[u].loc, ()), u)
        return tuple(Touch(loc, units) for loc, units in found.items())

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """One level on, no progress, or a fall with all that the climber carries."""
        unit, total = st.units[self.rest[0]], sum(faces)
        words = "climbs on" if total <= RISES_TO else "falls" if total >= FALLS_FROM else "gets no farther"
        dice = thrown(self._roll(st), faces, words)
        events: tuple[Event, ...] = (dice,)
        if total <= RISES_TO and (hidden := st.side_at(self.to, 1 - unit.side)):
            events += found_there(st, unit, hidden)
        elif total <= RISES_TO:
            events += (UnitMoved(unit=unit.id, loc=self.to),)
        elif total >= FALLS_FROM:
            lost = (WeaponRemoved(weapon=weapon.id, reason="B11.41") for weapon in st.weapons_of(unit.id))
            events += (*lost, UnitEliminated(unit=unit.id, reason="B11.41"))
        return Do(events=events, then=Climbing(self.units, self.to, self.rest[1:]))

    def title(self, st: State) -> str:
        """The climb in the breadcrumb."""
        return f"{names(st, self.units)} Climbing"


@builds("A12.15")
def found_there(st: State, unit: Unit, hidden: tuple[Unit, ...]) -> tuple[Event, ...]:
    """A climber meets hidden enemies where it climbs to: they are Known, and it gets no farther."""
    where = st.world.map.place_name(hidden[0].loc)
    text = f"{names(st, tuple(u.id for u in hidden))} found in {where}: {name(st, unit)} gets no farther"
    told = Announced(text=text, rule="A12.15", side=hidden[0].side, kind="move", locs=(hidden[0].loc,))
    placed = (HiddenPlaced(unit=u.id, rule="A12.15") for u in hidden if u.hidden)
    return (*placed, *(lost(u, "A12.15") for u in hidden if u.concealed), told)


def climb_entries(st: State, side: int) -> list[Entry]:
    """A branch with a leaf for each climb that a unit, or all of a Location that may, can begin or go on with."""
    board = map_now(st)
    if len(board.locations) <= len(board.sight.places):
        return []
    found: list[Entry] = []
    for loc in dict.fromkeys(unit.loc for unit in st.units.values() if unit.side == side and unit.loc >= 0):
        here = st.side_at(loc, side)
        for to in climb_goals(board, loc):
            eligible = [unit.id for unit in here if climb_refusal(st, (unit.id,), to) is None]
            groups = [(unit,) for unit in eligible] + ([tuple(eligible)] if 1 < len(eligible) <= STACK else [])
            for units in groups:
                words = f"{names(st, units)} to {board.place_name(to)}, at vertex {board.locations[to].vertex}"
                key = f"{'+'.join(f'u{u}' for u in units)}:{board.word(to)}"
                found.append(leaf(key, words, Climb(units, to), kind="option", hex=to, rule="B11.4"))
    return [branch("climb", "Climb a cliff", lambda: found, rule="B11.4")] if found else []
