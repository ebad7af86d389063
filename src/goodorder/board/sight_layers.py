"""Terrain that play changes, for lines of sight: rubble in place of buildings (B24)."""

from __future__ import annotations

from collections.abc import Mapping

from goodorder.board import terrain as t
from goodorder.board.geometry import pixels_of
from goodorder.board.raster import Raster


def rubbled(raster: Raster, hexes: Mapping[int, bool]) -> Raster:
    """The raster with the buildings of some hexes in rubble, stone where true, else wooden.

    Rubble is Inherent Terrain, a half-level obstacle; upper levels and stairwells of those hexes are gone.
    """
    codes = raster.codes.copy()
    where = pixels_of(raster.geometry).hexes
    kinds = t.by_code()
    buildings = [code for code, kind in kinds.items() if kind.building]
    for h, stone in hexes.items():
        code = t.by_id()["stone_rubble" if stone else "wooden_rubble"].code
        for building in buildings:
            codes[(where == h) & (raster.codes == building)] = code
        x, y = raster.geometry.aim[h].tolist()
        codes[y, x] = code
    stairs = raster.marks.stairways - set(hexes)
    marks = type(raster.marks)(stairs, raster.marks.slopes, raster.marks.embankments, raster.marks.partial_orchards)
    return raster._replace(codes=codes, marks=marks)
