"""What the pixels say of each hex, as arrays: the facts that lines of sight are judged by.

``Properties`` is the terrain table as arrays by code, ``Field`` everything the kernel reads of one map.
Terrain governs a hex, and walls its hexsides, by what lies at a few pixels: the aiming pixel and one pixel just
inside the middle of each hexside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, get_args

import numpy as np
import numpy.typing as npt

from goodorder.board.map.geometry import HEX_BITS as HEX_BITS
from goodorder.board.map.geometry import RIM as RIM
from goodorder.board.map.geometry import SIDE_SHIFT as SIDE_SHIFT
from goodorder.board.map.geometry import Geometry, Places, pixels_of, strips
from goodorder.board.map.terrain import Category

Bytes = npt.NDArray[np.uint8]
Levels = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int32]
Row = npt.NDArray[np.int32]
"""Numbers in one row, where Ints of the kernel lie in rows and columns."""
Bools = npt.NDArray[np.bool_]

CATEGORIES: tuple[str, ...] = get_args(Category)
OPEN, WATER, ROAD, WOODS, OTHER, BUILDING, FACTORY, MARKETPLACE, HEXSIDE, DEPRESSION, BRIDGE, ENTRENCHMENT = range(12)

SINGLE_STOREY = frozenset((40, 50))
STAIRS = frozenset((41, 51))
"""Buildings of one upper level have their stairs inherently (B23.22)."""
CLIFF, BOCAGE, LATE_ORCHARD, EMBANKMENT, HILLOCK = 75, 74, 64, 157, 105
WALLS, HEDGE, GRAIN, BRUSH, STONE_RUBBLE, WOODEN_RUBBLE = 72, 73, 24, 25, 90, 91
LIGHT_WOODS, DENSE_JUNGLE, BAMBOO = 175, 127, 128
UNPARTED = (26, 27, 28, STONE_RUBBLE, WOODEN_RUBBLE)
"""Crags, debris, graveyards and rubble: Inherent Terrain that no road through it parts (B3.43, B17.1, B18.1)."""
WITHOUT_ROOF = frozenset((170, 171, *range(180, 187)))
"""Factories and buildings whose roof and floors are gone."""
OUTER_WALLS, INNER_WALLS = frozenset((45, 46, 55, 56)), frozenset((172, 173))
"""Walls of factories: around the hall, and between its hexes."""
PATH, GULLY = 70, 30
ROADWAYS = frozenset((65, 66, 67, 68, 81))
"""What carries or bars a road, under which a line far below runs free."""

# columns of Properties
HEIGHT, HALF, OBSTACLE, HINDRANCE, INHERENT, SPLIT, LOWER_OBSTACLE, LOWER_HINDRANCE, CATEGORY = range(9)
ON_SIDE, IS_BUILDING, IS_BAR, VALUE, DULL, ROOFLESS, OUTER_WALL, INNER_WALL, ROADWAY, LOFTY, OPAQUE, WAY = range(9, 21)
PROPERTIES = 21
"""LOFTY is the height, or more than any where the place of a pixel counts even below both ends of a line. OPAQUE is an
obstacle that blocks whatever line it rises above, wherever that meets it. WAY is a road or path."""

# columns of Field.hexes
X, Y, COL, ROW2, BASE, CODE, FLAGS = range(7)
NEIGHBOUR, EDGE_X, EDGE_Y, SIDE, WIDE_X, WIDE_Y, EDGE_CODE = 7, 13, 19, 25, 31, 37, 43
HILL = 49
"""The number of the hillock that a hex is part of, 0 for none."""
CALM = 50
"""Neither the hex nor one beside it has Inherent Terrain, which counts where its pixels do not show it."""
BOX = 51
"""The hex made a pixel wider lies from one x to another and from one y to another."""
BED = 55
"""Woods or brush that stand on both sides of a hex's gully, as a code, 0 for none (B19.21)."""
COLUMNS = 56
# bits of FLAGS; the later ones are six bits, one a hexside
IS_DEPRESSION, STAIRWAY, ON_MAP, CLIFFS, SUNKEN, SLOPES = 1, 2, 2, 8, 14, 20
HAS_BRIDGE, EMBANKED, HOLLOW, HOUSE, HILLY = 26, 27, 28, 29, 30
"""HILLY is set in every hex of a map that has hillocks."""

# a pixel: hex, nearest hexside, code, level; then whether it is bare ground, which can't matter to a line unless it
# lies higher than an end, and whether it lies in another hex too when that is one pixel wider. No ground counts as bare
# in or beside a hex with an embankment, which is met where a line enters
CODE_SHIFT, LEVEL_SHIFT, LEVEL_BITS, LEVEL_BIAS = 16, 24, 31, 8
BARE = 1 << 29
FACE = BARE | LEVEL_BITS << LEVEL_SHIFT
NO_HEX = HEX_BITS


