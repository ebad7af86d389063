"""Battlefield Integrity of a side (A16), where players have switched it on."""

from __future__ import annotations

from msgspec import Struct


class Integrity(Struct, frozen=True, gc=False, omit_defaults=True):
    """``base``: the Integrity Base, 0 for a side that makes no checks; ``tally``: BPV lost since the last one;
    ``losses``: how often the Base has been lost, ``lost``: by how much that has lowered the side's ELR; ``counted``:
    units that are prisoners and count no more (A16.11).
    """

    base: int = 0
    tally: int = 0
    losses: int = 0
    lost: int = 0
    counted: tuple[int, ...] = ()
