"""Petrol bombs (A22.6): the check, the FP, what the colored die of the attack does, what burns.

>>> molotov().fp
4
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from goodorder.data.charts.ift import Modifier
from goodorder.data.load import DATA_FOLDER, read_toml


class Burnable(Struct, frozen=True, forbid_unknown_fields=True):
    """Terrain that burns, buildings apart (B25.1)."""

    rule: str
    terrain: tuple[str, ...]


class MolotovChart(Struct, frozen=True, forbid_unknown_fields=True):
    """The highest Final dr of the ``check`` with its drm, the FP that a MOL adds, and the Original colored dice of the
    attack on which it bursts in the thrower's hands and sets the target Location on fire.
    """

    rule: str
    check: int
    fp: int
    bursts_on: int
    fire_on: int
    drm: dict[str, Modifier]
    burnable: Burnable


@cache
def molotov() -> MolotovChart:
    """The chart of petrol bombs."""
    return read_toml(DATA_FOLDER / "charts" / "molotov.toml", MolotovChart)
