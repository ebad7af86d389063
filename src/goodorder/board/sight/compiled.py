"""The kernel compiled by numba from the same source, kept on disk under a key of that source.

Nothing waits for the compiler. :func:`kernel` gives the plain functions until the compiled ones are at hand: after
some use it has them compiled by a process of its own, which goes on should this one end, and loads them from disk in
the background once they are there. GOODORDER_COMPILE=never leaves it at the plain functions, =now waits.
"""

from __future__ import annotations

import gc
import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from goodorder.board.map import facts
from goodorder.board.sight import kernel as walk
from goodorder.board.sight import kernel_aims as aims
from goodorder.board.sight import kernel_heights as tall
from goodorder.board.sight import kernel_hillocks as hills
from goodorder.board.sight import kernel_rules as rules
from goodorder.board.sight import kernel_sides as sides
from goodorder.board.sight import kernel_table as tables
from goodorder.board.sight.cache_tidy import tidy

_ORDER = (
    (rules, ("hex_range", "in_wide", "nearest_side", "beyond_centre", "turn", "crossed", "first_side")),
    (rules, ("whole_hex", "hinder", "smoke")),
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
    (sides, ("sunk", "enter", "leaves_by_road", "comes_by_road", "crest_at", "along_bed", "depression")),
    (sides, ("far_end", "on_spine", "passes", "wall_of_end", "hides", "inner_wall", "hexside", "embankment")),
    (hills, ("on_hillock", "before", "hillock_ends", "enter_hillock", "second_wall", "hillock")),
    (
        walk,
        ("beneath", "aim", "opposite", "slopes_down", "same_hex", "is_deep", "direction", "spine_on_slope", "on_slope"),
    ),
    (walk, ("beside", "filling", "point", "pixel", "walk", "judge")),
    (tables, ("hidden", "rows")),
    (aims, ("note", "aimed")),
)
_INLINE = frozenset(("hex_range", "beyond_centre", "hinder", "in_wide", "point", "pixel"))
ENTRIES = ("judge", "rows", "aimed")
"""What is called from Python; the others only call each other."""


def _viewed(function: Callable[..., Any]) -> Callable[..., Any]:
    """A plain function on views of its arrays, whose items are Python's own numbers: twice as fast as numpy's."""

    def on_views(*given: Any) -> Any:
        return function(*[one.data if isinstance(one, np.ndarray) else one for one in given])

    return on_views


PLAIN = SimpleNamespace(judge=_viewed(walk.judge), rows=_viewed(tables.rows), aimed=_viewed(aims.aimed))
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


@cache
def _numba_version() -> str:
    """Told without loading numba, which takes a second."""
    try:
        return version("numba")
    except PackageNotFoundError:
        return "-none"


def kernel_folder() -> Path:
    """Where the compiled kernel of this version is kept."""
    named = os.environ.get("GOODORDER_CACHE")
    root = Path(named) if named else user_cache_path("goodorder", appauthor=False)
    return root / f"kernel-{kernel_version()}-{sys.implementation.cache_tag}-{sys.platform}-numba{_numba_version()}"


@cache
def compiled() -> SimpleNamespace:
    """The compiled kernel, ready to answer; raises ImportError without numba.

    Takes a second from disk, and about half a minute of processor time where it was never compiled.
    """
    import numba
    from numba.core import config as numba_config

    # one signature each, or a function would be compiled anew for every mixture of widths that it is called with
    types: dict[str, Any] = {"Ints": numba.int32[:, ::1], "Row": numba.int32[::1], "Bytes": numba.uint8[:, ::1]}
    types |= {"int": numba.int64, "bool": numba.boolean, "None": numba.void}

    began = time.thread_time()
    config: Any = numba_config  # its settings are made at run time
    folder = kernel_folder()
    folder.mkdir(parents=True, exist_ok=True)
    ready, before = folder / "ready", config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    made: dict[str, Any] = {}
    try:
        for module, names in _ORDER:
            source = _copied(module, folder)
            for name in names:
                plain = getattr(module, name)
                # the kernel allocates nothing: without reference counts it is twice as fast
                options: dict[str, Any] = {"_nrt": False, "forceinline": name in _INLINE, "no_cfunc_wrapper": True}
                options |= {"no_cpython_wrapper": name not in ENTRIES, "error_model": "numpy", "nogil": True}
                code = plain.__code__.replace(co_filename=str(source))
                jit: Callable[[Any], Any] = numba.njit(cache=True, **options)
                made[name] = jit(FunctionType(code, {**vars(module), **made}, name))
                if name in ENTRIES or not ready.exists():  # an entry on disk holds all that it calls
                    *taken, given = (types[told] for told in plain.__annotations__.values())
                    made[name].compile(given(*taken))
                    made[name].disable_compile()
    finally:
        config.CACHE_DIR = before
    if ready.exists():
        ready.touch()
    else:
        # what another process compiled meanwhile, or before it was ended, is not in this time
        whole = not any(one.stats.cache_hits for one in made.values())
        ready.write_text(f"{time.thread_time() - began:.1f}" if whole else "in parts")
    tidy(folder.parent, folder)
    gc.collect()
    gc.freeze()  # the compiler's objects, more than all others, stay for good: no collection need look at them again
    return SimpleNamespace(**{name: made[name] for name in ENTRIES})


def _copied(module: ModuleType, folder: Path) -> Path:
    """A copy of a module's source beside its compiled functions.

    numba keeps apart what was compiled from files in different places, though they say the same: with the copy's name
    every installation and clone of this version finds what one of them compiled.
    """
    original = Path(str(module.__file__))
    copy = folder / original.name
    if not copy.exists():
        part = copy.with_suffix(f".{os.getpid()}")
        part.write_bytes(original.read_bytes())
        part.replace(copy)
    return copy


def compile_seconds() -> float | None:
    """The processor time of compiling when the kernel on disk was made, None where none is there or many made it.

    The compiler has one thread, so on an idle machine it is what one would wait; on a busy one the wait is longer.
    """
    try:
        return float((kernel_folder() / "ready").read_text())
    except (OSError, ValueError):
        return None


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

    def prepare(self) -> None:
        """Load what is on disk, in the thread of who asks, unless that is under way."""
        if self.now is PLAIN and not self.loading and self.mode != "never" and (kernel_folder() / "ready").exists():
            self.loading = True
            self._load()

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
        order = f"from {__name__} import compiled; compiled()"
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


def prepare() -> None:
    """Load the compiled kernel where it is on disk: a server does so before anybody waits for an answer."""
    _kernel.prepare()


def wait() -> None:
    """Have the compiled kernel answer from now on, as measurements do; without numba the plain one goes on."""
    _kernel._load()
