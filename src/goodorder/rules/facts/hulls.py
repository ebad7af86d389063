"""A vehicle that a shell has hit beside others (C3.32, C3.33)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Hull(Struct, frozen=True):
    """A vehicle that a shell has hit: where (None: its Effects DR tells), by a Critical Hit or not, and its TEM."""

    vehicle: int
    aspect: Literal["hull", "turret"] | None = None
    critical: bool = False
    tem: int = 0
