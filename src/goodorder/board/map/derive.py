"""From pixels to the facts of each hex that play asks for: terrain, level, hexsides, roads, buildings, depressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from goodorder.board.map import terrain as t
from goodorder.board.map.hexgrid import (
    HEX_HEIGHT,
    HEX_WIDTH,
    centre,
    column_letters,
    column_starts,
    rows_in,
    side_middle,
    step,
)
from goodorder.board.map.hexside_terrain import middles
from goodorder.board.map.layout import Layout
from goodorder.board.map.raster import Raster, hex_of_lines
from goodorder.board.map.terrain import Terrain

Six = tuple[bool, bool, bool, bool, bool, bool]
NONE: Six = (False,) * 6


class Hex(msgspec.Struct, frozen=True, gc=False):
    """One hex of a map.

    ``x`` and ``y`` are the centre in pixels. ``terrain`` is what governs the hex (B.1): a road hex without
    other terrain is open ground with ``road`` set, a bridge hex is what the bridge crosses, a gully through woods is
    woods with ``depression`` set. ``level`` is the ground at the centre: the floor of a depression, the roadway of a
    bridge. ``sides`` holds the wall, hedge or bocage on each hexside; ``cliffs``, ``bars`` (rowhouse walls, B23.71),
    ``slopes``, ``roads``, ``paths`` and ``depression_sides`` tell of each hexside whether it is one or crossed by one.
    ``building`` is the number of the connected building (-1: none), ``levels`` its levels above the ground here.
    ``rails`` are the hexsides among ``roads`` that only a railroad crosses; ``tower`` is the tower on the hex's other
    terrain (B34), ``among`` the woods, brush or grain that a building shares its hex with (A2.4).
    """

    index: int
    name: str
    col: int
    row: int
    x: float
    y: float
    terrain: Terrain
    level: int
    sides: tuple[Terrain | None, ...]
    roads: tuple[bool, ...]
    road: bool
    building: int
    levels: tuple[int, ...] = ()
    stairwell: bool = False
    depression: Terrain | None = None
    depression_sides: tuple[bool, ...] = NONE
    bridge: Terrain | None = None
    cliffs: tuple[bool, ...] = NONE
    bars: tuple[bool, ...] = NONE
    slopes: tuple[bool, ...] = NONE
    paths: tuple[bool, ...] = NONE
    rails: tuple[bool, ...] = NONE
    tower: Terrain | None = None
    among: Terrain | None = None


class Content(NamedTuple):
    """What lines of sight need to know of the pixels: the level at each wall or hedge, by hex and hexside."""

    wall_level: dict[tuple[int, int], int]


_INNER, _CORE = 0.85, 0.5
_RINGS = 4
"""The middle of a hex, the ring around it, what more is in it, and what lies beyond the last hex."""
_BUILDING_PIXELS = 110
_INNER_PIXELS = 2600
_BRIDGE_PIXELS = 60
_SHARED = 0.4
"""Of a building's hex, what other terrain must cover to count there too (A2.4)."""
_PIXELS = 3_000_000
"""Pixels that are counted at once: two boards of 33 x 10 hexes."""

Tally = list[list[int]]
"""Pixels by hex and kind."""


class _Rings(NamedTuple):
    """For every pixel ``_RINGS`` times its hex, and its ring in it; how many pixels each ring has."""

    cell: npt.NDArray[np.int32]
    pixels: npt.NDArray[np.int64]


@lru_cache(maxsize=16)
def _rings(columns: int, rows: int, width: int, lines: tuple[int, int], layout: Layout) -> _Rings:
    """The rings of the pixels from one line to another (not included)."""
    return _ringed(*hex_of_lines(columns, rows, width, lines, layout), column_starts(columns, rows, layout.first)[-1])


def _rings_of_strip(columns: int, rows: int, width: int, lines: tuple[int, int], layout: Layout) -> _Rings:
    """The same, with nothing remembered."""
    found = hex_of_lines.__wrapped__(columns, rows, width, lines, layout)
    return _ringed(*found, column_starts(columns, rows, layout.first)[-1])


def _ringed(where: npt.NDArray[np.int32], out: npt.NDArray[np.float32], hexes: int) -> _Rings:
    ring = np.where(out < _CORE, 0, np.where(out < _INNER, 1, np.where(out <= 2, 2, 3)))
    cell: npt.NDArray[np.int32] = (where * _RINGS + ring).astype(np.int32)
    return _Rings(cell, np.bincount(cell.ravel(), minlength=hexes * _RINGS))