class LosTerrain(Protocol):
    """What a line of sight asks of a terrain type."""

    @property
    def category(self) -> str: ...
    @property
    def height(self) -> int: ...
    @property
    def half(self) -> bool: ...
    @property
    def obstacle(self) -> bool: ...
    @property
    def hindrance_los(self) -> bool: ...
    @property
    def inherent(self) -> bool: ...
    @property
    def split(self) -> float: ...
    @property
    def lower_obstacle(self) -> bool: ...
    @property
    def lower_hindrance(self) -> bool: ...
    @property
    def bar(self) -> bool: ...
    @property
    def hindrance(self) -> int: ...


def properties(table: Mapping[int, LosTerrain]) -> Ints:
    """The terrain table by code; codes that are not in it are open ground."""
    found = np.zeros((256, PROPERTIES), np.int32)
    for code, t in table.items():
        category = CATEGORIES.index(t.category)
        found[code] = (
            t.height,
            t.half,
            t.obstacle,
            t.hindrance_los,
            t.inherent,
            round(2 * t.split),
            t.lower_obstacle,
            t.lower_hindrance,
            category,
            category == HEXSIDE or t.bar,
            category in (BUILDING, FACTORY, MARKETPLACE),
            t.bar,
            2 if code in WITHOUT_ROOF else max(1, t.hindrance),
            0,
            code in WITHOUT_ROOF,
            code in OUTER_WALLS,
            code in INNER_WALLS,
            code in ROADWAYS,
            99 if category in (HEXSIDE, BRIDGE) or t.bar else t.height,
            t.obstacle and category not in (HEXSIDE, BRIDGE) and not t.bar and code not in (BOCAGE, LIGHT_WOODS),
            category == ROAD or code == PATH,
        )
    matters = found[:, [HEIGHT, HALF, OBSTACLE, HINDRANCE, INHERENT, SPLIT, ON_SIDE, IS_BUILDING]].any(1)
    found[:, DULL] = ~matters & (found[:, CATEGORY] != BRIDGE)
    return found


class Extras(NamedTuple):
    """What a board says besides its pixels: stairwells by hex; slopes and special hexsides as (hex, side)."""

    stairs: Sequence[bool] = ()
    slopes: Sequence[tuple[int, int]] = ()
    embankments: Sequence[tuple[int, int]] = ()
    orchard_sides: Sequence[tuple[int, int]] = ()


class Field(NamedTuple):
    """Everything the kernel reads of a map: pixels [y, x], hexes by index, terrain by code."""

    pixels: Ints
    hexes: Ints
    terrain: Ints


class Facts(NamedTuple):
    """The facts of every hex, for whoever is not the kernel.

    ``levels`` is the number of upper building levels; ``bridge`` +1 where a bridge Location lies above the ground
    Location (a Depression hex), -1 where one lies below it (the roadway is at the aiming pixel), else 0.
    """

    field: Field
    base: Ints
    code: Ints
    levels: Ints
    stairway: Bools
    depression: Bools
    side: Ints
    cliff: Bools
    sunken: Bools
    bridge: Ints


NOTHING_ELSE = Extras()


