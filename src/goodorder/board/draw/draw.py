"""Boards from vector descriptions: TOML in, raster out. The format is described in docs/boards.md."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from goodorder.board.draw import draw_shapes as shapes
from goodorder.board.draw.draw_items import BoardFile, BuildingItem, RoadItem, read_board
from goodorder.board.draw.draw_shapes import Mask, Place, Point
from goodorder.board.errors import BoardError, nearest
from goodorder.board.map import terrain as t
from goodorder.board.map.hexgrid import centre, column_starts, corners, hex_name, parse_name, rows_in
from goodorder.board.map.layout import Marks
from goodorder.board.map.raster import Raster, hex_of_pixels, pixel_height, pixel_width
from goodorder.data.strangers import MOST_TOML, Unfit, read_file

__all__ = ["BoardFile", "Painter", "board_names", "board_raster", "read_board"]

ROAD_WIDTH, WALL_WIDTH = 13, 5
WIDTHS = {"sunken_road": 16, "elevated_road": 18, "path": 5, "runway": 40, "railroad": 9, "track": 7}
DEPRESSION_WIDTH = 25
WATER = [kind.code for kind in t.terrains() if kind.water]
LEVELS = range(-2, 9)
_LAYERS = {
    ("marsh", "mudflat"): 2,
    ("grain", "plowed_field"): 3,
    ("vineyard", "brush", "kunai"): 4,
    ("orchard", "bare_orchard", "olive_grove", "palm_trees"): 5,
    ("light_woods", "light_jungle"): 6,
    ("woods",): 7,
    ("pine_woods", "forest", "dense_jungle"): 8,
}
_STRAIGHT = frozenset(("grain", "plowed_field", "vineyard", "graveyard", "lumberyard"))
_FLOWING = frozenset(("shallow_stream", "deep_stream"))


def layer(kind: t.Terrain) -> int:
    """The order in which areas are painted: what is painted later stays on top at common edges."""
    return next((n for names, n in _LAYERS.items() if kind.id in names), 0)


def sinks(kind: t.Terrain) -> bool:
    """Whether such pixels lie one level below the ground around them (A6.3, B21)."""
    return kind.depression or kind.water or kind.id == "ford"


def area_terrain(word: str) -> t.Terrain:
    """The terrain of an area; raises BoardError for what is drawn as a line, a hexside or a building."""
    kind = t.terrain(word)
    if kind.hexside or kind.building or kind.bridge or kind.category == "ROAD" or kind.id in WIDTHS:
        raise BoardError(f"{kind.name} fills no hexes", expected="[[road]], [[bridge]], [[building]] or [[hexside]]")
    return kind


def side_terrain(word: str) -> t.Terrain:
    """The terrain of a hexside; raises BoardError for any other."""
    kind = t.terrain(word)
    if kind.category != "HEXSIDE":
        raise BoardError(f"{kind.name} is no hexside terrain", expected="wall, hedge, bocage, cliff ..")
    return kind


class Painter:
    """Draws one description; every fault is a BoardError naming the file and the entry."""

    def __init__(self, board: BoardFile, file: str) -> None:
        self.board, self.file = board, file
        self.width, self.height = pixel_width(board.columns), pixel_height(board.rows)
        self.where, _ = hex_of_pixels(board.columns, board.rows, self.width, self.height)
        self.starts = column_starts(board.columns, board.rows)
        self.codes = np.zeros((self.height, self.width), np.uint8)
        self.levels = np.zeros((self.height, self.width), np.int8)
        self.sunk = np.zeros(self.codes.shape, bool)
        self.raised = np.zeros(self.codes.shape, bool)
        self.random = np.random.default_rng(board.seed)
        self.spot = ""

    def fail(self, message: str, expected: str) -> BoardError:
        """An error at the entry that is being drawn."""
        return BoardError(f"{self.spot}: {message}", file=self.file, expected=expected)

    @contextmanager
    def entry(self, spot: str) -> Iterator[None]:
        """What is wrong inside is told with the entry's place."""
        self.spot = spot
        try:
            yield
        except BoardError as error:
            if error.file is not None:
                raise
            raise self.fail(error.fault, error.expected) from None

    def place(self, name: str) -> Place:
        """Column and row of a hex of this board."""
        try:
            col, row = parse_name(name)
        except BoardError as error:
            raise self.fail(error.fault, error.expected) from None
        if not (0 <= col < self.board.columns and 0 <= row < rows_in(col, self.board.rows)):
            last = hex_name(self.board.columns - 1, self.board.rows - 1)
            raise self.fail(f"{name} is off the board", f"A1 to {last}")
        return col, row

    def places(self, words: Sequence[str]) -> list[Place]:
        """Hexes of a list in which C4..C7 stands for a run down one column."""
        found: list[Place] = []
        for word in words:
            first, dots, last = word.partition("..")
            here = self.place(first)
            there = self.place(last) if dots else here
            if here[0] != there[0] or there[1] < here[1]:
                raise self.fail(f"{word} is no run", "two hexes of one column, the upper first")
            found += [(here[0], row) for row in range(here[1], there[1] + 1)]
        return found

    def index(self, place: Place) -> int:
        """The hex's number, as on the map."""
        return self.starts[place[0]] + place[1]

    def inside(self, hexes: Sequence[Place]) -> Mask:
        """The pixels of whole hexes."""
        wanted = np.zeros(self.starts[-1], bool)
        wanted[[self.index(place) for place in hexes]] = True
        return wanted[self.where]

    def mask(self, hexes: list[Place], blur: float, threshold: float, wobble: float) -> Mask:
        """The hexes grown together with soft, uneven edges; their centres always stay inside."""
        wanted = self.inside(hexes)
        soft = Image.fromarray((wanted * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(blur))
        rough = self.random.integers(0, 256, self.codes.shape, dtype=np.uint8)
        noise = np.asarray(Image.fromarray(rough).filter(ImageFilter.GaussianBlur(5)), np.float32) - 127.5
        noise *= 1 / max(1e-6, float(noise.std()))
        result: Mask = np.asarray(soft, np.float32) / 255 + wobble * noise > threshold
        return result

    def paint(self) -> Raster:
        """The raster of the whole description, from the ground up."""
        self._levels()
        self._areas()
        self._depressions()
        self._lines()
        self._bridges()
        self.levels[self.raised] += 1
        self.levels[self.sunk] -= 1
        return Raster(self.board.columns, self.board.rows, self.codes, self.levels, marks=self.marks())

    def _levels(self) -> None:
        for n, level in enumerate(sorted(self.board.level, key=lambda item: item.level), 1):
            with self.entry(f"level {n}"):
                if level.level not in LEVELS:
                    raise self.fail(f"level {level.level} is out of bounds", f"{LEVELS[0]} to {LEVELS[-1]}")
                self.levels[self.mask(self.places(level.hexes), 11, 0.5, 0.05)] = level.level

    def _areas(self) -> None:
        found = []
        for n, area in enumerate(self.board.area, 1):
            with self.entry(f"area {n}"):
                found.append((n, area_terrain(area.terrain), area))
        wet = [(kind, self.places(area.hexes)) for _, kind, area in found if sinks(kind)]
        if wet:  # all water is one, so that no dry strip parts a mere from its river
            mask = self.mask([place for _, hexes in wet for place in hexes], 8, 0.62, 0.05)
            for kind, hexes in wet:
                self.codes[mask & self.inside(hexes)] = kind.code
            self.sunk |= self.codes > 0
        for n, kind, area in sorted(found, key=lambda item: layer(item[1])):
            if sinks(kind):
                continue
            with self.entry(f"area {n}"):
                straight = kind.id in _STRAIGHT
                mask = self.mask(self.places(area.hexes), 4 if straight else 8, 0.62, 0.02 if straight else 0.05)
                self.codes[mask & ~self.sunk] = kind.code

    def _depressions(self) -> None:
        dry_first = sorted(enumerate(self.board.depression, 1), key=lambda entry: entry[1].terrain in _FLOWING)
        for n, item in dry_first:
            with self.entry(f"depression {n}"):
                self._sink(self.line(item.hexes, winding=True), DEPRESSION_WIDTH, t.by_id()[item.terrain])
        for n, road in enumerate(self.board.road, 1):
            with self.entry(f"road {n}"):
                kind = t.by_id()[road.terrain]
                if kind.depression:
                    self._sink(self.line(road.hexes), WIDTHS[kind.id], kind)

    def _sink(self, line: list[Point], width: int, kind: t.Terrain) -> None:
        mask = shapes.stroke(self.codes.shape, line, width)
        if not kind.road:
            for end in (line[0], line[-1]):
                mask |= shapes.disc(self.codes.shape, end, width / 2)
            mask = shapes.uneven(mask, self.random)
        mask &= ~np.isin(self.codes, WATER)  # a brook ends where it meets a pond or a river
        self.codes[mask] = kind.code
        self.sunk |= mask

    def _lines(self) -> None:
        """Hexsides, roads and buildings, in this order."""
        image = Image.fromarray(self.codes)
        draw = ImageDraw.Draw(image)
        for n, item in enumerate(self.board.hexside, 1):
            with self.entry(f"hexside {n}"):
                kind = side_terrain(item.terrain)
                for side in item.sides:
                    if kind.code not in (t.EMBANKMENT, t.PARTIAL_ORCHARD):
                        draw.line(self.side(side), fill=kind.code, width=WALL_WIDTH)
        lanes = self.codes == t.by_id()["sunken_road"].code
        rank = {"dirt_road": 1, "paved_road": 2}
        for n, road in sorted(enumerate(self.board.road, 1), key=lambda entry: rank.get(entry[1].terrain, 0)):
            with self.entry(f"road {n}"):
                self._road(draw, road)
        # a road that leads into a sunken road ends where that begins
        image.paste(t.by_id()["sunken_road"].code, mask=Image.fromarray((lanes * 255).astype(np.uint8)))
        for n, building in enumerate(self.board.building, 1):
            with self.entry(f"building {n}"):
                kind = building_terrain(building)
                for polygon in self.building(building):
                    draw.polygon(polygon, fill=kind.code)
        self.codes = np.asarray(image, np.uint8).copy()
        for n, building in enumerate(self.board.building, 1):
            with self.entry(f"building {n}"):
                self._walls(building)

    def _road(self, draw: ImageDraw.ImageDraw, road: RoadItem) -> None:
        kind = t.by_id()[road.terrain]
        if kind.depression:
            return
        line, width = self.line(road.hexes), WIDTHS.get(kind.id, ROAD_WIDTH)
        draw.line(line, fill=kind.code, width=width, joint="curve")
        if kind.id == "elevated_road":
            self.raised |= shapes.stroke(self.codes.shape, line, width)

    def _walls(self, item: BuildingItem) -> None:
        """The walls round a factory, and the bars between rowhouses."""
        kind = building_terrain(item)
        if not item.bars and kind.category != "FACTORY":
            return
        mine = np.zeros(self.codes.shape, bool)
        for polygon in self.building(item):
            mine |= shapes.filled(self.codes.shape, polygon)
        if kind.category == "FACTORY":
            wall = t.by_id().get(kind.id.replace("factory", "factory_wall"), kind)
            self.codes[mine & ~shapes.narrower(mine, 2)] = wall.code
        names = item.bars
        if names == ["all"]:
            hexes = self.places(item.hexes)
            pairs = [(a, b) for a in hexes for b in hexes if a < b and shapes.side_of(a, b) is not None]
            names = [f"{hex_name(*a)}-{hex_name(*b)}" for a, b in pairs]
        if not names:
            return
        bar = t.by_id().get("rowhouse_wall" if kind.height == 1 and not kind.half else f"rowhouse_wall_{kind.height}")
        if bar is None:
            raise self.fail(f"no wall between rowhouses is as high as a {kind.name}", "a building of 1 to 4.5 levels")
        for name in names:
            self.codes[mine & shapes.stroke(self.codes.shape, self.side(name), WALL_WIDTH)] = bar.code

    def _bridges(self) -> None:
        roads = np.zeros(self.codes.shape, bool)
        for road in self.board.road if self.board.bridge else []:
            if road.terrain in ("dirt_road", "paved_road", "elevated_road", "railroad", "path", "track"):
                roads |= shapes.stroke(self.codes.shape, self.line(road.hexes), ROAD_WIDTH + 2)
        wet = self.sunk | (self.codes == t.by_id()["marsh"].code)
        for n, bridge in enumerate(self.board.bridge, 1):
            with self.entry(f"bridge {n}"):
                hexes = self.places(bridge.hexes)
                for place in hexes:
                    if not roads[self.where == self.index(place)].any():
                        raise self.fail(f"no road leads over the bridge at {hex_name(*place)}", "a [[road]] through it")
                here = self.inside(hexes)
                over = here & roads
                if (wet & over).any():
                    over &= shapes.wider(wet & here, 8)
                self.codes[over] = t.by_id()[bridge.terrain].code
                if bridge.material in ("wooden", "stone"):
                    self.sunk &= ~over

    def marks(self) -> Marks:
        """Stairwells and slopes, and hexsides that no pixel shows."""
        stairs: set[int] = set()
        for n, building in enumerate(self.board.building, 1):
            with self.entry(f"building {n}"):
                stairs |= {self.index(place) for place in self.places(building.stairwell)}
        told: dict[str, dict[int, set[int]]] = {"slopes": {}, "embankments": {}, "partial_orchards": {}}

        def both(name: str, into: dict[int, set[int]]) -> None:
            here, there, side = self.pair(name)
            into.setdefault(self.index(here), set()).add(side)
            into.setdefault(self.index(there), set()).add((side + 3) % 6)

        for n, slope in enumerate(self.board.slope, 1):
            with self.entry(f"slope {n}"):
                for name in slope.sides:
                    both(name, told["slopes"])
        kinds = {t.EMBANKMENT: "embankments", t.PARTIAL_ORCHARD: "partial_orchards"}
        for n, item in enumerate(self.board.hexside, 1):
            with self.entry(f"hexside {n}"):
                if (where := kinds.get(t.terrain(item.terrain).code)) is not None:
                    for name in item.sides:
                        both(name, told[where])
        sides = {key: {index: tuple(sorted(s)) for index, s in by.items()} for key, by in told.items()}
        return Marks(frozenset(stairs), sides["slopes"], sides["embankments"], sides["partial_orchards"])

    def pair(self, word: str) -> tuple[Place, Place, int]:
        """The two hexes of a hexside, and the side as the first one counts it."""
        first, dash, last = word.partition("-")
        if not dash:
            raise self.fail(f"{word} is no hexside", "HEX-HEX")
        here, there = self.place(first), self.place(last)
        side = shapes.side_of(here, there)
        if side is None:
            raise self.fail(f"{first} and {last} are not neighbours", "two hexes that share a hexside")
        return here, there, side

    def side(self, word: str) -> list[Point]:
        """The two ends of a hexside HEX-HEX."""
        here, _, side = self.pair(word)
        points = corners(*here)
        return [points[side], points[(side + 1) % 6]]

    def line(self, words: Sequence[str], *, winding: bool = False) -> list[Point]:
        """The curve of a road or brook through hexes."""
        hexes = self.places(words)
        if len(hexes) < 2:
            raise self.fail("a line of one hex", "two hexes or more")
        for here, there in itertools.pairwise(hexes):
            if shapes.side_of(here, there) is None:
                raise self.fail(f"a line leaps from {hex_name(*here)} to {hex_name(*there)}", "neighbouring hexes")
        beyond = 14.0 if winding else 4.0
        ends = (shapes.way_out(hexes[0], self.board.rows, beyond), shapes.way_out(hexes[-1], self.board.rows, beyond))
        return shapes.winding_line(hexes, ends) if winding else shapes.road_line(hexes, ends)

    def building(self, item: BuildingItem) -> list[list[Point]]:
        """The polygons of a building."""
        hexes = self.places(item.hexes)
        if item.whole:
            polygons = [corners(*place, 7) for place in hexes]
        else:
            polygons = [shapes.block(centre(*hexes[0]), item.size, item.angle)] if len(hexes) == 1 else []
        return polygons + shapes.wings(hexes, item.width)


def building_terrain(item: BuildingItem) -> t.Terrain:
    """The terrain of a building; raises BoardError when there is none of that kind and height."""
    if item.terrain:
        kind = t.terrain(item.terrain)
        if not kind.building and kind.category != "OTHER":
            raise BoardError(f"{kind.name} is no building", expected="a building's id, or material and height")
        return kind
    found = t.house(item.material, item.kind, 1.5 if item.kind == "factory" and item.height == 1 else item.height)
    if found is None:
        heights = "1.5 or 2.5" if item.kind == "factory" else ", ".join(t.HEIGHTS)
        raise BoardError(f"no {item.material} {item.kind} has height {item.height:g}", expected=heights)
    return found


def board_names() -> list[str]:
    """Names of the boards that come with the program."""
    folder = files("goodorder.data").joinpath("boards")
    return sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml"))


def file_raster(path: str) -> Raster:
    """The raster of a board file (TOML), read anew each time."""
    try:
        return Painter(read_board(read_file(path, MOST_TOML), path), path).paint()
    except Unfit as error:
        raise BoardError(str(error), file=path) from None
    except OSError as error:
        raise BoardError(error.strerror or "can't be read", file=path, expected="a board file") from None


@cache
def board_raster(name: str) -> Raster:
    """The raster of a board that comes with the program."""
    if name not in board_names():
        known = board_names()
        raise BoardError(f"unknown board {name!r}", expected=nearest(name, known) or " or ".join(known))
    return Painter(board_file(name), f"{name}.toml").paint()


def board_file(name: str) -> BoardFile:
    """The description of a board that comes with the program."""
    raw = files("goodorder.data").joinpath("boards", f"{name}.toml").read_bytes()
    return read_board(raw, f"{name}.toml")
