"""A vehicle that a shell has hit beside others (C3.32, C3.33)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Hull(Struct, frozen=True):
    """A vehicle that a shell has hit: where (None: its Effects DR tells), by a Critical Hit or not, or only up to that
    dr after an Original 2 (``perhaps``). ``tem`` is the TEM of the Effects DR, ``turned`` that TEM of a Critical Hit on
    what has no armor; ``bursts``: Air Bursts among it. ``crew_alone``: the Infantry Target Type harms an AFV's crew and
    not the AFV; ``bare``: it is struck where it has no armor; ``drm`` is what else modifies the Effects DR.
    """

    vehicle: int
    aspect: Literal["hull", "turret"] | None = None
    critical: bool = False
    perhaps: int = 0
    tem: int = 0
    turned: int = 0
    bursts: int = 0
    crew_alone: bool = False
    bare: bool = False
    drm: int = 0
