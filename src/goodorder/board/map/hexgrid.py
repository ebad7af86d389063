"""The hex grid: names, neighbours, distances and the exact lattice on which they are decided.

Two systems of coordinates are used. *Pixels*: x to the right, y down, column centres 56.25 apart, rows
64.5 apart. *Lattice*: pixels divided by 18.75 and 32.25, where every centre and every vertex is a pair of
integers, so that "the line runs exactly along this hexside" is a question of integers. Around a centre the
hex is |v| <= 1, |u + v| <= 2, |u - v| <= 2; hexside 0 is the top one, then clockwise; vertex i is the
counter-clockwise end of hexside i.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from goodorder.board.errors import BoardError

HEX_WIDTH, HEX_HEIGHT = 56.25, 64.5
UNIT_X, UNIT_Y = 18.75, 32.25
VERTICES = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_NAME = re.compile(r"([A-Z]+)(\d+)")


def step(col: int, row: int, side: int) -> tuple[int, int]:
    """Column and row of the hex across ``side``."""
    dc, dr = (_ODD if col & 1 else _EVEN)[side]
    return col + dc, row + dr


def lattice(col: int, row: int) -> tuple[int, int]:
    """The centre of a hex in lattice units."""
    return 3 * col, 2 * row + (0 if col & 1 else 1)


def centre(col: int, row: int) -> tuple[float, float]:
    """The centre of a hex in pixels."""
    u, v = lattice(col, row)
    return u * UNIT_X, v * UNIT_Y


def distance(c0: int, r0: int, c1: int, r1: int) -> int:
    """Range in hexes (A1.22: counted along the shortest way)."""
    return distances(lattice(c0, r0), [lattice(c1, r1)])[0]


def distances(frm: tuple[int, int], points: Iterable[tuple[int, int]]) -> list[int]:
    """The same from one centre to many, all of them in lattice units."""
    u0, v0 = frm
    found = []
    for u, v in points:
        across, down = abs(u - u0) // 3, abs(v - v0)
        found.append(across + (down - across) // 2 if down > across else across)
    return found


def column_letters(col: int) -> str:
    """A..Z, then AA..ZZ, AAA.. as players write them."""
    return chr(ord("A") + col % 26) * (col // 26 + 1)


def column_index(letters: str) -> int:
    """The inverse of :func:`column_letters`; raises BoardError for mixed letters such as AB."""
    if not letters or not letters.isalpha() or not letters.isupper() or len(set(letters)) != 1:
        raise BoardError(f"no column is called {letters!r}", expected="A..Z, AA..ZZ")
    return 26 * (len(letters) - 1) + ord(letters[0]) - ord("A")


def hex_name(col: int, row: int) -> str:
    """The printed name: columns of odd index begin with the half hex 0."""
    return f"{column_letters(col)}{row if col & 1 else row + 1}"


def parse_name(name: str) -> tuple[int, int]:
    """Column and row of a printed name; raises BoardError when it can't be a hex."""
    match = _NAME.fullmatch(name)
    if not match:
        raise BoardError(f"{name!r} is no hex name", expected="letters and a number such as C4")
    col = column_index(match[1])
    row = int(match[2]) - (0 if col & 1 else 1)
    return col, row


def rows_in(col: int, height: int) -> int:
    """How many hexes a column holds on a board of ``height`` rows: odd columns have two half hexes."""
    return height + (col & 1)


class Grid(NamedTuple):
    """What maps of one size have in common: index of the first hex of each column and the number of hexes, neighbours
    by hexside (-1 off the map), the hexside between two neighbours, centres in lattice units.
    """

    starts: list[int]
    neighbours: tuple[tuple[int, ...], ...]
    sides: dict[tuple[int, int], int]
    centres: list[tuple[int, int]]


@lru_cache(maxsize=64)
def grid(columns: int, rows: int, first: int) -> Grid:
    """The grid of so many columns and rows from column ``first`` on: made once for all its maps, and never changed."""
    starts = column_starts(columns, rows, first)
    hexes = [(col, row) for col in range(first, first + columns) for row in range(rows_in(col, rows))]
    index = {place: number for number, place in enumerate(hexes)}
    neighbours = tuple(tuple(index.get(step(col, row, side), -1) for side in range(6)) for col, row in hexes)
    sides = {(h, n): side for h, row in enumerate(neighbours) for side, n in enumerate(row) if n >= 0}
    return Grid(starts, neighbours, sides, [lattice(col, row) for col, row in hexes])


def column_starts(columns: int, rows: int, first: int = 0) -> list[int]:
    """Index of the first hex of each column, and the number of hexes at the end; ``first`` as in ``Layout``."""
    starts = [0]
    for col in range(first, first + columns):
        starts.append(starts[-1] + rows_in(col, rows))
    return starts


def side_middle(col: int, row: int, side: int, inset: float = 1.0) -> tuple[float, float]:
    """A point ``inset`` pixels inside the middle of a hexside, in pixels."""
    u, v = lattice(col, row)
    dx, dy = side_offset(side, inset)
    return u * UNIT_X + dx, v * UNIT_Y + dy


@lru_cache(maxsize=256)
def side_offset(side: int, inset: float) -> tuple[float, float]:
    """From the centre of any hex to a point ``inset`` pixels inside the middle of a hexside, in pixels."""
    (ua, va), (ub, vb) = VERTICES[side], VERTICES[(side + 1) % 6]
    dx, dy = (ua + ub) / 2 * UNIT_X, (va + vb) / 2 * UNIT_Y
    length = (dx * dx + dy * dy) ** 0.5
    scale = (length - inset) / length
    return dx * scale, dy * scale


def corners(col: int, row: int, inset: float = 0.0) -> list[tuple[float, float]]:
    """The six vertices in pixels, moved ``inset`` pixels towards the centre."""
    u, v = lattice(col, row)
    result = []
    for du, dv in VERTICES:
        dx, dy = du * UNIT_X, dv * UNIT_Y
        scale = 1 - inset / (dx * dx + dy * dy) ** 0.5
        result.append((u * UNIT_X + dx * scale, v * UNIT_Y + dy * scale))
    return result
