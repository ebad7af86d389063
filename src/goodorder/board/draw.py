"""Boards from vector descriptions: TOML in, raster out. The format is described in docs/boards.md."""

from __future__ import annotations

import itertools
from functools import cache
from importlib.resources import files
from math import cos, radians, sin
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

from goodorder.board import terrain as t
from goodorder.board.errors import BoardError, nearest
from goodorder.board.hexgrid import centre, corners, hex_name, parse_name, rows_in, side_middle, step
from goodorder.board.raster import Raster, column_starts, hex_of_pixels, pixel_height, pixel_width

Place = tuple[int, int]
ROAD_WIDTH, WALL_WIDTH, BAR_WIDTH = 13, 5, 30


class LevelItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes at a ground level."""

    level: int
    hexes: list[str]


class AreaItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes of one natural terrain; neighbouring hexes grow together."""

    terrain: Literal["woods", "brush", "grain", "orchard"]
    hexes: list[str]


class BuildingItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One building: over several hexes wings join the centres; alone a block of ``size`` pixels turned by ``angle``."""

    hexes: list[str]
    material: Literal["wooden", "stone"]
    height: Literal[1, 2] = 1
    angle: float = 0
    size: tuple[float, float] = (38, 27)


class RoadItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A road through the centres of neighbouring hexes; at a map edge it runs off the map."""

    hexes: list[str]
    paved: bool = False


class HexsideItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Walls or hedges, each hexside as HEX-HEX."""

    terrain: Literal["wall", "hedge"]
    sides: list[str]


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board description as it stands in its file."""

    name: str
    title: str
    columns: int
    rows: int
    seed: int = 1
    text: str = ""
    level: list[LevelItem] = []
    area: list[AreaItem] = []
    building: list[BuildingItem] = []
    road: list[RoadItem] = []
    hexside: list[HexsideItem] = []


