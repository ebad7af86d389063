"""Small maps written as text, for cases and tests: the same raster and the same line of sight as a board.

::

    size 9x8                          # columns x rows, default 10x10; open ground at level 0
    C4 stone_building 2               # a hex and its terrain, a building with its printed height
    D5 level 1 ; D5-D6 wall ; E3-F3 hedge
    road A5 B5 C5 D5                  # a road through the centres; where it meets the edge, on to the edge
    building C4 C5 D5 stone 2         # one connected building; 1.5 levels without a number (B23.22), one hex 1
    C7 D7 woods                       # several hexes at once
    gully E1 E2 F2 F3                 # or stream, dry_stream, deep_stream, wadi, sunken_road: one level down
    bridge E2 wooden                  # where a road crosses a gully, stream or water
    rowhouse G3 G4 G5 stone 1.5       # a building with a wall on each hexside inside it
    factory H4 I5 stone 2.5 ; stairwell H4
    H7-H8 cliff ; slope B2-B3

Entries are separated by new lines or ``;``, ``#`` starts a comment. Any terrain of data/terrain.toml can be named by
its id. Every fault is a BoardError with its line.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import cast

import numpy as np
from PIL import Image, ImageDraw

from goodorder.board.draw import draw_shapes as shapes
from goodorder.board.draw.aliases import HEX, PAIR, entries
from goodorder.board.draw.draw import LEVELS, WALL_WIDTH, WIDTHS, area_terrain, sinks
from goodorder.board.errors import BoardError, nearest
from goodorder.board.map import terrain as t
from goodorder.board.map.board import Map
from goodorder.board.map.hexgrid import centre, column_starts, corners, parse_name, rows_in, side_middle, step
from goodorder.board.map.layout import Marks
from goodorder.board.map.raster import Raster, hex_of_pixels, pixel_height, pixel_width

INSET = 4.0
"""Pixels between a text map's terrain and its hexsides, so that a line along a hexspine misses it."""
SHARED_INSET = 16.0
"""The same for a building that stands among other terrain of its hex."""
LINE_WIDTH = 12

_SIZE = re.compile(r"(\d+)x(\d+)")
_ROADS = {
    "road": "dirt_road",
    "dirt_road": "dirt_road",
    "paved_road": "paved_road",
    "elevated_road": "elevated_road",
    "path": "path",
    "track": "track",
    "runway": "runway",
    "railroad": "railroad",
}
_CHAINS = ("gully", "stream", "dry_stream", "shallow_stream", "deep_stream", "wadi", "sunken_road")
_WORDS = (*_ROADS, *_CHAINS, "building", "rowhouse", "factory", "market", "bridge", "stairwell", "slope")
_LINES = (*_ROADS, "sunken_road")
_CHAIN_WIDTH = 24
_FORDS = {"gully": "gully", "dry_stream": "dry_stream", "shallow_stream": "dry_stream", "deep_stream": "shallow_stream"}
_HOUSES = ("stone_building", "wooden_building")

Place = tuple[int, int]

MOST_TEXT, MOST_WORK = 40_000, 200_000
"""Characters of a text map, and its hexes times its entries: what is larger is drawn as a board."""

CREST = 7
"""Twice the pixels, and one, by which a crest lies inside the higher hex."""


