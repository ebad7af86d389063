"""Claiming Wall Advantage and giving it up, by choice and by rule (B9.322, B9.323)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from goodorder.board import Map
from goodorder.board.remember import once_per_map
from goodorder.core.actions import Action, Done, Wall
from goodorder.core.apply import apply
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Announced, Event, Tried, WallAdvantage
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import State, Unit
from goodorder.core.view import is_masked
from goodorder.rules.b_terrain.wall_advantage import (
    bluffs,
    could_hold,
    denied_by,
    holds,
    mandatory,
    may_claim,
    rivals,
    walls,
)
from goodorder.rules.registry import builds
from goodorder.rules.units import is_dummy, name


@once_per_map(64)
def walled(board: Map) -> frozenset[int]:
    """The hexes of a map that have a wall, hedge or bocage on a hexside."""
    return frozenset(h.index for h in board.hexes if any(kind is not None and kind.tem > 0 for kind in h.sides))


def _asked(st: State) -> bool:
    return bool(st.world.rules.offers("wall_advantage")) and bool(walled(st.world.map))


@builds("B9.323", "B9.41")
def settled(st: State) -> tuple[Event, ...]:
    """What changes by itself: claims of those who may not hold them are gone, and who has to claim does.

    Who has stood there longest comes first, then the ATTACKER.
    """
    if not _asked(st):
        return ()
    events: list[Event] = []
    for unit in st.units.values():
        if unit.wa and not could_hold(st, unit):
            events.append(WallAdvantage(unit=unit.id, held=False))
    for event in events:
        st = apply(st, event)
    near = walled(st.world.map)
    there = [u for u in st.units.values() if u.loc in near and not u.wa]
    waiting = [u for u in there if could_hold(st, u) and mandatory(st, u) and rivals(st, u)]
    for unit in sorted(waiting, key=lambda u: (not holds(st, u), u.side != st.turn.attacker)):
        if not any(enemy.wa for enemy in rivals(st, st.units[unit.id])):
            event = WallAdvantage(unit=unit.id, held=True)
            events.append(event)
            st = apply(st, event)
    return tuple(events)


def _note(st: State, action: Wall) -> str:
    return f"{'claim' if action.held else 'forfeit'} {st.turn.phase}"


@builds("B9.322")
def wall_refusal(st: State, side: int, action: Wall) -> Refusal | None:
    """Why these units may not claim or give up Wall Advantage now, or None; each once a phase (ruling R324)."""
    if lacking := st.world.rules.lacks("wall_advantage"):
        return lacking
    if not action.units or any(u not in st.units or st.units[u].side != side for u in action.units):
        return Refusal("B9.322", "it is not this side's unit")
    if len(set(action.units)) != len(action.units):
        return Refusal("B9.322", "a unit is named twice")
    for unit in (st.units[u] for u in action.units):
        if unit.pinned or unit.ti:
            return Refusal("B9.322", f"{name(st, unit)} is pinned or immobilized")
        if not action.held and mandatory(st, unit):
            return Refusal("B9.323", f"{name(st, unit)} has no cover of its own and has to keep it")
        if unit.wa == action.held:
            return Refusal("B9.322", f"{name(st, unit)} {'has claimed it' if unit.wa else 'has not claimed it'}")
        if _note(st, action) in st.trail(unit.id).tried:
            return Refusal("B9.322", f"{name(st, unit)} has done so in this phase")
        if action.held and not may_claim(st, unit):
            rule = "B9.321" if could_hold(st, unit) else "B9.32"
            return Refusal(rule, f"{name(st, unit)} can't have Wall Advantage")
    return None


def wall_entries(st: State, side: int) -> list[Entry]:
    """A leaf for each claim that a side could make or give up now."""
    if not _asked(st):
        return []
    found: list[Entry] = []
    near = walled(st.world.map)
    for unit in st.units.values():
        if unit.side != side or unit.loc < 0 or not (unit.wa or (unit.loc in near and walls(st, unit))):
            continue
        action = Wall((unit.id,), not unit.wa)
        if wall_refusal(st, side, action) is None:
            words = f"{name(st, unit)}: {'claim' if action.held else 'give up'} Wall Advantage"
            found.append(leaf(f"wa{unit.id}", words, action, kind="option", unit=unit.id, hex=unit.loc, rule="B9.322"))
    return found


def wall_events(st: State, action: Wall) -> tuple[Event, ...]:
    """The claim or its end, and what it settles for others."""
    events: list[Event] = []
    for unit in action.units:
        events.append(Tried(unit=unit, what=_note(st, action)))
        denier = denied_by(st, st.units[unit]) if action.held else None
        if denier is not None:
            events += _shown(st, denier, st.units[unit])
            continue
        events.append(WallAdvantage(unit=unit, held=action.held))
        if action.held and not is_dummy(st.units[unit]):
            events += [WallAdvantage(unit=bluff.id, held=False) for bluff in bluffs(st, st.units[unit])]
    for event in events:
        st = apply(st, event)
    return (*events, *settled(st))


@builds("B9.324")
def _shown(st: State, denier: Unit, claimer: Unit) -> list[Event]:
    """A concealed claimer proves first that it is no Dummy, then who denies him the wall does."""
    found: list[Event] = []
    for unit in (claimer, denier):
        if unit.concealed:
            text = f"{name(st, unit)} in {st.world.map.place_name(unit.loc)} shows itself for a moment at the wall"
            found.append(Announced(text=text, rule="B9.324", side=unit.side, kind="info", locs=(unit.loc,)))
    return found


@builds("B9.322")
class WallClaims(Frame, frozen=True):
    """At the end of the RPh first the ATTACKER, then the DEFENDER claims or gives up Wall Advantage."""

    second: bool = False

    def side(self, st: State) -> int:
        """Whose turn it is."""
        return 1 - st.turn.attacker if self.second else st.turn.attacker

    def ask(self, st: State) -> Choice | Do:
        """The side's choice, passed over when it has none."""
        side = self.side(st)
        entries = wall_entries(st, side)
        masked = _asked(st) and is_masked(st, side)
        if not entries and not masked:
            return self._on()
        entries.append(leaf("pass", "Leave the walls as they are", Done(), kind="pass", rule="B9.322"))

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, Wall):
                return not_asked("B9.322", "only Wall Advantage is claimed now")
            return wall_refusal(st, side, action)

        return Choice(side, "Wall Advantage", "B9.322", Menu(lambda: entries), check, public=masked)

    def _on(self) -> Do:
        return Do() if self.second else Do(then=replace(self, second=True))

    def chosen(self, st: State, action: Action) -> Do:
        """Carry the claim out and ask again."""
        if isinstance(action, Wall):
            return Do(events=wall_events(st, action), then=self)
        return self._on()

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Wall Advantage"


Check = Callable[[Action], Refusal | None]


def with_walls(st: State, side: int, check: Check) -> Check:
    """A check that understands claims of Wall Advantage beside what it did before."""

    def wider(action: Action) -> Refusal | None:
        return wall_refusal(st, side, action) if isinstance(action, Wall) else check(action)

    return wider
