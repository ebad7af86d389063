"""Small things strewn over a map's picture: crowns, boulders, graves, stones of walls, teeth of cliffs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

from goodorder.board.draw.svg_shapes import Line, Look, Point, Shape

Mask = npt.NDArray[np.bool_]

_HEDGES = {
    # leaves on a hexside, least and greatest radius, fill, edge, stem
    "hedge": (7, 3.1, 4.2, "#5d7f47", "#3d562f", 4.5),
    "bocage": (6, 4.8, 6.6, "#4f7040", "#2f4626", 8.0),
    "cactus_hedge": (9, 2.2, 3.0, "#7f9a60", "#4d653c", 2.5),
    "partial_orchard": (4, 4.4, 5.4, "#7d9a5f", "#54703c", 0.0),
}
_BANKS = "#7a5f34"
_RIM = 5


class MarkPen:
    """Draws marks with slight irregularities from one stream of random numbers."""

    def __init__(self, random: np.random.Generator) -> None:
        self.random = random

    def crowns(self, spots: list[Point], least: float, most: float, fill: str, edge: str) -> list[Shape]:
        """Round tree tops, each with a light."""
        if not spots:
            return []
        dots = [(x, y, float(self.random.uniform(least, most))) for x, y in spots]
        light = [
            [(x - r * 0.55, y - r * 0.1), (x - r * 0.4, y - r * 0.42), (x - r * 0.1, y - r * 0.6)] for x, y, r in dots
        ]
        return [
            Shape(Look(fill, edge, 1), dots=dots),
            Shape(Look(stroke="#b9cba4", weight=1.1, opacity=0.7), lines=light),
        ]

    def firs(self, spots: list[Point]) -> list[Shape]:
        """Pointed trees."""
        loops = []
        for x, y in spots:
            r = float(self.random.uniform(4.6, 6.8))
            loops.append([(x, y - r * 1.25), (x + r * 0.8, y + r * 0.75), (x - r * 0.8, y + r * 0.75)])
        return [Shape(Look("#5d7b60", "#33503c", 1), loops=loops)] if loops else []

    def boulders(self, spots: list[Point], fill: str = "#b5b2a6", *, angular: bool = False) -> list[Shape]:
        """Uneven stones; angular ones lie as rubble does."""
        loops = []
        for x, y in spots:
            r = float(self.random.uniform(2.4, 4.4) if angular else self.random.uniform(3.2, 5.6))
            count = 4 if angular else 6
            turn = float(self.random.uniform(0, 6.28))
            reach = self.random.uniform(0.7, 1.15, count)
            corners = [
                (
                    x + r * float(reach[k]) * float(np.cos(turn + 6.283 * k / count)),
                    y + 0.82 * r * float(reach[k]) * float(np.sin(turn + 6.283 * k / count)),
                )
                for k in range(count)
            ]
            loops.append(corners)
        return [Shape(Look(fill, "#6b685e", 1), loops=loops)] if loops else []

    def graves(self, spots: list[Point]) -> list[Shape]:
        """Headstones in rows."""
        loops = [[(x - 2.6, y - 3.4), (x + 2.6, y - 3.4), (x + 2.6, y + 3.4), (x - 2.6, y + 3.4)] for x, y in spots]
        lines = [[(x - 1.2, y - 1.0), (x + 1.2, y - 1.0)] for x, y in spots]
        if not loops:
            return []
        return [
            Shape(Look("#e8e6dd", "#76746b", 0.9), loops=loops),
            Shape(Look(stroke="#76746b", weight=0.8), lines=lines),
        ]

    def sheds(self, mask: Mask, edge: str) -> list[Shape]:
        """The saw-tooth roofs of a factory."""
        inner = shrunk(mask, 9)
        lines: list[Line] = []
        for y in range(4, mask.shape[0], 9):
            row = np.flatnonzero(inner[y])
            if not len(row):
                continue
            for run in np.split(row, np.flatnonzero(np.diff(row) > 1) + 1):
                if len(run) > 6:
                    lines.append([(float(run[0]), float(y)), (float(run[-1]), float(y))])
        return [Shape(Look(stroke=edge, weight=1), lines=lines)] if lines else []

    def ticks(self, a: Point, b: Point, towards: Point, count: int, length: float) -> list[Line]:
        """Short strokes from a line towards a place."""
        (ax, ay), (bx, by) = a, b
        mx, my = (ax + bx) / 2, (ay + by) / 2
        dx, dy = towards[0] - mx, towards[1] - my
        far = max(1e-6, (dx * dx + dy * dy) ** 0.5)
        ux, uy = dx / far * length, dy / far * length
        spots = [((k + 0.5) / count) for k in range(count)]
        return [
            [
                (ax + (bx - ax) * k, ay + (by - ay) * k),
                (ax + (bx - ax) * k + ux, ay + (by - ay) * k + uy),
            ]
            for k in spots
        ]

    def cliffs(self, sides: list[tuple[Point, Point, Point]]) -> list[Shape]:
        """Dark edges with teeth down towards the lower hex: both ends of each, and a place below it."""
        teeth, count = [], 7
        for a, b, below in sides:
            wide = ((b[0] - a[0]) * 0.475 / count, (b[1] - a[1]) * 0.475 / count)
            for root, tip in self.ticks(a, b, below, count, 1.0):
                depth = float(self.random.uniform(5.5, 8.5))
                point = (root[0] + (tip[0] - root[0]) * depth, root[1] + (tip[1] - root[1]) * depth)
                teeth.append([(root[0] - wide[0], root[1] - wide[1]), (root[0] + wide[0], root[1] + wide[1]), point])
        if not teeth:
            return []
        edges = [[a, b] for a, b, _ in sides]
        return [
            Shape(Look("#4f4234", "#4f4234", 0.6), loops=teeth),
            Shape(Look(stroke="#3d3327", weight=3), lines=edges),
        ]

    def hedge(self, name: str, sides: list[tuple[Point, Point]]) -> list[Shape]:
        """A leafy line along hexsides; other kinds of bank are a brown line with strokes."""
        if name not in _HEDGES:
            return [Shape(Look(stroke=_BANKS, weight=2.4, dash="6 2"), lines=[list(side) for side in sides])]
        count, least, most, fill, edge, stem = _HEDGES[name]
        leaves = [
            (a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count)
            for a, b in sides
            for k in range(count + 1)
        ]
        stems = [Shape(Look(stroke="#4d6b3c", weight=stem), lines=[list(side) for side in sides])] if stem else []
        return [*stems, *self.crowns(leaves, least, most, fill, edge)]

    def walls(self, sides: list[tuple[Point, Point]]) -> list[Shape]:
        """Five stones on each hexside."""
        loops = []
        for (ax, ay), (bx, by) in sides:
            length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
            ux, uy = (bx - ax) / length, (by - ay) / length
            for k in range(5):
                half = 2.6 + float(self.random.uniform(-0.4, 0.5))
                along = length / 5 - 1.0
                x, y = ax + ux * k * length / 5, ay + uy * k * length / 5
                loops.append(
                    [
                        (x - uy * half, y + ux * half),
                        (x - uy * half + ux * along, y + ux * half + uy * along),
                        (x + uy * half + ux * along, y - ux * half + uy * along),
                        (x + uy * half, y - ux * half),
                    ]
                )
        return [Shape(Look("#a7a49c", "#5a5852", 1), loops=loops)] if loops else []


def shrunk(mask: Mask, size: int) -> Mask:
    """The mask without a border of half of ``size`` (odd) pixels; the map's edge takes nothing away."""
    reach = size // 2
    padded = np.pad(mask, reach, mode="edge")
    high, wide = mask.shape
    across = np.ones((high + 2 * reach, wide), bool)
    for shift in range(2 * reach + 1):
        across &= padded[:, shift : shift + wide]
    result = np.ones(mask.shape, bool)
    for shift in range(2 * reach + 1):
        result &= across[shift : shift + high]
    return result


def smooth(mask: Mask) -> Mask:
    """The mask without its single pixels and notches, which scanned and dithered boards are full of."""
    picture = Image.fromarray((np.pad(mask, _RIM, mode="edge") * 255).astype(np.uint8))
    blurred = np.asarray(picture.filter(ImageFilter.GaussianBlur(1.6)))
    result: Mask = blurred[_RIM:-_RIM, _RIM:-_RIM] > 127
    return result


def grid_spots(mask: Mask, dx: int, dy: int, jitter: float, random: np.random.Generator) -> list[Point]:
    """Spots of a staggered grid that fall on the mask, from top to bottom."""
    height, width = mask.shape
    spots = []
    for n, y in enumerate(range(dy // 2, height, dy)):
        for x in range(dx // 2 + (dx // 2 if n & 1 else 0), width, dx):
            px, py = x + random.uniform(-jitter, jitter), y + random.uniform(-jitter, jitter)
            if 0 <= px < width and 0 <= py < height and mask[int(py), int(px)]:
                spots.append((px, py))
    return spots
