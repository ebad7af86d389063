"""Small maps written as text, for cases and tests: the same raster and the same line of sight as a board.

::

    size 9x8                          # columns x rows, default 10x10; open ground at level 0
    C4 stone_building 2               # a hex and its terrain, a building with its printed height
    D5 level 1 ; D5-D6 wall ; E3-F3 hedge
    road A5 B5 C5 D5                  # a road through the centres; where it meets the edge, on to the edge
    building C4 C5 D5 stone 2         # one connected building
    C7 D7 woods                       # several hexes at once

Entries are separated by new lines or ``;``, ``#`` starts a comment. Every fault is a BoardError with its line.
"""

from __future__ import annotations

import itertools
import re

import numpy as np
from PIL import Image, ImageDraw

from goodorder.board import terrain as t
from goodorder.board.board import Map
from goodorder.board.errors import BoardError
from goodorder.board.hexgrid import centre, corners, parse_name, rows_in, side_middle, step
from goodorder.board.raster import Raster, column_starts, hex_of_pixels, pixel_height, pixel_width

INSET = 4.0
"""Pixels between a text map's terrain and its hexsides, so that a line along a hexspine misses it."""
WALL_WIDTH = 5
ROAD_WIDTH = 12

_SIZE = re.compile(r"(\d+)x(\d+)")
_PAIR = re.compile(r"([A-Z]+\d+)-([A-Z]+\d+)")
_HEX = re.compile(r"[A-Z]+\d+")


