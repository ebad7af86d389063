"""Line of sight between two hex centres (A6): the verdict, and the walk that finds it.

The hexes and hexsides met are decided exactly (:mod:`goodorder.board.trace`); drawn terrain is looked up in
the raster on both sides of the thread, because it counts only where it shows on both (A6.1). The walk goes
from the lower-numbered end, so a verdict is the same from either end.

Heights are kept doubled inside this module, so that a half level is a whole number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from goodorder.board import terrain as t
from goodorder.board.hexgrid import HEX_HEIGHT
from goodorder.board.pixels import Pixels
from goodorder.board.trace import SPINE, STRIDE, TOUCH, Edges, Step, Trace, edges, trace

if TYPE_CHECKING:
    from goodorder.board.board import Map
    from goodorder.board.raster import Ints

LIMIT = 6
"""Hindrances of this total block (B.10)."""


class Obstruction(msgspec.Struct, frozen=True, gc=False):
    """What blocks a line: the hex, the terrain's id ("crest" for bare ground), the level it reaches, and why.

    ``at`` is the place in pixels.
    """

    hex: int
    terrain: str
    height: float
    rule: str
    reason: str
    at: tuple[float, float]


class Hindrance(msgspec.Struct, frozen=True, gc=False):
    """One hindrance on a line, with its DRM (A6.7)."""

    hex: int
    terrain: str
    value: int
    rule: str


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """A line of sight between two Locations.

    ``hindrance`` is the sum; ``hexes`` are those crossed in order, ends included (along a hexspine both).
    ``crossed`` lists (end hex, side) for the hexsides of *both* end hexes on the line: two where it passes a
    vertex. ``spines`` lists (end hex, hex, side): a hexside lying lengthwise on the line and touching that end.
    """

    a: int
    b: int
    blocked: bool
    hindrances: tuple[Hindrance, ...]
    hindrance: int
    range: int
    hexes: tuple[int, ...]
    crossed: tuple[tuple[int, int], ...]
    spines: tuple[tuple[int, int, int], ...]
    why: Obstruction | None

    def entry_sides(self, at: int) -> tuple[int, ...]:
        """Hexsides of the end hex ``at`` that the line crosses."""
        return tuple(side for index, side in self.crossed if index == at)

    def reversed(self) -> Verdict:
        """The same verdict told from the other end."""
        return Verdict(
            self.b,
            self.a,
            self.blocked,
            self.hindrances[::-1],
            self.hindrance,
            self.range,
            self.hexes[::-1],
            self.crossed,
            self.spines,
            self.why,
        )

    def explain(self, board: Map) -> str:
        """The verdict in a sentence, with hex names and rules."""
        ends = f"{board.hexes[self.a].name} to {board.hexes[self.b].name}, range {self.range}"
        if self.why is not None:
            return f"{ends}: blocked at {board.hexes[self.why.hex].name}: {self.why.reason} ({self.why.rule})"
        if not self.hindrances:
            return f"{ends}: clear"
        parts = ", ".join(f"{h.terrain} in {board.hexes[h.hex].name} +{h.value} ({h.rule})" for h in self.hindrances)
        return f"{ends}: clear, hindrance +{self.hindrance}: {parts}"


class _Kind:
    """One kind of pixel, prepared: doubled ground, doubled top, and how it meets a line."""

    __slots__ = ("ground", "hinders", "id", "inherent", "level", "lower", "name", "rule", "top", "upper", "value")

    def __init__(self, code: int, level: int) -> None:
        found = t.by_code().get(code) or t.by_code()[t.OPEN]
        if found.hexside:
            found = t.by_code()[t.OPEN]  # walls and hedges are judged by hexside, not by pixel
        self.level = level
        self.ground = 2 * level
        self.top = 2 * level + 2 * found.height + (1 if found.half and not found.storeys else 0)
        self.lower = found.los
        self.upper = found.upper or found.los
        self.hinders = found.hindrance > 0
        self.value = found.hindrance
        self.inherent = found.inherent
        self.id, self.name, self.rule = found.id, found.name, found.rule


class _Meeting(NamedTuple):
    """What two kinds of pixel on either side of the thread do to a line there.

    ``lesser`` is the lower of the two and ``reason`` why it blocks, if both do; ``hinder`` the lesser hindrance,
    if both are one.
    """

    lesser: _Kind
    reason: tuple[str, str] | None
    hinder: _Kind | None


class Sight:
    """The prepared pixels of one map and the walk over them."""

    def __init__(self, board: Map) -> None:
        content = board.content
        self.board = board
        self.kinds = [_Kind(code, level) for code, level in content.kinds]
        self.pixels = Pixels(content.kind_grid, [(h.x, h.y) for h in board.hexes])
        # hexes by column and row with a rim of -1, for the offsets of a trace may lead off the map
        self.places = [STRIDE * (h.col + 1) + h.row + 1 for h in board.hexes]
        self.table = [-1] * (self.places[-1] + 2 * STRIDE)
        for h in board.hexes:
            self.table[self.places[h.index]] = h.index
        self.levels = [h.level for h in board.hexes]
        # the highest top in each hex (at the end: off the map), and the one kind it holds when it holds only one
        self.high = [max(self.kinds[k].top for k in held) for held in content.by_hex] + [-999]
        self.only = [held[0] if len(held) == 1 else -1 for held in content.by_hex]
        self.inherent = [h.terrain.code if h.terrain.inherent else -1 for h in board.hexes]
        self.whole: dict[tuple[int, int], _Kind] = {}
        self.meetings: dict[tuple[int, int], dict[int, _Meeting]] = {}
        self.walls = {
            (h.index, side): found for h in board.hexes for side, found in enumerate(h.sides) if found is not None
        }
        # of each level the places with a wall or hedge, and the hexsides, numbered as in a trace
        self.standing: dict[int, tuple[set[int], dict[int, tuple[int, int]]]] = {}
        for hexside in self.walls:
            held, sides = self.standing.setdefault(content.wall_level[hexside], (set(), {}))
            held.add(self.places[hexside[0]])
            sides[6 * self.places[hexside[0]] + hexside[1]] = hexside

    def verdict(self, a: int, b: int) -> Verdict:
        """The verdict from ``a`` to ``b``, which must be ordered a < b."""
        first, last = self.board.hexes[a], self.board.hexes[b]
        key = (first.col & 1, last.col - first.col, last.row - first.row)
        line = trace(*key)
        place, table = self.places[a], self.table
        hexes = tuple([i for rel in line.through if (i := table[place + rel]) >= 0])
        crossed = tuple([(a, s) for s in line.leaving] + [(b, s) for s in line.entering])
        spines = []
        if line.radial:
            lengthwise = edges(*key)
            for end, spine in ((a, lengthwise.spine_out), (b, lengthwise.spine_in)):
                if spine is not None:
                    index = table[place + spine // 6]
                    if index >= 0:
                        spines.append((end, index, spine % 6))
        why: Obstruction | None = None
        hindrances: tuple[Hindrance, ...] = ()
        total = 0
        if line.reach > 1:
            hindering: dict[int, tuple[int, Hindrance]] = {}
            why = self._walk(a, b, line, hindering)
            if first.level == last.level and first.level in self.standing:
                walled, standing = self.standing[first.level]
                if not walled.isdisjoint([place + s.rel for s in line.steps]):
                    why = self._wall(a, b, edges(*key), standing) or why
            if hindering:
                hindrances = tuple(h for _, (_, h) in sorted(hindering.items()))
                total = sum(h.value for h in hindrances)
        if why is None and total >= LIMIT:
            last_one = hindrances[-1]
            spot = self.board.hexes[last_one.hex]
            why = Obstruction(
                last_one.hex,
                last_one.terrain,
                float(spot.level),
                "B.10",
                f"hindrances add up to +{total}, and +{LIMIT} is too thick to see through",
                (spot.x, spot.y),
            )
        return Verdict(a, b, why is not None, hindrances, total, line.reach, hexes, crossed, tuple(spines), why)

    def _walk(self, a: int, b: int, line: Trace, hindering: dict[int, tuple[int, Hindrance]]) -> Obstruction | None:
        """Drawn terrain and ground along the line; fills ``hindering`` by range (A6.7), gives what blocks."""
        place, table, tops = self.places[a], self.table, self.high
        ea, eb = self.levels[a], self.levels[b]
        low, high = 2 * min(ea, eb), 2 * max(ea, eb)
        # hexes where nothing rises above the lower end are passed over
        rising = [n for n, s in enumerate(line.inner) if tops[table[place + s.rel]] > low]
        if not rising:
            return None
        slope = ea != eb and self._slope(place, line, ea, eb)
        meetings = self.meetings.setdefault((low, high), {})
        walk: Ints | None = None
        bounds: tuple[int, ...] = ()
        for n in rising:
            s = line.inner[n]
            index = table[place + s.rel]
            inherent = self.inherent[index]
            if s.kind == TOUCH and inherent < 0:
                continue
            # ranges from the higher and to the lower end
            down, up = (s.near, s.far) if ea >= eb else (s.far, s.near)
            near_crest = down == 1 and high > low
            spare = near_crest and self.levels[index] * 2 < high
            # ranges matter only between ends of different levels
            key = (inherent + 1) << 16 | ((down << 11 | up) << 1 | spare) << 24 if high > low else (inherent + 1) << 16
            only = self.only[index]
            here: Ints | None = None
            # along a hexside one hex alone is one side of the thread only
            if only >= 0 and s.broad and not (near_crest and self.kinds[only].ground == high):
                pairs = [only * 257]
            else:
                if walk is None:
                    walk, bounds = self.pixels.along(a, self.board.hexes[a].col & 1, line)
                here = walk[bounds[n] : bounds[n + 1]]
                pairs = sorted(set(here.tolist()))
            hinder: _Kind | None = None
            for pair in pairs:
                meeting = meetings.get(key | pair)
                if meeting is None:
                    meeting = self._meeting(pair, inherent, low, high, down, up, spare)
                    meetings[key | pair] = meeting
                if meeting.reason is not None:
                    if (
                        near_crest
                        and meeting.reason[0] == "B10.2"
                        and not self._far_half(here, pair, line, s, ea >= eb)
                    ):
                        continue
                    return self._obstruct(index, meeting.lesser, meeting.reason, s, a, line, here, pair)
                found = meeting.hinder
                if found is not None and (slope or found.ground == low == high):
                    hinder = found
            if hinder is not None:
                known = hindering.get(s.near)
                if known is None or known[0] < hinder.value:
                    hindering[s.near] = (hinder.value, Hindrance(index, hinder.id, hinder.value, hinder.rule))
        return None

    def _slope(self, place: int, line: Trace, ea: int, eb: int) -> bool:
        """Whether every hex along the line is one level above or below the last (B.5)."""
        sign = 1 if eb > ea else -1
        for s in line.steps:
            if s.kind != TOUCH:
                index = self.table[place + s.rel]
                if s.kind == SPINE or index < 0 or self.levels[index] != ea + sign * s.near:
                    return False
        return True

    def _meeting(self, pair: int, inherent: int, low: int, high: int, down: int, up: int, spare: bool) -> _Meeting:
        """What a pair of kinds does to a line; ``inherent`` is the code of the hex's inherent terrain or -1."""
        left, right = self.kinds[pair >> 8], self.kinds[pair & 255]
        if inherent >= 0:
            left = right = self._inherent(inherent, left, right)
        lesser, reason = left, self._blocks(left, low, high, down, up, spare)
        if reason is not None and left is not right:
            other = self._blocks(right, low, high, down, up, spare)
            if other is None or left.top > right.top:
                lesser, reason = right, other
        hinder = None
        if left.hinders and right.hinders:
            hinder = left if left.value <= right.value else right
        return _Meeting(lesser, reason, hinder)

    def _inherent(self, code: int, left: _Kind, right: _Kind) -> _Kind:
        """What pixels of an inherent-terrain hex count as: at least its terrain, on their own ground (B10.1)."""
        lesser = left if left.top <= right.top else right
        if lesser.lower == "obstacle":
            return lesser
        key = (code, lesser.level)
        found = self.whole.get(key)
        if found is None:
            found = self.whole[key] = _Kind(*key)
        return found

    @staticmethod
    def _blocks(kind: _Kind, low: int, high: int, down: int, up: int, spare: bool) -> tuple[str, str] | None:
        """The rule and reason by which pixels of this kind block, or None.

        ``down`` is the range from the higher end to this hex, ``up`` from here to the lower end; ``spare``
        lets ground at the higher end's level pass, because this hex is lower and next to it (B10.2).
        """
        ground = kind.ground
        if ground > high:
            return "A6.2", f"the ground rises to level {_level(ground)}, above both ends"
        if ground == high > low and not spare:
            return "B10.2", f"the crest at level {_level(ground)} hides what is lower behind it"
        if low < ground < high:
            blind = ground + down // 5 - high // 2 - low // 2
            if up <= blind:
                return "B10.23", f"the crest at level {_level(ground)} makes {_blind(blind)}"
        same = ground == low == high
        if (kind.lower if same else kind.upper) != "obstacle":
            return None
        top, full = kind.top, kind.top & ~1
        if top > high:
            return "A6.2", f"{kind.name} up to level {_level(top)} stands above both ends ({kind.rule})"
        if full == high > low:
            return "B10.22", f"the higher end is no higher than the {kind.name} at level {_level(top)} ({kind.rule})"
        if low < full < high:
            blind = max(full + down // 5 - high // 2 - low // 2 + 1, 1)
            if up <= blind:
                return "A6.4", f"{kind.name} up to level {_level(top)} makes {_blind(blind)} ({kind.rule})"
        return None

    @staticmethod
    def _far_half(walk: Ints | None, pair: int, line: Trace, s: Step, from_a: bool) -> bool:
        """Whether pixels of this pair lie in the half of the hex away from the higher end."""
        if walk is None:
            return True
        t0, t1 = (s.t0, s.t1) if from_a else (1 - s.t1, 1 - s.t0)
        begin = (HEX_HEIGHT / line.length - t0) / (t1 - t0)
        if not from_a:
            walk = walk[::-1]
        cut = max(0, int(begin * len(walk)))
        return bool((walk[cut:] == pair).any())

    def _obstruct(
        self,
        index: int,
        kind: _Kind,
        reason: tuple[str, str],
        s: Step,
        a: int,
        line: Trace,
        walk: Ints | None,
        pair: int,
    ) -> Obstruction:
        first = self.board.hexes[a]
        where = (s.t0 + s.t1) / 2
        if walk is not None:
            hit = int((walk == pair).argmax())
            where = s.t0 + (s.t1 - s.t0) * (hit + 0.5) / len(walk)
        at = (first.x + where * line.dx, first.y + where * line.dy)
        name = "crest" if reason[0] in ("B10.2", "B10.23") or reason[1].startswith("the ground") else kind.id
        height = kind.ground / 2 if name == "crest" else kind.top / 2
        return Obstruction(index, name, height, reason[0], reason[1], at)

    def _wall(self, a: int, b: int, line: Edges, standing: dict[int, tuple[int, int]]) -> Obstruction | None:
        """The first wall or hedge that blocks a line between ends of one level (B9.1, B9.2)."""
        board = self.board
        first, last = board.hexes[a], board.hexes[b]
        place = 6 * self.places[a]
        hits = [
            (when, hexside, "the line crosses it away from both ends")
            for side, when in line.crossed
            if (hexside := standing.get(place + side)) is not None
        ]
        for corner in line.corners:
            keys = [standing.get(place + side) for side in corner.edges]
            along = keys[corner.along] if corner.along >= 0 else None
            others = [k for i, k in enumerate(keys) if i != corner.along]
            foreign = [k for i, k in enumerate(keys) if i != corner.along and k is not None and not corner.own[i]]
            if along is not None and corner.ending:
                if all(k is not None for k in others):
                    hits.append((corner.t, along, "it lies along the line and all three hexspines meet there"))
            elif along is not None:
                hits.append((corner.t, along, "it lies along the line, touching neither end"))
            elif foreign:
                hits.append((corner.t, foreign[0], "the line passes its end"))
        if not hits:
            return None
        when, key, reason = min(hits)
        found = self.walls[key]
        at = (first.x + when * (last.x - first.x), first.y + when * (last.y - first.y))
        return Obstruction(key[0], found.id, first.level + 0.5, "B9.2", f"a {found.name}: {reason}", at)


def _level(doubled: int) -> str:
    return f"{doubled // 2}½" if doubled & 1 else str(doubled // 2)


def _blind(count: int) -> str:
    return "the next hex behind it blind" if count == 1 else f"the next {count} hexes behind it blind"
