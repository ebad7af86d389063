"""The lines of sight of ``goodorder bench``: direct checks, tables, look-ups, and the time to compile."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from goodorder.board import Map, compose, parts
from goodorder.board.draw.draw import board_names
from goodorder.board.sight.compiled import PLAIN, compile_seconds, compiled
from goodorder.board.sight.kernel_rules import MIND
from goodorder.board.sight.los_table import build, table, table_file
from goodorder.board.sight.sight import NO_SMOKE

BOARD = "city"
"""The shipped board with the most Locations, and the most in the way of its lines."""
REFERENCE = 15_000
"""Checks a second of the field's reference program, in one thread of a machine of the same kind."""
SECONDS = 0.4
CHECKS, PLAIN_CHECKS, KNOWN = 20_000, 300, 3_000
RUNS = 3
_COMPILE = f"from {compiled.__module__} import compiled, compile_seconds; compiled(); print(compile_seconds())"
_LARGE = """
import resource, time
from goodorder.board import compose, parts
from goodorder.board.draw.draw import board_names
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
row = " | ".join(board_names()[:4]), " | ".join(board_names()[4:8])
before, began = peak(), time.process_time()
board = compose(parts(" / ".join(row * 2)))
board.sight
print(board.width * board.height, peak() - before, time.process_time() - began)
"""

BUDGETS: dict[str, tuple[float, str]] = {
    "los_table_cold_s": (0.5, "under"),
    "los_table_cached_ms": (20, "under"),
    "los_table_ratio": (20, "at least"),
}


def measure(place: str, compile_anew: bool) -> dict[str, Any]:
    """The figures on a board or several joined; those of compiled functions are None where numba is missing.

    The time to compile is that of the kernel found on disk; ``compile_anew`` has it compiled into an empty folder, in a
    process of its own, instead.
    """
    board = compose(parts(place.replace(":", " ")))
    count = len(board.sight.places)
    asked = _pairs(count, CHECKS)
    field, ends = board.sight.facts.field, board.sight.ends
    data: dict[str, Any] = {"los_board": place, "los_locations": count}
    kernel, data["los_kernel_load_s"] = _kernel()
    data["los_compile_s"] = _compile_time() if compile_anew else compile_seconds()

    def direct(functions: SimpleNamespace, pairs: Any) -> float:
        """Checks a second, called one by one from Python."""
        told = [(*ends[a].tolist(), *ends[b].tolist()) for a, b in pairs.tolist()]
        mind = np.zeros(MIND, np.int32)
        judge = functions.judge

        def work() -> None:
            for ends_of in told:
                judge(*field, NO_SMOKE, *ends_of, mind)

        return len(told) / _best(work)

    data["los_direct_plain"] = round(direct(PLAIN, asked[:PLAIN_CHECKS]))
    data["los_direct_compiled"] = round(direct(kernel, asked)) if kernel else None
    data |= _rates(kernel) | _tables(board) if kernel else {}
    return data | _look_ups(board, asked, kernel)


def _rates(kernel: SimpleNamespace) -> dict[str, Any]:
    """Pairs a second of building the tables of all shipped boards on one core."""
    pairs, seconds, rates = 0, 0.0, {}
    for name in board_names():
        board = compose(parts(name))
        count = len(board.sight.places) * (len(board.sight.places) + 1) // 2
        spent = min(_spent(partial(build, board, workers=1, using=kernel), time.process_time) for _ in range(RUNS))
        pairs, seconds, rates[name] = pairs + count, seconds + spent, round(count / spent)
    slowest = min(rates, key=lambda name: rates[name])
    return {
        "los_table_pairs_per_second": round(pairs / seconds),
        "los_table_ratio": round(pairs / seconds / REFERENCE, 1),
        "los_table_slowest_board": f"{slowest} {rates[slowest]}",
    }


def _tables(board: Map) -> dict[str, Any]:
    """A table built on all cores, found on disk, and how much memory it takes."""
    count = len(board.sight.places)
    table_file(board).unlink(missing_ok=True)
    cold = _spent(lambda: table(board))

    def again() -> None:
        board.__dict__.pop("los_digest", None)  # the key by which the table is found is worked out as well
        table(board).by_rows()

    cached = statistics.median(_spent(again) for _ in range(RUNS))
    return {
        "los_table_pairs": count * (count + 1) // 2,
        "los_table_cold_s": round(cold, 3),
        "los_table_cached_ms": round(1000 * cached, 2),
        "los_table_bytes": table(board).cells.nbytes,
    }


def _look_ups(board: Map, asked: Any, kernel: SimpleNamespace | None) -> dict[str, Any]:
    """Questions a second from Python: lines asked for the first time, then those that are remembered."""
    pairs = list(dict.fromkeys((a, b) for a, b in asked.tolist()))
    known, first = pairs[:KNOWN], pairs[KNOWN : 2 * KNOWN]
    if kernel is not None:
        table(board)
    for a, b in known:  # by then the map has its table at hand
        board.los(a, b)
        board.line(a, b)

    def each(ask: Callable[[int, int], object], of: list[tuple[int, int]]) -> Callable[[], None]:
        def work() -> None:
            for a, b in of:
                ask(a, b)

        return work

    once = _spent(each(board.line, first), time.process_time)
    return {
        "los_first_map_line": round(len(first) / once),
        "los_lookups_map_sees": round(KNOWN / _best(each(board.sees, known))),
        "los_lookups_map_line": round(KNOWN / _best(each(board.line, known))),
        "los_lookups_map_los": round(KNOWN / _best(each(board.los, known))),
    }


def _pairs(count: int, number: int) -> Any:
    """Pairs of different Locations, the lower id first, the same at every run."""
    rng = random.Random(1)
    return np.array([sorted(rng.sample(range(count), 2)) for _ in range(number)], np.int32)


def _kernel() -> tuple[SimpleNamespace | None, float | None]:
    """The compiled kernel and the seconds until it was there (from disk, where it was compiled before)."""
    began = time.perf_counter()
    try:
        found = compiled()
    except ImportError:
        return None, None
    return found, round(time.perf_counter() - began, 2)


def _compile_time() -> float | None:
    """Processor time of compiling the kernel where nothing is kept."""
    with tempfile.TemporaryDirectory() as empty:
        there = {**os.environ, "GOODORDER_CACHE": empty}
        done = subprocess.run([sys.executable, "-c", _COMPILE], env=there, capture_output=True, text=True, check=False)
    return round(float(done.stdout), 1) if done.returncode == 0 else None


def large() -> dict[str, Any]:
    """A map of sixteen boards made in a process of its own: its pixels, seconds, and the most memory that it took.

    None for all where the system tells of no memory.
    """
    done = subprocess.run([sys.executable, "-c", _LARGE], capture_output=True, text=True, check=False)
    pixels, peak, seconds = map(float, done.stdout.split()) if done.returncode == 0 else (None, None, None)
    unit = 1 if sys.platform == "darwin" else 1024
    return {
        "los_large_pixels": pixels and round(pixels),
        "los_large_s": seconds and round(seconds, 1),
        "los_large_mb": peak and round(peak * unit / 1e6),
    }


def _spent(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of one call."""
    began = clock()
    work()
    return clock() - began


def _best(work: Callable[[], object]) -> float:
    """Seconds of the fastest of some calls."""
    found: list[float] = []
    end = time.process_time() + SECONDS
    while len(found) < 2 or time.process_time() < end:
        found.append(_spent(work, time.process_time))
    return min(found)