class _Text:
    def __init__(self, text: str, file: str | None) -> None:
        self.file = file
        self.line = 0
        self.columns, self.rows = 10, 10
        self.entries: list[tuple[int, list[str]]] = []
        for number, raw in enumerate(text.splitlines(), 1):
            for entry in raw.split("#")[0].split(";"):
                if words := entry.split():
                    self.entries.append((number, words))
        self._size()
        self.codes = Image.new("L", (pixel_width(self.columns), pixel_height(self.rows)), 0)
        self.levels: dict[tuple[int, int], int] = {}

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
            raise self.fail(error.message, error.expected) from None
        if not (0 <= col < self.columns and 0 <= row < rows_in(col, self.rows)):
            raise self.fail(f"{name} is off the map", f"a hex of a {self.columns}x{self.rows} map")
        return col, row

    def paint(self) -> Raster:
        jobs: list[tuple[int, int, list[str]]] = []
        for number, words in self.entries:
            self.line = number
            order = {"road": 3, "building": 2}.get(words[0], 1)
            if _PAIR.fullmatch(words[0]):
                order = 4
            elif order == 1:
                if not _HEX.fullmatch(words[0]):
                    raise self.fail(f"{words[0]!r} begins no entry", "a hex name, HEX-HEX, size, road or building")
                order = 0 if "level" in words else 1
            jobs.append((order, number, words))
        for order, number, words in sorted(jobs, key=lambda job: job[0]):
            self.line = number
            [self.level, self.fill, self.building, self.road, self.hexside][order](words)
        codes = np.asarray(self.codes, np.uint8).copy()
        levels = np.zeros(codes.shape, np.int8)
        if self.levels:  # a level fills its hex to the pixel, so that no crest leaks into the next hex
            where, _ = hex_of_pixels(self.columns, self.rows, self.codes.width, self.codes.height)
            starts = column_starts(self.columns, self.rows)
            for (col, row), level in self.levels.items():
                levels[where == starts[col] + row] = level
        return Raster(self.columns, self.rows, codes, levels)

    def leading(self, words: list[str]) -> tuple[list[tuple[int, int]], list[str]]:
        count = next((i for i, w in enumerate(words) if not _HEX.fullmatch(w)), len(words))
        return [self.place(w) for w in words[:count]], words[count:]

    def level(self, words: list[str]) -> None:
        hexes, rest = self.leading(words)
        number = re.fullmatch(r"-?\d+", rest[1]) if len(rest) == 2 and rest[0] == "level" else None
        if not number or not -2 <= int(rest[1]) <= 6:
            raise self.fail("level is not understood", "HEX level NUMBER, -2 to 6")
        self.levels.update(dict.fromkeys(hexes, int(rest[1])))

    def fill(self, words: list[str]) -> None:
        hexes, rest = self.leading(words)
        if not rest:
            raise self.fail("a hex without terrain", "HEX TERRAIN, HEX level N or HEX-HEX wall")
        found = self.terrain(rest)
        if found.hexside:
            raise self.fail(f"a {found.name} stands on a hexside", f"HEX-HEX {found.id}")
        draw = ImageDraw.Draw(self.codes)
        for col, row in hexes:
            draw.polygon(corners(col, row, INSET), fill=found.code)

    def terrain(self, words: list[str]) -> t.Terrain:
        height = 1
        if len(words) == 2 and words[1] in ("1", "2") and "building" in words[0]:
            height = int(words[1])
        elif len(words) > 1:
            raise self.fail(f"{' '.join(words[1:])!r} is too much", "a terrain, or a building and its height 1 or 2")
        return t.terrain(words[0], height, file=self.file, line=self.line)

    def building(self, words: list[str]) -> None:
        hexes, rest = self.leading(words[1:])
        if not hexes or not rest or rest[0] not in ("stone", "wooden") or len(rest) > 2:
            raise self.fail("building is not understood", "building HEX HEX .. stone|wooden [1|2]")
        found = self.terrain([f"{rest[0]}_building", *rest[1:]])
        draw = ImageDraw.Draw(self.codes)
        for col, row in hexes:
            draw.polygon(corners(col, row, INSET), fill=found.code)
        for col, row in hexes:
            for side in range(6):
                if step(col, row, side) in hexes:
                    draw.line([centre(col, row), centre(*step(col, row, side))], fill=found.code, width=16)

    def road(self, words: list[str]) -> None:
        hexes, rest = self.leading(words[1:])
        if len(hexes) < 2 or rest:
            raise self.fail("road is not understood", "road HEX HEX .. of neighbouring hexes")
        points = [centre(*h) for h in hexes]
        for here, there in itertools.pairwise(hexes):
            if there not in [step(*here, side) for side in range(6)]:
                raise self.fail("a road leaps", "each hex next to the one before")
        for end in (0, -1):
            col, row = hexes[end]
            if col & 1 == 0 and row == 0:
                points.insert(0 if end == 0 else len(points), side_middle(col, row, 0, -2.0))
            elif col & 1 == 0 and row == self.rows - 1:
                points.insert(0 if end == 0 else len(points), side_middle(col, row, 3, -2.0))
        ImageDraw.Draw(self.codes).line(points, fill=t.DIRT_ROAD, width=ROAD_WIDTH, joint="curve")

    def hexside(self, words: list[str]) -> None:
        match = _PAIR.fullmatch(words[0])
        if not match or len(words) != 2:
            raise self.fail("hexside is not understood", "HEX-HEX wall or HEX-HEX hedge")
        found = self.terrain(words[1:])
        if not found.hexside:
            raise self.fail(f"{found.name} is no hexside terrain", "wall or hedge")
        here, there = self.place(match[1]), self.place(match[2])
        side = next((s for s in range(6) if step(*here, s) == there), None)
        if side is None:
            raise self.fail(f"{match[1]} and {match[2]} are not neighbours", "two hexes that share a hexside")
        points = corners(*here)
        ImageDraw.Draw(self.codes).line([points[side], points[(side + 1) % 6]], fill=found.code, width=WALL_WIDTH)


def text_map(text: str, name: str = "text map", *, file: str | None = None) -> Map:
    """A map from its text; raises BoardError naming file, line and what was expected."""
    return Map(name, _Text(text, file).paint())
