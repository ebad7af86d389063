"""Tables of lines of sight: every pair of Locations of a map at once, kept on disk.

A table holds printed terrain only: what changes in play is judged line by line. It is made by the compiled kernel,
on all processors, and found again by the map's digest and the kernel's version.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goodorder.board.map.board import Map
from goodorder.board.map.facts import HEX_BITS, NO_HEX
from goodorder.board.sight.compiled import PLAIN, compiled, kernel, kernel_folder, kernel_version
from goodorder.board.sight.kernel_rules import MIND
from goodorder.board.sight.kernel_table import BLOCKED, PROBES
from goodorder.board.sight.sight import NO_SMOKE

STRIP = 16
"""Rows that one worker makes at a time."""
LARGEST = 3000
"""Locations of the largest map that gets a table; on larger ones lines are worked out as they are asked for."""
KEPT_FROM, KEPT = 150, 64
"""Locations of the smallest map whose table is kept on disk, and how many tables are."""
FAR = 1 << 20
"""A reach beyond every map."""


class Table(NamedTuple):
    """Hindrance of the line between each two Locations, ``BLOCKED`` where there is none; the same both ways (A6.5)."""

    cells: npt.NDArray[np.uint8]

    def sees(self, a: int, b: int) -> bool:
        """Whether there is a line of sight."""
        return bool(self.cells[a, b] != BLOCKED)

    def hindrance(self, a: int, b: int) -> int | None:
        """The total hindrance, None where the line is blocked."""
        value = int(self.cells[a, b])
        return None if value == BLOCKED else value

    def by_rows(self) -> list[bytes]:
        """The cells as one string of bytes for each Location: the quickest look-up from Python."""
        return [row.tobytes() for row in self.cells]


def build(
    board: Map,
    *,
    progress: Callable[[int, int], None] | None = None,
    workers: int | None = None,
    using: SimpleNamespace | None = None,
) -> Table:
    """Make a map's table; ``progress`` hears of rows done and rows in all.

    ``using`` is the compiled kernel unless another is given, or plain functions where numba is missing.
    """
    if using is None:
        try:
            using = compiled()
        except ImportError:
            using = PLAIN
    places = board.sight.ends
    count = len(places)
    cells = np.full((count, count), BLOCKED, np.uint8)
    lock, done = threading.Lock(), 0
    field = board.sight.facts.field
    probes = 0 if (field.pixels & HEX_BITS == NO_HEX).any() else PROBES

    def strip(first: int) -> None:
        nonlocal done
        last = min(first + STRIP, count)
        mind = np.zeros(MIND, np.int32)
        using.rows(*field, NO_SMOKE, places, first, last, FAR, probes, mind, cells)
        with lock:
            done += last - first
            if progress is not None:
                progress(done, count)

    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        list(pool.map(strip, range(0, count, STRIP)))
    return Table(cells)


def table_file(board: Map) -> Path:
    """Where a map's table is kept; another terrain or another kernel is another file."""
    return kernel_folder().parent / "tables" / f"{board.los_digest}-{kernel_version()}.npy"


def at_hand(board: Map) -> list[bytes] | None:
    """A map's table by rows, if it can be had at once: from disk, or made before in the background.

    Where the compiled kernel is loaded and the table is nowhere, it is begun in a thread of its own.
    """
    size = len(board.sight.places)
    if size > LARGEST:
        return None
    found = _made.get(board.los_digest) or (_load(board) if size >= KEPT_FROM else None)
    if found is not None:
        return found.by_rows()
    if kernel() is not PLAIN and board.los_digest not in _begun:
        _begun.add(board.los_digest)
        threading.Thread(target=_make, args=(board,), name="table of lines of sight", daemon=True).start()
    return None


_made: dict[str, Table] = {}
_begun: set[str] = set()


def _make(board: Map) -> None:
    made = build(board, workers=1, using=kernel())
    _made[board.los_digest] = made
    if len(board.sight.places) >= KEPT_FROM:
        _keep(board, made)


def table(board: Map, progress: Callable[[int, int], None] | None = None) -> Table:
    """A map's table from disk, or made now and kept; a damaged file is made anew."""
    found = _load(board)
    if found is None:
        found = build(board, progress=progress)
        _keep(board, found)
    return found


def _load(board: Map) -> Table | None:
    """The table kept on disk, None where there is none or it is damaged."""
    size = len(board.sight.places)
    try:
        cells = np.load(table_file(board), allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return Table(cells) if cells.shape == (size, size) and cells.dtype == np.uint8 else None


def _keep(board: Map, made: Table) -> None:
    """Keep a table for other processes and other days, and drop the oldest ones; without a disk it still serves."""
    file = table_file(board)
    part = file.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as stream:
            np.save(stream, made.cells)
        part.replace(file)
        for old in sorted(file.parent.glob("*.npy"), key=lambda one: one.stat().st_mtime, reverse=True)[KEPT:]:
            old.unlink()
