"""Searches and Mopping Up, with the Casualty dr of the side that is found (A12.152-A12.154)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from goodorder.core.actions import Action, MopUp, PickLocation
from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Announced, DiceThrown, Event, MoveEnded, TiPlaced, Tried
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Late, Menu, leaf
from goodorder.core.notes import Note
from goodorder.core.state import State
from goodorder.rules.a12_concealment.mopping_up import (
    building_refusal,
    hides_somebody,
    might_mop,
    mopping_note,
    part_of,
    reach_refusal,
    secured,
    unfit,
    within_reach,
)
from goodorder.rules.a12_concealment.searching import (
    CASUALTY,
    SEARCH,
    accessible_hexes,
    barred_hexes,
    brought_to_light,
    casualty_ledger,
    concealed_in,
    costs_casualties,
    search_ledger,
    units_in,
)
from goodorder.rules.a20_surrender import captured
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import is_dummy, name, names
from goodorder.rules.registry import builds

from .casualties import reduction
from .selection import RandomSelection
from .thrown import thrown

TOGETHER = 3
"""How many units of a menu may mop up together; more of them by the action itself."""


@builds("A12.152")
class SearchRoll(Frame, frozen=True):
    """The Search dr of units that end their MPh with it; they are TI whatever they find."""

    units: tuple[int, ...]

    def ask(self, st: State) -> Roll:
        """One die for all of them together."""
        return Roll(ONE_DIE, self.title(st), "A12.152", st.units[self.units[0]].side, self.units)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """How many Accessible hexes they may not search; then which. Dummies that went as they were seen to spend MF
        are not among them any more.
        """
        found = tuple(unit for u in self.units if (unit := st.units[u]).loc >= 0)
        ledger = search_ledger(st, found)
        final = faces[0] + ledger.total()
        near = accessible_hexes(st, found[0].loc)
        barred = barred_hexes(final, len(near))
        notice = thrown(
            self.ask(st),
            faces,
            f"{len(near) - barred} of {len(near)} hexes beside searched",
            final=final,
            lines=ledger.lines(),
        )
        events: list[Event] = [notice]
        for unit in found:
            events += [Tried(unit=unit.id, note=Note(SEARCH)), TiPlaced(unit=unit.id), MoveEnded(unit=unit.id)]
        return Do(events=tuple(events), then=SearchHexes(self.units, st.world.map.hex_at(found[0].loc), near, barred))

    def title(self, st: State) -> str:
        """The Search in the breadcrumb."""
        return f"Search by {names(st, self.units)}"


@builds("A12.152")
class SearchHexes(Frame, frozen=True):
    """The ATTACKER leaves ``barred`` of the hexes ``near`` unsearched, then all others and his own are searched."""

    units: tuple[int, ...]
    own: int
    near: tuple[int, ...]
    barred: int

    def ask(self, st: State) -> Choice | Do:
        """One hex at a time; none is asked for where none or all are left out."""
        if self.barred == len(self.near):
            return self._search(st, ())
        if not self.barred:
            return self._search(st, self.near)
        side = st.units[self.units[0]].side

        def entries() -> list[Entry]:
            board = map_now(st)
            words = ((h, board.place_name(h)) for h in self.near)
            return [leaf(f"h:{board.word(h)}", self._rest(st, h, word), PickLocation(h), hex=h) for h, word in words]

        def check(action: Action) -> Refusal | None:
            if not isinstance(action, PickLocation):
                return not_asked("A12.152", "name a hex that is not searched")
            return None if action.loc in self.near else Refusal("A12.152", "not an Accessible hex")

        many = len(self.near) - self.barred
        asked = f"Search {st.world.map.place_name(self.own)} and {many} of {len(self.near)} hexes: which is left out?"
        text = "What hides in the hexes searched is found"
        return Choice(side, asked, "A12.152", Menu(entries), check, text)

    def _rest(self, st: State, left_out: int, word: str) -> str:
        """What is searched when this hex is left out, as far as that is known then."""
        if self.barred > 1:
            return f"all but {word}, and {self.barred - 1} more to be left out"
        return (
            f"{', '.join(st.world.map.place_name(h) for h in self.near if h != left_out) or 'the own hex'}, not {word}"
        )

    def chosen(self, st: State, action: Action) -> Do:
        """One less."""
        assert isinstance(action, PickLocation)
        near = tuple(h for h in self.near if h != action.loc)
        return Do(then=replace(self, near=near, barred=self.barred - 1))

    def _search(self, st: State, near: tuple[int, ...]) -> Do:
        hexes = (self.own, *near)
        side = 1 - st.units[self.units[0]].side
        where = ", ".join(st.world.map.place_name(h) for h in hexes)
        found = brought_to_light(st, hexes, side, "A12.152")
        spots = dict.fromkeys(st.world.map.place_name(unit.loc) for unit in concealed_in(st, hexes, side) if found)
        words = f"something in {', '.join(spots)}" if spots else "nobody"
        notice = Announced(
            text=f"{names(st, self.units)} searched {where} and found {words}",
            rule="A12.152",
            side=1 - side,
            kind="move",
            subjects=self.units,
            locs=hexes,
        )
        return Do(events=(notice, *found), push=casualty_dr(st, hexes, side, self.units))

    def title(self, st: State) -> str:
        """The Search in the breadcrumb."""
        return f"Search by {names(st, self.units)}"


def casualty_dr(st: State, hexes: tuple[int, ...], side: int, units: tuple[int, ...]) -> tuple[Frame, ...]:
    """The DEFENDER's Casualty dr, its drm by who is concealed now, before anybody is revealed; or nothing."""
    if not costs_casualties(st, hexes, side):
        return ()
    real = tuple(unit for unit in units if not is_dummy(st.units[unit]))
    return (CasualtyRoll(real, side, tuple(unit.id for unit in concealed_in(st, hexes, side))),)


