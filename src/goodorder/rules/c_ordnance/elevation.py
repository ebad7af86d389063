"""How far a barrel goes up and down (C2.6)."""

from __future__ import annotations

from goodorder.data.counters.support import WeaponType

from ..registry import builds

SMALL_AA = 40
"""The largest caliber, in mm, of an AA Gun that aims up within its own building (C2.6)."""


@builds("C2.6")
def reaches(kind: WeaponType, range: int, above: int, *, own_hex: bool) -> bool:
    """Whether a weapon can be laid on a target so many levels above it (below it: negative) at a range in hexes."""
    if own_hex:
        return above > 0 and kind.kind == "AA" and (kind.caliber or 0) <= SMALL_AA
    return range >= abs(above) or (above > 0 and (kind.mortar or kind.kind == "AA"))
