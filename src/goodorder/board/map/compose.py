"""Several boards, turned and cropped, as one map (A2.1)."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import msgspec

from goodorder.board.errors import BoardError, nearest
from goodorder.board.library import Stamp, board_raster, printed_names, stamp
from goodorder.board.map.board import Map
from goodorder.board.map.compose_grid import Sheet, cut, joined, turned
from goodorder.board.map.derive import hex_names
from goodorder.board.map.ssr import changed

_COLUMNS = re.compile(r"([A-Z]+)-([A-Z]+)")
_ROWS = re.compile(r"(\d+)-(\d+)")
_AT = re.compile(r"at=(\d+),(\d+)")


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One board of a map.

    ``flipped`` turns it by half a turn. ``columns`` ("A-Q") and ``rows`` ("1-5", numbers of column A) keep a part, by
    the names printed on the board. ``at`` is its place in the grid of boards, to the right and down. ``rules`` are
    terrain changes of a scenario (``goodorder.board.map.ssr``), made before anything else.
    """

    name: str
    flipped: bool = False
    columns: str | None = None
    rows: str | None = None
    at: tuple[int, int] | None = None
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = [self.name, "turned" if self.flipped else "", self.columns or "", self.rows or "", *self.rules]
        return " ".join(word for word in words if word)


class Described(Protocol):
    """Anything that describes a part by the same fields, such as the entry of a scenario file."""

    @property
    def name(self) -> str: ...
    @property
    def flipped(self) -> bool: ...
    @property
    def columns(self) -> str | None: ...
    @property
    def rows(self) -> str | None: ...
    @property
    def at(self) -> tuple[int, int] | None: ...
    @property
    def rules(self) -> tuple[str, ...]: ...


Piece = Described | tuple[str, bool, str | None]
"""A part, or its name, whether it is turned, and its columns."""


def part(words: str) -> Part:
    """A part from words: ``village A-Q 1-5 flipped at=1,0 +NoGrain``; raises BoardError for one it can't place.

    >>> part("hills flipped A-Q")
    Part(name='hills', flipped=True, columns='A-Q', rows=None, at=None, rules=())
    """
    name, *others = words.split() or [""]
    found = Part(name)
    for word in others:
        if word == "flipped":
            found = msgspec.structs.replace(found, flipped=True)
        elif _COLUMNS.fullmatch(word):
            found = msgspec.structs.replace(found, columns=word)
        elif _ROWS.fullmatch(word):
            found = msgspec.structs.replace(found, rows=word)
        elif place := _AT.fullmatch(word):
            found = msgspec.structs.replace(found, at=(int(place[1]), int(place[2])))
        elif word.startswith("+"):
            found = msgspec.structs.replace(found, rules=(*found.rules, word[1:]))
        else:
            raise BoardError(
                f"board {words!r}: {word!r} says nothing of a board", expected="flipped, A-Q, 1-5, at=1,0 or +NoGrain"
            )
    return found


def parts(words: str) -> list[Part]:
    """The parts of a map in words: ``|`` between boards side by side, ``/`` between rows of boards.

    The path of one file may hold spaces.

    >>> [p.at for p in parts("village | hills flipped / city | river")]
    [(0, 0), (1, 0), (0, 1), (1, 1)]
    """
    if os.path.isfile(words):
        return [Part(words)]
    rows = [[part(one) for one in row.split("|")] for row in re.split(r"\s/\s", words)]
    if len(rows) == 1 and len(rows[0]) == 1:
        return rows[0]
    return [
        msgspec.structs.replace(one, at=one.at or (i, j)) for j, row in enumerate(rows) for i, one in enumerate(row)
    ]


def compose(boards: Sequence[Piece], join: str = "side") -> Map:
    """One map of one board or of several.

    Parts with ``at`` fill a grid; others are joined in a row: ``join`` "side" sets each next board to the right (short
    sides meet, A2.1), "below" sets it underneath (long sides meet). Half hexes that meet become one hex, named by the
    board that comes first in the list and found by either name. Hex names carry the board's number in the list when
    there are several ("1A5", "2GG3"). A turned board keeps the names printed in its hexes.

    >>> board = compose([Part("village"), Part("hills", flipped=True)])
    >>> board.hex("1A5").terrain.name, len(board.hexes)
    ('open ground', 682)
    """
    if not boards:
        raise BoardError("a map without boards", expected="at least one board")
    if join not in ("side", "below"):
        raise BoardError(f"unknown join {join!r}", expected="side or below")
    if any(isinstance(p, str) for p in boards):
        raise BoardError(f"{boards!r} names boards by words alone", expected='parts such as [Part("village")]')
    parts = tuple(
        Part(str(p[0]), bool(p[1]), p[2] or None)
        if isinstance(p, tuple)
        else msgspec.convert(p, Part, from_attributes=True)
        for p in boards
    )
    return _compose(parts, join, tuple(stamp(p.name) for p in parts))


