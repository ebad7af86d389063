"""Terrain that play changes, for lines of sight: rubble of buildings (B24), roadblocks of felled trees (B29)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec.structs import replace

from goodorder.board.errors import BoardError
from goodorder.board.map import terrain as t
from goodorder.board.map.geometry import pixels_of
from goodorder.board.map.raster import Raster

ROADBLOCK_PIXELS = 2.5
"""How far from its hexside a roadblock is drawn, so that the pixels by which a hexside is read are its own."""


def rubbled(raster: Raster, hexes: Mapping[int, bool]) -> Raster:
    """The raster with some hexes in ground-level rubble, stone where true, else wooden (B24.2).

    Rubble is Inherent Terrain, a half-level obstacle through the entire hex, in place of what stood there; walls and
    hedges stay, upper levels and stairwells are gone. Raises BoardError for a hex with a Depression or a bridge, where
    rubble lies at two levels.
    """
    codes = raster.codes.copy()
    where = pixels_of(raster.geometry).hexes
    kinds = t.by_code()
    for h, stone in hexes.items():
        mine = where == h
        held = [kinds[code] for code in np.unique(raster.codes[mine]).tolist() if code in kinds]
        if any(kind.depression or kind.bridge for kind in held):
            raise BoardError("rubble in a Depression or on a bridge is not built (B24.2)", expected="another hex")
        stays = [kind.code for kind in held if kind.category == "HEXSIDE" or kind.water]
        code = t.by_id()["stone_rubble" if stone else "wooden_rubble"].code
        codes[mine & ~np.isin(raster.codes, stays)] = code
        x, y = raster.geometry.aim[h].tolist()
        codes[y, x] = code
    return raster._replace(codes=codes, marks=replace(raster.marks, stairways=raster.marks.stairways - set(hexes)))


def rubbled_above(raster: Raster, h: int, level: int) -> Raster:
    """The raster with a hex's building in rubble from an upper level on (B24.2).

    It reaches half a level above the rubble's own level, within the building's outline. Raises BoardError where the
    building has no such level.
    """
    mine = pixels_of(raster.geometry).hexes == h
    kinds = t.by_code()
    held = [kinds[code] for code in np.unique(raster.codes[mine]).tolist() if code in kinds]
    tall = [kind for kind in held if kind.category == "BUILDING" and kind.height >= level and kind.half]
    if not tall:
        raise BoardError(f"there is no building with a level {level} to fall", expected="a level that the building has")
    codes = raster.codes.copy()
    for kind in tall:
        lower = t.house("stone" if kind.stone else "wooden", "building", level + 0.5)
        if lower is not None:
            codes[mine & (raster.codes == kind.code)] = lower.code
    return raster._replace(codes=codes)


def blocked_road(raster: Raster, h: int, side: int) -> Raster:
    """The raster with a roadblock on a hexside: a half-level obstacle as a wall is (B29.2)."""
    corners = raster.geometry.vertices[h]
    (ax, ay), (bx, by) = corners[side].tolist(), corners[(side + 1) % 6].tolist()
    ys, xs = np.mgrid[0 : raster.height, 0 : raster.width]
    along = np.clip(((xs - ax) * (bx - ax) + (ys - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2), 0.0, 1.0)
    away = np.hypot(xs - ax - along * (bx - ax), ys - ay - along * (by - ay))
    codes = raster.codes.copy()
    codes[away <= ROADBLOCK_PIXELS] = t.by_id()["roadblock"].code
    return raster._replace(codes=codes)
