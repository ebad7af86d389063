"""The collector of garbage in mass play: a game drops nearly all that it makes, and needs it looked through seldom."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = (50_000, 20, 100)
"""Objects made before the youngest are looked through, and how often these before the older ones."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Inside, garbage is looked for seldom, and never among what was there before (boards, rules, charts)."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