def facts(of: Geometry, codes: Bytes, ground: Levels, table: Ints, extras: Extras = NOTHING_ELSE) -> Facts:
    """Derive everything from terrain codes and ground levels [y, x]."""
    count = of.size
    where, nearest, _, _ = pixels_of(of)
    # a pixel has five bits for its level; no board comes near their ends
    ground = np.clip(ground, -LEVEL_BIAS, LEVEL_BITS - LEVEL_BIAS)
    height, width = codes.shape

    code = np.zeros(count, np.int32)
    levels = np.zeros(count, np.int32)
    base = np.zeros(count, np.int32)
    stairway = np.zeros(count, bool)
    depression = np.zeros(count, bool)
    side = np.full((count, 6), -1, np.int32)
    cliff = np.zeros((count, 6), bool)
    sunken = np.zeros((count, 6), bool)
    bridge = np.zeros(count, np.int32)
    special = dict.fromkeys(extras.embankments, EMBANKMENT)
    special.update(dict.fromkeys(extras.orchard_sides, 200))
    stairs = np.zeros(count, bool)
    stairs[: len(extras.stairs)] = extras.stairs

    edge_x, edge_y = np.clip(of.edges[..., 0], 0, width - 1), np.clip(of.edges[..., 1], 0, height - 1)
    aim_x, aim_y = np.clip(of.aim[:, 0], 0, width - 1), np.clip(of.aim[:, 1], 0, height - 1)
    edges = codes[edge_y, edge_x].astype(np.int32)
    # nothing stands beyond the edge of the map
    edges[(of.edges[..., 0] != edge_x) | (of.edges[..., 1] != edge_y)] = 0
    opposite = np.array([3, 4, 5, 0, 1, 2])
    base[:] = ground[aim_y, aim_x]
    stairway[:] = stairs
    centres = codes[aim_y, aim_x].astype(np.int32)
    for h in np.flatnonzero(table[centres, IS_BUILDING] | table[edges, IS_BUILDING].any(1)).tolist():
        centre = int(centres[h])
        if not table[centre, IS_BUILDING]:
            centre = next(int(c) for c in edges[h] if table[c, IS_BUILDING])
        centres[h] = centre
        stairway[h] |= centre in STAIRS
        if centre not in SINGLE_STOREY and (table[centre, CATEGORY] != FACTORY or stairs[h]):
            levels[h] = table[centre, HEIGHT]
    house = (table[centres, CATEGORY] == BUILDING) | (table[centres, CATEGORY] == MARKETPLACE)
    code[:] = centres
    depression[:] = table[centres, CATEGORY] == DEPRESSION
    # what stands on the neighbour's edge point, where nothing stands on the hex's own
    across = np.where(of.neighbours >= 0, edges[of.neighbours, opposite], edges)
    seen = np.where(table[edges, ON_SIDE] > 0, edges, across)
    standing = of.sides & (table[seen, ON_SIDE] > 0)
    side[standing] = seen[standing]
    cliff[standing] = seen[standing] == CLIFF
    met = np.where(of.sides, np.where(standing, seen, edges), 0)
    for (h, s), kind in special.items():
        if of.sides[h, s]:
            side[h, s] = met[h, s] = kind

    present = np.zeros(len(table), bool)
    present[codes] = True
    filling = present & (table[:, INHERENT] > 0)
    if filling.any():
        # the first such pixel by columns decides
        xs, ys = np.nonzero((filling[codes] & (nearest == 6) & (where >= 0)).T)
        filled, first = np.unique(where[ys, xs], return_index=True)
        code[filled] = codes[ys[first], xs[first]]
    code[table[code, CATEGORY] == MARKETPLACE] = 0

    bridged = _hexes_with(present & (table[:, CATEGORY] == BRIDGE), codes, where)
    cliff |= of.sides & (edges == CLIFF)
    sunken[:] = of.sides & (table[edges, CATEGORY] == DEPRESSION)
    # each hexside in its turn takes what its own edge point says, but the earlier hex of two has the last word
    own_side = of.sides & (table[edges, ON_SIDE] > 0)
    told_sides = own_side | (of.sides & (of.neighbours >= 0) & (side[of.neighbours, opposite] >= 0))
    for h, s in np.argwhere(told_sides).tolist():
        if own_side[h, s]:
            side[h, s] = edges[h, s]
        beyond = of.neighbours[h, s]
        if 0 <= beyond < h and side[beyond, (s + 3) % 6] >= 0:
            side[h, s] = side[beyond, (s + 3) % 6]
            cliff[h, s] |= side[h, s] == CLIFF
    for h in bridged.tolist():
        bridge[h] = 1 if depression[h] else -1 if table[code[h], CATEGORY] == BRIDGE else 0

    flags = depression.astype(np.int32) * IS_DEPRESSION | stairway.astype(np.int32) * STAIRWAY
    slopes = np.zeros((count, 6), bool)
    for h, s in extras.slopes:
        slopes[h, s] = True
    for bits, shift in ((of.sides, ON_MAP), (cliff, CLIFFS), (sunken, SUNKEN), (slopes, SLOPES)):
        flags |= (bits.astype(np.int32) << (shift + np.arange(6))).sum(1).astype(np.int32)
    flags[bridged] |= 1 << HAS_BRIDGE
    flags[_hexes_with(present & (table[:, CATEGORY] == DEPRESSION), codes, where)] |= 1 << HOLLOW
    flags[house] |= 1 << HOUSE
    flags[(side == EMBANKMENT).any(1)] |= 1 << EMBANKED
    hexes = np.zeros((count, COLUMNS), np.int32)
    hexes[:, X], hexes[:, Y] = of.aim[:, 0], of.aim[:, 1]
    hexes[:, COL], hexes[:, ROW2] = of.place[:, 0], of.place[:, 1]
    hexes[:, BASE], hexes[:, CODE], hexes[:, FLAGS] = base, code, flags
    _six_each(hexes, of, side, met)
    hexes[:, HILL] = hillocks(of.neighbours, code == HILLOCK)
    hexes[:, CALM] = ~_in_or_beside(of.neighbours, table[code, INHERENT] > 0)
    hexes[:, BOX : BOX + 4 : 2], hexes[:, BOX + 1 : BOX + 4 : 2] = of.wide.min(1), of.wide.max(1)
    for h in np.flatnonzero((centres == GULLY) & (sunken.sum(1) > 1)).tolist():
        hexes[h, BED] = _overgrown(h, hexes[h], codes, where, table, sunken[h])
    if hexes[:, HILL].any():
        hexes[:, FLAGS] |= 1 << HILLY
    field = Field(_packed(of, codes, ground, hexes, table), hexes, table)
    return Facts(field, base, code, levels, stairway, depression, side, cliff, sunken, bridge)


