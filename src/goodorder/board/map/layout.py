"""How the hexes of a grid lie on its pixels, and what a grid says of hexes beside its pixels."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from goodorder.board.map.geometry import Shape
from goodorder.board.map.hexgrid import HEX_HEIGHT, HEX_WIDTH, VERTICES

MOST_HEXES = 8000
"""Hexes of the largest map: a pixel of the sight kernel's grid keeps 13 bits for its hex."""

Sides = dict[int, tuple[int, ...]]
"""Hexsides (0 top, then clockwise) by hex index."""


class Layout(msgspec.Struct, frozen=True):
    """Where hex centres are. All lengths are in pixels.

    Columns are ``hex_width`` apart, hexes of a column ``hex_height``. ``left`` is the x of the first column's centres,
    ``top`` the y of the edge above the full hexes. ``first`` is the number of the first column: 1 where the upper left
    hex is a half hex, so that a column of odd number always begins with a half hex.
    """

    hex_width: float = HEX_WIDTH
    hex_height: float = HEX_HEIGHT
    left: float = 0.0
    top: float = 0.0
    first: int = 0

    def centre(self, col: int, row: int) -> tuple[float, float]:
        """The exact centre of a hex; ``col`` counts from ``first``."""
        x = self.left + self.hex_width * (col - self.first)
        return x, self.top + self.hex_height * (row + (0.0 if col & 1 else 0.5))

    def middle(self, col: int, row: int, side: int) -> tuple[float, float]:
        """The middle of a hexside."""
        x, y = self.centre(col, row)
        (ua, va), (ub, vb) = VERTICES[side], VERTICES[(side + 1) % 6]
        return x + (ua + ub) * self.hex_width / 6, y + (va + vb) * self.hex_height / 4

    def shape(self, columns: int, rows: int, width: int, height: int) -> Shape:
        """The measures of a grid of that many hexes and pixels that lies so."""
        middle = self.top + self.hex_height / 2
        return Shape(columns, rows, width, height, self.hex_width, self.hex_height, self.left, middle, 1 - self.first)


class Marks(msgspec.Struct, frozen=True):
    """What a board's maker wrote down hex by hex: stairways, and hexsides by hex index.

    ``told``: hexes of boards whose stairways are all there are, as in archives; elsewhere a building without any has
    stairs in each of its hexes (ruling R487).
    """

    stairways: frozenset[int] = frozenset()
    slopes: Sides = {}
    embankments: Sides = {}
    partial_orchards: Sides = {}
    told: frozenset[int] = frozenset()

    def moved(self, to: Mapping[int, int], *, turned: bool = False) -> Marks:
        """The same marks after hexes got other indices; those of hexes not in ``to`` are dropped.

        ``turned`` says that the board was turned by half a turn, which carries each hexside to the opposite one.
        """

        def sides(told: Sides) -> Sides:
            return {
                to[index]: tuple(sorted((side + 3) % 6 if turned else side for side in numbers))
                for index, numbers in told.items()
                if index in to
            }

        return Marks(
            frozenset(to[index] for index in self.stairways if index in to),
            sides(self.slopes),
            sides(self.embankments),
            sides(self.partial_orchards),
            frozenset(to[index] for index in self.told if index in to),
        )

    def with_(self, others: Marks) -> Marks:
        """Both together; for a hex of both, the hexsides of either."""

        def both(a: Sides, b: Sides) -> Sides:
            return {index: tuple(sorted({*a.get(index, ()), *b.get(index, ())})) for index in {**a, **b}}

        return Marks(
            self.stairways | others.stairways,
            both(self.slopes, others.slopes),
            both(self.embankments, others.embankments),
            both(self.partial_orchards, others.partial_orchards),
            self.told | others.told,
        )

    def __bool__(self) -> bool:
        return bool(self.stairways or self.slopes or self.embankments or self.partial_orchards or self.told)


GEO, NO_MARKS = Layout(), Marks()
"""The geomorphic layout, and nothing written down."""
