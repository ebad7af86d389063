"""What a computer player knows of a map: lines of fire, step costs and ways, worked out once for each map."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

from msgspec import Struct

from goodorder.board import Map
from goodorder.board.map.bypass_ways import ways as skirts
from goodorder.core.state import State
from goodorder.core.way import Way
from goodorder.data.hexarea import HexArea, in_any
from goodorder.rules.a04_movement.costs import entry_cost
from goodorder.rules.a04_movement.moving_targets import moves_in_the_open
from goodorder.rules.facts.attack_facts import sight
from goodorder.rules.facts.entry import road_leads
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.ordnance import in_arc
from goodorder.rules.facts.places import beside, ground_terrain
from goodorder.rules.facts.tem import terrain_tem

FAR = 10_000


class LineOfFire(Struct, frozen=True, gc=False):
    """A clear line of fire: range, the DRM of cover and hindrance, and whether movers there are in the open."""

    range: int
    drm: int
    opened: bool


class BotStep(Struct, frozen=True, gc=False):
    """A step into a Location beside: its cost in half MF, at the road rate or not, in Bypass along ``around``.

    With ``first`` it is two steps: past an obstacle in Bypass, then on into ``to``; ``cost`` is that of both.
    """

    to: int
    cost: int
    road: bool
    around: tuple[int, ...] = ()
    first: BotStep | None = None

    def steps(self) -> tuple[BotStep, ...]:
        """One step after the other."""
        return (self,) if self.first is None else (self.first, BotStep(self.to, self.cost - self.first.cost, self.road))


class Ground:
    """The static facts of one map."""

    def __init__(self, st: State) -> None:
        self.map: Map = map_now(st)
        self._st = State(st.world)
        self._lines: dict[tuple[int, int], LineOfFire | None] = {}
        self._approaches: dict[tuple[int, int, int], tuple[int, tuple[LineOfFire, ...]]] = {}
        self._sides: dict[tuple[int, int], tuple[int, ...]] = {}
        self._areas: dict[str, tuple[int, ...]] = {}
        self._fields: dict[frozenset[int], tuple[int, ...]] = {}
        self.size = len(self.map.locations)
        self._uppers: dict[int, list[int]] = {}
        for loc in range(len(self.map.hexes), self.size):
            under = self.map.hex_at(loc)
            if self.map.hex_of(loc).terrain.building and self.map.level(loc) > self.map.level(under):
                self._uppers.setdefault(under, []).append(loc)
        self.ways: tuple[tuple[BotStep, ...], ...] = tuple(self._ways(loc) for loc in range(self.size))
        self.into: tuple[tuple[BotStep, ...], ...] = self._reverse()
        self.tem: tuple[int, ...] = tuple(self.map.hex_of(loc).terrain.tem for loc in range(self.size))

    def sides(self, frm: int, to: int) -> tuple[int, ...]:
        """The hexsides by which a line comes into a Location; none in its own hex."""
        known = self._sides.get((frm, to))
        if known is None:
            h = self.map.hex_at(to)
            own = self.map.hex_at(frm) == h
            known = self._sides[frm, to] = () if own else tuple(self.map.line(frm, to).entry_sides(h))
        return known

    def inside(self, area: Sequence[HexArea]) -> tuple[int, ...]:
        """The hexes of an area of the scenario."""
        key = repr(area)
        found = self._areas.get(key)
        if found is None:
            found = self._areas[key] = tuple(h.index for h in self.map.hexes if in_any(area, h.name))
        return found

    def approach(self, frm: int, start: int, reach: int) -> tuple[int, tuple[LineOfFire, ...]]:
        """Of the hexes within a range of ``start`` that can be walked: how many, and the clear lines to them."""
        key = (frm, start, reach)
        found = self._approaches.get(key)
        if found is None:
            if len(self._approaches) > 4000:
                self._approaches.clear()
            near = [loc for loc in self.map.within(start, reach) if self.into[loc]]
            lines = tuple(line for loc in near if loc != frm and (line := self.line(frm, loc)) is not None)
            found = self._approaches[key] = (max(1, len(near)), lines)
        return found

    def above(self, hexes: Iterable[int]) -> frozenset[int]:
        """The upper levels of the buildings of some hexes."""
        return frozenset(loc for one in hexes for loc in self._uppers.get(one, ()))

    def line(self, frm: int, to: int) -> LineOfFire | None:
        """The line of fire from ``frm`` to ``to``, or None where it is blocked."""
        key = (frm, to)
        if key in self._lines:
            return self._lines[key]
        found: LineOfFire | None = None
        verdict = sight(self._st, frm, to)
        if not verdict.blocked:
            cover = terrain_tem(self._st, frm, to)
            drm = verdict.hindrance + (cover.value if cover else 0)
            found = LineOfFire(verdict.range, drm, moves_in_the_open(self._st, frm, to))
        self._lines[key] = found
        return found

    def covers(self, frm: int, to: int, facing: int) -> bool:
        """Whether a Location lies in the Covered Arc of a weapon that points along a hexspine."""
        return in_arc(self._st, frm, to, facing)

    def _ways(self, frm: int) -> tuple[BotStep, ...]:
        found: list[BotStep] = []
        board = self.map
        for to in beside(self._st, frm):
            if abs(board.level(to) - board.level(frm)) > 1:
                continue
            best: BotStep | None = None
            road = road_leads(self._st, frm, to)
            if road or ground_terrain(board, to).mf:
                best = BotStep(to, entry_cost(self._st, (), Way(frm, to)), False)
            if road and best is not None:
                cost = entry_cost(self._st, (), Way(frm, to, road=True))
                if cost < best.cost:
                    best = BotStep(to, cost, True)
            if best is not None:
                found.append(best)
        return tuple(self._with_rounds(frm, found))

    def _with_rounds(self, frm: int, plain: list[BotStep]) -> list[BotStep]:
        """The steps and, where that is cheaper than any two of them, the ways around woods and buildings (A4.3)."""
        board, st = self.map, self._st
        if frm >= len(board.hexes) or not st.world.rules.offers("bypass"):
            return plain
        cheapest = {way.to: way.cost for way in plain}
        found: dict[int, BotStep] = {}
        for side, over in enumerate(board.around(frm)):
            if over not in cheapest:
                continue
            for sides, out in _rounds(board, over, (side + 3) % 6):
                to = board.around(over)[out]
                if to < 0 or to == frm or to in cheapest or not ground_terrain(board, to).mf:
                    continue
                past = entry_cost(st, (), Way(frm, over, bypass=sides))
                both = past + entry_cost(st, (), Way(over, to))
                if past < cheapest[over] and (to not in found or both < found[to].cost):
                    found[to] = BotStep(to, both, False, (), BotStep(over, past, False, sides))
        return [*plain, *found.values()]

    def _reverse(self) -> tuple[tuple[BotStep, ...], ...]:
        into: list[list[BotStep]] = [[] for _ in range(self.size)]
        for frm, ways in enumerate(self.ways):
            for way in ways:
                into[way.to].append(BotStep(frm, way.cost, way.road))
        return tuple(tuple(ways) for ways in into)

    def field(self, goals: Iterable[int]) -> tuple[int, ...]:
        """For every Location the half MF to the nearest goal over the shortest way; FAR where there is none."""
        key = frozenset(goals)
        known = self._fields.get(key)
        if known is not None:
            return known
        dist = [FAR] * self.size
        heap: list[tuple[int, int]] = []
        for goal in sorted(key):
            dist[goal] = 0
            heap.append((0, goal))
        heapq.heapify(heap)
        while heap:
            cost, here = heapq.heappop(heap)
            if cost > dist[here]:
                continue
            for way in self.into[here]:
                there = cost + way.cost
                if there < dist[way.to]:
                    dist[way.to] = there
                    heapq.heappush(heap, (there, way.to))
        if len(self._fields) > 400:
            self._fields.clear()
        self._fields[key] = found = tuple(dist)
        return found


def _rounds(board: Map, over: int, came: int) -> list[tuple[tuple[int, ...], int]]:
    """From hexside ``came`` of a hex: up to two free hexsides to go along, and the hexside to leave across (A4.31)."""
    free = skirts(board, over)
    found: list[tuple[tuple[int, ...], int]] = []
    for step in (1, -1):
        one, two = (came + step) % 6, (came + 2 * step) % 6
        if free[one] is None:
            continue
        found += [((one,), one), ((one,), two)]
        if free[two] is not None:
            found += [((one, two), two), ((one, two), (came + 3) % 6)]
    return found


_GROUNDS: WeakKeyDictionary[Map, Ground] = WeakKeyDictionary()


def ground_of(st: State) -> Ground:
    """The facts of a position's map, shared by every position on it."""
    found = _GROUNDS.get(map_now(st))
    if found is None:
        found = _GROUNDS[map_now(st)] = Ground(st)
    return found
