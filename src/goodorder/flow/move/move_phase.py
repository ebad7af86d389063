"""The Movement Phase: who moves next, with what declarations (A4.1, A4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from goodorder.core.actions import Action, Done, Move, Wall
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import CxRemoved
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, InARow, Menu, leaf
from goodorder.core.remembered import Later
from goodorder.core.state import State, Unit
from goodorder.core.view import is_masked
from goodorder.rules.a04_movement.move_weapons import droppable, too_laden
from goodorder.rules.a04_movement.permission import free_to_go, move_refusal
from goodorder.rules.a15_berserk.charge import charges_first
from goodorder.rules.d_vehicles.recall import must_go_home
from goodorder.rules.facts.places import climbs
from goodorder.rules.registry import builds

from ..drive.driving import (
    Driven,
    Driving,
    begin_drive_entries,
    drive_begin_refusal,
    driver_of,
    idle_in_motion,
    may_drive,
    must_drive_in,
)
from ..shared.besides import Besides, with_besides
from ..shared.dropping import DROPPING, reveal_entries
from ..shared.guarding import OWN_GUARDS, deploy_guard_entries
from ..shared.walls import WALLS, given_up, wall_entries, wall_events
from .act import PHASE
from .beginning import begin_refusal
from .charges import Charges
from .declaring import declare
from .move_menu import begin_entries
from .moving import Group, Impulse, Moving

_BESIDES: Besides = {**DROPPING, **WALLS, **OWN_GUARDS}
"""What the ATTACKER may do beside moving."""

BEGINS = "begins"
"""Where a position remembers a unit that could begin its move in one before it: likely it still can."""


@builds("A4.1", "SK3.MPh.1", "SK3.MPh.5", "A.3a", "A.2c", "A.2.EX2", "A4.1b", "A4.1c", "A4.51g", "A4.51i")
class MovePhase(Frame, frozen=True):
    """The ATTACKER moves unit by unit or stack by stack, berserk ones first."""

    standing: ClassVar[bool] = True
    names_counters: ClassVar[bool] = False
    begun: bool = False

    def ask(self, st: State) -> Choice | Do:
        """CX counters come off at the start (A4.51); then the next mover."""
        side = st.turn.attacker
        if not self.begun:
            events = tuple(
                CxRemoved(unit=u.id, at_move=True)
                for u in st.units.values()
                if u.cx and u.side == side and not climbs(st, u)
            )
            return Do(events=events, then=MovePhase(True))
        if charges_first(st):
            return Do(then=self, push=(Charges(),))
        own = Later(partial(_fresh, st, side))
        masked = is_masked(st, side)
        drives = any(may_drive(st, vehicle) for vehicle in st.vehicles.values())
        if not masked and not drives and not _anybody_begins(st, own) and not _kept_open(st, side):
            return Do()

        bound = bool(st.vehicles) and must_drive_in(st, side)

        leaving = Later(lambda: bool(st.vehicles) and must_go_home(st, side))

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                if not bound and leaving():
                    return Refusal("D5.341", "a Recalled vehicle must go to its edge of the map")
                return Refusal("A2.5", "a vehicle off board must enter the map in this Player Turn") if bound else None
            if isinstance(action, Move):
                return begin_refusal(st, action)
            if isinstance(action, Driven):
                return drive_begin_refusal(st, action)
            act = PHASE.of(action)
            return act.refusal(st, side, action) if act else not_asked("A4.1", "only moves are made in the MPh")

        def entries() -> Sequence[Entry]:
            vehicles = begin_drive_entries(st, side) if st.vehicles else ()
            acts = [act.entries(st, side) for act in PHASE.all()]
            asides = [wall_entries(st, side), reveal_entries(st, side), deploy_guard_entries(st, side)]
            # whether a Recalled vehicle can go home is judged when the end of the phase is drawn
            recalled = any(one.recalled and one.side == side for one in st.vehicles.values())
            alive = (lambda: not leaving()) if recalled else None
            end = leaf("pass", "End the Movement Phase", Done(), kind="pass", hotkey=" ", alive=alive)
            return InARow([begin_entries(st, own()), vehicles, *acts, *asides, [] if bound else [end]])

        check_all = with_besides(st, side, check, _BESIDES)
        return Choice(side, "Movement", "A4.1", Menu(entries), check_all, "Move a unit or a stack", public=masked)

    def chosen(self, st: State, action: Action) -> Do:
        """Declare the move and make its first expenditure."""
        if isinstance(action, Done):
            return Do(push=idle_in_motion(st, st.turn.attacker))
        if isinstance(action, Wall):
            return Do(events=wall_events(st, action), then=self, push=given_up(st, action))
        if isinstance(action, Move):
            queue = (Impulse((action.first,)),) if action.first is not None else ()
            return Do(events=declare(action), then=self, push=(Moving((Group(action.units),), queue),))
        if isinstance(action, Driven):
            return Do(then=self, push=(Driving(driver_of(action), action),))
        act = PHASE.of(action)
        assert act is not None
        events, frames = act.do(st, action)
        return Do(events=events, then=self, push=frames)

    def title(self, st: State) -> str:
        """The phase in the breadcrumb."""
        return "MPh"


def _fresh(st: State, side: int) -> list[Unit]:
    """The units of a side whose MPh has not begun, without those that begin none."""
    begun = {unit for unit, trail in st.trails.items() if trail.started}
    return [unit for unit in free_to_go(st, side) if unit.id not in begun]


def _anybody_begins(st: State, fresh: Later[list[Unit]]) -> bool:
    """Whether any of the units whose MPh has not begun may begin it; who could before this is asked first."""
    last = st.units.get(st.tables.get(BEGINS, (0, None))[0])
    if last is not None and last.side == st.turn.attacker and may_begin(st, (last.id,)):
        return True
    for unit in fresh():
        if may_begin(st, (unit.id,)):
            st.tables[BEGINS] = (unit.id, None)
            return True
    return False


def _kept_open(st: State, side: int) -> bool:
    """Whether there is something to do that does not begin a move, for which the phase waits."""
    return any(act.keeps_open and Menu(partial(act.entries, st, side)).any() for act in PHASE.all())


@builds("A4.43", "SK3.MPh.16")
def may_begin(st: State, units: tuple[int, ...]) -> bool:
    """Whether units may begin their MPh, be it by dropping what leaves them no MF."""
    return move_refusal(st, units, 0) is None or (too_laden(st, units, 0) and droppable(st, units))
