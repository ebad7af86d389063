"""Areas of a map named by hex names: columns, rows, single hexes. No map is needed to read them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

Edge = Literal["north", "east", "south", "west"]

_NAME = re.compile(r"(?P<board>\d*)(?P<column>[A-Z]{1,2})(?P<row>\d{1,2})")
_COLUMN = re.compile(r"[A-Z]|([A-Z])\1")
_ROW = re.compile(r"\d{1,2}")


def column_number(column: str) -> int:
    """0 for A, 25 for Z, 26 for AA, 27 for BB. Raises ValueError for anything else."""
    if _COLUMN.fullmatch(column) is None:
        raise ValueError(f"expected a column such as 'C' or 'AA', got {column!r}")
    return ord(column[0]) - ord("A") + (26 if len(column) == 2 else 0)


@lru_cache(maxsize=8192)
def split_name(name: str) -> tuple[str, int, int]:
    """Board prefix ('' when there is one board), column number and row of a hex name such as C4 or 2AA10."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"expected a hex name such as 'C4', got {name!r}")
    return found["board"], column_number(found["column"]), int(found["row"])


def _spans(text: str, pattern: re.Pattern[str], what: str) -> list[tuple[str, str]]:
    spans: list[tuple[str, str]] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        ends = (first, last if dash else first)
        if any(pattern.fullmatch(end) is None for end in ends):
            raise ValueError(f"expected {what}, got {text!r}")
        spans.append(ends)
    return spans


@lru_cache(maxsize=256)
def _columns_of(text: str) -> tuple[tuple[int, int], ...]:
    spans = _spans(text, _COLUMN, "columns such as 'A-H' or 'A-C,F'")
    return tuple((column_number(first), column_number(last)) for first, last in spans)


@lru_cache(maxsize=256)
def _rows_of(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((int(first), int(last)) for first, last in _spans(text, _ROW, "rows such as '1-4' or '0,3-5'"))


class HexArea(Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that lie in all of the columns, rows and board given, plus ``hexes``, less ``without``.

    ``columns`` is text such as ``"A-H"`` or ``"A-C,F"``, ``rows`` such as ``"1-4"``; ``board`` is the prefix of the hex
    names where a map has several boards. An area with none of the three holds only ``hexes``. ``edge`` says across
    which map edge units enter or leave; it keeps only the area's hexes that touch that edge.
    """

    columns: str | None = None
    rows: str | None = None
    board: str | None = None
    hexes: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    edge: Edge | None = None

    def __post_init__(self) -> None:
        self._column_spans()
        self._row_spans()
        for name in (*self.hexes, *self.without):
            split_name(name)

    def _column_spans(self) -> tuple[tuple[int, int], ...]:
        return () if self.columns is None else _columns_of(self.columns)

    def _row_spans(self) -> tuple[tuple[int, int], ...]:
        return () if self.rows is None else _rows_of(self.rows)

    def contains(self, name: str) -> bool:
        """Whether a hex lies in the area; ``edge`` is not looked at."""
        if name in self.without:
            return False
        if name in self.hexes:
            return True
        if self.columns is None and self.rows is None and self.board is None:
            return self.edge is not None and not self.hexes
        board, column, row = split_name(name)
        if self.board is not None and board != self.board:
            return False
        columns, rows = self._column_spans(), self._row_spans()
        if columns and not any(first <= column <= last for first, last in columns):
            return False
        return not rows or any(first <= row <= last for first, last in rows)

    def select(self, names: Iterable[str]) -> frozenset[str]:
        """The hexes of a map that lie in the area; ``edge`` is not looked at."""
        return frozenset(name for name in names if self.contains(name))

    def at_edge(self, edges: Mapping[str, Collection[str]]) -> frozenset[str]:
        """The area's hexes that touch its ``edge``; ``edges`` holds the map edges of each edge hex."""
        return frozenset(name for name, touched in edges.items() if self.edge in touched and self.contains(name))


def in_any(areas: Iterable[HexArea], name: str) -> bool:
    """Whether a hex lies in one of several areas."""
    return any(area.contains(name) for area in areas)