def hex_names(columns: int, rows: int, first: int, prefix: str) -> list[str]:
    """Names in index order; ``first`` is the printed column of the left edge."""
    names = []
    for col in range(columns):
        for row in range(rows_in(col, rows)):
            names.append(f"{prefix}{column_letters(first + col)}{row if col & 1 else row + 1}")
    return names


def derive(raster: Raster, names: list[str]) -> tuple[tuple[Hex, ...], tuple[frozenset[int], ...], Content]:
    """Hexes, connected buildings and pixel content of a raster. ``names`` are in index order."""
    reading = _Reading(raster)
    hexes: list[Hex] = []
    wall_level: dict[tuple[int, int], int] = {}
    first = raster.layout.first
    for col in range(first, first + raster.columns):
        for row in range(rows_in(col, raster.rows)):
            here = reading.hex(len(hexes), names[len(hexes)], col, row)
            for side, found in enumerate(here.sides):
                if found is not None:
                    wall_level[here.index, side] = reading.sides.level[here.index][side]
            hexes.append(here)
    buildings, of_hex = _buildings(reading, hexes)
    hexes = [msgspec.structs.replace(h, building=of_hex[h.index]) if h.index in of_hex else h for h in hexes]
    return tuple(hexes), buildings, Content(wall_level)


class _Sides(NamedTuple):
    """:class:`goodorder.board.map.hexside_terrain.Middles` as lists: one value is asked for at a time."""

    side: list[list[int]]
    level: list[list[int]]
    cliff: list[list[bool]]
    bar: list[list[bool]]
    road: list[list[bool]]
    depression: list[list[bool]]
    path: list[list[bool]]
    rail: list[list[bool]]