def _six_each(hexes: Ints, of: Geometry, side: Ints, met: Ints) -> None:
    """Write the columns of which a hex has six, one a hexside."""
    for column, part in (
        (NEIGHBOUR, of.neighbours),
        (EDGE_X, of.edges[:, :, 0]),
        (EDGE_Y, of.edges[:, :, 1]),
        (SIDE, side),
        (WIDE_X, of.wide[:, :, 0]),
        (WIDE_Y, of.wide[:, :, 1]),
        (EDGE_CODE, met),
    ):
        hexes[:, column : column + 6] = part


def _packed(of: Geometry, codes: Bytes, ground: Levels, hexes: Ints, table: Ints) -> Ints:
    """Each pixel in one number, as the kernel reads it."""
    where, _, _, told = pixels_of(of)
    banked = _in_or_beside(of.neighbours, (hexes[:, SIDE : SIDE + 6] == EMBANKMENT).any(1))
    dull, way, unparted = table[:, DULL] == 1, table[:, WAY] == 1, np.isin(hexes[:, CODE], UNPARTED)
    kinds = np.arange(len(table), dtype=np.int32) << CODE_SHIFT
    kinds[dull] |= BARE
    barred = banked | unparted
    some_barred = bool(barred.any())
    pixels = kinds.take(codes)
    for rows in strips(codes.shape[0]):
        at, what, part = where[rows], codes[rows], pixels[rows]
        part |= told[rows]
        part |= (ground[rows].astype(np.int32) + LEVEL_BIAS) << LEVEL_SHIFT
        if some_barred:
            part[banked[at] | (way[what] & unparted[at])] &= ~BARE
        outside = at < 0
        if outside.any():
            part[outside] &= ~BARE
    return pixels


BANKED = 0.04
"""The least share of a hex that woods or brush on one side of its gully cover."""


def _overgrown(h: int, here: Row, codes: Bytes, where: Places, table: Ints, sunken: Bools) -> int:
    """The woods or brush between each two gully hexsides of a hex and the next, 0 where there are none.

    Along a stream the bed is open (B33).
    """
    height, width = codes.shape
    left, right, top, bottom = (int(one) for one in here[BOX : BOX + 4])
    rows = slice(max(top, 0), min(bottom + 1, height))
    columns = slice(max(left, 0), min(right + 1, width))
    own, inside = codes[rows, columns], where[rows, columns] == h
    ys, xs = np.mgrid[rows, columns]
    turns = np.arctan2(ys - here[Y], xs - here[X]) % (2 * np.pi)
    cuts = np.sort(
        [
            np.arctan2(here[EDGE_Y + s] - here[Y], here[EDGE_X + s] - here[X]) % (2 * np.pi)
            for s in np.flatnonzero(sunken)
        ]
    )
    sector = np.searchsorted(cuts, turns) % len(cuts)
    least = BANKED * inside.sum()
    woods = (table[:, CATEGORY] == WOODS) & (table[:, OBSTACLE] > 0)
    woods[LIGHT_WOODS] = False
    for kinds in (woods, np.arange(256) == BRUSH):
        grown = inside & kinds[own]
        if all((grown & (sector == n)).sum() >= least for n in range(len(cuts))):
            return int(np.bincount(own[grown]).argmax())
    return 0


def _hexes_with(kinds: Bools, codes: Bytes, where: Places) -> npt.NDArray[np.intp]:
    """The hexes that have a pixel of one of these kinds."""
    if not kinds.any():
        return np.zeros(0, np.intp)
    here = where[kinds[codes]]
    return np.unique(here[here >= 0]).astype(np.intp)


def _in_or_beside(neighbours: Ints, those: Bools) -> Bools:
    """Of some hexes themselves and of those beside them."""
    return those | ((neighbours >= 0) & those[neighbours]).any(1)


def hillocks(neighbours: Ints, up: Bools) -> Ints:
    """Hexes of hillock that hang together get one number, from 1; the others 0 (F6.1)."""
    found = np.zeros(len(up), np.int32)
    for first in np.flatnonzero(up).tolist():
        if found[first]:
            continue
        number, todo = found.max() + 1, [first]
        while todo:
            h = todo.pop()
            if up[h] and not found[h]:
                found[h] = number
                todo.extend(int(n) for n in neighbours[h] if n >= 0)
    return found
