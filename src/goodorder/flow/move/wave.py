"""A Human Wave under way: one impulse after the other, each announced, made and fired at as a whole (A25.23)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from goodorder.core.actions import Action, DeclareWave, Done, Drop, Go, Hold, Recover, Surge, Wall
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import (
    ConcealmentLost,
    DummyRemoved,
    Event,
    HiddenPlaced,
    MarkerPlaced,
    MoveDeclared,
    MoveEnded,
    StepTaken,
    WaveDeclared,
    WaveOver,
)
from goodorder.core.frames import Choice, Do, Frame, frame_of, in_turn
from goodorder.core.menu import Menu
from goodorder.core.state import MK_CC, MK_MELEE, ON_MAP, Marker, State, Step, Unit, Vehicle
from goodorder.core.wave import Wave
from goodorder.rules.a04_movement.move_weapons import drop_refusal
from goodorder.rules.a04_movement.overrun import lone_man
from goodorder.rules.a04_movement.portage import drop_events
from goodorder.rules.a12_concealment.detection import hiders
from goodorder.rules.a12_concealment.loss import lost
from goodorder.rules.a20_surrender import yielded
from goodorder.rules.a25_nations.wave_moves import (
    drops_out,
    goes_on,
    impulse_mf,
    impulse_refusal,
    left_of,
    recovery_refusal,
)
from goodorder.rules.facts.entry import entry_facts
from goodorder.rules.facts.manned import manned_at
from goodorder.rules.facts.units import is_dummy, is_smc
from goodorder.rules.facts.wave import higher_first, in_wave, wave_units
from goodorder.rules.points import UNITS_ENTER, UNITS_LEAVE
from goodorder.rules.registry import builds

from ..fire.defensive_fire import Touch, Window
from ..fire.fire_lane import LanesLeft
from ..rally.rally_weapons import RecoveryRoll
from ..shared.besides import with_besides
from ..shared.walls import WALLS, chances, given_up, wall_entries, wall_events
from .entering import Exhausted, Occupy, way_events
from .moving import by_location
from .overrun import ImmediateCombat
from .recapture import after_coming
from .wave_menu import drop_entries, impulse_entries, recovery_entries


@builds("A25.23", "A25.23g", "A25.231")
def declared(st: State, action: DeclareWave) -> tuple[Event, ...]:
    """A Human Wave is declared: its units are Known, and their MPh has begun."""
    units = [st.units[u] for u in action.units]
    events: list[Event] = [HiddenPlaced(unit=u.id, rule="A25.23") for u in units if u.hidden]
    events += [ConcealmentLost(unit=u.id, rule="A25.23") for u in units if u.concealed]
    wave = Wave(units[0].side, action.to, action.grain)
    events.append(WaveDeclared(wave=wave, units=action.units))
    events += [MoveDeclared(unit=u, declared=0) for u in action.units]
    return tuple(events)


@builds(
    *(
        "A25.232",
        "A25.232c",
        "A25.232i",
        "A25.235",
        "A25.23.EX1",
        "A25.23.EX2",
        "A25.23.EX3",
        "A25.23.EX4",
        "A25.23.EX5",
    ),
    *("A25.23.EX5", "A25.23.EX6", "A25.23.EX7", "A25.23.EX8", "A25.23.EX9"),
)
class WaveMove(Frame, frozen=True):
    """A Human Wave under way: before each impulse who is no longer part of it drops out, then the ATTACKER announces
    what each of its units does.

    What costs no MF may be done before that, which is at the close of the impulse before.
    """

    standing: ClassVar[bool] = True
    names_counters: ClassVar[bool] = False

    def ask(self, st: State) -> Choice | Do:
        """Who drops out; the end of the Wave; else the next impulse."""
        ended = tuple(MoveEnded(unit=unit.id) for unit in _out(st))
        if ended:
            return Do(events=ended, then=self)
        side = st.turn.attacker
        if not goes_on(st) or not impulse_entries(st):  # crowded so that no impulse is to be had
            over = tuple(MoveEnded(unit=unit.id) for unit in wave_units(st))
            return Do(events=(WaveOver(side=side), *over))

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Surge):
                return impulse_refusal(st, action)
            if isinstance(action, Drop):
                return _drop_refusal(st, action)
            if isinstance(action, Recover):
                return recovery_refusal(st, action)
            if isinstance(action, Done):
                return Refusal("A25.232", "a Human Wave goes on while one of its units can enter a new Location")
            return not_asked("A25.232", "the units of the Human Wave make their impulse first")

        menu = Menu(lambda: [*impulse_entries(st), *drop_entries(st), *recovery_entries(st), *wall_entries(st, side)])
        number = len(wave_units(st))
        words = f"Impulse of the Human Wave: {number} unit{'s' * (number > 1)}"
        why = "All units of the Wave go on at the same time, each as far as one step"
        return Choice(side, words, "A25.232", menu, with_besides(st, side, check, WALLS), why)

    def chosen(self, st: State, action: Action) -> Do:
        """The impulse, a weapon left behind, or one taken from a broken unit."""
        if isinstance(action, Wall):
            return Do(events=wall_events(st, action), then=self, push=given_up(st, action))
        if isinstance(action, Drop):
            return Do(events=drop_events(st, action.weapon, st.units[action.unit].loc), then=self)
        if isinstance(action, Recover):
            return Do(then=self, push=(RecoveryRoll(action.unit, action.weapon),))
        assert isinstance(action, Surge)
        return Do(then=self, push=(Surging(action.acts, impulse_mf(st, action)),))

    def title(self, st: State) -> str:
        """The Wave in the breadcrumb."""
        return "Human Wave"


@builds("A25.235", "A25.235b", "A25.235c", "A25.235d", "A25.23i")
def _out(st: State) -> tuple[Unit, ...]:
    """Units whose MPh in the Wave is over: broken or pinned, out of MF, with an enemy, or guarding prisoners."""
    found = []
    for key, trail in st.trails.items():
        unit = st.units.get(key)
        if unit is None or trail.ended or not trail.noted("wave") or unit.place != ON_MAP:
            continue
        if unit.broken or unit.pinned or drops_out(st, unit):
            found.append(unit)
    return higher_first(found)


def _drop_refusal(st: State, action: Drop) -> Refusal | None:
    unit = st.units.get(action.unit)
    if unit is None or not in_wave(st, unit):
        return Refusal("A4.43", "only a unit of the Human Wave")
    return drop_refusal(st, action.unit, action.weapon)


@builds("A25.232", "A25.232d", "A25.232e", "A25.233", "A25.233b", "A25.233c", "A25.234", "A25.234e")
class Surging(Frame, frozen=True):
    """One impulse of a Human Wave that was announced, at ``mf`` half MF for everybody.

    Attacks on those who leave come first, unit by unit; then all who still can enter; then who hides there is found,
    attacks on those who came in and First Fire at any of them; last fights with men alone and surrenders.  ``left``:
    what is due on leaving is over.
    """

    acts: tuple[Go | Hold, ...]
    mf: int
    left: bool = False

    def ask(self, st: State) -> Do:
        """What is due as units leave; then the impulse."""
        if not self.left and (due := self._leaving(st)):
            return Do(then=replace(self, left=True), push=due)
        return self._made(st)

    def _leaving(self, st: State) -> tuple[Frame, ...]:
        """What rules request as each unit leaves, the top of a stack first."""
        rules, found = st.world.rules, []
        if not rules.functions(UNITS_LEAVE):
            return ()
        for act in (one for one in self.acts if isinstance(one, Go)):
            for unit in sorted((st.units[u] for u in act.units), key=lambda u: -u.order):
                facts = entry_facts(st, (unit,), act.way(unit.loc))
                found += [frame_of(one) for one in rules.requests(UNITS_LEAVE, facts)]
        return tuple(found)

    def _made(self, st: State) -> Do:
        """All entries, then the frames that follow them."""
        events: list[Event] = []
        touches: list[Touch] = []
        goals: dict[int, tuple[int, ...]] = {}
        due: list[Frame] = []
        tired: tuple[int, ...] = ()
        for act in self.acts:
            units = tuple(u for u in act.units if in_wave(st, st.units[u]) and not st.units[u].pinned)
            if not units:
                continue
            if isinstance(act, Hold):
                loc = st.units[units[0]].loc
                events += [StepTaken(unit=u, step=Step("stay", loc, loc, self._spent(st, u))) for u in units]
                touches.append(Touch(loc, units))
                continue
            movers = tuple(st.units[u] for u in units)
            way = act.way(movers[0].loc)
            events += [self._at_the_price(st, one) for one in way_events(st, movers, way)]
            touches.append(Touch(act.to, units))
            tired += tuple(u for u in units if st.units[u].wounded and left_of(st, st.units[u]) < self.mf)
            if way.frm != way.to:
                # Who goes along in Bypass meets nobody there: he is not in the obstacle (A12.151).
                if not way.bypass:
                    goals[act.to] = goals.get(act.to, ()) + units
                due += [frame_of(one) for one in st.world.rules.requests(UNITS_ENTER, entry_facts(st, movers, way))]
                due += chances(st, units, leaving=True)
        spent = by_location(tuple(touches))
        laid = any(weapon.lane for weapon in st.weapons.values())
        left = tuple(LanesLeft(touch.loc, touch.units) for touch in touches) if laid else ()
        met = tuple(Contact(loc, units) for loc, units in goals.items())
        window = (Window(spent, impulse=True),) if touches else ()
        after: list[Frame] = [Exhausted(tired)] if tired else []
        after += [MenAlone(loc, units) for loc, units in goals.items()]
        taken = tuple(Occupy(loc) for loc in goals)
        return Do(events=tuple(events), push=in_turn(*left, *met, *taken, *due, *window, *after))

    def _spent(self, st: State, unit: int) -> int:
        return min(self.mf, left_of(st, st.units[unit]))

    def _at_the_price(self, st: State, event: Event) -> Event:
        """A step at what the impulse costs everybody; who is wounded gives all he has left, where that is less."""
        if not isinstance(event, StepTaken):
            return event
        return replace(event, step=replace(event.step, mf=self._spent(st, event.unit)))

    def title(self, st: State) -> str:
        """The impulse in the breadcrumb."""
        return "impulse"


@builds("A25.232", "A25.234", "A25.234c", "A12.15")
class Contact(Frame, frozen=True):
    """A Human Wave has come into a Location: who hides there is found, all of them, and stays with those who came; a CC
    counter is laid where enemies are (ruling R2003), but for one man whom MMC overrun.
    """

    loc: int
    movers: tuple[int, ...]
    found: bool = False

    def ask(self, st: State) -> Do:
        """All lose their "?", Dummies go; then the counter."""
        side = 1 - st.turn.attacker
        if not self.found:
            return Do(events=tuple(revealed(st, hiders(st, self.loc, side))), then=replace(self, found=True))
        if overrunning(st, self.loc, self.movers):
            return Do()
        return Do(events=fight_marked(st, self.loc, side))

    def contact(self) -> tuple[int, ...]:
        """Here units show themselves."""
        return (self.loc,)

    def title(self, st: State) -> str:
        """The Location in the breadcrumb."""
        return f"contact in {st.world.map.place_name(self.loc)}"


def overrunning(st: State, loc: int, movers: tuple[int, ...]) -> bool:
    """Whether unbroken MMC among those who came overrun a man who is alone there (A25.234, A4.15)."""
    able = (unit for unit in (st.units[u] for u in movers) if unit.place == ON_MAP and unit.loc == loc)
    if not any(not (unit.broken or is_smc(st, unit)) for unit in able):
        return False
    return lone_man(st, st.turn.attacker, loc) is not None


def fight_marked(st: State, loc: int, side: int) -> tuple[Event, ...]:
    """The CC counter of a Location in which units of the Wave are with enemies, who are of ``side``."""
    enemies = [unit for unit in st.side_at(loc, side) if not unit.concealed]
    if not st.side_at(loc, 1 - side) or not (enemies or manned_at(st, loc, side)):
        return ()
    if st.marker_at(MK_CC, loc) is not None or st.marker_at(MK_MELEE, loc) is not None:
        return ()
    return (MarkerPlaced(marker=Marker(st.next_id, MK_CC, loc)),)


def revealed(st: State, found: Iterable[Unit | Vehicle]) -> Iterable[Event]:
    """Concealed counters are shown, hidden ones placed before; Dummies leave the game."""
    for one in found:
        if isinstance(one, Unit) and is_dummy(one):
            yield DummyRemoved(unit=one.id, rule="A12.15")
            continue
        if one.hidden and isinstance(one, Unit):
            yield HiddenPlaced(unit=one.id, rule="A12.15")
        yield lost(one, "A12.15")


@builds("A25.234", "A25.234d", "A25.234e")
class MenAlone(Frame, frozen=True):
    """At the end of an impulse: a man alone in a Location entered is overrun at once, Disrupted units
    surrender, Unarmed ones may be attacked.
    """

    loc: int
    movers: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """The fight, or the surrender."""
        here = any(st.units[u].place == ON_MAP and st.units[u].loc == self.loc for u in self.movers)
        if not here:
            return Do()
        if events := yielded(st, self.loc):
            return Do(events=events)
        side = st.turn.attacker
        if overrunning(st, self.loc, self.movers):
            return Do(push=(ImmediateCombat(self.loc, self.movers),))
        return Do(events=fight_marked(st, self.loc, 1 - side), push=after_coming(st, side, self.loc, self.movers))

    def title(self, st: State) -> str:
        """The Location in the breadcrumb."""
        return f"end of the impulse in {st.world.map.place_name(self.loc)}"
