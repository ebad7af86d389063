"""Maps in hexes of another size (Deluxe): drawn as if their hexes had the usual one, and enlarged as a whole.

So names, trees, walls and stairs keep their proportion to the hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec
import numpy as np

from goodorder.board.map.derive import Hex
from goodorder.board.map.hexgrid import HEX_HEIGHT
from goodorder.board.map.raster import Raster

_ALIKE = 1.25
"""Hexes up to this many times larger or smaller than usual ones are drawn as they are."""


class Pictured(Protocol):
    """What of a map a picture is made from."""

    @property
    def raster(self) -> Raster:
        """Terrain and levels."""

    @property
    def width(self) -> int:
        """Pixels across."""

    @property
    def height(self) -> int:
        """Pixels down."""

    @property
    def hexes(self) -> Sequence[Hex]:
        """The hexes, with their middles in pixels."""

    @property
    def neighbours(self) -> Sequence[Sequence[int]]:
        """The six neighbours of each hex, -1 off the map."""

    @property
    def buildings(self) -> Sequence[frozenset[int]]:
        """The hexes of each building."""


class Usual(msgspec.Struct, frozen=True):
    """A map as it would be in hexes of the usual size."""

    raster: Raster
    width: int
    height: int
    hexes: tuple[Hex, ...]
    neighbours: tuple[tuple[int, ...], ...]
    buildings: tuple[frozenset[int], ...]


def scale_of(board: Pictured) -> float:
    """How many times larger a map's hexes are than usual ones; 1 for those near enough."""
    found = board.raster.layout.hex_height / HEX_HEIGHT
    return 1.0 if 1 / _ALIKE <= found <= _ALIKE else found


def usual(board: Pictured) -> Pictured:
    """The map in hexes of the usual size: itself, or smaller or larger by :func:`scale_of`."""
    scale = scale_of(board)
    if scale == 1.0:
        return board
    raster = board.raster
    high, wide = max(1, round(board.height / scale)), max(1, round(board.width / scale))
    rows = np.minimum(((np.arange(high) + 0.5) * scale).astype(int), board.height - 1)
    columns = np.minimum(((np.arange(wide) + 0.5) * scale).astype(int), board.width - 1)
    lay = raster.layout
    layout = msgspec.structs.replace(
        lay,
        hex_width=lay.hex_width / scale,
        hex_height=lay.hex_height / scale,
        left=lay.left / scale,
        top=lay.top / scale,
    )
    codes, levels = raster.codes[np.ix_(rows, columns)], raster.levels[np.ix_(rows, columns)]
    return Usual(
        Raster(raster.columns, raster.rows, codes, levels, layout, raster.marks),
        wide,
        high,
        tuple(msgspec.structs.replace(here, x=here.x / scale, y=here.y / scale) for here in board.hexes),
        tuple(tuple(row) for row in board.neighbours),
        tuple(frozenset(group) for group in board.buildings),
    )
