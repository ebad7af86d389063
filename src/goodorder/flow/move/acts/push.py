"""Pushing a Gun into an adjacent hex: the Manhandling DR, the entry, then the DEFENDER's window (C10.3)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from goodorder.core.actions import Go, Push
from goodorder.core.dice import PAIRS, TWO_DICE, Roll
from goodorder.core.errors import Refusal
from goodorder.core.events import (
    Event,
    LaborGained,
    MoveDeclared,
    MoveEnded,
    StepTaken,
    Tried,
    WeaponPushed,
    WeaponTurned,
)
from goodorder.core.frames import Do, Frame, frame_of
from goodorder.core.menu import Entry, branch, branch_if_any, leaf
from goodorder.core.notes import Note
from goodorder.core.state import HAZARDOUS, ON_MAP, State, Step
from goodorder.core.way import Way
from goodorder.rules.a04_movement.costs import entry_cost, mf_text
from goodorder.rules.a12_concealment.detection import hiders
from goodorder.rules.c_ordnance.pushing import MOST_LABOR, manhandling_ledger, push_refusal, push_way
from goodorder.rules.facts.entry import entry_facts
from goodorder.rules.facts.places import beside
from goodorder.rules.facts.units import name, names, utype, wtype
from goodorder.rules.points import UNITS_ENTER
from goodorder.rules.registry import builds

from ...fire.defensive_fire import Touch, Window
from ...fire.ordnance_menu import POINTS
from ...shared.thrown import thrown
from ...shared.walls import chances
from ..act import MOVE, Deed, Forecast, MoveAct, Wrap
from ..detection import Detection
from ..entering import Occupy, detect, way_events


@MOVE.act(Push, order=45)
class PushAct(MoveAct[Push]):
    """Units push a Gun, one of them the one that mans it; the others of their stack stay behind."""

    needs = frozenset(("weapons",))
    parts = True

    def refusal(self, st: State, units: tuple[int, ...], action: Push) -> Refusal | None:
        """Who may push it there."""
        return push_refusal(st, units, action)

    def leaves(self, st: State, action: Push) -> tuple[tuple[tuple[int, ...], Way], ...]:
        """The pushers."""
        return ((action.units, push_way(st, tuple(st.units[u] for u in action.units), action.to)),)

    def meets(self, st: State, action: Push) -> tuple[Detection, ...]:
        """Concealed enemies where they go."""
        units = tuple(st.units[u] for u in action.units)
        if not hiders(st, action.to, 1 - units[0].side):
            return ()
        return (detect(st, units, units[0].loc, Go(action.units, action.to)),)

    def left_to(self, action: Push, remaining: tuple[int, ...]) -> Push | None:
        """Those who still can push on; the refusal of the rest says whether that is enough."""
        return replace(action, units=remaining) if remaining else None

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        """A branch for each Gun that one of the stack mans, with its hexes; a stack with a SMC does not set out so."""
        return self._guns(st, units, wrap) if all(utype(st, st.units[u]).mmc for u in units) else []

    def later(self, st: State, units: tuple[int, ...], several: bool) -> list[Entry]:
        """The same by the MMC of a stack that has a SMC, who stays behind."""
        return self._guns(st, units, lambda act: act) if any(utype(st, st.units[u]).smc for u in units) else []

    def _guns(self, st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        found: list[Entry] = []
        for gun in (weapon for unit in units for weapon in st.weapons_of(unit) if weapon.loc >= 0):
            if wtype(st, gun).gun is not None:
                label = f"Push {wtype(st, gun).name}"
                opened = partial(self._hexes, st, units, gun.id, wrap)
                found.append(branch_if_any(f"push{gun.id}", label, opened, kind="weapon", weapon=gun.id, rule="C10.3"))
        return found

    def _hexes(self, st: State, units: tuple[int, ...], gun: int, wrap: Wrap) -> list[Entry]:
        men = tuple(sorted(u for u in units if utype(st, st.units[u]).mmc))
        found: list[Entry] = []
        for to in beside(st, st.weapons[gun].loc):
            action = Push(gun, to, men)
            if to >= 0 and push_refusal(st, units, action) is None:
                key, where = f"h:{st.world.map.word(to)}", st.world.map.place_name(to)
                opened = partial(self._turns, action, wrap)
                note = partial(self._note, st, action)
                found.append(branch(key, f"to {where}", opened, kind="hex", hex=to, note=note))
        return found

    def _note(self, st: State, action: Push) -> str:
        need = _number(st, action) - manhandling_ledger(st, action).total()
        return f"{mf_text(_cost(st, action))} MF, {need} or less"

    def _turns(self, action: Push, wrap: Wrap) -> list[Entry]:
        """Pointing as before, or turned with it."""
        kept = leaf("kept", "pointing as before", wrap(action), hex=action.to, rule="C10.3")
        turned = [
            leaf(f"f{facing}", f"pointing to the {words}", wrap(replace(action, facing=facing)), hex=action.to)
            for facing, words in enumerate(POINTS)
        ]
        return [kept, *turned]

    def possible(self, st: State, units: tuple[int, ...]) -> bool:
        """Whether a Gun may be pushed anywhere."""
        return any(entry.lives() for entry in self._guns(st, units, lambda act: act))

    def forecast(self, st: State, units: tuple[int, ...], action: Push) -> Forecast:
        """The Manhandling DR."""
        ledger, number = manhandling_ledger(st, action), _number(st, action)
        good = sum(sum(pair) + ledger.total() <= number for pair in PAIRS)
        needs = (f"needs a Final DR of {number} or less; less than that goes on, and in the end all are TI",)
        return Forecast(f"Push to {st.world.map.place_name(action.to)}", "pushed", good, len(PAIRS), ledger, needs)

    def do(self, st: State, units: tuple[int, ...], action: Push) -> Deed:
        """In Hazardous Movement from now on; then the DR."""
        stay = tuple(u for u in units if u not in action.units)
        hazardous = tuple(MoveDeclared(unit=u, declared=HAZARDOUS) for u in action.units)
        parts = (action.units, stay) if stay else (action.units,)
        return Deed(hazardous, (Pushing(action),), parts=parts)


def _number(st: State, action: Push) -> int:
    gun = wtype(st, st.weapons[action.weapon]).gun
    assert gun is not None
    return gun.manhandling


def _cost(st: State, action: Push) -> int:
    units = tuple(st.units[u] for u in action.units)
    return entry_cost(st, units, push_way(st, units, action.to))


@builds("C10.3", "SK3.MPh.9", "C10.3d", "C10.3e", "C10.3g", "C10.3.EX1", "C2.27a")
class Pushing(Frame, frozen=True):
    """The Manhandling DR: up to the M number the Gun goes there with its men, less than that leaves them free to push
    on; above it nothing moves, and the next attempt is easier.
    """

    action: Push

    def ask(self, st: State) -> Roll | Do:
        """Two dice; nothing where those who are left can't push it."""
        action = self.action
        if push_refusal(st, action.units, action) is not None:
            return Do(events=self._ended(st))
        need = _number(st, action) - manhandling_ledger(st, action).total()
        side, who = st.units[action.units[0]].side, action.units
        return Roll(TWO_DICE, self._purpose(st), "C10.3", side, who, f"{need} or less", leadership=False)

    def _purpose(self, st: State) -> str:
        return f"Manhandling {wtype(st, st.weapons[self.action.weapon]).name}"

    def _ended(self, st: State) -> tuple[Event, ...]:
        return tuple(MoveEnded(unit=u) for u in self.action.units if not st.trail(u).ended)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """The Gun goes there, or not."""
        action, ledger, number = self.action, manhandling_ledger(st, self.action), _number(st, self.action)
        final = sum(faces) + ledger.total()
        words = "pushed" if final < number else "pushed, and no farther" if final == number else "does not move"
        roll = self.ask(st)
        assert isinstance(roll, Roll)
        dice = thrown(roll, faces, words, final=final, lines=ledger.lines())
        notes = tuple(Tried(unit=u, note=Note("push", weapon=action.weapon)) for u in action.units)
        ends = (PushEnds(action.units),) if final >= number else ()
        if final > number:
            return Do(events=(dice, *notes, *self._stuck(st)), push=(self._window(st, action.units), *ends))
        return self._goes(st, (dice, *notes), ends)

    def _stuck(self, st: State) -> tuple[Event, ...]:
        """MF spent for nothing but the next attempt."""
        action, gun = self.action, st.weapons[self.action.weapon]
        cost = _cost(st, action)
        steps = (StepTaken(unit=u, step=Step("push", st.units[u].loc, st.units[u].loc, cost)) for u in action.units)
        return (*steps, LaborGained(weapon=gun.id, labor=min(MOST_LABOR, gun.labor + 1)))

    def _goes(self, st: State, events: tuple[Event, ...], ends: tuple[Frame, ...]) -> Do:
        action, units = self.action, tuple(st.units[u] for u in self.action.units)
        way = push_way(st, units, action.to)
        moved: list[Event] = [WeaponPushed(weapon=action.weapon, loc=action.to)]
        if 0 <= action.facing != st.weapons[action.weapon].facing:
            moved.append(WeaponTurned(weapon=action.weapon, facing=action.facing))
        due = tuple(frame_of(one) for one in st.world.rules.requests(UNITS_ENTER, entry_facts(st, units, way)))
        walls = chances(st, action.units, leaving=True)
        push = (Occupy(action.to), *due, *walls, Window((Touch(action.to, action.units),)), *ends)
        return Do(events=(*events, *moved, *way_events(st, units, way)), push=push)

    def _window(self, st: State, units: tuple[int, ...]) -> Frame:
        return Window((Touch(st.units[units[0]].loc, units),))

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        return f"{names(st, self.action.units)} pushing"


@builds("C10.3")
class PushEnds(Frame, frozen=True):
    """After First Fire the MPh of those who pushed is over."""

    units: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """No farther."""
        live = (u for u in self.units if st.units[u].place == ON_MAP and not st.trail(u).ended)
        return Do(events=tuple(MoveEnded(unit=u) for u in live))

    def title(self, st: State) -> str:
        """Whose move is over."""
        return f"{name(st, st.units[self.units[0]])} has pushed"
