"""Fire Lanes in play: their attacks on movers, and their end (A9.22-A9.223)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from goodorder.core.actions import Action, Done, Fire, LaneSnap
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import FireLanePlaced, Tried
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Menu, leaf
from goodorder.core.state import ON_MAP, State, Weapon
from goodorder.core.view import known_ids
from goodorder.rules.a07_fire.attack import attack_ledger
from goodorder.rules.a09_weapons.fire_lane import (
    lane_facts,
    lane_malfunction,
    lane_note,
    lane_targets,
    lanes_laid,
    lanes_over,
    snap_targets,
)
from goodorder.rules.facts.units import names, wtype
from goodorder.rules.registry import builds

from ..shared.rate import Malfunction


@builds("A9.222", "A9.221")
class LaneFire(Frame, frozen=True):
    """One Fire Lane attacks those of a stack that have spent MF in one of its Locations.

    Where they have crossed a hexside of its line, its owner may take a Snap Shot there instead (A9.221).
    """

    weapon: int
    loc: int
    units: tuple[int, ...]
    asked: bool = False

    def ask(self, st: State) -> Choice | Do:
        """The attack, where the lane still stands and has anybody to attack."""
        from .attack import Attack

        weapon = st.weapons[self.weapon]
        if not self.asked and (due := snap_targets(st, weapon, self.loc, self.units)):
            return self._choice(st, due)
        if weapon not in lanes_over(st, self.loc):
            return Do()
        live = tuple(u for u in self.units if st.units[u].place == ON_MAP and st.units[u].loc == self.loc)
        due = lane_targets(st, weapon, self.loc, live)
        if not due:
            return Do()
        facts = lane_facts(st, weapon, self.loc, tuple(st.units[u] for u in due))
        ledger = attack_ledger(facts)
        notes = tuple(Tried(unit=u, note=lane_note(ledger, u)) for u in due)
        attack = Attack(due, "MPh", self.loc, None, facts.strength, live, self.weapon)
        return Do(events=notes, push=(attack,))

    def shown(self, hidden: Mapping[int, int]) -> LaneFire:
        """Concealed movers are one stand-in to the lane's owner."""
        return replace(self, units=known_ids(self.units, hidden))

    def _choice(self, st: State, due: tuple[int, ...]) -> Choice:
        weapon = st.weapons[self.weapon]
        ledger = attack_ledger(lane_facts(st, weapon, self.loc, tuple(st.units[u] for u in due), snap=True))
        note = f"{ledger.fp_words()}, {ledger.drm.total():+d}"
        words = f"Snap Shot of {wtype(st, weapon).name} at {names(st, due)}"
        entries = [
            leaf("snap", words, LaneSnap(self.weapon), note=note, hex=self.loc, rule="A9.221"),
            leaf("pass", "No Snap Shot of the Fire Lane", Done(), kind="pass", primary=True),
        ]

        def check(action: Action) -> Refusal | None:
            if action == LaneSnap(self.weapon) or isinstance(action, Done):
                return None
            return not_asked("A9.221", "a Snap Shot of this Fire Lane, or none")

        side = st.units[weapon.holder].side
        return Choice(side, "Snap Shot of the Fire Lane?", "A9.221", Menu(lambda: entries), check)

    def chosen(self, st: State, action: Action) -> Do:
        """The Snap Shot, which leaves nobody to attack in the Location; or the lane attacks there."""
        from .attack import Attack

        if not isinstance(action, LaneSnap):
            return Do(then=replace(self, asked=True))
        due = snap_targets(st, st.weapons[self.weapon], self.loc, self.units)
        facts = lane_facts(st, st.weapons[self.weapon], self.loc, tuple(st.units[u] for u in due), snap=True)
        rest = tuple(u for u in self.units if u not in due)
        attack = Attack(due, "MPh", self.loc, None, facts.strength, self.units, self.weapon, snap=True)
        return Do(then=replace(self, asked=True, units=rest), push=(attack,))

    def resumed(self, st: State, value: object) -> Do:
        """After a Snap Shot: those whom it could not attack are attacked in the Location."""
        return Do(then=self) if self.asked and self.units else Do()

    def title(self, st: State) -> str:
        """The lane in the breadcrumb."""
        return "Fire Lane"


def lanes_at(st: State, loc: int, units: tuple[int, ...]) -> tuple[Weapon, ...]:
    """Weapons whose lanes may attack movers in a Location, or on their way in."""
    over = lanes_over(st, loc)
    return tuple(w for w in st.weapons.values() if w.lane and (w in over or snap_targets(st, w, loc, units)))


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