@builds("A12.154")
class CasualtyRoll(Frame, frozen=True):
    """The Casualty dr of a searched side: on a Final 1 or less Random Selection reduces a searcher.

    ``found`` are the concealed units of the searched hexes, which give the drm.
    """

    units: tuple[int, ...]
    side: int
    found: tuple[int, ...] = ()

    def ask(self, st: State) -> Roll:
        """One die, thrown by the side that is searched."""
        return Roll(ONE_DIE, "Search casualties", "A12.154", self.side, self.units)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Whether anybody is hit, and who."""
        ledger = casualty_ledger(st, tuple(st.units[unit] for unit in self.found))
        hit = faces[0] + ledger.total() <= CASUALTY
        notice = DiceThrown(
            dice=ONE_DIE,
            faces=faces,
            purpose="Search casualties",
            rule="A12.154",
            side=self.side,
            original=faces[0],
            final=faces[0] + ledger.total(),
            need=f"{CASUALTY} or less",
            outcome="Casualty Reduction" if hit else "no effect",
            subjects=(*self.units, *self.found),
            lines=ledger.lines(),
        )
        if not hit:
            return Do(events=(notice,))
        chosen = RandomSelection(self.units, 1, "who suffers Search casualties", "A12.154", self.side)
        return Do(events=(notice,), then=self, push=(chosen,))

    def resumed(self, st: State, value: Any) -> Do:
        """Casualty Reduction of those chosen."""
        events, frames = reduction(st, tuple(value), "A12.154")
        return Do(events=events, push=frames)

    def title(self, st: State) -> str:
        """The dr in the breadcrumb."""
        return "Search casualties"


def mop_entries(st: State, side: int) -> Sequence[Entry]:
    """Ways to mop up a building: by one unit, or by the fewest together that reach all of it."""
    board = map_now(st)
    ways: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for part, there in might_mop(st, side).items():
        if within_reach(board, part) or all(
            reach_refusal(st, side, part, (unit,)) is None for unit in there
        ):  # nobody needs another's help
            for one in there:
                ways.append((part, (one,)))
        elif building_refusal(st, side, part) is None:
            ways += [(part, units) for units in _together(st, side, part, there)]
    return Late(len(ways), lambda at: _mop_leaf(st, side, *ways[at]))


def _together(st: State, side: int, part: tuple[int, ...], there: list[int]) -> list[tuple[int, ...]]:
    """The fewest units of a building together that reach all of it."""
    units = [unit for unit in there if unfit(st, st.units[unit]) is None]
    for count in range(1, min(TOGETHER, len(units)) + 1):
        groups = [some for some in combinations(units, count) if reach_refusal(st, side, part, some) is None]
        if groups:
            return groups
    return []


def _mop_leaf(st: State, side: int, part: tuple[int, ...], units: tuple[int, ...]) -> Entry:
    """A way to mop up a building, alive where these units are fit for it and the building can be mopped up."""

    def alive() -> bool:
        for unit in units:
            if unfit(st, st.units[unit]) is not None:
                return False
        return building_refusal(st, side, part) is None

    return leaf(
        "mop" + "+".join(map(str, units)),
        lambda: f"{names(st, units)}: Mopping Up",
        MopUp(units),
        alive=alive,
        unit=units[0] if len(units) == 1 else 0,
        note="TI",
        rule="A12.153",
    )


@builds("A12.153")
class MoppingUp(Frame, frozen=True):
    """Units become TI; what hides in their building comes to light, and an empty one is theirs."""

    units: tuple[int, ...]
    lit: bool = False

    def ask(self, st: State) -> Do:
        """Hidden units and Dummies first, then the Casualty dr; what remains decides whether it is secured."""
        first = st.units[self.units[0]]
        hexes, side = part_of(map_now(st), first.loc), 1 - first.side
        if not self.lit:
            note = mopping_note(st, self.units)
            events: list[Event] = []
            for unit in self.units:
                events += [Tried(unit=unit, note=note), TiPlaced(unit=unit)]
            events += brought_to_light(st, hexes, side, "A12.153")
            return Do(events=tuple(events), then=replace(self, lit=True), push=())
        push = casualty_dr(st, hexes, side, self.units)
        if hides_somebody(st, hexes, side):
            return Do(push=push)
        taken: list[Event] = []
        for enemy in units_in(st, hexes, side):
            taken += captured(st, (enemy, (first,)))
        where = ", ".join(st.world.map.place_name(h) for h in hexes)
        notice = Announced(
            text=f"{name(st, first)} secures the building {where}",
            rule="A12.153",
            side=first.side,
            kind="info",
            subjects=self.units,
            locs=hexes,
        )
        return Do(events=(notice, *taken, *secured(st, hexes, first.side)), push=push)

    def title(self, st: State) -> str:
        """The task in the breadcrumb."""
        return f"Mopping Up by {names(st, self.units)}"
