"""The cheapest way of a charge, in MF, over the map as its side knows it (A15.431, A15.45)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count
from operator import attrgetter, is_
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from goodorder.board import Map
from goodorder.board.map.bypass_ways import obstacle
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.stance import PLAIN
from goodorder.core.state import PARTS, State, Unit
from goodorder.core.way import Way

from ..a04_movement.all_mf import takes_all, unit_cost
from ..a04_movement.bypass import not_to_stop_in_bypass
from ..a04_movement.permission import enough_mf
from ..facts.bypass_path import bypass_path, paths_into
from ..facts.cliffs import cliff_between
from ..facts.entry import HALF, EntryFacts, facts_of, own_stack, road_leads
from ..facts.ground import ground, map_now
from ..facts.places import beside
from ..points import MAY_ENTER
from ..registry import builds
from .foes import known_foes

ENDLESS = 1_000_000
"""Half MF that a stack has in hand while its way is looked for: how far it comes in this MPh is another question."""

WATER = ("WATER", "flooded_stream")


class Route(Struct, frozen=True):
    """The cheapest ways to a Location: half MF, the steps that may be the first, and how many hexes one enters."""

    cost: int
    first: frozenset[Way]
    hexes: int


Place = tuple[int, tuple[int, ...], int]
"""A Location, the way gone along its hexsides in Bypass, and Crest status."""

_Entry = tuple[int, int, int, Place, tuple[Way, Place] | None]
"""What it costs at least to the goal and from the start, half MF, a number that orders the rest, a place, and a way out
of it that is still to be judged, with where it leads.
"""


class Paces(Struct):
    """What is known of the ways of a stack out of the places that searches came to, whatever it charges: the ways out
    of each, with the place that each leads to, and what tells a way, with its half MF, None where it is closed.
    """

    ways: dict[Place, tuple[tuple[Way, Place], ...]] = {}
    steps: dict[tuple[Place, Way], tuple[Way, int | None]] = {}


def imagined(st: State, unit: Unit) -> bool:
    """Whether a position is one of those in which a way is looked for."""
    return st.trail(unit.id).spent < 0


@builds("A15.431", "A15.431e")
def route(st: State, ids: tuple[int, ...], goal: int) -> Route | None:
    """The cheapest ways of a stack to a Location, None where none leads there."""
    base = _with_endless(st, ids)
    known = _known(st, base)
    if (ids, goal) not in known:
        walk = _Walk(base, ids, known.setdefault(ids, Paces()))
        known[ids, goal] = _search(st, st.units[ids[0]], goal, walk)
    found: Route | None = known[ids, goal]
    return found


@builds("A15.45", "A15.45a")
def makes_detour(st: State, ids: tuple[int, ...], goal: int, found: Route) -> bool:
    """Whether ground that stops a charge makes the cheapest way, ``found`` already, go around."""
    if not _barriers(map_now(st)):
        return False
    base = _with_endless(st, ids)
    known = _known(st, base)
    if (ids, goal, found.cost) not in known:
        walk = _Walk(base, ids, known.setdefault(ids, Paces()))
        straight = _search(st, st.units[ids[0]], goal, walk, over_all=True, below=found.cost)
        known[ids, goal, found.cost] = straight
    return known[ids, goal, found.cost] is not None


def _known(st: State, base: State) -> dict[tuple[Any, ...], Any]:
    """The ways that are known, and the paces of each stack: again in a position that differs only in whether it has
    begun to move, and what it has spent, as they are asked as the MPh begins, as the charge is announced, and as its
    first step is taken.
    """
    parts = (st.world, *_READ(st))
    of, known = st.tables.get(ROUTES, (None, None))
    if of is not st.units or not all(map(is_, known[0], parts)) or known[1] != base.trails:
        known = parts, base.trails, {}
        st.tables[ROUTES] = (st.units, known)
    found: dict[tuple[Any, ...], Any] = known[2]
    return found


ROUTES = "routes"
"""Where a position remembers the ways of charges."""

_READ = attrgetter(*(part.name for part in PARTS if part.name not in ("trails", "stack", "rolls", "third")))
"""The parts that a way hangs on besides trails: all that any rule reads."""


def _search(
    st: State, first: Unit, goal: int, walk: _Walk, *, over_all: bool = False, below: int = ENDLESS
) -> Route | None:
    """A* search for a way that costs less half MF than ``below``; ``over_all``: as if nothing on the ground stopped a
    charge.

    A way out of a place waits in the queue with the least that it could cost, and is judged when its turn comes: most
    lead away from the goal, and theirs never does.  Of entries as promising those from nearer the start come first,
    so that whatever leads to a place at the same cost has been judged before one goes on from it.
    """
    board = map_now(st)
    barred = frozenset(one.loc for one in known_foes(st, first.side)) - {goal}
    start: Place = (first.loc, first.stance.bypass, first.stance.crest)
    best: dict[Place, int] = {start: 0}
    firsts: dict[Place, frozenset[Way]] = {start: frozenset()}
    hexes: dict[Place, int] = {start: 0}
    number = count(1)
    todo: list[_Entry] = [(0, 0, 0, start, None)]
    done: set[Place] = set()
    while todo:
        _, spent, _, here, out = heapq.heappop(todo)
        if out is None:
            if here in done:
                continue
            done.add(here)
            if here[0] == goal and not here[1]:
                return Route(spent, firsts[here], hexes[here])
            for out in walk.ways(here):
                if out[1][0] not in barred:
                    least = spent + HALF * board.distance(out[1][0], goal) + _least(here, out[0])
                    if least < below:
                        heapq.heappush(todo, (least, spent, next(number), here, out))
            continue
        way, there = out
        entered, known = hexes[here] + (there[0] != here[0]), best.get(there)
        if known is not None and known <= (least := spent + _least(here, way)):
            as_begun = firsts[here] and firsts[here] <= firsts[there]
            if known < least or (as_begun and entered >= hexes[there]):
                continue  # it is not judged where it could not lead to the place sooner, nor otherwise
        step = walk.step(here, way, over_all=over_all)
        if step is None:
            continue
        told, after = step[0], spent + step[1]
        begun = firsts[here] or frozenset((told,))
        if known is None or after < known:
            best[there], firsts[there], hexes[there] = after, begun, entered
            least = after + HALF * board.distance(there[0], goal)
            if least < below:
                heapq.heappush(todo, (least, after, next(number), there, None))
        elif after == known:
            firsts[there] |= begun
            hexes[there] = min(hexes[there], entered)
    return None


def _with_endless(st: State, ids: tuple[int, ...]) -> State:
    """The position with MF without end for the stack."""
    for unit in ids:
        st = st.with_trail(unit, replace(st.trail(unit), spent=-ENDLESS, started=True, ended=False, dash=-1))
    return st


class _Walk:
    """A stack with MF without end: where it may go from a place, found once for all that it may charge."""

    def __init__(self, base: State, ids: tuple[int, ...], paces: Paces) -> None:
        self._base, self._ids, self._paces = base, ids, paces
        self._standing: dict[Place, State] = {}

    def _at(self, here: Place) -> State:
        """The position with the stack in a place."""
        found = self._standing.get(here)
        if found is None:
            (loc, path, crest), found = here, self._base
            stance = PLAIN.with_(bypass=path, crest=crest)
            for unit in self._ids:
                found = found.with_unit(replace(found.units[unit], loc=loc, stance=stance, pinned=False))
            self._standing[here] = found
        return found

    def ways(self, here: Place) -> tuple[tuple[Way, Place], ...]:
        """The ways out of a place, each with the place that it leads to."""
        known = self._paces.ways
        if here not in known:
            known[here] = tuple(_ways(self._at(here), self._ids, here[0]))
        return known[here]

    def step(self, here: Place, way: Way, *, over_all: bool) -> tuple[Way, int] | None:
        """What tells it, and its half MF; None where it is closed."""
        known = self._paces.steps
        if (here, way) not in known:
            known[here, way] = _step(self._at(here), self._ids, way)
        told, cost = known[here, way]
        if cost is not None:
            return told, cost
        over = over_all and not way.bypass and _barrier(self._base, here[0], way.to)
        return (told, HALF) if over else None


def _least(here: Place, way: Way) -> int:
    """The fewest half MF that a way out of a place could cost; a MF too in Bypass, and from there into the obstacle."""
    return HALF if way.to != here[0] or way.bypass or here[1] else 0


def _step(now: State, ids: tuple[int, ...], way: Way) -> tuple[Way, int | None]:
    """What tells a way out of a place, and its half MF, None where it is closed."""
    facts = facts_of(now, own_stack(now, ids), way)
    paying = facts.units if takes_all(facts) else facts.units[:1]
    cost = None if _closed(facts) else max([unit_cost(facts, unit) for unit in paying])
    return way_compared(facts), cost


def way_compared(facts: EntryFacts) -> Way:
    """What tells the ways of a charge apart: not on which side of a house one goes around."""
    return replace(facts.way, side=-1, past=-1)


def _closed(facts: EntryFacts) -> bool:
    """Whether any rule keeps the units from going that way, MF apart."""
    for function in facts.st.world.rules.speaking(MAY_ENTER, facts.kinds):
        if function is not enough_mf and function is not not_to_stop_in_bypass and function(facts) is not None:
            return True
    return False


def _ways(st: State, ids: tuple[int, ...], loc: int) -> Iterator[tuple[Way, Place]]:
    """The ways out of a place, on by road where one leads there, and around obstacles, with where they lead."""
    first, board = st.units[ids[0]], map_now(st)
    bypassing = first.stance.bypass
    if bypassing:
        yield Way(loc, loc), (loc, (), -1)
    if first.stance.crest >= 0:
        yield Way(loc, loc), (loc, (), -1)
    for to in beside(st, loc):
        yield Way(loc, to), (to, (), -1)
        if road_leads(st, loc, to):
            yield Way(loc, to, road=True), (to, (), -1)
    for to in (loc, *board.around(loc)):
        if to < 0 or to >= len(board.hexes) or (to == loc and not bypassing) or not obstacle(ground(st, to).terrain):
            continue
        for sides, path in paths_into(board, bypass_path(first), loc, to):
            yield Way(loc, to, bypass=sides), (to, path, -1)


@builds("A15.45", "A15.45a")
def _barrier(st: State, frm: int, to: int) -> bool:
    """Whether it is a Water Obstacle without a bridge, or a cliff, that closes the way into a Location."""
    terrain = ground(st, to).terrain
    return terrain.category in WATER or terrain.id in WATER or cliff_between(st, frm, to)


@once_per_map(64)
def _barriers(board: Map) -> bool:
    """Whether a map has any ground that stops a charge."""
    wet = any(h.terrain.category in WATER or h.terrain.id in WATER for h in board.hexes)
    return wet or any(place.kind == "climb" for place in board.locations)
