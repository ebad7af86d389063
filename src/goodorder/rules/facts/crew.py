"""Who is trained to fire a Gun (C2.1, A21.13)."""

from __future__ import annotations

from goodorder.core.state import Fighter, State, Weapon

from ..registry import builds
from .units import utype, wtype


@builds("C2.1", "A21.13")
def qualified(st: State, unit: Fighter, weapon: Weapon) -> bool:
    """Whether a unit is trained for a weapon: a crew for any Gun, anybody for a support weapon."""
    return wtype(st, weapon).gun is None or utype(st, unit).kind == "crew"
