"""Fire Lanes in play: their attacks on movers, and their end (A9.22-A9.223)."""

from __future__ import annotations

from goodorder.core.actions import Fire
from goodorder.core.events import Event, FireLanePlaced, FireLaneRemoved, Tried
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.rules.a07_fire.attack import attack_ledger
from goodorder.rules.a09_weapons.fire_lane import (
    lane_facts,
    lane_malfunction,
    lane_note,
    lane_targets,
    lanes_laid,
    lanes_over,
)
from goodorder.rules.registry import builds

from .rate import Malfunction


@builds("A9.222")
class LaneFire(Frame, frozen=True):
    """One Fire Lane attacks those of a stack that have spent MF in one of its Locations."""

    weapon: int
    loc: int
    units: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """The attack, where the lane still stands and has anybody to attack."""
        from .attack import Attack

        weapon = st.weapons[self.weapon]
        if weapon not in lanes_over(st, self.loc):
            return Do()
        live = tuple(u for u in self.units if st.units[u].place == ON_MAP and st.units[u].loc == self.loc)
        due = lane_targets(st, weapon, self.loc, live)
        if not due:
            return Do()
        facts = lane_facts(st, weapon, self.loc, tuple(st.units[u] for u in due))
        ledger = attack_ledger(facts)
        notes = tuple(Tried(unit=u, what=lane_note(ledger, u)) for u in due)
        attack = Attack(due, "MPh", self.loc, None, facts.strength, live, self.weapon)
        return Do(events=notes, push=(attack,))

    def title(self, st: State) -> str:
        """The lane in the breadcrumb."""
        return "Fire Lane"


@builds("A9.223")
def lane_breaks(st: State, weapon: int, original: int) -> Frame | None:
    """The frame that breaks a gun down by the DR of its lane's attack, or None."""
    found = lane_malfunction(st, st.weapons[weapon], original)
    return None if found is None else Malfunction((found,), st.units[st.weapons[weapon].holder].side)


class LayLanes(Frame, frozen=True):
    """After a First Fire attack is resolved the lanes that it declared stand (A9.22)."""

    action: Fire
    cowered: bool

    def ask(self, st: State) -> Do:
        """Place them."""
        laid = lanes_laid(st, self.action, self.cowered)
        return Do(events=tuple(FireLanePlaced(weapon=weapon, hexes=hexes) for weapon, hexes in laid))


def lanes_end(st: State) -> tuple[Event, ...]:
    """At the end of the MPh no lane is left (A9.223)."""
    return tuple(FireLaneRemoved(weapon=weapon.id) for weapon in st.weapons.values() if weapon.lane)
