"""Memory of a server with many games: short pauses for the collector of garbage, and giving back what is not used."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys

YOUNG = 10_000
"""Objects made before the youngest are looked through: an answer makes thousands, nearly all of which it drops."""


def short_pauses() -> None:
    """From now on what a full collection has found alive is not looked at again until :func:`give_back`.

    Positions of open games make up the heap and stay: looking at all of them again and again would hold up every
    answer for a third of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
    if _keep not in gc.callbacks:
        gc.callbacks.append(_keep)


def _keep(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()


def give_back() -> None:
    """Look through everything once, and hand memory that is not used any more back to the system where it has to be
    told.
    """
    gc.unfreeze()
    gc.collect()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
