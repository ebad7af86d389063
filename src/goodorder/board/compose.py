"""Several boards, turned and cropped, as one map (A2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from goodorder.board.board import Map
from goodorder.board.derive import hex_names
from goodorder.board.draw import board_raster
from goodorder.board.errors import BoardError
from goodorder.board.hexgrid import HEX_HEIGHT, HEX_WIDTH, column_index, rows_in
from goodorder.board.raster import Raster, blank, column_starts

Piece = tuple[str, bool, str | None]
"""Board name or file, whether it is turned by half a turn, columns kept such as "A-Q" (None: all)."""


def compose(boards: Sequence[Piece], join: str = "side") -> Map:
    """One map of one board or of several joined in a row.

    ``join`` "side" sets each next board to the right (short sides meet, A2.1), "below" sets it underneath
    (long sides meet). Half hexes that meet become one hex, named by the board that comes first in the list.
    Hex names carry the board's number in the list when there are several ("1A5", "2GG3"). A turned board keeps
    the names printed in its hexes. ``columns`` must begin with a column of full hexes (A, C, E .. AA, CC ..).
    """
    if not boards:
        raise BoardError("a map without boards", expected="at least one board")
    return _compose(tuple((str(n), bool(f), c or None) for n, f, c in boards), join)


@lru_cache(maxsize=32)
def _compose(boards: tuple[Piece, ...], join: str) -> Map:
    pieces = [_piece(n, piece, f"{n}" if len(boards) > 1 else "") for n, piece in enumerate(boards, 1)]
    title = " + ".join(name + (" turned" if flip else "") + (f" {cut}" if cut else "") for name, flip, cut in boards)
    if len(pieces) == 1:
        raster, names = pieces[0]
        return Map(title, raster, names)
    if join not in ("side", "below"):
        raise BoardError(f"unknown join {join!r}", expected="side or below")
    rasters = [raster for raster, _ in pieces]
    if join == "side" and any(r.rows != rasters[0].rows for r in rasters):
        raise BoardError("boards of different height side by side", expected="equal numbers of rows")
    if join == "below" and any(r.columns != rasters[0].columns for r in rasters):
        raise BoardError("boards of different width one below the other", expected="equal numbers of columns")
    for r in rasters[:-1]:
        if join == "side" and r.columns % 2 == 0:
            raise BoardError("a board cut at a column that begins with a half hex", expected="A, C, E .. at the joint")
    if join == "side":
        columns, rows = sum(r.columns - 1 for r in rasters) + 1, rasters[0].rows
    else:
        columns, rows = rasters[0].columns, sum(r.rows for r in rasters)
    whole = blank(columns, rows)
    starts = column_starts(columns, rows)
    names = [""] * starts[-1]
    left = down = 0
    for raster, printed in pieces:
        x, y = round(left * HEX_WIDTH), round(down * HEX_HEIGHT)
        whole.codes[y : y + raster.height, x : x + raster.width] = raster.codes
        whole.levels[y : y + raster.height, x : x + raster.width] = raster.levels
        own = column_starts(raster.columns, raster.rows)
        for col in range(raster.columns):
            for row in range(rows_in(col, raster.rows)):
                index = starts[left + col] + down + row
                names[index] = names[index] or printed[own[col] + row]
        left, down = (left + raster.columns - 1, 0) if join == "side" else (0, down + raster.rows)
    return Map(title, Raster(columns, rows, np.ascontiguousarray(whole.codes), whole.levels), names)


def _piece(number: int, piece: Piece, prefix: str) -> tuple[Raster, list[str]]:
    """One board's raster and printed names, turned and cropped; the crop counts printed columns."""
    name, flip, cut = piece
    raster = board_raster(name)
    names = hex_names(raster.columns, raster.rows, 0, prefix)
    starts = column_starts(raster.columns, raster.rows)
    by_column = [names[starts[c] : starts[c + 1]] for c in range(raster.columns)]
    first, last = 0, raster.columns - 1
    if cut:
        left, dash, right = cut.partition("-")
        if not dash:
            raise BoardError(f"board {number}: {cut!r} are no columns", expected="FIRST-LAST such as A-Q")
        first, last = column_index(left), column_index(right)
        if not 0 <= first < last < raster.columns:
            raise BoardError(f"board {number}: columns {cut} are not on the board", expected="A-GG, left to right")
        if first & 1 or (flip and last & 1):
            raise BoardError(f"board {number}: columns {cut} begin with half hexes", expected="an edge at A, C, E ..")
    raster = raster.cropped(first, last) if (first, last) != (0, raster.columns - 1) else raster
    by_column = by_column[first : last + 1]
    if flip:
        raster = raster.flipped()
        by_column = [column[::-1] for column in by_column[::-1]]
    return raster, [n for column in by_column for n in column]
