"""A map's lines of sight: hands the pixels to the kernel and puts its answer into words (A6).

The walk goes from the Location of the lower number, so a verdict is the same from either end (A6.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goodorder.board.map import terrain as t
from goodorder.board.map.facts import FLAGS, STAIRWAY, Extras, Facts, Ints, facts, properties
from goodorder.board.map.locations import KIND_CODES, Location, locations, renumbered
from goodorder.board.map.raster import Raster
from goodorder.board.sight import compiled, kernel_heights
from goodorder.board.sight import kernel_rules as k
from goodorder.board.sight.kernel import THICK
from goodorder.board.sight.los import Hindrance, Line, Obstruction, Verdict
from goodorder.board.sight.trace import edges, trace
from goodorder.data.citations import builds

if TYPE_CHECKING:
    from goodorder.board.map.board import Map
    from goodorder.board.map.derive import Hex

builds("A6.42")(kernel_heights.blind)
builds("A24.4")(k.smoke)

NO_SMOKE: Ints = np.zeros((0, 2), np.int32)
"""No SMOKE on the map; else each hex has its DRM and the level that it reaches."""


Course = tuple[int, tuple[int, ...], tuple[tuple[int, int], ...], tuple[tuple[int, int, int], ...]]


class Judgement(NamedTuple):
    """What the kernel says of one line, walked from the first Location to the second."""

    reason: int
    hindrance: int
    hindrances: tuple[Hindrance, ...]
    hex: int
    at: tuple[float, float]
    code: int
    ground: int


@cache
def _properties() -> Ints:
    return properties(t.by_code())


def facts_of(raster: Raster) -> Facts:
    """The facts of every hex of a raster (:mod:`goodorder.board.map.facts`)."""
    of = raster.geometry
    stairs = [False] * of.size
    for h in raster.marks.stairways:
        stairs[h] = True
    slopes, embankments, orchards = (
        [(h, side) for h, sides in judgement.items() for side in sides]
        for judgement in (raster.marks.slopes, raster.marks.embankments, raster.marks.partial_orchards)
    )
    return facts(of, raster.codes, raster.levels, _properties(), Extras(stairs, slopes, embankments, orchards))


def _with_stairs(facts: Facts, hexes: Sequence[Hex], judgement: frozenset[int]) -> Facts:
    """The facts with stairs in each hex of a building that shows no stairwell anywhere (B23.22-.24), but for hexes of
    boards that tell all of theirs (``told``).
    """
    shown = {here.building for here in hexes if here.stairwell}
    inherent = [
        here.index for here in hexes if here.levels and here.building not in shown and here.index not in judgement
    ]
    facts.field.hexes[inherent, FLAGS] |= STAIRWAY
    facts.stairway[inherent] = True
    return facts


class Sight:
    """The lines of sight of one map. ``smoke`` gives DRM and upper level of SMOKE by hex (``NO_SMOKE``: none)."""

    def __init__(self, board: Map, smoke: Ints = NO_SMOKE) -> None:
        self.board = board
        self.facts = _with_stairs(facts_of(board.raster), board.hexes, board.raster.marks.told)
        places = locations(self.facts, [h.name for h in board.hexes])
        self.places: tuple[Location, ...] = renumbered(places, board.printed.sight.places) if board.printed else places
        self.smoke = smoke
        self._ends = [(p.hex, p.level, KIND_CODES[p.kind]) for p in self.places]
        self._table = {(h.col, h.row): h.index for h in board.hexes}
        self._mind = np.zeros(k.MIND, np.int32)

    @property
    def ends(self) -> Ints:
        """Hex, level and kind of every Location, as the kernel wants them."""
        return np.array(self._ends, np.int32)

    def judge(self, a: int, b: int, without: int = 0) -> Judgement:
        """The kernel's word on the line between two Locations, walked from ``a`` to ``b``."""
        mind, field = self._mind, self.facts.field
        mind[k.RULINGS_OFF] = without
        one, two = self._ends[a], self._ends[b]
        reason = int(compiled.kernel().judge(*field, self.smoke, *one, *two, mind))
        found = []
        if mind[k.TOTAL]:
            for near in range(int(mind[k.REACH]) + 1):
                for table in (k.HINDRANCES, k.SMOKE_HINDRANCES):
                    value, h, code = mind[table + 3 * near : table + 3 * near + 3].tolist()
                    if value:
                        found.append(hindrance_of(h, value, code))
        h, x, y, code, ground = mind[k.WHERE : k.WHERE + 5].tolist()
        return Judgement(reason, int(mind[k.TOTAL]), tuple(found), h, (x, y), code, ground)

    def explain(self, a: int, b: int) -> str:
        """The line walked from ``a`` to ``b`` in a sentence."""
        judgement = self.judge(a, b)
        if judgement.reason == k.CLEAR:
            return f"clear +{judgement.hindrance}"
        why = why_of(judgement, self.places[a], self.places[b], self.board)
        return f"blocked at {self.board.hexes[why.hex].name}: {why.reason} ({why.rule})"

    def verdict(self, a: int, b: int) -> Verdict:
        """The verdict between two Locations, which must be ordered a < b."""
        judgement = self.judge(a, b)
        clear = judgement.reason == k.CLEAR
        why = None if clear else why_of(judgement, self.places[a], self.places[b], self.board)
        return Verdict(a, b, not clear, judgement.hindrance, *self.course(a, b), judgement.hindrances, why)

    def line(self, a: int, b: int, hindrance: int | None) -> Line:
        """The line between two Locations ordered a < b whose total hindrance is known; None is blocked."""
        return Line(a, b, hindrance is None, hindrance or 0, *self.course(a, b))

    def course(self, a: int, b: int) -> Course:
        """Where the line between two Locations ordered a < b runs: range, hexes, hexsides crossed, hexspines."""
        board = self.board
        first, last = board.hexes[self.places[a].hex], board.hexes[self.places[b].hex]
        if first is last:
            return 0, (first.index,), (), ()
        key = (first.col & 1, last.col - first.col, last.row - first.row)
        line = trace(*key)

        def at(rel: int) -> int:
            dc = (rel + 512) // 1024
            return self._table.get((first.col + dc, first.row + rel - dc * 1024), -1)

        hexes = tuple([i for rel in line.through if (i := at(rel)) >= 0])
        crossed = tuple([(first.index, s) for s in line.leaving] + [(last.index, s) for s in line.entering])
        spines = []
        if line.radial:
            lengthwise = edges(*key)
            for end, spine in ((first.index, lengthwise.spine_out), (last.index, lengthwise.spine_in)):
                if spine is not None and (index := at(spine // 6)) >= 0:
                    spines.append((end, index, spine % 6))
        return line.reach, hexes, crossed, tuple(spines)


def hindrance_of(h: int, value: int, code: int) -> Hindrance:
    if code < 0:
        return Hindrance(h, "smoke", value, "A24.2")
    kind = _kind(code)
    return Hindrance(h, kind.id, value, kind.rule)


def _kind(code: int) -> t.Terrain:
    return t.by_code().get(code) or t.by_code()[t.OPEN]


def why_of(judgement: Judgement, one: Location, two: Location, board: Map) -> Obstruction:
    """The reason in words, with the rule, the terrain and the level that it reaches."""
    kind = _kind(judgement.code)
    ground = f"level {judgement.ground}"
    high, low = max(one.level, two.level), min(one.level, two.level)
    top = judgement.ground + kind.height + (0.5 if kind.half else 0.0)
    thing = f"{kind.name} up to level {_level(top)}"
    down = board.distance(one.hex if one.level > two.level else two.hex, judgement.hex)
    bare = kind.height == 0 and not kind.half
    if judgement.reason == k.NO_ADVANTAGE and judgement.ground == high:
        bare = True
    blind = 2 * (judgement.ground + kind.height) + down // 5 - high - low
    words: dict[int, tuple[str, str]] = {
        k.BUILDING_LEVELS: ("A6.8", "no stairway joins the two, or more than one level lies between"),
        k.BRIDGE_BETWEEN: ("B6.2", "the bridge lies between"),
        k.LEAVES_AT_VERTEX: ("A6.3", "the line leaves the Depression at a vertex"),
        k.LEAVES_DEPRESSION: ("A6.3", f"out of the Depression, {ground} hides who is not a level higher for each hex"),
        k.ENTERS_DEPRESSION: ("A6.3", f"into the Depression, {ground} hides who is not a level lower for each hex"),
        k.INSIDE_BUILDING: ("A6.8", f"the {thing} has floors and walls between the two"),
        k.WALL: ("B9.2", f"a {kind.name} away from both ends"),
        k.ROWHOUSE_BAR: ("B23.71", f"the {thing} lies on the line"),
        k.BOCAGE_SIDE: ("B9.5", f"{thing} lies across the line"),
        k.HILL: ("A6.2", f"the ground rises to {ground}, above both ends"),
        k.LOWER_PART: ("A6.2", f"{thing} is an obstacle at its own level ({kind.rule})"),
        k.HALF_LEVEL: ("A6.21", f"{thing} stands half a level above both ends ({kind.rule})"),
        k.HIGHER: ("A6.2", f"{thing} stands above both ends ({kind.rule})"),
        k.BLIND_BEHIND_CREST: ("B10.23", f"the crest at {ground} makes {_blind(max(blind, 1))}"),
        k.BLIND_BEHIND_OBSTACLE: ("A6.4", f"{thing} makes {_blind(max(blind + 1, 1))} ({kind.rule})"),
        k.OVERGROWN: ("B19.21", f"{kind.name} on both sides of the gully close its bed ({kind.rule})"),
        k.TOO_THICK: ("B.10", f"hindrances add up to +{judgement.hindrance}, and +{THICK} is too thick to see through"),
        k.NO_ADVANTAGE: ("B10.22", f"the higher end is no higher than the {thing} ({kind.rule})"),
    }
    rule, reason = words[judgement.reason]
    if judgement.reason == k.NO_ADVANTAGE and bare:
        rule, reason = "B10.2", f"the crest at {ground} hides what is lower behind it"
    lower = one if one.level < two.level else two
    if rule in ("B10.2", "B10.23") and judgement.ground == lower.level + 1 and _in_depression(lower, board):
        rule, reason = "A6.3", f"into the Depression, {ground} hides who is not a level lower for each hex"
    crest = judgement.reason in (k.HILL, k.BLIND_BEHIND_CREST) or (judgement.reason == k.NO_ADVANTAGE and bare)
    if judgement.reason in (k.BUILDING_LEVELS, k.BRIDGE_BETWEEN):
        kind, top = board.hexes[judgement.hex].terrain, float(low)
    if judgement.reason == k.TOO_THICK:
        last = judgement.hindrances[-1]
        spot = board.hexes[last.hex]
        return Obstruction(last.hex, last.terrain, float(spot.level), rule, reason, (spot.x, spot.y))
    return Obstruction(
        judgement.hex, "crest" if crest else kind.id, judgement.ground if crest else top, rule, reason, judgement.at
    )


def _in_depression(place: Location, board: Map) -> bool:
    """Whether a Location is the floor of a Depression."""
    spot = board.hexes[place.hex]
    return spot.depression is not None and place.level == spot.level


def _level(height: float) -> str:
    whole = int(height // 1)
    return f"{whole}½" if height != whole else str(whole)


def _blind(count: int) -> str:
    return "the next hex behind it blind" if count == 1 else f"the next {count} hexes behind it blind"
