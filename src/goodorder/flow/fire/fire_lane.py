"""Fire Lanes in play: their attacks on movers, and their end (A9.22-A9.223)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from goodorder.core.actions import Action, Done, Fire, LaneSnap
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import FireLanePlaced, Tried
from goodorder.core.frames import Choice, Do, Frame, in_turn
from goodorder.core.menu import Menu, leaf
from goodorder.core.state import ON_MAP, State, Weapon
from goodorder.core.view import known_ids
from goodorder.rules.a09_weapons.fire_lane import (
    fire_lane,
    lane_note,
    lane_targets,
    lanes_laid,
    lanes_left,
    lanes_over,
    snap_targets,
)
from goodorder.rules.d_vehicles.residual import note_of, swept_beside
from goodorder.rules.facts.bearers import possessor
from goodorder.rules.facts.masks import is_mask, under_fire
from goodorder.rules.facts.units import names, wtype
from goodorder.rules.registry import builds

from .effect import Effect


@builds("A9.222", "A9.221")
class LaneFire(Frame, frozen=True):
    """One Fire Lane attacks those of a stack that have spent MF in one of its Locations.

    Where they have crossed a hexside of its line, its owner may take a Snap Shot there instead (A9.221).  ``vehicles``
    moved with them: exposed crews in those are struck by the same DR (D.8B).
    """

    weapon: int
    loc: int
    units: tuple[int, ...]
    asked: bool = False
    vehicles: tuple[int, ...] = ()

    def ask(self, st: State) -> Choice | Do:
        """The attack, where the lane still stands and has anybody to attack."""
        weapon = st.weapons[self.weapon]
        if not self.asked and (due := snap_targets(st, weapon, self.loc, self.units)):
            return self._choice(st, due)
        if weapon not in lanes_over(st, self.loc):
            return Do()
        there = under_fire(st, self.units)
        live = tuple(unit.id for unit in there if unit.place == ON_MAP and unit.loc == self.loc)
        due = lane_targets(st, weapon, self.loc, live)
        if not due:
            return Do()
        lane = fire_lane(st, weapon, self.loc)
        beside = swept_beside(st, self.vehicles, self.loc, lane)
        effect = Effect(due, self.loc, lane, tuple(unit for unit in live if not is_mask(st, unit)), beside)
        ledger = effect.ledger(st)
        noted = (Tried(unit=u, note=lane_note(ledger, lane, u)) for u in due)
        also = (Tried(unit=one, note=note_of(st, st.vehicles[one], lane)) for one in beside)
        return Do(events=(*noted, *also), push=(effect,))

    def shown(self, hidden: Mapping[int, int]) -> LaneFire:
        """Concealed movers are one stand-in to the lane's owner."""
        there = tuple(one for one in self.vehicles if one not in hidden)
        return replace(self, units=known_ids(self.units, hidden), vehicles=there)

    def _choice(self, st: State, due: tuple[int, ...]) -> Choice:
        weapon = st.weapons[self.weapon]
        ledger = Effect(due, self.loc, fire_lane(st, weapon, self.loc, snap=True)).ledger(st)
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

        side = possessor(st, weapon).side
        return Choice(side, "Snap Shot of the Fire Lane?", "A9.221", Menu(lambda: entries), check)

    def chosen(self, st: State, action: Action) -> Do:
        """The Snap Shot, which leaves nobody to attack in the Location; or the lane attacks there."""
        if not isinstance(action, LaneSnap):
            return Do(then=replace(self, asked=True))
        due = snap_targets(st, st.weapons[self.weapon], self.loc, self.units)
        rest = tuple(u for u in self.units if u not in due)
        lane = fire_lane(st, st.weapons[self.weapon], self.loc, snap=True)
        stack = tuple(unit for unit in self.units if not is_mask(st, unit))
        swept = tuple(unit for unit in swept_beside(st, self.vehicles, self.loc, lane) if unit in due)
        return Do(then=replace(self, asked=True, units=rest), push=(Effect(due, self.loc, lane, stack, swept),))

    def resumed(self, st: State, value: object) -> Do:
        """After a Snap Shot: those whom it could not attack are attacked in the Location."""
        return Do(then=self) if self.asked and self.units else Do()

    def title(self, st: State) -> str:
        """The lane in the breadcrumb."""
        return "Fire Lane"


def lanes_at(st: State, loc: int, units: tuple[int, ...]) -> tuple[Weapon, ...]:
    """Weapons whose lanes may attack movers in a Location, or on their way in."""
    laid = tuple([weapon for weapon in st.weapons.values() if weapon.lane])
    over = lanes_over(st, loc) if laid else ()
    return tuple(w for w in laid if w in over or snap_targets(st, w, loc, units))


@builds("A25.233", "A9.221", "A8.2")
class LanesLeft(Frame, frozen=True):
    """Fire Lanes in hexes that units of a Human Wave leave: Snap Shots at once, unit by unit, the top of a stack first
    (ruling R2261).
    """

    loc: int
    units: tuple[int, ...]

    def ask(self, st: State) -> Do:
        """Each lane for each unit by itself."""
        units = sorted(self.units, key=lambda u: -st.units[u].order)
        due = (LaneFire(lane.id, self.loc, (unit,)) for unit in units for lane in lanes_left(st, self.loc, (unit,)))
        return Do(push=in_turn(*due))

    def title(self, st: State) -> str:
        """The attacks in the breadcrumb."""
        return "on leaving"


class LayLanes(Frame, frozen=True):
    """After a First Fire attack is resolved the lanes that it declared stand (A9.22)."""

    action: Fire
    cowered: bool

    def ask(self, st: State) -> Do:
        """Place them."""
        laid = lanes_laid(st, self.action, self.cowered)
        return Do(events=tuple(FireLanePlaced(weapon=weapon, hexes=hexes) for weapon, hexes in laid))