class Painter:
    """Draws one description; every fault is a BoardError naming the file and the entry."""

    def __init__(self, board: BoardFile, file: str) -> None:
        self.board, self.file = board, file
        self.width, self.height = pixel_width(board.columns), pixel_height(board.rows)
        self.where, _ = hex_of_pixels(board.columns, board.rows, self.width, self.height)
        self.starts = column_starts(board.columns, board.rows)
        self.codes = np.zeros((self.height, self.width), np.uint8)
        self.levels = np.zeros((self.height, self.width), np.int8)
        self.random = np.random.default_rng(board.seed)
        self.spot = ""

    def fail(self, message: str, expected: str) -> BoardError:
        return BoardError(f"{self.spot}: {message}", file=self.file, expected=expected)

    def place(self, name: str) -> Place:
        try:
            col, row = parse_name(name)
        except BoardError as error:
            raise self.fail(error.message, error.expected) from None
        if not (0 <= col < self.board.columns and 0 <= row < rows_in(col, self.board.rows)):
            last = hex_name(self.board.columns - 1, self.board.rows - 1)
            raise self.fail(f"{name} is off the board", f"A1 to {last}")
        return col, row

    def places(self, words: list[str]) -> list[Place]:
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

    def mask(self, hexes: list[Place], blur: float, threshold: float, wobble: float) -> npt.NDArray[np.bool_]:
        """The hexes grown together with soft, uneven edges; their centres always stay inside."""
        wanted = np.zeros(self.starts[-1], bool)
        for col, row in hexes:
            wanted[self.starts[col] + row] = True
        soft = Image.fromarray((wanted[self.where] * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(blur))
        rough = self.random.integers(0, 256, self.codes.shape, dtype=np.uint8)
        noise = np.asarray(Image.fromarray(rough).filter(ImageFilter.GaussianBlur(5)), np.float32) - 127.5
        noise *= 1 / max(1e-6, float(noise.std()))
        result: npt.NDArray[np.bool_] = np.asarray(soft, np.float32) / 255 + wobble * noise > threshold
        return result

    def paint(self) -> Raster:
        board = self.board
        for n, level in enumerate(sorted(board.level, key=lambda item: item.level), 1):
            self.spot = f"level {n}"
            if not -2 <= level.level <= 6:
                raise self.fail(f"level {level.level} is out of bounds", "-2 to 6")
            self.levels[self.mask(self.places(level.hexes), 11, 0.5, 0.05)] = level.level
        for kind in ("grain", "brush", "orchard", "woods"):
            for n, area in enumerate(board.area, 1):
                if area.terrain == kind:
                    self.spot = f"area {n}"
                    straight = kind == "grain"
                    mask = self.mask(self.places(area.hexes), 4 if straight else 8, 0.62, 0.02 if straight else 0.05)
                    self.codes[mask] = t.by_id()[kind].code
        image = Image.fromarray(self.codes)
        draw = ImageDraw.Draw(image)
        for n, item in enumerate(board.hexside, 1):
            self.spot = f"hexside {n}"
            for side in item.sides:
                draw.line(self.side(side), fill=t.by_id()[item.terrain].code, width=WALL_WIDTH)
        for n, road in sorted(enumerate(board.road, 1), key=lambda item: item[1].paved):
            self.spot = f"road {n}"
            code = t.by_id()["paved_road" if road.paved else "dirt_road"].code
            points = self.road(self.places(road.hexes))
            draw.line(points, fill=code, width=ROAD_WIDTH, joint="curve")
        for n, building in enumerate(board.building, 1):
            self.spot = f"building {n}"
            code = t.by_id()[f"{building.material}_building_{building.height}"].code
            for polygon in self.building(building):
                draw.polygon(polygon, fill=code)
        return Raster(board.columns, board.rows, np.asarray(image, np.uint8).copy(), self.levels)

    def side(self, word: str) -> list[tuple[float, float]]:
        first, dash, last = word.partition("-")
        if not dash:
            raise self.fail(f"{word} is no hexside", "HEX-HEX")
        here, there = self.place(first), self.place(last)
        side = next((s for s in range(6) if step(*here, s) == there), None)
        if side is None:
            raise self.fail(f"{first} and {last} are not neighbours", "two hexes that share a hexside")
        points = corners(*here)
        return [points[side], points[(side + 1) % 6]]

    def road(self, hexes: list[Place]) -> list[tuple[float, float]]:
        """A curve through the middles of the hexsides crossed, bending towards each centre."""
        if len(hexes) < 2:
            raise self.fail("a road of one hex", "two hexes or more")
        middles = []
        for here, there in itertools.pairwise(hexes):
            side = next((s for s in range(6) if step(*here, s) == there), None)
            if side is None:
                raise self.fail(f"a road leaps from {hex_name(*here)} to {hex_name(*there)}", "neighbouring hexes")
            middles.append(side_middle(*here, side, 0.0))
        points = [self.road_end(hexes[0]), *_bend(self.road_end(hexes[0]), centre(*hexes[0]), middles[0])]
        for n in range(1, len(hexes) - 1):
            points += _bend(middles[n - 1], centre(*hexes[n]), middles[n])
        return points + _bend(middles[-1], centre(*hexes[-1]), self.road_end(hexes[-1]))

    def road_end(self, place: Place) -> tuple[float, float]:
        """Where a road that begins in a hex comes from: over the board's edge, else its centre."""
        col, row = place
        if not col & 1 and row == 0:
            return side_middle(col, row, 0, -4.0)
        if not col & 1 and row == self.board.rows - 1:
            return side_middle(col, row, 3, -4.0)
        return centre(col, row)

    def building(self, item: BuildingItem) -> list[list[tuple[float, float]]]:
        hexes = self.places(item.hexes)
        if len(hexes) == 1:
            return [_block(centre(*hexes[0]), item.size, item.angle)]
        polygons = []
        for i, here in enumerate(hexes):
            for there in hexes[i + 1 :]:
                if there in [step(*here, side) for side in range(6)]:
                    polygons.append(_bar(centre(*here), centre(*there)))
        return polygons


def _bend(a: tuple[float, float], by: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
    steps = [k / 6 for k in range(1, 7)]
    return [
        (
            (1 - k) ** 2 * a[0] + 2 * k * (1 - k) * by[0] + k * k * b[0],
            (1 - k) ** 2 * a[1] + 2 * k * (1 - k) * by[1] + k * k * b[1],
        )
        for k in steps
    ]


def _block(at: tuple[float, float], size: tuple[float, float], angle: float) -> list[tuple[float, float]]:
    c, s = cos(radians(angle)), sin(radians(angle))
    w, h = size[0] / 2, size[1] / 2
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in ((-w, -h), (w, -h), (w, h), (-w, h))]


def _bar(a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5
    ux, uy, half = dx / length, dy / length, BAR_WIDTH / 2
    ends = ((a[0] - ux * half, a[1] - uy * half), (b[0] + ux * half, b[1] + uy * half))
    return [
        (ends[0][0] - uy * half, ends[0][1] + ux * half),
        (ends[1][0] - uy * half, ends[1][1] + ux * half),
        (ends[1][0] + uy * half, ends[1][1] - ux * half),
        (ends[0][0] + uy * half, ends[0][1] - ux * half),
    ]


def read_board(raw: bytes, file: str) -> BoardFile:
    """A description from TOML; raises BoardError with the place msgspec names."""
    try:
        board = msgspec.toml.decode(raw, type=BoardFile)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BoardError(str(error), file=file, expected="a board description (docs/boards.md)") from None
    if not (2 <= board.columns <= 66 and 1 <= board.rows <= 40):
        raise BoardError("size is out of bounds", file=file, expected="2 to 66 columns and 1 to 40 rows")
    return board


def board_names() -> list[str]:
    """Names of the boards that come with the program."""
    folder = files("goodorder.data").joinpath("boards")
    return sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml"))


@cache
def board_raster(name: str) -> Raster:
    """The raster of a board by its name, or of a ``.toml`` file by its path."""
    if name.endswith(".toml"):
        try:
            return Painter(read_board(Path(name).read_bytes(), name), name).paint()
        except OSError as error:
            raise BoardError(error.strerror or "can't be read", file=name, expected="a board file") from None
    if name not in board_names():
        known = board_names()
        raise BoardError(f"unknown board {name!r}", expected=nearest(name, known) or " or ".join(known))
    raw = files("goodorder.data").joinpath("boards", f"{name}.toml").read_bytes()
    return Painter(read_board(raw, f"{name}.toml"), f"{name}.toml").paint()
