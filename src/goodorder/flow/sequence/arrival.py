"""The dr for reinforcements that may come later than their turn (A2.5)."""

from __future__ import annotations

from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.frames import Do, Frame
from goodorder.core.state import REINFORCEMENT, Fighter, State
from goodorder.rules.a02_arrival import waits
from goodorder.rules.registry import builds

from ..shared.thrown import thrown


@builds("A2.5", "SK3.RPh.1")
class ProvisionalRoll(Frame, frozen=True):
    """The dr that decides whether a group arrives in this Player Turn; a failed one is tried again in the next."""

    group: str
    need: int

    def members(self, st: State) -> tuple[int, ...]:
        """The units that come together."""
        side = st.turn.attacker
        every: tuple[Fighter, ...] = (*st.units.values(), *st.vehicles.values())
        found = (u for u in every if u.side == side and u.group == self.group)
        return tuple(u.id for u in found if u.place == REINFORCEMENT)

    def ask(self, st: State) -> Roll:
        """One die."""
        words = f"{self.need} or less"
        return Roll(ONE_DIE, self.title(st), "A2.5", st.turn.attacker, self.members(st), words, leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """They wait off board, or don't come yet."""
        comes = faces[0] <= self.need
        dice = thrown(self.ask(st), faces, "arrive" if comes else "not yet")
        waiting = tuple(waits(st, one) for one in self.members(st)) if comes else ()
        return Do(events=(dice, *waiting))

    def title(self, st: State) -> str:
        """The roll in the breadcrumb."""
        scenario = st.world.scenario
        groups = scenario.side(st.world.sides[st.turn.attacker].id).groups if scenario else ()
        name = next((group.name or group.id for group in groups if group.id == self.group), self.group)
        return f"Arrival of {name}"