class _Text:
    """A text map's entries, and the picture they are painted into in the order of what lies on what."""

    def __init__(self, text: str, file: str | None) -> None:
        self.file = file
        self.line = 0
        self.columns, self.rows = 10, 10
        self.entries: list[tuple[int, list[str]]] = []
        if len(text) > MOST_TEXT:
            raise BoardError("the map is too long", file=file, expected=f"at most {MOST_TEXT} characters")
        for number, raw in enumerate(text.splitlines(), 1):
            for entry in raw.split("#")[0].split(";"):
                if words := entry.replace(",", " ").split():
                    self.entries += [(number, said) for said in entries(words, ("size", *_WORDS), _LINES)]
        self._size()
        if len(self.entries) * self.columns * self.rows > MOST_WORK:
            most = MOST_WORK // (self.columns * self.rows)
            raise BoardError(f"{len(self.entries)} entries", file=file, expected=f"at most {most} on so large a map")
        self.codes = Image.new("L", (pixel_width(self.columns), pixel_height(self.rows)), 0)
        self.levels: dict[Place, int] = {}
        self.sunk = np.zeros((self.codes.height, self.codes.width), bool)
        self.raised = np.zeros(self.sunk.shape, bool)
        self.roads = np.zeros(self.sunk.shape, bool)
        self.starts = column_starts(self.columns, self.rows)
        self.where, _ = hex_of_pixels(self.columns, self.rows, self.codes.width, self.codes.height)
        self.houses: dict[Place, t.Terrain] = {}
        self.stairs: set[int] = set()
        self.slopes: dict[int, set[int]] = {}
        self.embankments: dict[int, set[int]] = {}
        self.partial_orchards: dict[int, set[int]] = {}

    def fail(self, message: str, expected: str) -> BoardError:
        return BoardError(message, file=self.file, line=self.line, expected=expected)

    def _size(self) -> None:
        for number, words in self.entries:
            if words[0] != "size":
                continue
            self.line = number
            match = _SIZE.fullmatch(words[1]) if len(words) == 2 else None
            if not match:
                raise self.fail("size is not understood", "size COLUMNSxROWS such as size 9x8")
            self.columns, self.rows = int(match[1]), int(match[2])
            if not (2 <= self.columns <= 66 and 1 <= self.rows <= 40):
                raise self.fail("size is out of bounds", "2 to 66 columns and 1 to 40 rows")
        self.entries = [e for e in self.entries if e[1][0] != "size"]

    def place(self, name: str) -> tuple[int, int]:
        try:
            col, row = parse_name(name)
        except BoardError as error:
            raise self.fail(error.fault, error.expected) from None
        if not (0 <= col < self.columns and 0 <= row < rows_in(col, self.rows)):
            raise self.fail(f"{name} is off the map", f"a hex of a {self.columns}x{self.rows} map")
        return col, row

    def paint(self) -> Raster:
        jobs: list[tuple[int, int, list[str], Callable[[list[str]], None]]] = []
        for number, words in self.entries:
            self.line = number
            order, job = self.job(words)
            jobs.append((order, number, words, job))
        for _, number, words, job in sorted(jobs, key=lambda job: job[0]):
            self.line = number
            job(words)
        for (col, row), kind in self.houses.items():  # a road leads up to a building, not through it
            middle = centre(col, row)
            if 0 < middle[1] < self.codes.height - 1 and t.by_code()[self.code(middle)].road:
                ImageDraw.Draw(self.codes).polygon(corners(col, row, SHARED_INSET), fill=kind.code)
        codes = np.asarray(self.codes, np.uint8).copy()
        levels = np.zeros(codes.shape, np.int8)
        if self.levels:  # crests lie just inside the higher hex, so that a line along a hexspine misses them
            of_hex = np.zeros(self.starts[-1], np.int8)
            for (col, row), level in self.levels.items():
                of_hex[self.starts[col] + row] = level
            levels = shapes.lowest(of_hex[self.where], CREST // 2)
        levels[self.raised] += 1
        levels[self.sunk] -= 1
        slopes, banks, orchards = (
            {index: tuple(sorted(sides)) for index, sides in told.items()}
            for told in (self.slopes, self.embankments, self.partial_orchards)
        )
        marks = Marks(frozenset(self.stairs), slopes, banks, orchards)
        return Raster(self.columns, self.rows, codes, levels, marks=marks)

    def job(self, words: list[str]) -> tuple[int, Callable[[list[str]], None]]:
        """What an entry does, and when: what lies below is painted first."""
        first = words[0]
        if PAIR.fullmatch(first):
            return 8, self.hexside
        if HEX.fullmatch(first):
            house = any(word in _HOUSES for word in words)
            return (0, self.level) if "level" in words else (4 if "ford" in words else 2 if house else 1, self.fill)
        if first in _CHAINS:
            return 3, self.chain
        if first in ("building", "rowhouse", "factory", "market"):
            return 4, self.building
        if first in _ROADS:
            return (6, self.road) if first != "runway" else (5, self.road)
        known = {"bridge": (7, self.bridge), "stairwell": (9, self.stairwell), "slope": (9, self.slope)}
        if first in known:
            return known[first]
        hint = nearest(first, _WORDS)
        raise self.fail(
            f"{first!r} begins no entry", hint or f"a hex name, HEX-HEX, size, {', '.join(_WORDS[:-1])} or {_WORDS[-1]}"
        )

    def leading(self, words: list[str]) -> tuple[list[Place], list[str]]:
        count = next((i for i, w in enumerate(words) if not HEX.fullmatch(w)), len(words))
        return [self.place(w) for w in words[:count]], words[count:]

    def neighbours(self, hexes: list[Place], what: str) -> None:
        for here, there in itertools.pairwise(hexes):
            if shapes.side_of(here, there) is None:
                raise self.fail(f"a {what} leaps", "each hex next to the one before")

    def put(self, mask: shapes.Mask, kind: t.Terrain) -> None:
        """Paint pixels with a terrain."""
        self.codes.paste(kind.code, mask=Image.fromarray((mask * 255).astype(np.uint8)))

    def level(self, words: list[str]) -> None:
        hexes, rest = self.leading(words)
        number = re.fullmatch(r"-?\d+", rest[1]) if len(rest) == 2 and rest[0] == "level" else None
        if not number or int(rest[1]) not in LEVELS:
            raise self.fail("level is not understood", f"HEX level NUMBER, {LEVELS[0]} to {LEVELS[-1]}")
        self.levels.update(dict.fromkeys(hexes, int(rest[1])))

    def fill(self, words: list[str]) -> None:
        hexes, rest = self.leading(words)
        if not rest:
            raise self.fail("a hex without terrain", "HEX TERRAIN, HEX level N or HEX-HEX wall")
        found = self.terrain(rest)
        if found.hexside:
            raise self.fail(f"a {found.name} stands on a hexside", f"HEX-HEX {found.id}")
        if not found.building:
            self.told(lambda: area_terrain(found.id))
        draw = ImageDraw.Draw(self.codes)
        for col, row in hexes:
            if found.id == "ford" and self.shallower(col, row):
                continue
            if sinks(found):  # to the pixel: no dry strip between two hexes of water
                inside = self.where == self.starts[col] + row
                self.put(inside, found)
                self.sunk |= inside
            else:
                draw.polygon(corners(col, row, self.inset(col, row, found)), fill=found.code)

    def shallower(self, col: int, row: int) -> bool:
        """Make the stream of a hex one step shallower, as a ford in it does (B20.81); False where it has none."""
        inside, codes = self.where == self.starts[col] + row, np.array(self.codes)
        found = False
        for deep, ford in _FORDS.items():
            stream = inside & (codes == t.terrain(deep).code)
            self.put(stream, t.terrain(ford))
            found |= bool(stream.any())
        return found

    def inset(self, col: int, row: int, kind: t.Terrain) -> float:
        """How far inside its hex a terrain ends: a building leaves the woods or grain of its hex around it (A2.4)."""
        if kind.category != "BUILDING":
            return INSET
        self.houses[col, row] = kind
        grown = sum(t.by_code()[self.code(point)].grown for point in corners(col, row, 8.0))
        return SHARED_INSET if grown > 2 else INSET

    def code(self, point: tuple[float, float]) -> int:
        """The terrain code at a place, taken back to the map where it lies beyond the edge."""
        x, y = (min(max(int(at), 0), size - 1) for at, size in zip(point, self.codes.size, strict=True))
        return cast(int, self.codes.getpixel((x, y)))

    def told(self, ask: Callable[[], t.Terrain]) -> t.Terrain:
        """What is wrong with a word is told with its line."""
        try:
            return ask()
        except BoardError as error:
            raise self.fail(error.fault, error.expected) from None

    def height(self, words: list[str]) -> float:
        """The printed height that ends an entry, 1 when it says none."""
        if not words:
            return 1
        if len(words) == 1 and words[0] in t.HEIGHTS:
            return float(words[0])
        expected = f"a terrain, or a building and its height {' '.join(t.HEIGHTS)}"
        raise self.fail(f"{' '.join(words)!r} is too much", expected)

    def terrain(self, words: list[str]) -> t.Terrain:
        if not words[0].endswith(t.HOUSES):
            if len(words) > 1:
                self.height([*words[1:], ""])
            return self.told(lambda: t.terrain(words[0]))
        return self.told(lambda: t.terrain(words[0], self.height(words[1:])))

    def building(self, words: list[str]) -> None:
        hexes, rest = self.leading(words[1:])
        if not hexes or not rest or rest[0] not in ("stone", "wooden") or len(rest) > 2:
            raise self.fail(f"{words[0]} is not understood", f"{words[0]} HEX HEX .. stone|wooden [HEIGHT]")
        kind = words[0] if words[0] in t.HOUSES else "building"
        if len(rest) == 1 and len(hexes) > 1:
            rest.append("1.5")  # several hexes without a printed stairwell have an upper level each (B23.22)
        found = self.terrain([f"{rest[0]}_{kind}", *rest[1:]])
        if found.category == "FACTORY":
            self.factory(hexes, found)
            return
        draw = ImageDraw.Draw(self.codes)
        for col, row in hexes:
            draw.polygon(corners(col, row, self.inset(col, row, found)), fill=found.code)
        pairs = []
        for col, row in hexes:
            for side in range(6):
                if step(col, row, side) in hexes:
                    draw.line([centre(col, row), centre(*step(col, row, side))], fill=found.code, width=16)
                    pairs.append((col, row, side))
        if words[0] == "rowhouse":
            bar = t.by_id()[
                "rowhouse_wall" if found.height == 1 and not found.half else f"rowhouse_wall_{found.height}"
            ]
            for col, row, side in pairs:
                points = corners(col, row)
                draw.line([points[side], points[(side + 1) % 6]], fill=bar.code, width=WALL_WIDTH)

    def factory(self, hexes: list[Place], hall: t.Terrain) -> None:
        """One hall over all its hexes, with walls round it and none inside (B23.74)."""
        mine = shapes.narrower(np.isin(self.where, [self.starts[col] + row for col, row in hexes]), int(INSET))
        self.put(mine, hall)
        wall = t.by_id().get(hall.id.replace("factory", "factory_wall"), hall)
        self.put(mine & ~shapes.narrower(mine, 2), wall)

    def chain(self, words: list[str]) -> None:
        hexes, rest = self.leading(words[1:])
        if not hexes or rest:
            raise self.fail(f"{words[0]} is not understood", f"{words[0]} HEX HEX .. of neighbouring hexes")
        self.neighbours(hexes, words[0])
        kind = t.terrain(words[0])
        ends = (shapes.way_out(hexes[0], self.rows, 14.0), shapes.way_out(hexes[-1], self.rows, 14.0))
        line = [ends[0], centre(*hexes[0]), *[centre(*h) for h in hexes], ends[1]]
        mask = shapes.stroke(self.sunk.shape, line, _CHAIN_WIDTH)
        for place in (hexes[0], hexes[-1]):  # a round end, so that a lone hex is one too
            mask |= shapes.disc(self.sunk.shape, centre(*place), _CHAIN_WIDTH / 2)
        self.put(mask, kind)
        self.sunk |= mask

    def road(self, words: list[str]) -> None:
        hexes, rest = self.leading(words[1:])
        if len(hexes) < 2 or rest:
            raise self.fail(f"{words[0]} is not understood", f"{words[0]} HEX HEX .. of neighbouring hexes")
        points = [centre(*h) for h in hexes]
        self.neighbours(hexes, words[0])
        for end in (0, -1):
            col, row = hexes[end]
            if col & 1 == 0 and row == 0:
                points.insert(0 if end == 0 else len(points), side_middle(col, row, 0, -2.0))
            elif col & 1 == 0 and row == self.rows - 1:
                points.insert(0 if end == 0 else len(points), side_middle(col, row, 3, -2.0))
        kind = t.by_id()[_ROADS[words[0]]]
        width = WIDTHS.get(kind.id, LINE_WIDTH)
        ImageDraw.Draw(self.codes).line(points, fill=kind.code, width=width, joint="curve")
        self.roads |= shapes.stroke(self.sunk.shape, points, width)
        if kind.id == "elevated_road":
            self.raised |= shapes.stroke(self.sunk.shape, points, width)

    def bridge(self, words: list[str]) -> None:
        hexes, rest = self.leading(words[1:])
        material = rest[0] if rest else "wooden"
        if not hexes or len(rest) > 1 or material not in ("wooden", "stone", "pontoon", "foot"):
            raise self.fail("bridge is not understood", "bridge HEX HEX .. wooden|stone|pontoon|foot")
        long = "long_" if len(hexes) > 1 and material in ("wooden", "stone") else ""
        inside = np.isin(self.where, [self.starts[col] + row for col, row in hexes])
        for col, row in hexes:
            if not (self.roads & (self.where == self.starts[col] + row)).any():
                raise self.fail("no road leads over the bridge", "a road through its hexes")
        over = shapes.wider(self.roads, 1) & inside
        if (self.sunk & over).any():
            over &= shapes.wider(self.sunk & inside, 8)
        self.put(over, t.by_id()[f"{long}{material}_bridge"])
        if material in ("wooden", "stone"):
            self.sunk &= ~over

    def pair(self, word: str) -> tuple[Place, Place, int]:
        match = PAIR.fullmatch(word)
        if not match:
            raise self.fail(f"{word!r} is no hexside", "HEX-HEX")
        here, there = self.place(match[1]), self.place(match[2])
        side = shapes.side_of(here, there)
        if side is None:
            raise self.fail(f"{match[1]} and {match[2]} are not neighbours", "two hexes that share a hexside")
        return here, there, side

    def hexside(self, words: list[str]) -> None:
        if len(words) != 2:
            raise self.fail("hexside is not understood", "HEX-HEX wall or HEX-HEX hedge")
        found = self.terrain(words[1:])
        if not found.hexside:
            raise self.fail(f"{found.name} is no hexside terrain", "wall, hedge, bocage, cliff ..")
        here, there, side = self.pair(words[0])
        unseen = {t.EMBANKMENT: self.embankments, t.PARTIAL_ORCHARD: self.partial_orchards}.get(found.code)
        if unseen is not None:  # written down by hexside, as in archives: no pixel shows it
            self.mark(unseen, here, there, side)
            return
        points = corners(*here)
        ImageDraw.Draw(self.codes).line([points[side], points[(side + 1) % 6]], fill=found.code, width=WALL_WIDTH)

    def stairwell(self, words: list[str]) -> None:
        hexes, rest = self.leading(words[1:])
        if not hexes or rest:
            raise self.fail("stairwell is not understood", "stairwell HEX HEX ..")
        self.stairs |= {self.starts[col] + row for col, row in hexes}

    def slope(self, words: list[str]) -> None:
        if len(words) < 2:
            raise self.fail("slope is not understood", "slope HEX-HEX HEX-HEX ..")
        for word in words[1:]:
            self.mark(self.slopes, *self.pair(word))

    def mark(self, told: dict[int, set[int]], here: Place, there: Place, side: int) -> None:
        """Write down a hexside for both of its hexes."""
        told.setdefault(self.starts[here[0]] + here[1], set()).add(side)
        told.setdefault(self.starts[there[0]] + there[1], set()).add((side + 3) % 6)


def text_map(text: str, name: str = "text map", *, file: str | None = None) -> Map:
    """A map from its text; raises BoardError naming file, line and what was expected.

    >>> text_map("size 5x4 ; C2 woods").hex("C2").terrain.name
    'woods'
    """
    if not isinstance(text, str) or not text.strip():
        given = "an empty text" if isinstance(text, str) else repr(text)
        raise BoardError(f"{given} is no map", expected='entries such as "size 8x10 ; C4 woods ; road B3 C4"')
    return Map(name, _Text(text, file).paint())
