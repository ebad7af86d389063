"""The Sniper of a side: a counter that is no unit (A14.01)."""

from __future__ import annotations

from msgspec import Struct


class Sniper(Struct, frozen=True, gc=False, omit_defaults=True):
    """``san``: the side's Sniper Activation Number now; ``loc``: the ground of the hex of its counter, -1 while it has
    none; ``pinned``: until the Player Turn ends (A14.31).
    """

    san: int = 0
    loc: int = -1
    pinned: bool = False