@lru_cache(maxsize=32)
def _compose(boards: tuple[Part, ...], join: str, stamps: tuple[Stamp, ...]) -> Map:
    sheets = [_sheet(n, p, f"{n}" if len(boards) > 1 else "") for n, p in enumerate(boards, 1)]
    whole = joined(_grid(boards, sheets, join))
    return Map(" + ".join(map(str, boards)), whole.raster, whole.names, others=whole.others)


def _grid(boards: Sequence[Part], sheets: list[Sheet], join: str) -> list[list[Sheet]]:
    """The boards by rows; a map must be a full rectangle of boards."""
    if all(p.at is None for p in boards):
        return [sheets] if join == "side" else [[sheet] for sheet in sheets]
    cells: dict[tuple[int, int], Sheet] = {}
    for n, (p, sheet) in enumerate(zip(boards, sheets, strict=True), 1):
        if p.at is None:
            raise BoardError(f"board {n} ({p.name}) has no place", expected="at for every board or for none")
        if p.at in cells:
            raise BoardError(f"board {n} ({p.name}) lies on another at {p.at[0]},{p.at[1]}", expected="a free place")
        cells[p.at] = sheet
    wide, high = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    if wide > 12 or high > 12:
        raise BoardError(f"a map of {wide} x {high} boards", expected="at most 12 each way")
    for y in range(high):
        for x in range(wide):
            if (x, y) not in cells:
                raise BoardError(f"no board at {x},{y}", expected="a map without gaps")
    return [[cells[x, y] for x in range(wide)] for y in range(high)]


def _sheet(number: int, piece: Part, prefix: str) -> Sheet:
    """One board with its printed names, changed, cropped and turned, in this order."""
    raster = board_raster(piece.name)
    printed = printed_names(piece.name) or hex_names(raster.columns, raster.rows, 0, "")
    if piece.rules:
        raster = changed(raster, piece.rules)
    sheet = Sheet(raster, [prefix + name for name in printed])
    if piece.columns or piece.rows:
        sheet = cut(sheet, *_kept(number, piece, sheet, printed))
    return turned(sheet) if piece.flipped else sheet


def _kept(number: int, piece: Part, sheet: Sheet, printed: Sequence[str]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Columns and rows of a crop, counted from 0."""
    raster = sheet.raster
    of_column = [column[0].rstrip("0123456789") for column in Sheet(raster, list(printed)).columns()]
    columns, rows = (0, raster.columns - 1), (0, raster.rows - 1)
    if piece.columns:
        match = _COLUMNS.fullmatch(piece.columns)
        if not match:
            raise BoardError(f"board {number}: {piece.columns!r} are no columns", expected="FIRST-LAST such as A-Q")
        for letters in match.groups():
            if letters not in of_column:
                raise BoardError(
                    f"board {number}: no column {letters}", expected=nearest(letters, of_column) or _span(of_column)
                )
        columns = of_column.index(match[1]), of_column.index(match[2])
        if columns[0] >= columns[1]:
            raise BoardError(f"board {number}: columns {piece.columns}", expected=f"{_span(of_column)}, left to right")
    if piece.rows:
        match = _ROWS.fullmatch(piece.rows)
        if not match:
            raise BoardError(f"board {number}: {piece.rows!r} are no rows", expected="FIRST-LAST such as 1-5")
        full = 0 if raster.layout.first == 0 else 1
        lowest = int(Sheet(raster, list(printed)).columns()[full][0].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        rows = int(match[1]) - lowest, int(match[2]) - lowest
        if not 0 <= rows[0] <= rows[1] < raster.rows:
            raise BoardError(
                f"board {number}: rows {piece.rows}", expected=f"{lowest} to {lowest + raster.rows - 1}, from the top"
            )
    return columns, rows


def _span(columns: Sequence[str]) -> str:
    return f"{columns[0]} to {columns[-1]}"
