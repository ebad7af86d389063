"""The look of a map: an SVG fragment traced from its raster, in map pixels, without grid and names.

Everything is derived from the raster and the hexes, so text maps, our boards and joined boards look alike.
Shapes differ as well as colours, so that terrain can be told apart in grey.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from goodorder.board import terrain as t
from goodorder.board.board import Map
from goodorder.board.hexgrid import corners
from goodorder.board.outline import Point, outlines

Mask = npt.NDArray[np.bool_]

GROUND = "#e2e5cb"
_OVER = 8
_LEVELS = {-1: "#cfd6b4", 1: "#d8c9a0", 2: "#c6ae7c", 3: "#b0935f", 4: "#977a4a"}
_PATTERNS = (
    '<defs><pattern id="go-grain" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(38)">'
    '<rect width="9" height="9" fill="#e9dc9f"/><path d="M0 2.2H6M3 6.7H9" stroke="#bfa24b" stroke-width="1.3"/>'
    '</pattern><pattern id="go-brush" width="17" height="15" patternUnits="userSpaceOnUse">'
    '<rect width="17" height="15" fill="#cdd2a2"/>'
    '<path d="M2 5q1.6-4 3.2 0M10 3q1.6-4 3.2 0M6 12q1.6-4 3.2 0M14 11q1.6-4 3.2 0" '
    'fill="none" stroke="#6f7a44" stroke-width="1.5" stroke-linecap="round"/></pattern></defs>'
)


def svg(board: Map) -> str:
    """The drawing of a map as one ``<g>``; made once and kept on the map."""
    if not board.drawing:
        board.drawing = _Picture(board).draw()
    return board.drawing


class _Picture:
    def __init__(self, board: Map) -> None:
        self.board = board
        self.codes = board.raster.codes
        self.levels = board.raster.levels
        self.random = np.random.default_rng(7)
        self.parts: list[str] = []

    def draw(self) -> str:
        board = self.board
        self.parts = [
            f'<g class="terrain" clip-path="url(#go-map)">{_PATTERNS}',
            f'<clipPath id="go-map"><rect width="{board.width}" height="{board.height}"/></clipPath>',
            f'<rect width="{board.width}" height="{board.height}" fill="{GROUND}"/>',
        ]
        self._hills()
        # what a road, wall or building covers still belongs to the field around it
        self._area("grain", 'fill="url(#go-grain)" stroke="#c9b468" stroke-width="1.2"')
        self._area("brush", 'fill="url(#go-brush)" stroke="#a3ab74" stroke-width="1.2"', soft=True)
        self._area("orchard", 'fill="#d6dfb0" stroke="#b4c088" stroke-width="1"', soft=True)
        self._orchard_crowns()
        self._area("woods", 'fill="#8aa377" stroke="#5c764b" stroke-width="1.8"', soft=True)
        self._woods_crowns()
        self._roads()
        self._hexsides()
        self._buildings()
        self.parts.append("</g>")
        return "".join(self.parts)

    def _path(self, mask: Mask, style: str, tolerance: float = 1.1, soft: bool = False) -> None:
        # continued over the map's edge, so that nothing is rounded off or outlined there
        loops = outlines(np.pad(mask, _OVER, mode="edge"), tolerance)
        loops = [[(x - _OVER, y - _OVER) for x, y in loop] for loop in loops]
        if loops:
            d = "".join(_soft(loop) if soft else _straight(loop) for loop in loops)
            self.parts.append(f'<path fill-rule="evenodd" {style} d="{d}"/>')

    def _mask(self, *ids: str) -> Mask:
        codes = [t.by_id()[i].code for i in ids]
        return np.isin(self.codes, codes)

    def _hills(self) -> None:
        for level in sorted({int(v) for v in np.unique(self.levels)} - {0}):
            mask = self.levels >= level if level > 0 else self.levels <= level
            colour = _LEVELS.get(level, "#8a6f43")
            self._path(mask, f'fill="{colour}" stroke="#8d6f41" stroke-width="1.3"', soft=True)

    def _area(self, name: str, style: str, soft: bool = False) -> None:
        mask = self._mask(name)
        if mask.any():
            self._path(mask, style, soft=soft)

    def _orchard_crowns(self) -> None:
        mask = _shrunk(self._mask("orchard"), 9)
        self._crowns(_grid(mask, 17, 17, 0.0, self.random), 5.2, 5.8, "#7d9a5f", "#54703c")

    def _woods_crowns(self) -> None:
        mask = _shrunk(self._mask("woods"), 11)
        spots = _grid(mask, 14, 13, 4.0, self.random)
        self._crowns(spots, 5.0, 8.4, "#6d8b5b", "#4a643c")

    def _crowns(self, spots: list[Point], least: float, most: float, fill: str, stroke: str) -> None:
        if not spots:
            return
        d, light = [], []
        for x, y in spots:
            r = float(self.random.uniform(least, most))
            d.append(f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0")
            start = f"M{x - r * 0.55:.1f} {y - r * 0.1:.1f}"
            light.append(f"{start}q{r * 0.15:.1f} {-r * 0.5:.1f} {r * 0.6:.1f} {-r * 0.5:.1f}")
        self.parts.append(f'<path fill="{fill}" stroke="{stroke}" stroke-width="1" d="{"".join(d)}"/>')
        self.parts.append(f'<path fill="none" stroke="#b9cba4" stroke-width="1.1" opacity=".7" d="{"".join(light)}"/>')

    def _roads(self) -> None:
        paved = self._mask("paved_road")
        mask = self._mask("dirt_road") | paved
        if mask.any():
            self._path(mask, 'fill="#f0e6cd" stroke="#a8956d" stroke-width="1.5"', 1.4, soft=True)
        if paved.any():
            self._path(paved, 'fill="#d8d6d0" stroke="#8f8c86" stroke-width=".8"', 1.4, soft=True)

    def _hexsides(self) -> None:
        stones, leaves, stems = [], [], []
        for h in self.board.hexes:
            for side, found in enumerate(h.sides):
                other = self.board.neighbours[h.index][side]
                if found is None or (other >= 0 and other < h.index):
                    continue
                points = corners(h.col, h.row)
                (ax, ay), (bx, by) = points[side], points[(side + 1) % 6]
                length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
                ux, uy = (bx - ax) / length, (by - ay) / length
                if found.id == "wall":
                    stones += [_stone(ax, ay, ux, uy, k * length / 5, length / 5 - 1.0, self.random) for k in range(5)]
                else:
                    stems.append(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}")
                    leaves += [(ax + ux * k * length / 7, ay + uy * k * length / 7) for k in range(8)]
        if stems:
            d = "".join(stems)
            self.parts.append(f'<path stroke="#4d6b3c" stroke-width="4.5" stroke-linecap="round" d="{d}"/>')
            self._crowns(leaves, 3.1, 4.2, "#5d7f47", "#3d562f")
        if stones:
            style = 'fill="#a7a49c" stroke="#5a5852" stroke-width="1" stroke-linejoin="round"'
            self.parts.append(f'<path {style} d="{"".join(stones)}"/>')

    def _buildings(self) -> None:
        looks = {
            "wooden_building_1": ("#b58a5e", "#5f3f22"),
            "wooden_building_2": ("#a06f43", "#4d3019"),
            "stone_building_1": ("#b3b7bb", "#4d5359"),
            "stone_building_2": ("#9298a0", "#3a4047"),
        }
        for name, (fill, edge) in looks.items():
            mask = self._mask(name)
            if not mask.any():
                continue
            shadow = np.zeros_like(mask)
            shadow[3:, 3:] = mask[:-3, :-3]
            self._path(shadow, 'fill="#3b3a2e" opacity=".28"', 1.4)
            self._path(mask, f'fill="{fill}" stroke="{edge}" stroke-width="1.8" stroke-linejoin="round"', 1.4)
            if name.endswith("2"):  # a second, inner eave: the taller building in grey as well
                self._path(_shrunk(mask, 11), f'fill="none" stroke="{edge}" stroke-width="1.3"', 1.4)
            self._ridges(name, edge)

    def _ridges(self, name: str, edge: str) -> None:
        d = []
        for group in self.board.buildings:
            joined = False
            for i in sorted(group):
                here = self.board.hexes[i]
                if here.terrain.id != name:
                    continue
                for j in self.board.neighbours[i]:
                    if j > i and j in group:
                        there = self.board.hexes[j]
                        d.append(f"M{here.x:.1f} {here.y:.1f}L{there.x:.1f} {there.y:.1f}")
                    joined = joined or j in group
                if not joined:
                    d.append(self._lone_ridge(here.x, here.y, here.terrain.code))
        if d:
            self.parts.append(f'<path fill="none" stroke="{edge}" stroke-width="1.1" d="{"".join(d)}"/>')

    def _lone_ridge(self, x: float, y: float, code: int) -> str:
        """The long axis of a block that stands alone."""
        x0, y0 = max(0, int(x) - 30), max(0, int(y) - 30)
        ys, xs = np.nonzero(self.codes[y0 : int(y) + 30, x0 : int(x) + 30] == code)
        if len(xs) < 20:
            return ""
        spread = np.cov(np.vstack([xs, ys]))
        values, axes = np.linalg.eigh(spread)
        dx, dy = axes[:, 1] * float(values[1]) ** 0.5 * 1.1
        cx, cy = x0 + xs.mean(), y0 + ys.mean()
        return f"M{cx - dx:.1f} {cy - dy:.1f}L{cx + dx:.1f} {cy + dy:.1f}"


def _straight(loop: list[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in loop) + "Z"


def _soft(loop: list[Point]) -> str:
    """The loop rounded: through the middles of its edges, bending at its corners."""
    middle = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(loop, loop[1:] + loop[:1], strict=True)]
    start = middle[-1]
    bends = "".join(f"Q{x:g} {y:g} {mx:g} {my:g}" for (x, y), (mx, my) in zip(loop, middle, strict=True))
    return f"M{start[0]:g} {start[1]:g}{bends}Z"


def _shrunk(mask: Mask, size: int) -> Mask:
    """The mask without a border of half of ``size`` (odd) pixels."""
    result = mask
    for axis in (0, 1):
        once = result
        for shift in range(1, size // 2 + 1):
            result = result & np.roll(once, shift, axis) & np.roll(once, -shift, axis)
    return result


def _grid(mask: Mask, dx: int, dy: int, jitter: float, random: np.random.Generator) -> list[Point]:
    """Spots of a staggered grid that fall on the mask, from top to bottom."""
    height, width = mask.shape
    spots = []
    for n, y in enumerate(range(dy // 2, height, dy)):
        for x in range(dx // 2 + (dx // 2 if n & 1 else 0), width, dx):
            px, py = x + random.uniform(-jitter, jitter), y + random.uniform(-jitter, jitter)
            if 0 <= px < width and 0 <= py < height and mask[int(py), int(px)]:
                spots.append((px, py))
    return spots


def _stone(ax: float, ay: float, ux: float, uy: float, start: float, length: float, random: np.random.Generator) -> str:
    half = 2.6 + float(random.uniform(-0.4, 0.5))
    x, y = ax + ux * start - uy * half, ay + uy * start + ux * half
    return (
        f"M{x:.1f} {y:.1f}l{ux * length:.1f} {uy * length:.1f}l{uy * 2 * half:.1f} {-ux * 2 * half:.1f}"
        f"l{-ux * length:.1f} {-uy * length:.1f}Z"
    )
