"""What other versions of the program left in the user's cache: compiled kernels that are no longer of use."""

from __future__ import annotations

import contextlib
import re
import shutil
import time
from pathlib import Path

UNUSED = 86400.0
"""Seconds after which a kernel that nobody loaded is taken for left behind."""
BUSY = 3600.0
"""Seconds in which another version may still be at work on its kernel."""
OTHERS = 2
"""How many kernels of other versions stay: of who goes back and forth between versions."""
_KERNEL = re.compile(r"kernel-[0-9a-f]{16}(-[\w.+-]+)?")


def tidy(root: Path, keep: Path, now: float | None = None) -> list[Path]:
    """Remove the folders of other kernel versions; what was removed.

    A few that were loaded within a day stay, and what was touched within the hour. Only folders with a kernel's name
    are looked at, no links, and what can't be removed stays. Loading a kernel touches its file ``ready``, so one in
    use by another version of the program is young.
    """
    now = time.time() if now is None else now
    found: list[tuple[float, Path]] = []
    with contextlib.suppress(OSError):
        for folder in sorted(root.iterdir()):
            if folder == keep or folder.is_symlink() or not folder.is_dir() or not _KERNEL.fullmatch(folder.name):
                continue
            marks = [folder, *(folder / name for name in ("ready", "begun"))]
            found.append((now - max(mark.stat().st_mtime for mark in marks if mark.exists()), folder))
    found.sort(key=lambda one: one[0])
    removed = [folder for n, (age, folder) in enumerate(found) if age > UNUSED or (n >= OTHERS and age > BUSY)]
    for folder in removed:
        shutil.rmtree(folder, ignore_errors=True)
    return removed