class _Reading:
    """A raster's pixels counted by hex and kind (terrain code and level)."""

    def __init__(self, raster: Raster) -> None:
        self.raster = raster
        self.codes, self.levels = raster.codes, raster.levels
        self.high, self.wide = self.codes.shape
        layout = raster.layout
        self.starts = column_starts(raster.columns, raster.rows, layout.first)
        count = self.starts[-1]
        # from the places of the standard grid to those of this layout
        self.scale = (layout.hex_width / HEX_WIDTH, layout.hex_height / HEX_HEIGHT)
        self.shift = (layout.left - layout.first * layout.hex_width, layout.top)
        self.flat = not self.levels.any()
        most = 256 if self.flat else 65536
        total = np.zeros(most, np.int64)
        for lines in self._strips():
            total += np.bincount(self._packed(lines).ravel(), minlength=most)
        present = np.flatnonzero(total)
        lookup = np.zeros(most, np.int32)
        lookup[present] = np.arange(len(present))
        self.kinds = tuple((p, 0) if self.flat else (p // 256, p % 256 - 128) for p in present.tolist())
        size = len(self.kinds)
        table = t.by_code()
        self.open = table[t.OPEN]
        self.terrain = [table.get(code, self.open) for code, _ in self.kinds]

        counted = np.zeros((count * _RINGS, size), np.int64)
        common = int(total.argmax())  # what most of a map shows is counted as what is left of each ring
        for lines in self._strips():
            # maps of one size are many, so what is found out is remembered; not the strips of a large one
            read = _rings if lines == (0, self.high) else _rings_of_strip
            cell, pixels = read(raster.columns, raster.rows, self.wide, lines, layout)
            packed = self._packed(lines)
            others = np.flatnonzero(packed != common)
            kind = lookup.take(packed.ravel().take(others))
            found = np.bincount(cell.ravel().take(others) * size + kind, minlength=counted.size).reshape(counted.shape)
            found[:, lookup[common]] = pixels - found.sum(1)
            counted += found
        rings = counted.reshape(count, _RINGS, size)[:, :-1].cumsum(1)  # each with those inside it
        self.core: Tally = rings[:, 0].tolist()
        self.inner: Tally = rings[:, 1].tolist()
        self.whole: Tally = rings[:, 2].tolist()
        self.sides = _Sides(*(part.tolist() for part in middles(raster)))
        self.towers = self._those(_is_tower)
        self.bridges = self._those(lambda kind: kind.bridge)
        self.houses = self._those(lambda kind: kind.building and not kind.bar and not _is_tower(kind))
        self.grown = self._those(lambda kind: kind.grown)
        self.wet = self._those(lambda kind: kind.depression or kind.water)
        self.depressions = self._those(lambda kind: kind.depression)
        self.inherent = self._those(lambda kind: kind.inherent)
        self.roads = self._those(lambda kind: kind.road)

    def _strips(self) -> Iterator[tuple[int, int]]:
        """Lines of pixels counted together: all of a small map, of a large one as many as don't fill the memory."""
        step = max(1, _PIXELS // self.wide)
        for first in range(0, self.high, step):
            yield first, min(first + step, self.high)

    def _those(self, wanted: Callable[[Terrain], bool]) -> list[int]:
        """Kinds of such terrain."""
        return [k for k, kind in enumerate(self.terrain) if wanted(kind)]

    def _packed(self, lines: tuple[int, int]) -> npt.NDArray[np.uint8] | npt.NDArray[np.int32]:
        """Code and level of some lines of pixels, as one number for each; of a flat map the code alone."""
        rows = slice(*lines)
        if self.flat:
            return self.codes[rows]
        return self.codes[rows].astype(np.int32) * 256 + (self.levels[rows].astype(np.int32) + 128)

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Code and level at a place, taken back to the map where it lies beyond the edge."""
        px, py = min(max(int(x), 0), self.wide - 1), min(max(int(y), 0), self.high - 1)
        return int(self.codes[py, px]), int(self.levels[py, px])

    def here(self, point: tuple[float, float]) -> tuple[float, float]:
        """A place of the standard grid in this layout."""
        return point[0] * self.scale[0] + self.shift[0], point[1] * self.scale[1] + self.shift[1]

    def middle(self, col: int, row: int, side: int, inset: float) -> tuple[float, float]:
        """A place ``inset`` pixels inside the middle of a hexside."""
        return self.here(side_middle(col, row, side, inset))

    def hex(self, index: int, name: str, col: int, row: int) -> Hex:
        x, y = self.here(centre(col, row))
        code, level = self.pixel(x, y)
        at_centre = t.by_code().get(code, self.open)
        crossed = self.sides
        here = self._governing(index, at_centre)
        marks = self.raster.marks
        depressions = [k for k in self.depressions if self.core[index][k]]
        depression = at_centre if at_centre.depression else None
        bridge = self._most(self.whole[index], self.bridges, _BRIDGE_PIXELS)
        if bridge is not None and depression is None and depressions:
            depression = self.terrain[max(depressions, key=lambda k: int(self.core[index][k]))]
        levels, stairwell = _storeys(here, index in marks.stairways)
        slopes = marks.slopes.get(index, ())
        return Hex(
            index,
            name,
            col,
            row,
            x,
            y,
            here,
            level,
            self._hexsides(index),
            tuple(crossed.road[index]),
            any(self.core[index][k] > 20 for k in self.roads),
            -1,
            levels,
            stairwell,
            depression,
            tuple(crossed.depression[index]),
            bridge,
            tuple(crossed.cliff[index]),
            tuple(crossed.bar[index]),
            tuple(side in slopes for side in range(6)),
            tuple(crossed.path[index]),
            tuple(crossed.rail[index]),
            self._tower(index, at_centre),
            self._among(index, here),
        )

    def _hexsides(self, index: int) -> tuple[Terrain | None, ...]:
        """The wall, hedge or the like on each hexside; what the board's maker wrote down goes before the pixels."""
        marks, table = self.raster.marks, t.by_code()
        sides = [table[code] if code >= 0 else None for code in self.sides.side[index]]
        for told, code in ((marks.partial_orchards, t.PARTIAL_ORCHARD), (marks.embankments, t.EMBANKMENT)):
            for side in told.get(index, ()):
                sides[side] = table[code]
        return tuple(sides)

    def _tower(self, index: int, at_centre: Terrain) -> Terrain | None:
        """The tower that stands in a hex, None where none does."""
        return at_centre if _is_tower(at_centre) else self._most(self.inner[index], self.towers, _BRIDGE_PIXELS)

    def _among(self, index: int, here: Terrain) -> Terrain | None:
        """The woods, brush, grain or the like that a building shares its hex with (A2.4), None where there is none."""
        if here.category != "BUILDING":
            return None
        whole = self.whole[index]
        return self._most(whole, self.grown, _SHARED * float(sum(whole)))

    def _most(self, row: list[int], kinds: list[int], least: float) -> Terrain | None:
        """The terrain with the most pixels among some kinds, if there are enough."""
        if not kinds or sum(row[k] for k in kinds) < least:
            return None
        return self.terrain[max(kinds, key=row.__getitem__)]

    def _governing(self, index: int, at_centre: Terrain) -> Terrain:
        """What governs a hex: a building on a fair part of it, else inherent terrain, else what the centre shows."""
        inner, core = self.inner[index], self.core[index]
        least = _BUILDING_PIXELS * (float(sum(inner)) / _INNER_PIXELS)
        building = self._most(inner, self.houses, least)
        if building is not None:
            return building
        if _is_tower(at_centre):
            return self._around(core, _is_tower) or self.open
        for k in self.inherent:
            if core[k]:
                return self.terrain[k]
        if at_centre.bridge:
            below = self._most(inner, self.wet, 1)
            return below or self.open
        if at_centre.depression:
            around = self._around(core, lambda kind: kind.depression or kind.bridge)
            return at_centre if around is None or around.open_ground else around
        if at_centre.id in _THROUGH or at_centre.hexside:
            return self._around(core, lambda kind: kind.id in _THROUGH) or self.open
        return at_centre

    def _around(self, core: list[int], passing: Callable[[Terrain], bool]) -> Terrain | None:
        """The terrain on more than half of what a road, path or gully leaves of the middle of its hex."""
        cover = [k for k in range(len(self.kinds)) if not passing(self.terrain[k]) and not self.terrain[k].hexside]
        total = sum(int(core[k]) for k in cover)
        best = max(cover, key=lambda k: int(core[k]), default=-1)
        if not total or int(core[best]) * 2 <= total:
            return None
        return self.terrain[best]


_THROUGH = frozenset(("dirt_road", "paved_road", "path", "railroad"))
"""What runs through a hex without governing it."""


def _is_tower(kind: Terrain) -> bool:
    return kind.rule == "B34"


def _storeys(here: Terrain, marked: bool) -> tuple[tuple[int, ...], bool]:
    """Levels above the ground, and whether stairs join them (B23.22-.26); ``marked``: a stairwell is printed."""
    if here.category == "MARKETPLACE":
        return (1,), marked
    if here.category == "FACTORY":
        return (), marked  # one high hall (B23.74)
    if not here.building or here.los_only or not here.half:
        return (), False
    return tuple(range(1, here.height + 1)), marked or here.height == 1


def _buildings(reading: _Reading, hexes: list[Hex]) -> tuple[tuple[frozenset[int], ...], dict[int, int]]:
    """Hexes joined where a building of one material crosses their common hexside (B23.1), through a bar too."""
    raster, starts, codes = reading.raster, reading.starts, reading.codes
    first, columns = raster.layout.first, raster.columns
    table = t.by_code()
    height, width = codes.shape
    parent = {h.index: h.index for h in hexes if h.terrain.building}

    def root(i: int) -> int:
        while parent[i] != i:
            i = parent[i]
        return i

    for h in hexes:
        if not h.terrain.building:
            continue
        for side in (1, 2, 3):
            col, row = step(h.col, h.row, side)
            if not (first <= col < first + columns and 0 <= row < rows_in(col, raster.rows)):
                continue
            other = hexes[starts[col - first] + row]
            if not other.terrain.building or other.terrain.stone != h.terrain.stone:
                continue
            mx, my = reading.middle(h.col, h.row, side, 0.0)
            x0, x1, y0, y1 = int(mx) - 3, int(mx) + 4, int(my) - 3, int(my) + 4
            patch = codes[max(y0, 0) : min(y1, height), max(x0, 0) : min(x1, width)]
            if all(table[int(c)].building for c in patch.ravel() if int(c) in table):
                parent[root(other.index)] = root(h.index)
    groups: dict[int, list[int]] = {}
    for i in parent:
        groups.setdefault(root(i), []).append(i)
    ordered = sorted(groups.values(), key=min)
    return tuple(frozenset(g) for g in ordered), {i: n for n, g in enumerate(ordered) for i in g}


def still_of(buildings: Sequence[frozenset[int]], hexes: Sequence[Hex]) -> tuple[frozenset[int], ...]:
    """Of each building the hexes that are still of it, under its number."""
    return tuple(frozenset(h for h in house if hexes[h].building == n) for n, house in enumerate(buildings))
