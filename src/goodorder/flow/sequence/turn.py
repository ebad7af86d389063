"""The sequence of play: set-up, Player Turns, phases, the end of the game (A3)."""

from __future__ import annotations

from typing import Any, ClassVar

from goodorder.core.events import Event, GameEnded, MarkerRemoved, PhaseBegan, PlayerTurnBegan, WeaponRemoved
from goodorder.core.frames import Do, Frame
from goodorder.core.state import MK_RESIDUAL, MK_SMOKE_GRENADE, PHASES, State
from goodorder.rules.a04_movement.immobilized import ti_over
from goodorder.rules.a04_movement.portage import sunk
from goodorder.rules.a26_control import control_sweep
from goodorder.rules.a26_victory import side_ahead, won_already
from goodorder.rules.registry import builds

from ..advance import AdvancePhase
from ..combat.close_combat import CloseCombatPhase
from ..fire.fire_lane import lanes_end
from ..fire.fire_phases import FirePhase
from ..move.move_phase import MovePhase
from ..rally.rally_phase import RallyPhase
from ..rout.rout_phase import RoutPhase
from ..shared.walls import WallClaims, settled
from .concealment import GainConcealment
from .setup import InitialControl, SetUp, UnseenAtStart

# Marker kinds that leave the map when a phase ends (A.12b).
LIFETIMES: dict[str, tuple[str, ...]] = {"MPh": (MK_RESIDUAL, MK_SMOKE_GRENADE)}


def phase_frame(phase: str) -> Frame:
    """The frame that plays one phase."""
    match phase:
        case "RPh":
            return RallyPhase()
        case "MPh":
            return MovePhase()
        case "RtPh":
            return RoutPhase()
        case "APh":
            return AdvancePhase()
        case "CCPh":
            return CloseCombatPhase()
    return FirePhase(phase)


@builds("A3.9", "SK3.TURN.1", "A.13a", "A.4b")
class Game(Frame, frozen=True):
    """The whole game: both set-ups, then Player Turn after Player Turn until the last turn is over.

    ``setups`` are the sides that set up, in order; ``first`` moves first; ``played`` counts Player Turns.
    """

    names_counters: ClassVar[bool] = False
    setups: tuple[int, ...]
    first: int
    played: int = 0

    def ask(self, st: State) -> Do:
        """The next set-up, Player Turn, or the end."""
        if self.setups:
            rest = Game(self.setups[1:], self.first, 0)
            unseen = (UnseenAtStart(),) if st.world.rules.offers("concealment") else ()
            last = () if self.setups[1:] else (*unseen, InitialControl())
            return Do(then=rest, push=(SetUp(self.setups[0]), *last))
        if self.played >= 2 * st.world.turns or won_already(st):
            return Do(events=(_ending(st),), then=self)
        number, half = divmod(self.played, 2)
        attacker = self.first if half == 0 else 1 - self.first
        event = PlayerTurnBegan(number=number + 1, attacker=attacker)
        return Do(events=(event,), then=Game((), self.first, self.played + 1), push=(PlayerTurn(),))


def _ending(st: State) -> Event:
    winner = side_ahead(st)
    if winner is None:
        return GameEnded(winner=-1, text="the game is over")
    scenario = st.world.scenario
    terms = scenario.victory.text if scenario else ""
    return GameEnded(winner=winner, text=f"{st.world.sides[winner].short} victory. {terms}".strip())


@builds("A3", "SK3.SEQ.1", "A.12b", "SK3.MPh.32", "SK3.DFPh.5", "SK3.AFPh.7", "A.12a", "A.2c")
class PlayerTurn(Frame, frozen=True):
    """Eight phases in order; what a phase's end removes is removed before the next begins.

    Prep, First and Final Fire counters are read from the trails of the Player Turn and so need no event:
    they bar nothing after their phase.
    """

    names_counters: ClassVar[bool] = False
    index: int = 0

    def ask(self, st: State) -> Do:
        """The next phase, or the end of the Player Turn."""
        events: list[Event] = []
        if self.index:
            gone = LIFETIMES.get(PHASES[self.index - 1], ())
            events.extend(MarkerRemoved(marker=m.id) for m in st.markers.values() if m.kind in gone)
            if PHASES[self.index - 1] == "MPh":
                events.extend(lanes_end(st))
            events.extend(control_sweep(st))
            events.extend(WeaponRemoved(weapon=weapon, reason="A4.43") for weapon in sunk(st))
        if self.index == len(PHASES):
            events.extend(ti_over(st))
        if self.index == len(PHASES) and st.world.rules.offers("concealment") and not won_already(st):
            return Do(events=tuple(events), push=(GainConcealment(),))
        if self.index == len(PHASES) or (self.index and won_already(st)):
            return Do(events=tuple(events))
        phase = PHASES[self.index]
        events.append(PhaseBegan(phase=phase))
        events.extend(settled(st))
        frames: tuple[Frame, ...] = (phase_frame(phase),)
        if phase == "RPh" and st.world.rules.offers("wall_advantage"):
            frames = (*frames, WallClaims())
        return Do(events=tuple(events), then=PlayerTurn(self.index + 1), push=frames)

    def resumed(self, st: State, value: Any) -> Do:
        """A phase is over."""
        return Do(then=self)

    def title(self, st: State) -> str:
        """Turn and side in the breadcrumb."""
        return f"Turn {st.turn.number}, {st.world.sides[st.turn.attacker].short}"
