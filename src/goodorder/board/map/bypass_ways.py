"""Which hexsides a unit may go along around the woods or building of a hex, and over what (A4.3, A4.31, D2.3)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from goodorder.board.map import facts as f
from goodorder.board.map import terrain as t
from goodorder.board.map.hexgrid import VERTICES
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.map.terrain import Terrain

if TYPE_CHECKING:
    from goodorder.board.map.board import Map

BAND, WALLED = 1.6, 2.5
"""Pixels from a hexside within which an obstacle touches it; whatever is doubtful is blocked (A4.31). A wall or hedge
is part of its hexside, five pixels wide as it is drawn.
"""

CLEAR, CLEAR_OF_WALL = 2.5, 3.4
"""The same for a vehicle, which needs the thickness of a counter beside the hexside (D2.3)."""

SHARED = 10.0
"""The same for the ground beside a building that other terrain of its hex surrounds (A2.4, A4.31)."""


def obstacle(here: Terrain) -> bool:
    """Whether a hex of this terrain holds an obstacle that can be Bypassed: woods of any kind (B13.7, B35), a building,
    a lumberyard (B23.211).
    """
    return bool(here.mf) and (here.category == "WOODS" or here.building or here.skirted)


@once_per_map(8192)
def ways(board: Map, h: int) -> tuple[Terrain | None, ...]:
    """For each hexside of a hex the ground inside it along that hexside, None where Bypass is blocked.

    All are None in a hex without woods or building, or with a depression, and at a Location above or below the
    ground. In a hex with both, woods block in a hex that is woods; around a building they are ground to go over
    (A4.31).
    """
    return _sides(board, h, BAND, WALLED)


@once_per_map(8192)
def vehicle_ways(board: Map, h: int) -> tuple[Terrain | None, ...]:
    """The same for vehicles, which need more room (D2.3)."""
    return _sides(board, h, CLEAR, CLEAR_OF_WALL)


def _sides(board: Map, h: int, band: float, walled: float) -> tuple[Terrain | None, ...]:
    """The ground along each hexside that obstacles leave free to so many pixels, beside a wall to ``walled``."""
    if h >= len(board.hexes):
        return (None,) * 6
    here = board.hexes[h]
    if not obstacle(here.terrain) or here.depression is not None:
        return (None,) * 6
    px, hx, _ = board.sight.facts.field
    layout = board.raster.layout
    corners = np.array([(here.x + u * layout.hex_width / 3, here.y + v * layout.hex_height / 2) for u, v in VERTICES])
    x0, y0 = np.maximum(corners.min(0).astype(int) - 1, 0)
    x1, y1 = corners.max(0).astype(int) + 2
    window = px[y0:y1, x0:x1]
    ys, xs = np.nonzero((window & f.HEX_BITS) == h)
    codes = (window[ys, xs] >> f.CODE_SHIFT) & 255
    points = np.stack([xs + x0 + 0.5, ys + y0 + 0.5], 1)
    kinds = {int(code): t.by_code().get(int(code)) or t.by_code()[t.OPEN] for code in np.unique(codes)}
    blocks = np.isin(codes, [code for code, kind in kinds.items() if _blocks(kind, here.terrain)])
    found: list[Terrain | None] = []
    for side in range(6):
        if not int(hx[h, f.FLAGS]) >> (f.ON_MAP + side) & 1:
            found.append(None)
            continue
        far = _distance(points, corners[side], corners[(side + 1) % 6])
        closed = bool((blocks & (far <= (band if here.sides[side] is None else walled))).any())
        found.append(None if closed else _ground(codes[far <= (BAND if here.among is None else SHARED)], kinds))
    return tuple(found)


def _blocks(kind: Terrain, here: Terrain) -> bool:
    """Whether pixels of a kind close a hexside: buildings, woods and lumber in a hex of theirs, Water Obstacles."""
    wooded = kind.category == "WOODS" or kind.skirted
    return kind.building or kind.water or (wooded and not here.building)


def _distance(points: np.ndarray, p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Distance of points from a segment."""
    way = q - p
    share = np.clip(((points - p) @ way) / (way @ way), 0.0, 1.0)
    found: np.ndarray = np.hypot(*(points - p - share[:, None] * way).T)
    return found


def _ground(codes: np.ndarray, kinds: dict[int, Terrain]) -> Terrain | None:
    """What lies along a hexside beside walls and roads: its commonest terrain, open ground where there is none."""
    counted = Counter(
        int(c) for c in codes.tolist() if not kinds[c].hexside and not kinds[c].road and kinds[c].category != "ROAD"
    )
    if not counted:
        return t.by_code()[t.OPEN]
    kind = kinds[counted.most_common(1)[0][0]]
    return kind if kind.mf and not kind.mf_all else None
