"""Line of sight between two hex centres (A6): the verdict, and the walk that finds it.

The hexes and hexsides met are decided exactly (:mod:`goodorder.board.trace`); drawn terrain is looked up in
the raster on both sides of the thread, because it counts only where it shows on both (A6.1). The walk goes
from the lower-numbered end, so a verdict is the same from either end.

Heights are kept doubled inside this module, so that a half level is a whole number.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from goodorder.board import terrain as t
from goodorder.board.hexgrid import HEX_HEIGHT, UNIT_X, UNIT_Y, lattice
from goodorder.board.raster import PAD
from goodorder.board.trace import PROPER, SPINE, TOUCH, Step, Trace, trace

if TYPE_CHECKING:
    from goodorder.board.board import Map

LIMIT = 6
"""Hindrances of this total block (B.10)."""
_ASIDE = 1.01
"""Pixels from the thread to either side looked at; not a whole number, so that both sides round alike."""
_CORNER = 8
"""Pixels: where a line cuts off no more than this of a hex, its pixels decide even if they are all alike."""
_TRIM = 1.3
"""Pixels left out at both ends of the part of a line in one hex."""


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


class Verdict(msgspec.Struct, frozen=True):
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
        return msgspec.structs.replace(
            self, a=self.b, b=self.a, hindrances=self.hindrances[::-1], hexes=self.hexes[::-1]
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
        self.top = 2 * level + 2 * found.height + (1 if found.half else 0)
        self.lower = found.los
        self.upper = found.upper or found.los
        self.hinders = found.hindrance > 0
        self.value = found.hindrance
        self.inherent = found.inherent
        self.id, self.name, self.rule = found.id, found.name, found.rule


class Sight:
    """The prepared pixels of one map and the walk over them."""

    def __init__(self, board: Map) -> None:
        content = board.content
        self.board = board
        self.kinds = [_Kind(code, level) for code, level in content.kinds]
        grid = np.pad(content.kind_grid, PAD, mode="edge")
        self.stride = int(grid.shape[1])
        self.flat = np.ascontiguousarray(grid).ravel().astype(np.int32)
        # the highest top in each hex, and the one kind it holds when it holds only one
        self.high = [max(self.kinds[k].top for k in held) for held in content.by_hex]
        self.only = [held[0] if len(held) == 1 else -1 for held in content.by_hex]
        self.whole: dict[tuple[int, int], _Kind] = {}
        self.inherent = [h.terrain.inherent for h in board.hexes]
        self.walls = {
            (h.index, side): found for h in board.hexes for side, found in enumerate(h.sides) if found is not None
        }
        self.walled = {index for index, _ in self.walls}

    def verdict(self, a: int, b: int) -> Verdict:
        """The verdict from ``a`` to ``b``, which must be ordered a < b."""
        board = self.board
        first, last = board.hexes[a], board.hexes[b]
        line = trace(first.col & 1, last.col - first.col, last.row - first.row)
        reach = board.distance(a, b)
        met = [(s, board.at(first.col + s.dc, first.row + s.dr)) for s in line.steps]
        hexes = tuple(i for s, i in met if i >= 0 and s.kind != TOUCH)
        crossed = tuple((a, s) for s in line.leaving) + tuple((b, s) for s in line.entering)
        spines = []
        for end, spine in ((a, line.spine_out), (b, line.spine_in)):
            if spine is not None:
                index = board.at(first.col + spine[0], first.row + spine[1])
                if index >= 0:
                    spines.append((end, index, spine[2]))
        why: Obstruction | None = None
        hindering: dict[int, tuple[int, Hindrance]] = {}
        walled = self.walls and any(i in self.walled for _, i in met)
        if reach > 1:
            why = self._walk(a, b, line, met, hindering)
            if walled and first.level == last.level:
                why = self._wall(a, b, line) or why
        hindrances = tuple(h for _, (_, h) in sorted(hindering.items()))
        total = sum(h.value for h in hindrances)
        if why is None and total >= LIMIT:
            last_one = hindrances[-1]
            spot = board.hexes[last_one.hex]
            why = Obstruction(
                last_one.hex,
                last_one.terrain,
                float(spot.level),
                "B.10",
                f"hindrances add up to +{total}, and +{LIMIT} is too thick to see through",
                (spot.x, spot.y),
            )
        return Verdict(a, b, why is not None, hindrances, total, reach, hexes, crossed, tuple(spines), why)

    def _walk(
        self, a: int, b: int, line: Trace, met: list[tuple[Step, int]], hindering: dict[int, tuple[int, Hindrance]]
    ) -> Obstruction | None:
        """Drawn terrain and ground along the line; fills ``hindering`` by range (A6.7), gives what blocks."""
        board = self.board
        ea, eb = board.hexes[a].level, board.hexes[b].level
        low, high = 2 * min(ea, eb), 2 * max(ea, eb)
        slope = ea != eb and self._slope(met, ea, eb)
        reach = board.distance(a, b)
        length = ((board.hexes[a].x - board.hexes[b].x) ** 2 + (board.hexes[a].y - board.hexes[b].y) ** 2) ** 0.5
        for s, index in met:
            if index < 0 or s.near == 0 or s.far == 0 or s.near >= reach or s.far >= reach:
                continue
            if self.high[index] <= low:
                continue  # nothing here rises above the lower end
            inherent = self.inherent[index]
            if s.kind == TOUCH and not inherent:
                continue
            # ranges from the higher and to the lower end
            down, up = (s.near, s.far) if ea >= eb else (s.far, s.near)
            near_crest = down == 1 and high > low
            # along a hexside one hex alone is one side of the thread only
            whole = self.only[index] >= 0 and s.kind == PROPER and (s.t1 - s.t0) * length > _CORNER
            if whole and not (near_crest and self.kinds[self.only[index]].ground == high):
                pairs = {self.only[index] * 257}
                walk = None
            else:
                walk = self._pixels(a, b, s)
                pairs = set(walk.tolist())
            found: Obstruction | None = None
            hinder: _Kind | None = None
            for pair in sorted(pairs):
                left, right = self.kinds[pair >> 8], self.kinds[pair & 255]
                if inherent:
                    left = right = self._inherent(index, left, right)
                spare = near_crest and board.hexes[index].level * 2 < high
                one = self._blocks(left, low, high, down, up, spare)
                if one is not None:
                    two = one if left is right else self._blocks(right, low, high, down, up, spare)
                    if two is not None:
                        lesser, reason = (left, one) if left.top <= right.top else (right, two)
                        if near_crest and reason[0] == "B10.2" and not self._far_half(a, b, s, pair, ea >= eb):
                            continue
                        found = self._obstruct(index, lesser, reason, s, a, b, walk, pair)
                        break
                if left.hinders and right.hinders:
                    kind = left if left.value <= right.value else right
                    if (kind.ground == low == high) or slope:
                        hinder = kind
            if found is not None:
                return found
            if hinder is not None:
                known = hindering.get(s.near)
                if known is None or known[0] < hinder.value:
                    hindering[s.near] = (hinder.value, Hindrance(index, hinder.id, hinder.value, hinder.rule))
        return None

    def _slope(self, met: list[tuple[Step, int]], ea: int, eb: int) -> bool:
        """Whether every hex along the line is one level above or below the last (B.5)."""
        sign = 1 if eb > ea else -1
        return all(
            s.kind != SPINE and i >= 0 and self.board.hexes[i].level == ea + sign * s.near
            for s, i in met
            if s.kind != TOUCH
        )

    def _inherent(self, index: int, left: _Kind, right: _Kind) -> _Kind:
        """What pixels of an inherent-terrain hex count as: at least its terrain, on their own ground (B10.1)."""
        lesser = left if left.top <= right.top else right
        if lesser.lower == "obstacle":
            return lesser
        key = (self.board.hexes[index].terrain.code, lesser.level)
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

    def _pixels(self, a: int, b: int, s: Step) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        """Kinds on the left and right of the thread along one step, packed left * 256 + right."""
        first, last = self.board.hexes[a], self.board.hexes[b]
        u0, v0 = lattice(first.col, first.row)
        u1, v1 = lattice(last.col, last.row)
        x0, y0 = u0 * UNIT_X, v0 * UNIT_Y
        dx, dy = (u1 - u0) * UNIT_X, (v1 - v0) * UNIT_Y
        length = (dx * dx + dy * dy) ** 0.5
        # a pixel that the hexside cuts belongs to one of the two hexes only: stay clear of it
        trim = min(_TRIM / length, (s.t1 - s.t0) / 4)
        t0, t1 = s.t0 + trim, s.t1 - trim
        count = max(1, int((t1 - t0) * length + 0.5))
        at = t0 + (t1 - t0) * _middles(count)
        x, y = x0 + PAD + at * dx, y0 + PAD + at * dy
        nx, ny = _ASIDE * dy / length, -_ASIDE * dx / length
        left = (y + ny).astype(np.int32) * self.stride + (x + nx).astype(np.int32)
        right = (y - ny).astype(np.int32) * self.stride + (x - nx).astype(np.int32)
        packed: np.ndarray[tuple[int, ...], np.dtype[np.int32]] = self.flat[left] * 256 + self.flat[right]
        return packed

    def _far_half(self, a: int, b: int, s: Step, pair: int, from_a: bool) -> bool:
        """Whether pixels of this pair lie in the half of the hex away from the higher end."""
        walk = self._pixels(a, b, s)
        first, last = self.board.hexes[a], self.board.hexes[b]
        length = ((first.x - last.x) ** 2 + (first.y - last.y) ** 2) ** 0.5
        t0, t1 = (s.t0, s.t1) if from_a else (1 - s.t1, 1 - s.t0)
        begin = (HEX_HEIGHT / length - t0) / (t1 - t0)
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
        b: int,
        walk: np.ndarray[tuple[int, ...], np.dtype[np.int32]] | None,
        pair: int,
    ) -> Obstruction:
        first, last = self.board.hexes[a], self.board.hexes[b]
        where = (s.t0 + s.t1) / 2
        if walk is not None:
            hit = int(np.argmax(walk == pair))
            where = s.t0 + (s.t1 - s.t0) * (hit + 0.5) / len(walk)
        at = (first.x + where * (last.x - first.x), first.y + where * (last.y - first.y))
        name = "crest" if reason[0] in ("B10.2", "B10.23") or reason[1].startswith("the ground") else kind.id
        height = kind.ground / 2 if name == "crest" else kind.top / 2
        return Obstruction(index, name, height, reason[0], reason[1], at)

    def _wall(self, a: int, b: int, line: Trace) -> Obstruction | None:
        """The first wall or hedge that blocks a line between ends of one level (B9.1, B9.2)."""
        board = self.board
        first, last = board.hexes[a], board.hexes[b]
        hits: list[tuple[float, tuple[int, int], str]] = []
        for (dc, dr, side), when in line.crossed:
            key = self._wall_at(first.col + dc, first.row + dr, side, first.level)
            if key is not None:
                hits.append((when, key, "the line crosses it away from both ends"))
        for corner in line.corners:
            keys = [self._wall_at(first.col + dc, first.row + dr, side, first.level) for dc, dr, side in corner.edges]
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

    def _wall_at(self, col: int, row: int, side: int, level: int) -> tuple[int, int] | None:
        """The hexside as a key when a wall or hedge of that base level stands on it."""
        index = self.board.at(col, row)
        if index < 0 or (index, side) not in self.walls:
            return None
        return (index, side) if self.board.content.wall_level[index, side] == level else None


@cache
def _middles(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The middles of ``count`` equal parts of 0 to 1."""
    parts: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = (np.arange(count) + 0.5) / count
    return parts


def _level(doubled: int) -> str:
    return f"{doubled // 2}½" if doubled & 1 else str(doubled // 2)


def _blind(count: int) -> str:
    return "the next hex behind it blind" if count == 1 else f"the next {count} hexes behind it blind"
