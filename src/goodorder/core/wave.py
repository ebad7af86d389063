"""A Human Wave: where it goes, which everybody at the table sees (A25.23, A25.231)."""

from __future__ import annotations

from msgspec import Struct


class Wave(Struct, frozen=True, gc=False, omit_defaults=True):
    """The Human Wave of a Player Turn, the last one where there were several; who takes part stands in the trails.

    ``target`` is the Location of the enemy that it was declared against.  ``sides`` is its Hex Grain as it runs through
    the target's hex in the direction of the Wave: the hexside across which it leaves the hex before the target's, and,
    of an Alternate Hex Grain, that across which it leaves the target's.  ``over``: nobody moves in it any more.
    """

    side: int
    target: int
    sides: tuple[int, ...]
    over: bool = False
