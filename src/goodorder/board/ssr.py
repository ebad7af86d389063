"""Terrain changes that a scenario's special rules make on a board, by the names scenario cards use.

A change is made on the raster as printed, before cropping and turning; hex facts are derived afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.board.raster import Raster


def changed(raster: Raster, rules: Iterable[str]) -> Raster:
    return raster
