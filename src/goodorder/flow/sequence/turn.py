"""The sequence of play: set-up, Player Turns, phases, the end of the game (A3)."""

from __future__ import annotations

from typing import ClassVar

from goodorder.core.events import Event, GameEnded, PhaseBegan, PlayerTurnBegan
from goodorder.core.frames import Do, Frame
from goodorder.core.state import PHASES, State
from goodorder.rules.a26_victory import side_ahead, won_already
from goodorder.rules.registry import builds

from ..advance import AdvancePhase
from ..combat.close_combat import CloseCombatPhase
from ..fire.fire_phases import FirePhase
from ..move.move_phase import MovePhase
from ..rally.rally_phase import RallyPhase
from ..rout.rout_phase import RoutPhase
from . import edges
from .setup import InitialControl, SetUp


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

    standing: ClassVar[bool] = True
    names_counters: ClassVar[bool] = False
    setups: tuple[int, ...]
    first: int
    played: int = 0

    def ask(self, st: State) -> Do:
        """The next set-up, Player Turn, or the end."""
        if self.setups:
            rest = Game(self.setups[1:], self.first, 0)
            last = () if self.setups[1:] else (edges.SET_UP, InitialControl())
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


@builds("A3", "SK3.SEQ.1", "SK3.DFPh.5", "SK3.AFPh.7", "A.2c")
class PlayerTurn(Frame, frozen=True):
    """Eight phases in order; what begins and ends with them, the rules at the edges of phases say.

    ``index`` counts the phases that have begun.
    """

    standing: ClassVar[bool] = True
    names_counters: ClassVar[bool] = False
    index: int = 0

    def ask(self, st: State) -> Do:
        """The first phase, or the end of the one that has been played."""
        return Do(then=PhaseOver(self.index), push=(edges.ENDS,)) if self.index else _begun(self.index)

    def title(self, st: State) -> str:
        """Turn and side in the breadcrumb."""
        return f"Turn {st.turn.number}, {st.world.sides[st.turn.attacker].short}"


class PhaseOver(PlayerTurn, frozen=True):
    """A Player Turn between two phases, or at its end: the rules at the end of a phase come, or have come."""

    def ask(self, st: State) -> Do:
        """The next phase, unless the game is won or the last one is over."""
        if won_already(st):
            return Do()
        return Do(push=(edges.TURN_ENDS,)) if self.index == len(PHASES) else _begun(self.index)


def _begun(index: int) -> Do:
    """The phase of that number begins."""
    phase = PHASES[index]
    return Do((PhaseBegan(phase=phase),), PlayerTurn(index + 1), (edges.BEGINS, phase_frame(phase)))
