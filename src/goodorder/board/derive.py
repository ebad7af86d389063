"""From pixels to the facts of each hex: terrain, level, hexsides, roads, buildings."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np

from goodorder.board import terrain as t
from goodorder.board.hexgrid import centre, column_letters, rows_in, side_middle, step
from goodorder.board.raster import Raster, column_starts, hex_of_pixels
from goodorder.board.terrain import Terrain


class Hex(msgspec.Struct, frozen=True, gc=False):
    """One hex of a map.

    ``x`` and ``y`` are the centre in pixels. ``terrain`` is what governs the hex (B.1): a road hex without
    other terrain is open ground with ``road`` set. ``sides`` holds the wall or hedge on each hexside,
    ``roads`` the hexsides that a road crosses, ``building`` the number of the connected building (-1: none).
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


class Content(NamedTuple):
    """What lines of sight need to know of the pixels: the kinds of pixel, and which kinds each hex holds."""

    kinds: tuple[tuple[int, int], ...]
    kind_grid: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
    by_hex: tuple[tuple[int, ...], ...]
    wall_level: dict[tuple[int, int], int]


_INNER, _CORE = 0.85, 0.5
_BUILDING_PIXELS = 110


def hex_names(columns: int, rows: int, first: int, prefix: str) -> list[str]:
    """Names in index order; ``first`` is the printed column of the left edge."""
    names = []
    for col in range(columns):
        for row in range(rows_in(col, rows)):
            names.append(f"{prefix}{column_letters(first + col)}{row if col & 1 else row + 1}")
    return names


def derive(raster: Raster, names: list[str]) -> tuple[tuple[Hex, ...], tuple[frozenset[int], ...], Content]:
    """Hexes, connected buildings and pixel content of a raster. ``names`` are in index order."""
    codes, levels = raster.codes, raster.levels
    height, width = codes.shape
    starts = column_starts(raster.columns, raster.rows)
    count = starts[-1]
    where, out = hex_of_pixels(raster.columns, raster.rows, width, height)

    packed = codes.astype(np.int32) * 256 + (levels.astype(np.int32) + 128)
    present = np.flatnonzero(np.bincount(packed.ravel(), minlength=65536))
    lookup = np.zeros(65536, np.int32)
    lookup[present] = np.arange(len(present))
    kind = lookup[packed]
    kinds = tuple((int(p) // 256, int(p) % 256 - 128) for p in present)
    size = len(kinds)

    def tally(mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        return np.bincount((where * size + kind)[mask], minlength=count * size).reshape(count, size)

    whole, inner, core = tally(out <= 2), tally(out < _INNER), tally(out < _CORE)
    table = t.by_code()
    of_kind = [table.get(code, table[t.OPEN]) for code, _ in kinds]

    def pixel(x: float, y: float) -> tuple[int, int]:
        px, py = min(max(int(x), 0), width - 1), min(max(int(y), 0), height - 1)
        return int(codes[py, px]), int(levels[py, px])

    def governing(index: int, at_centre: Terrain) -> Terrain:
        def most(row: np.ndarray[tuple[int, ...], np.dtype[np.int64]], wanted: list[int]) -> int:
            return max(wanted, key=lambda k: int(row[k]))

        buildings = [k for k in range(size) if of_kind[k].building]
        if buildings and sum(int(inner[index][k]) for k in buildings) >= _BUILDING_PIXELS * (
            float(inner[index].sum()) / 2600
        ):
            return of_kind[most(inner[index], buildings)]
        inherent = [k for k in range(size) if of_kind[k].inherent and core[index][k]]
        if inherent:
            return of_kind[inherent[0]]
        if not at_centre.road and not at_centre.hexside and not at_centre.open_ground:
            return at_centre
        if at_centre.road:
            cover = [k for k in range(size) if not of_kind[k].road and not of_kind[k].hexside]
            if cover:
                total = sum(int(core[index][k]) for k in cover)
                top = of_kind[most(core[index], cover)]
                if total and not top.open_ground and int(core[index][most(core[index], cover)]) * 2 > total:
                    return top
        return table[t.OPEN]

    hexes: list[Hex] = []
    wall_level: dict[tuple[int, int], int] = {}
    for col in range(raster.columns):
        for row in range(rows_in(col, raster.rows)):
            index = starts[col] + row
            x, y = centre(col, row)
            code, level = pixel(x, y)
            here = governing(index, table.get(code, table[t.OPEN]))
            sides: list[Terrain | None] = []
            roads: list[bool] = []
            for side in range(6):
                found = None
                for inset in (-1.0, 1.0, 0.0):
                    mx, my = side_middle(col, row, side, inset)
                    if not (0 <= mx <= width and 0 <= my <= height):
                        continue
                    at = table.get(pixel(mx, my)[0])
                    if at is not None and at.hexside:
                        found = at
                sides.append(found)
                if found is not None:
                    both = [pixel(*side_middle(col, row, side, inset))[1] for inset in (4.0, -4.0)]
                    wall_level[index, side] = max(both)
                inside, beyond = side_middle(col, row, side, 3.0), side_middle(col, row, side, -3.0)
                is_road = 0 <= inside[0] <= width and 0 <= inside[1] <= height
                is_road = is_road and table.get(pixel(*inside)[0], table[t.OPEN]).road
                if 0 <= beyond[0] < width and 0 <= beyond[1] < height:
                    is_road = is_road and table.get(pixel(*beyond)[0], table[t.OPEN]).road
                roads.append(is_road)
            depicted = any(of_kind[k].road and core[index][k] > 20 for k in range(size))
            hexes.append(
                Hex(index, names[index], col, row, x, y, here, level, tuple(sides), tuple(roads), depicted, -1)
            )

    buildings, of_hex = _buildings(raster, hexes, starts)
    hexes = [msgspec.structs.replace(h, building=of_hex.get(h.index, -1)) for h in hexes]
    held = tuple(tuple(int(k) for k in np.flatnonzero(whole[i])) for i in range(count))
    return tuple(hexes), buildings, Content(kinds, kind.astype(np.uint8), held, wall_level)


def _buildings(
    raster: Raster, hexes: list[Hex], starts: list[int]
) -> tuple[tuple[frozenset[int], ...], dict[int, int]]:
    """Hexes joined where a building of one material crosses their common hexside (B23.1)."""
    codes = raster.codes
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
            if not (0 <= col < raster.columns and 0 <= row < rows_in(col, raster.rows)):
                continue
            other = hexes[starts[col] + row]
            if not other.terrain.building or other.terrain.stone != h.terrain.stone:
                continue
            mx, my = side_middle(h.col, h.row, side, 0.0)
            x0, x1, y0, y1 = int(mx) - 3, int(mx) + 4, int(my) - 3, int(my) + 4
            patch = codes[max(y0, 0) : min(y1, height), max(x0, 0) : min(x1, width)]
            if all(table[int(c)].building for c in patch.ravel() if int(c) in table):
                parent[root(other.index)] = root(h.index)
    groups: dict[int, list[int]] = {}
    for i in parent:
        groups.setdefault(root(i), []).append(i)
    ordered = sorted(groups.values(), key=min)
    return tuple(frozenset(g) for g in ordered), {i: n for n, g in enumerate(ordered) for i in g}
