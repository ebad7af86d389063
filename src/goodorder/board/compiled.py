"""The kernel compiled by numba from the same source, kept on disk under a key of that source.

Nothing waits for the compiler. :func:`kernel` gives the plain functions until the compiled ones are at hand: after
some use it has them compiled by a process of its own, which goes on should this one end, and loads them from disk in
the background once they are there. GOODORDER_COMPILE=never leaves it at the plain functions, =now waits.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from goodorder.board import facts
from goodorder.board import kernel as walk
from goodorder.board import kernel_aims as aims
from goodorder.board import kernel_heights as tall
from goodorder.board import kernel_hillocks as hills
from goodorder.board import kernel_rules as rules
from goodorder.board import kernel_sides as sides
from goodorder.board import kernel_table as tables
from goodorder.board.cache_tidy import tidy

_ORDER = (
    (rules, ("hex_range", "in_wide", "nearest_side", "beyond_centre", "turn", "crossed", "first_side")),
    (rules, ("hinder", "smoke")),
    (
        tall,
        (
            "inside_building",
            "at_hillock",
            "looks_down",
            "along_bridge",
            "hinder_here",
            "cliff_along",
            "foot_of",
            "sees_over",
            "cliffs_beside",
            "blind",
            "between",
            "blind_hexes",
            "heights",
        ),
    ),
    (sides, ("sunk", "enter", "leaves_by_road", "comes_by_road", "crest_at", "depression")),
    (sides, ("far_end", "on_spine", "passes", "wall_of_end", "hides", "inner_wall", "hexside", "embankment")),
    (hills, ("on_hillock", "before", "hillock_ends", "enter_hillock", "second_wall", "hillock")),
    (walk, ("beneath", "aim", "opposite", "slopes_down", "same_hex", "is_deep", "direction", "on_slope")),
    (walk, ("beside", "filling", "point", "pixel", "walk", "judge")),
    (tables, ("hidden", "rows", "pairs")),
    (aims, ("note", "aimed")),
)
_INLINE = frozenset(("hex_range", "beyond_centre", "hinder", "in_wide", "point", "pixel"))
PLAIN = SimpleNamespace(judge=walk.judge, rows=tables.rows, pairs=tables.pairs, aimed=aims.aimed)
"""The kernel as it stands in its source."""
PATIENCE = 100
"""Plain answers before the compiler is thought of: short commands end sooner."""
_STALE = 600.0
"""Seconds after which another process is taken to have given up compiling."""


@cache
def kernel_version() -> str:
    """A digest of the kernel's source: whatever is kept on disk hangs on it."""
    kept = (facts, rules, tall, sides, hills, walk, tables, aims)
    sources = [Path(str(module.__file__)).read_bytes() for module in kept]
    return hashlib.sha256(b"\0".join([*sources, Path(__file__).read_bytes()])).hexdigest()[:16]


def kernel_folder() -> Path:
    """Where the compiled kernel of this version is kept."""
    named = os.environ.get("GOODORDER_CACHE")
    root = Path(named) if named else user_cache_path("goodorder", appauthor=False)
    python = f"{sys.implementation.cache_tag}-{sys.platform}"
    return root / f"kernel-{kernel_version()}-{python}"


@cache
def compiled() -> SimpleNamespace:
    """The compiled kernel, ready to answer; raises ImportError without numba.

    Takes a second from disk, and up to a minute where it was never compiled.
    """
    import numba
    from numba.core import config as numba_config

    began = time.perf_counter()
    config: Any = numba_config  # its settings are made at run time
    folder = kernel_folder()
    folder.mkdir(parents=True, exist_ok=True)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    made: dict[str, Any] = {}
    try:
        for module, names in _ORDER:
            for name in names:
                plain = getattr(module, name)
                # the kernel allocates nothing: without reference counts it is twice as fast
                options: dict[str, Any] = {"_nrt": False, "forceinline": name in _INLINE}
                jit: Callable[[Any], Any] = numba.njit(cache=True, nogil=True, error_model="numpy", **options)
                made[name] = jit(FunctionType(plain.__code__, {**vars(module), **made}, name))
    finally:
        config.CACHE_DIR = before
    _warm(made)
    ready = folder / "ready"
    if ready.exists():
        ready.touch()
    else:
        ready.write_text(f"{time.perf_counter() - began:.1f}")
    tidy(folder.parent, folder)
    return SimpleNamespace(**made)


def compile_seconds() -> float | None:
    """How long compiling took when the kernel on disk was made, None where none is there."""
    try:
        return float((kernel_folder() / "ready").read_text())
    except (OSError, ValueError):
        return None


def _warm(made: dict[str, Any]) -> None:
    """Have every entry compiled or loaded, on a map of one hex."""
    pixels, hexes = np.zeros((1, 1), np.int32), np.zeros((1, facts.COLUMNS), np.int32)
    table, mind = np.zeros((256, facts.PROPERTIES), np.int32), np.zeros(rules.MIND, np.int32)
    field = (pixels, hexes, table, np.zeros((0, 2), np.int32))
    made["judge"](*field, 0, 0, 0, 0, 0, 0, mind)
    places = np.zeros((1, 3), np.int32)
    made["rows"](*field, places, 0, 1, 0, 0, mind, np.zeros((1, 1), np.uint8))
    made["pairs"](*field, places, np.zeros((1, 2), np.int32), mind, np.zeros((1, 2), np.int32))
    made["aimed"](*field[:3], *(0,) * 10, False, False, mind, np.zeros(4, np.int32))


class _Kernel:
    """What answers at the moment, and how far the compiled kernel has come."""

    def __init__(self) -> None:
        self.now = PLAIN
        self.asked = 0
        self.loading = False
        self.mode = os.environ.get("GOODORDER_COMPILE", "")

    def ask(self) -> SimpleNamespace:
        self.asked += 1
        if self.mode == "now":
            self.mode = "never"
            self._load()
        elif self.asked % PATIENCE == 0 and not self.loading and self.mode != "never":
            if (kernel_folder() / "ready").exists():
                self.loading = True
                threading.Thread(target=self._load, name="load kernel").start()
            elif not _compile_elsewhere():
                self.mode = "never"
        return self.now

    def _load(self) -> None:
        try:
            self.now = compiled()
        except (ImportError, OSError):
            self.mode = "never"


def _compile_elsewhere() -> bool:
    """Begin compiling in another process unless one is at it; False where that can't be."""
    folder = kernel_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        begun = folder / "begun"
        if begun.exists() and time.time() - begun.stat().st_mtime < _STALE:
            return True
        begun.touch()
        order = "from goodorder.board.compiled import compiled; compiled()"
        subprocess.Popen(
            [sys.executable, "-c", order],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    return True


_kernel = _Kernel()


def kernel() -> SimpleNamespace:
    """The kernel that answers at once: compiled if at hand, else plain. Both give the same verdicts."""
    return _kernel.now if _kernel.now is not PLAIN else _kernel.ask()


def wait() -> None:
    """Have the compiled kernel answer from now on, as measurements do; without numba the plain one goes on."""
    _kernel._load()
