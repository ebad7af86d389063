"""The look of a map, traced from its raster: shapes in map pixels, and the SVG fragment without grid and names.

Everything is derived from the raster and the hexes, so text maps, our boards, archives and joined boards look alike.
Shapes differ as well as colours, so that terrain can be told apart in grey.
"""

from __future__ import annotations

import itertools
from html import escape

import numpy as np
import numpy.typing as npt

from goodorder.board.draw import svg_looks as looks
from goodorder.board.draw.outline import outlines
from goodorder.board.draw.svg_marks import MarkPen, grid_spots, shrunk, smooth
from goodorder.board.draw.svg_scale import Pictured, scale_of, usual
from goodorder.board.draw.svg_shapes import Line, Look, Point, Shape, to_svg
from goodorder.board.map import terrain as t
from goodorder.board.map.board import Map
from goodorder.board.map.derive import Hex
from goodorder.board.map.hexgrid import HEX_HEIGHT, HEX_WIDTH, corners
from goodorder.board.map.terrain import Terrain

Mask = npt.NDArray[np.bool_]

NAME_SIZE, NAME_COLOUR = 8.5, "#3f3d33"
"""How hex names are written; the size in map pixels."""

_OVER = 8
_CROWNS = {
    # spacing, jitter, least and greatest radius, fill, edge
    "orchard": (17, 17, 0.0, 5.2, 5.8, "#7d9a5f", "#54703c"),
    "bare_orchard": (17, 17, 0.0, 4.4, 5.0, "#b3a67c", "#7d6f4c"),
    "olive_grove": (19, 18, 1.5, 4.4, 5.4, "#8e9c76", "#5f6b4b"),
    "palm_trees": (23, 21, 4.0, 5.0, 6.4, "#86a25a", "#506b34"),
    "cactus_patch": (15, 14, 4.0, 3.0, 4.2, "#7f9a60", "#4d653c"),
    "light_woods": (20, 18, 5.0, 5.2, 7.8, "#8fa877", "#5f7a4c"),
    "woods": (14, 13, 4.0, 5.0, 8.4, "#6d8b5b", "#4a643c"),
    "forest": (12, 11, 3.5, 5.6, 8.8, "#5c7a52", "#3d5632"),
    "light_jungle": (15, 13, 4.0, 5.0, 8.0, "#7c9c60", "#4d6c38"),
    "dense_jungle": (11, 10, 3.0, 5.4, 8.4, "#628650", "#38562b"),
    "bamboo": (9, 12, 2.0, 2.4, 3.6, "#9aae62", "#647a3a"),
}


HALO = "#f3f0e2"
"""The light edge that keeps a hex name readable over woods and buildings."""


def svg(board: Map) -> str:
    """The drawing of a map as one ``<g>``, in hexes of the usual size; made once and kept on the map."""
    if not board.drawing:
        drawn = usual(board)
        board.drawing = to_svg(picture(board), drawn.width, drawn.height)
    return board.drawing


def svg_document(board: Map, *, grid: bool = True) -> str:
    """The drawing as a file of its own, with hex grid and names unless ``grid`` is False."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width} {board.height}">'
    drawn, names = usual(board), ""
    if grid:
        words = "".join(f'<text x="{x:.1f}" y="{y:.1f}">{escape(name)}</text>' for x, y, name in name_places(drawn))
        style = f'font-family="sans-serif" font-size="{NAME_SIZE:g}" text-anchor="middle" fill="{NAME_COLOUR}"'
        halo = f'stroke="{HALO}" stroke-width="2.2" stroke-linejoin="round" paint-order="stroke"'
        lines = to_svg([hex_grid(drawn)], drawn.width, drawn.height).replace("go-map", "go-grid")
        names = f"{lines}<g {style} {halo}>{words}</g>"
    scale = scale_of(board)
    content = f"{svg(board)}{names}"
    if scale != 1:
        content = f'<g transform="scale({scale:.4f})">{content}</g>'
    return f"{head}{content}</svg>\n"


def picture(board: Map) -> list[Shape]:
    """The shapes of a map, from the ground up, in hexes of the usual size."""
    return _Picture(usual(board)).draw()


def hex_grid(board: Pictured) -> Shape:
    """The hexsides of a map, and the dots at its hex centres."""
    lines = []
    for h in board.hexes:
        points = hex_corners(board, h)
        own = [side for side in range(6) if not 0 <= board.neighbours[h.index][side] < h.index]
        lines += [[points[side], points[(side + 1) % 6]] for side in own]
    return Shape(Look(stroke="#8a8772", weight=0.7), lines=lines, dots=[(h.x, h.y, 0.9) for h in board.hexes])


def name_places(board: Pictured) -> list[tuple[float, float, str]]:
    """Where each hex's name stands: at its top, or below the middle of a half hex at the upper edge."""
    high = board.raster.layout.hex_height
    found = []
    for h in board.hexes:
        y = h.y - high * 0.36 if h.y > high * 0.4 else h.y + high * 0.28
        x = min(max(h.x, 11.0), board.width - 11.0)
        found.append((x, y, h.name))
    return found


