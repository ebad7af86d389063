"""What the rules bring at the edges of the sequence of play: when set-up, a phase or a Player Turn begins or ends."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from goodorder.core.events import Event
from goodorder.core.frames import Do, Frame, Request, frame_of
from goodorder.core.state import State
from goodorder.rules.points import PHASE_BEGINS, PHASE_ENDS, PLAYER_TURN_ENDS, POINTS, SETUP_ENDS, Point
from goodorder.rules.registry import builds


@builds("A3", "A.12b")
class Edge(Frame, frozen=True):
    """Asks the rules of a point one after the other, each on the position that those before it left.

    ``point`` is its name; ``asked`` counts the rules that have had their say.
    """

    standing: ClassVar[bool] = True
    names_counters: ClassVar[bool] = False
    point: str
    asked: int = 0

    def ask(self, st: State) -> Do:
        """The next rule that has something to bring: events, and frames that it requests."""
        for number, function in st.world.rules.at_edge(POINTS[self.point], st.turn.phase):
            if number < self.asked:
                continue
            brought: tuple[Event | Request, ...] = function(st)
            if brought:
                events = tuple(one for one in brought if isinstance(one, Event))
                frames = tuple(frame_of(one) for one in brought if isinstance(one, Request))
                return Do(events=events, then=replace(self, asked=number + 1), push=frames)
        return Do()


def edge(point: Point) -> Edge:
    """The frame of one of the points of edges."""
    return Edge(point.name)


SET_UP = edge(SETUP_ENDS)
BEGINS = edge(PHASE_BEGINS)
ENDS = edge(PHASE_ENDS)
TURN_ENDS = edge(PLAYER_TURN_ENDS)
