"""Tables of lines of sight: every pair of Locations of a map at once, kept on disk.

A table holds printed terrain only: what changes in play is judged line by line. It is made by the compiled kernel,
on all processors, and found again by the map's digest and the kernel's version.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goodorder.board.board import Map
from goodorder.board.compiled import PLAIN, compiled, kernel_folder, kernel_version
from goodorder.board.kernel_rules import MIND
from goodorder.board.kernel_table import BLOCKED
from goodorder.board.sight import NO_SMOKE

STRIP = 16
"""Rows that one worker makes at a time."""
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


def build(
    board: Map,
    *,
    progress: Callable[[int, int], None] | None = None,
    workers: int | None = None,
    kernel: SimpleNamespace | None = None,
) -> Table:
    """Make a map's table; ``progress`` hears of rows done and rows in all.

    ``kernel`` is the compiled one unless another is given, or plain functions where numba is missing.
    """
    if kernel is None:
        try:
            kernel = compiled()
        except ImportError:
            kernel = PLAIN
    places = board.sight.ends
    count = len(places)
    cells = np.full((count, count), BLOCKED, np.uint8)
    lock, done = threading.Lock(), 0

    def strip(first: int) -> None:
        nonlocal done
        last = min(first + STRIP, count)
        mind = np.zeros(MIND, np.int32)
        kernel.rows(*board.sight.facts.field, NO_SMOKE, places, first, last, FAR, mind, cells)
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


def table(board: Map, progress: Callable[[int, int], None] | None = None) -> Table:
    """A map's table from disk, or made now and kept; a damaged file is made anew."""
    file = table_file(board)
    size = len(board.locations)
    try:
        cells = np.load(file, allow_pickle=False)
        if cells.shape == (size, size) and cells.dtype == np.uint8:
            return Table(cells)
    except (OSError, ValueError, EOFError):
        pass
    made = build(board, progress=progress)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}")
        with part.open("wb") as stream:
            np.save(stream, made.cells)
        part.replace(file)
    except OSError:
        pass  # a table that can't be kept still serves
    return made
