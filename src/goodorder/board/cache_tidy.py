"""What older versions of the program left in the user's cache: compiled kernels that nothing has loaded for long."""

from __future__ import annotations

import contextlib
import re
import shutil
import time
from pathlib import Path

UNUSED = 14 * 86400.0
"""Seconds after which a kernel that nobody loaded is taken for left behind."""
_KERNEL = re.compile(r"kernel-[0-9a-f]{16}(-[\w.+-]+)?")


def tidy(root: Path, keep: Path, now: float | None = None) -> list[Path]:
    """Remove the folders of other kernel versions that were not loaded for two weeks; what was removed.

    Only folders with a kernel's name are looked at, no links, and what can't be removed stays. Loading a kernel
    touches its file ``ready``, so one in use by another version of the program is young.
    """
    now = time.time() if now is None else now
    removed = []
    with contextlib.suppress(OSError):
        for folder in sorted(root.iterdir()):
            if folder == keep or folder.is_symlink() or not folder.is_dir() or not _KERNEL.fullmatch(folder.name):
                continue
            marks = [folder, *(folder / name for name in ("ready", "begun"))]
            if now - max(mark.stat().st_mtime for mark in marks if mark.exists()) > UNUSED:
                shutil.rmtree(folder, ignore_errors=True)
                removed.append(folder)
    return removed
