"""The collector of garbage in mass play: a game drops nearly all that it makes, and needs it looked through seldom."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = (200_000, 20, 100)
"""Objects made before the youngest are looked through, and how often these before the older ones. The first is seldom
reached: what is dropped in circles is little (ADR 0015), and positions that somebody keeps need no looking through.
"""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Inside, garbage is looked for seldom, and never among what was there before (boards, rules, charts).

    Within another one it does nothing: what a game has dropped in circles would be kept for ever, if the next one
    took it for what was there before.
    """
    before = gc.get_threshold()
    if before == THRESHOLDS:
        yield
        return
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