def hex_corners(board: Pictured, h: Hex) -> Line:
    """The six corners of a hex in map pixels."""
    layout = board.raster.layout
    across, down = layout.hex_width / HEX_WIDTH, layout.hex_height / HEX_HEIGHT
    points = corners(0, 0)
    cx, cy = 0.0, HEX_HEIGHT / 2
    return [(h.x + (x - cx) * across, h.y + (y - cy) * down) for x, y in points]


class _Picture:
    def __init__(self, board: Pictured) -> None:
        self.board = board
        self.codes = board.raster.codes
        self.marks = MarkPen(np.random.default_rng(7))
        self.shapes: list[Shape] = []
        codes = np.flatnonzero(np.bincount(self.codes.ravel())).tolist()
        self.present = [found for code in codes if (found := t.by_code().get(code))]
        sinking = [kind.code for kind in self.present if _sinks(kind)]
        # the ground around and not the floor of a gully or pond, which have a look of their own
        self.ground = board.raster.levels + np.isin(self.codes, sinking).astype(np.int8)

    def draw(self) -> list[Shape]:
        whole: Line = [(0, 0), (self.board.width, 0), (self.board.width, self.board.height), (0, self.board.height)]
        self.shapes = [Shape(Look(looks.GROUND), loops=[whole])]
        self._hills()
        self._areas()
        self._depressions()
        self._roads()
        self._bridges()
        self._slopes()
        self._hexsides()
        self._buildings()
        return self.shapes

    def _trace(self, mask: Mask, look: Look, tolerance: float = 1.1, soft: bool = False) -> None:
        # continued over the map's edge, so that nothing is rounded off or outlined there
        if not mask.any():
            return
        loops = outlines(np.pad(mask, _OVER, mode="edge"), tolerance)
        if loops:
            moved = [[(x - _OVER, y - _OVER) for x, y in loop] for loop in loops]
            self.shapes.append(Shape(look, loops=moved, soft=soft))

    def _mask(self, *kinds: Terrain) -> Mask:
        return np.isin(self.codes, [kind.code for kind in kinds])

    def _which(self, *ids: str) -> Mask:
        return self._mask(*[t.by_id()[i] for i in ids])

    def _hills(self) -> None:
        for level in sorted(
            set(range(int(self.ground.min()), int(self.ground.max()) + 1)) - {0}, key=lambda v: (v > 0, abs(v))
        ):
            mask = self.ground >= level if level > 0 else self.ground <= level
            self._trace(smooth(mask), Look(looks.level_colour(level), looks.CONTOUR, 1.3), soft=True)

    def _areas(self) -> None:
        fills = ("OPEN", "WATER", "WOODS", "OTHER", "ENTRENCHMENT")
        areas = [k for k in self.present if k.category in fills and k.id not in looks.UNSEEN and k.id not in _LINES]
        for _, group in itertools.groupby(sorted(areas, key=_layer), key=looks.area_look):
            alike = list(group)  # of one look, so that no edge parts them
            look, soft = looks.area_look(alike[0])
            self._trace(smooth(self._mask(*alike)), look, soft=soft)
            for kind in alike:
                self._strew(kind, self._mask(kind))

    def _strew(self, kind: Terrain, mask: Mask) -> None:
        """Trees, boulders or stones over an area."""
        if kind.id in _CROWNS:
            dx, dy, jitter, least, most, fill, edge = _CROWNS[kind.id]
            spots = grid_spots(shrunk(mask, 11 if kind.category == "WOODS" else 9), dx, dy, jitter, self.marks.random)
            self.shapes += self.marks.crowns(spots, least, most, fill, edge)
        elif kind.id == "pine_woods":
            spots = grid_spots(shrunk(mask, 9), 13, 12, 3.5, self.marks.random)
            self.shapes += self.marks.firs(spots)
        elif kind.id in ("crags", "broken_ground", "debris", "ford", "shallow_river"):
            self.shapes += self.marks.boulders(grid_spots(shrunk(mask, 9), 17, 14, 5.0, self.marks.random))
        elif "rubble" in kind.id:
            spots = grid_spots(shrunk(mask, 7), 12, 10, 4.0, self.marks.random)
            self.shapes += self.marks.boulders(spots, "#a9a59d" if kind.stone else "#a5825a", angular=True)
        elif kind.id == "graveyard":
            self.shapes += self.marks.graves(grid_spots(shrunk(mask, 9), 15, 15, 0.8, self.marks.random))
        elif kind.id == "shellholes":
            spots = grid_spots(shrunk(mask, 11), 21, 18, 5.0, self.marks.random)
            dots = [(x, y, float(self.marks.random.uniform(3.2, 5.2))) for x, y in spots]
            self.shapes.append(Shape(Look("#b3a078", "#8d7a50", 1.4), dots=dots))

    def _depressions(self) -> None:
        for kind in self.present:
            if not kind.depression:
                continue
            mask = smooth(self._mask(kind))
            if kind.road:
                self._trace(mask, Look(looks.ROAD, "#7a5f34", 3), 1.4, soft=True)
                continue
            self._trace(mask, Look("#bfa877", "#75603a", 1.8), soft=True)
            wet = "stream" in kind.id and kind.id != "dry_stream"
            bed = next((core for size in (19, 15, 11, 7) if (core := shrunk(mask, size)).sum() * 5 > mask.sum()), mask)
            self._trace(bed, Look(looks.WATER, looks.BANK, 1) if wet else Look("#a68f60", "#8b754b", 0.8), soft=True)

    def _roads(self) -> None:
        self._trace(self._which("runway"), looks.AREAS["runway"][0], 1.4)
        for name, look in _LINES.items():
            self._trace(self._which(name), look, 1.2, soft=True)
        self._trace(self._which("elevated_road"), Look(looks.ROAD, "#7a5f34", 3.2), 1.4, soft=True)
        paved = self._which("paved_road")
        self._trace(self._which("dirt_road") | paved, Look(looks.ROAD, "#a8956d", 1.5), 1.4, soft=True)
        self._trace(paved, Look("#d8d6d0", "#8f8c86", 0.8), 1.4, soft=True)

    def _bridges(self) -> None:
        for kind in self.present:
            if kind.bridge or kind.id in ("pontoon_bridge", "foot_bridge"):
                look = Look("#c3c1ba", "#4d5359", 2.2) if kind.stone else Look("#c79f6d", "#5f3f22", 2.2)
                self._trace(self._mask(kind), look, 1.4)

    def _slopes(self) -> None:
        lines = []
        for h in self.board.hexes:
            points = hex_corners(self.board, h)
            for side in range(6):
                if h.slopes[side] and not 0 <= self.board.neighbours[h.index][side] < h.index:
                    lines += self.marks.ticks(points[side], points[(side + 1) % 6], (h.x, h.y), 6, 4.0)
        if lines:
            self.shapes.append(Shape(Look(stroke=looks.CONTOUR, weight=0.9), lines=lines))

    def _hexsides(self) -> None:
        walls: list[tuple[Point, Point]] = []
        green: dict[str, list[tuple[Point, Point]]] = {}
        cliffs: list[tuple[Point, Point, Point]] = []
        for h in self.board.hexes:
            points = hex_corners(self.board, h)
            for side in range(6):
                other = self.board.neighbours[h.index][side]
                if 0 <= other < h.index:
                    continue
                ends = (points[side], points[(side + 1) % 6])
                found = h.sides[side]
                if h.cliffs[side]:
                    below = self.board.hexes[other] if other >= 0 and self.board.hexes[other].level < h.level else h
                    cliffs.append((*ends, (below.x, below.y)))
                if found is not None:
                    (walls if found.id in ("wall", "roadblock") else green.setdefault(found.id, [])).append(ends)
        self.shapes += self.marks.cliffs(cliffs)
        for name in sorted(green):
            self.shapes += self.marks.hedge(name, green[name])
        self.shapes += self.marks.walls(walls)

    def _buildings(self) -> None:
        kinds = [k for k in self.present if k.building and not k.bar and "wall" not in k.id]
        for kind in sorted(kinds, key=lambda k: (k.height + k.half, k.stone)):
            # its walls and bars lie on the same house
            mask = self._mask(kind)
            if kind.category == "FACTORY":
                mask |= self._mask(*[k for k in self.present if k.category == "FACTORY" and k.stone == kind.stone])
            shadow = np.zeros_like(mask)
            shadow[3:, 3:] = mask[:-3, :-3]
            fill, edge = looks.roof(kind)
            self._trace(shadow, Look("#3b3a2e", opacity=0.28), 1.4)
            self._trace(mask, Look(fill, edge, 1.8), 1.4)
            self._storeys(kind, mask, edge)
            if kind.category == "FACTORY":
                self.shapes += self.marks.sheds(mask, edge)
            elif kind.category != "MARKETPLACE":
                self._ridges(kind, edge)
        inner = [k for k in self.present if k.building and "factory_wall" in k.id]
        self._trace(self._mask(*inner), Look("#4b4a45"), 1.2)
        bars = self._mask(*[k for k in self.present if k.bar and k not in inner])
        self._trace(bars, Look("#22211d", "#22211d", 1.2), 1.2)
        stairs = [
            (h.x, h.y) for h in self.board.hexes if h.index in self.board.raster.marks.stairways and h.building >= 0
        ]
        loops = [[(x - 4, y - 4), (x + 4, y - 4), (x + 4, y + 4), (x - 4, y + 4)] for x, y in stairs]
        if loops:
            self.shapes.append(Shape(Look("#f4f1e6", "#3a362c", 1.2), loops=loops))

    def _storeys(self, kind: Terrain, mask: Mask, edge: str) -> None:
        """An inner eave for each upper level: the taller building in grey as well; a market place is open inside."""
        if kind.category == "MARKETPLACE":
            self._trace(shrunk(mask, 9), Look("#ddd9cb", edge, 1.2, dash="3 2"), 1.4)
            return
        upper = 1 if kind.storeys and kind.height == 2 else kind.height - 1
        if kind.half and kind.height == 1:
            self._trace(shrunk(mask, 9), Look(stroke=edge, weight=0.9, dash="4 2"), 1.4)
        for n in range(max(0, upper)):
            inner = shrunk(mask, 11 + 6 * n)
            if inner.sum() * 5 > mask.sum():
                self._trace(inner, Look(stroke=edge, weight=1.3), 1.4)

    def _ridges(self, kind: Terrain, edge: str) -> None:
        lines = []
        for group in self.board.buildings:
            joined = False
            for i in sorted(group):
                here = self.board.hexes[i]
                if here.terrain.id != kind.id:
                    continue
                for j in self.board.neighbours[i]:
                    if j > i and j in group:
                        there = self.board.hexes[j]
                        lines.append([(here.x, here.y), (there.x, there.y)])
                    joined = joined or j in group
                if not joined and (ridge := self._lone_ridge(here.x, here.y, here.terrain.code)):
                    lines.append(ridge)
        if lines:
            self.shapes.append(Shape(Look(stroke=edge, weight=1.1), lines=lines))

    def _lone_ridge(self, x: float, y: float, code: int) -> Line:
        """The long axis of a block that stands alone."""
        x0, y0 = max(0, int(x) - 30), max(0, int(y) - 30)
        ys, xs = np.nonzero(self.codes[y0 : int(y) + 30, x0 : int(x) + 30] == code)
        if len(xs) < 20:
            return []
        spread = np.cov(np.vstack([xs, ys]))
        values, axes = np.linalg.eigh(spread)
        dx, dy = (float(part) for part in axes[:, 1] * float(values[1]) ** 0.5 * 1.1)
        cx, cy = x0 + float(xs.mean()), y0 + float(ys.mean())
        return [(cx - dx, cy - dy), (cx + dx, cy + dy)]


_LINES = {
    "path": Look("#b79b68", "#8f7648", 0.7),
    "track": Look("#dccfa9", "#a8956d", 0.9),
    "railroad": Look("#a79f92", "#565048", 1.4, dash="5 3"),
    "railroad_embankment": Look("#a79f92", "#7a5f34", 2.2),
    "railroad_elevated": Look("#a79f92", "#7a5f34", 3),
    "railroad_sunken": Look("#958c7e", "#7a5f34", 2.2),
}


def _sinks(kind: Terrain) -> bool:
    return kind.depression or kind.water


def _layer(kind: Terrain) -> int:
    """What lies on what: water and fields below, trees above."""
    order = ("WATER", "OPEN", "ENTRENCHMENT", "OTHER", "WOODS")
    return order.index(looks.drawn_as(kind)) * 1000 + kind.code
