"""What is wrong with a board description, hex by hex; and a template to begin one with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from goodorder.board.draw.draw import Painter, area_terrain, board_file, board_names, building_terrain, side_terrain
from goodorder.board.draw.draw_items import BoardFile, BuildingItem, read_board
from goodorder.board.errors import BoardError
from goodorder.board.map.board import Map
from goodorder.board.map.derive import Hex
from goodorder.board.map.hexgrid import hex_name, step
from goodorder.board.map.terrain import Terrain, by_id, terrain
from goodorder.data.strangers import MOST_TOML, Unfit, read_file

Fault = tuple[str, str]
"""A hex (or hexside, or nothing where it concerns the whole board), and what is wrong there."""

GATES = ("A5", "GG5", "I1", "I10", "Q1", "Q10", "Y1", "Y10")
"""Where roads leave a board that joins with ours."""
SPARE = ("A6", "GG6")
"""Where they may leave besides, to meet the roads of a board turned the other way."""
STANDARD = (33, 10)


def check(board: BoardFile | str | Path) -> list[Fault]:
    """Everything that is wrong with a board, in the order of its file: a description, a path or a name of ours."""
    if isinstance(board, BoardFile):
        return _Check(board, board.name).run()
    file = str(board)
    if file in board_names():
        return _Check(board_file(file), f"{file}.toml").run()
    try:
        return _Check(read_board(read_file(file, MOST_TOML), file), file).run()
    except Unfit as error:
        return [("", str(error))]
    except OSError as error:
        return [("", error.strerror or "can't be read")]
    except BoardError as error:
        return [("", error.what)]


class _Check:
    def __init__(self, board: BoardFile, file: str) -> None:
        self.board = board
        self.painter = Painter(board, file)
        self.faults: list[Fault] = []

    def run(self) -> list[Fault]:
        self._spelling()
        if self.faults:  # what can't be drawn can't be looked at
            return self.faults
        try:
            self.map = Map(self.board.name, self.painter.paint())
        except BoardError as error:
            return [("", error.what)]
        self._twice()
        self._fields()
        self._lines()
        self._joints()
        return self.faults

    def _spelling(self) -> None:
        """Every word of every entry by itself, so that all mistakes show at once."""
        board, painter = self.board, self.painter
        for spot, item in _entries(board):
            painter.spot = spot
            for name in [*getattr(item, "hexes", []), *getattr(item, "stairwell", [])]:
                self._try(name, partial(painter.places, [name]))
            bars = [name for name in getattr(item, "bars", []) if name != "all"]
            for name in [*getattr(item, "sides", []), *bars]:
                self._try(name, partial(painter.pair, name))
        for spot, words in (
            *((f"area {n}", partial(area_terrain, a.terrain)) for n, a in enumerate(board.area, 1)),
            *((f"hexside {n}", partial(side_terrain, h.terrain)) for n, h in enumerate(board.hexside, 1)),
            *((f"building {n}", partial(building_terrain, b)) for n, b in enumerate(board.building, 1)),
        ):
            painter.spot = spot
            self._try(spot, words)
        if self.faults:
            return
        for spot, item in (
            *((f"road {n}", road.hexes) for n, road in enumerate(board.road, 1)),
            *((f"depression {n}", brook.hexes) for n, brook in enumerate(board.depression, 1)),
        ):
            painter.spot = spot
            self._try(item[0] if item else spot, partial(painter.line, item))

    def _try(self, where: str, ask: Callable[[], object]) -> None:
        try:
            ask()
        except BoardError as error:
            placed = error.file is not None or where == self.painter.spot
            self.faults.append((where, error.what if placed else f"{self.painter.spot}: {error.what}"))

    def _named(self, words: Iterable[str]) -> list[Hex]:
        return [self.map.hex(hex_name(*place)) for place in self.painter.places(list(words))]

    def _twice(self) -> None:
        """A hex belongs to one level, and to one area or building."""
        levels: dict[str, str] = {}
        grounds: dict[str, str] = {}
        for kind, into in (("area", grounds), ("building", grounds)):
            for n, item in enumerate(getattr(self.board, kind), 1):
                for here in self._named(item.hexes):
                    if here.name in into:
                        self.faults.append((here.name, f"is in {into[here.name]} and in {kind} {n}"))
                    into[here.name] = f"{kind} {n}"
        for n, level in enumerate(self.board.level, 1):
            for here in self._named(level.hexes):
                if levels.get(here.name) == str(level.level):
                    self.faults.append((here.name, f"is at level {level.level} twice (level {n})"))
                levels[here.name] = str(level.level)

    def _fields(self) -> None:
        """Hexes come out as they are described."""
        self._areas()
        for building in self.board.building:
            self._building(building)
        for item in self.board.hexside:
            kind = side_terrain(item.terrain)
            for word in item.sides:
                place, _, side = self.painter.pair(word)
                here = self.map.hex(hex_name(*place))
                if not (here.cliffs[side] if kind.id == "cliff" else here.sides[side] == kind):
                    self.faults.append((word, f"its {kind.name} is hidden by what lies over it"))

    def _areas(self) -> None:
        """Woods, grain and the like; streets through them, gullies and bridges apart."""
        for area in self.board.area:
            wanted = area_terrain(area.terrain)
            for here in self._named(area.hexes):
                below = here.depression is not None or here.bridge is not None
                if here.terrain != wanted and not below and not _street(here, wanted):
                    self.faults.append((here.name, f"described as {wanted.name}, comes out as {here.terrain.name}"))

    def _building(self, building: BuildingItem) -> None:
        """One building with its stairwells and the walls between its rowhouses."""
        wanted = building_terrain(building)
        hexes = self._named(building.hexes)
        for here in hexes:
            if here.terrain != wanted:
                self.faults.append((here.name, f"described as {wanted.name}, comes out as {here.terrain.name}"))
            elif here.building != hexes[0].building:
                self.faults.append((here.name, f"its building doesn't reach {hexes[0].name}"))
        for here in self._named(building.stairwell):
            if here not in hexes:
                self.faults.append((here.name, "a stairwell outside its building"))
        if building.bars == ["all"] and len(hexes) < 2:
            self.faults.append((hexes[0].name, "walls between rowhouses in a building of one hex"))
        for word in building.bars if building.bars != ["all"] else []:
            if not {here.name for here in hexes}.issuperset(word.split("-")):
                self.faults.append((word, "a wall between rowhouses outside its building"))

    def _lines(self) -> None:
        """Brooks are depressions all along, roads cross them on bridges, bridges cross something."""
        bridged = {here.name for item in self.board.bridge for here in self._named(item.hexes)}
        for brook in self.board.depression:
            for here in self._named(brook.hexes):
                if here.depression is None and here.bridge is None and not here.terrain.water:
                    self.faults.append((here.name, f"its {by_id()[brook.terrain].name} is hidden by what lies over it"))
        wet = {here.name for brook in self.board.depression for here in self._named(brook.hexes)}
        wet |= {here.name for a in self.board.area if terrain(a.terrain).water for here in self._named(a.hexes)}
        for road in self.board.road:
            for here in self._named(road.hexes):
                if here.name in wet and here.name not in bridged and road.kind not in ("sunken", "path"):
                    self.faults.append((here.name, "a road crosses water or a gully without a bridge"))
        for item in self.board.bridge:
            for here in self._named(item.hexes):
                if here.bridge is None and item.material in ("wooden", "stone"):
                    self.faults.append((here.name, "its bridge doesn't show"))
                elif here.name not in wet and not (here.terrain.id in ("marsh", "ford") or here.depression):
                    self.faults.append((here.name, "a bridge over dry ground"))
        for here in self.map.hexes:
            for side in range(6):
                other = self.map.at(*step(here.col, here.row, side))
                if here.cliffs[side] and other > here.index and here.level == self.map.hexes[other].level:
                    self.faults.append(
                        (f"{here.name}-{self.map.hexes[other].name}", "a cliff between hexes of one level")
                    )

    def _joints(self) -> None:
        """A standard board is plain at its edges, and roads leave it where those of the other boards do."""
        if (self.board.columns, self.board.rows) != STANDARD:
            return
        for here in self.map.hexes:
            half = here.col in (0, STANDARD[0] - 1) or (here.col & 1 and here.row in (0, STANDARD[1]))
            if half and (here.terrain.id, here.level) != ("open_ground", 0):
                self.faults.append((here.name, "a half hex at the edge is not open ground at level 0"))
        leaving = {here.name for here in self.map.hexes if self._leaves(here)}
        self.faults += [
            (name, "a road leaves the board here, where no other board has one")
            for name in sorted(leaving.difference(GATES, SPARE))
        ]
        self.faults += [
            (name, "no road leaves the board here, as on the other boards") for name in GATES if name not in leaving
        ]

    def _leaves(self, here: Hex) -> bool:
        if here.col in (0, STANDARD[0] - 1) or (here.col & 1 and here.row in (0, STANDARD[1])):
            return here.road
        return (here.row == 0 and here.roads[0]) or (here.row == STANDARD[1] - 1 and not here.col & 1 and here.roads[3])


def _street(here: Hex, wanted: Terrain) -> bool:
    """Whether a road or path runs over most of an open field."""
    return here.road and wanted.open_ground and here.terrain.id == "open_ground"


def _entries(board: BoardFile) -> Iterator[tuple[str, object]]:
    """Every entry with its place in the file."""
    for kind in ("level", "area", "depression", "building", "road", "bridge", "hexside", "slope"):
        for n, item in enumerate(getattr(board, kind), 1):
            yield f"{kind} {n}", item


def template(name: str) -> str:
    """The text of a new board: each kind of entry once, with a comment."""
    return _TEMPLATE.replace("NAME", name)


_TEMPLATE = """\
# A board. `goodorder board check NAME.toml` finds mistakes, `goodorder board draw NAME.toml` shows it.
# Hexes are named as on every board: A1 to GG10 on one of 33 x 10; D4..D7 stands for a run down one column.
# To join with the boards that come with the program keep the half hexes at the edges open ground at level 0, and let
# roads leave at A5, GG5, I1, I10, Q1, Q10, Y1 and Y10; at A6 and GG6 they meet those of boards turned the other way.
name = "NAME"
title = "A board of my own"
columns = 33
rows = 10
seed = 1                       # shapes the uneven edges: the same number gives the same pixels
text = "What is there to fight over."

[[road]]                       # kind: dirt (when left out), paved, sunken, elevated, path, runway, railroad, track
hexes = ["A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5", "I5", "J5", "K5", "L5", "M5", "N5", "O5", "P5", "Q5", "R5",
         "S5", "T5", "U5", "V5", "W5", "X5", "Y5", "Z5", "AA5", "BB5", "CC5", "DD5", "EE5", "FF5", "GG5"]
[[road]]
hexes = ["I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9", "I10"]
[[road]]
hexes = ["Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8", "Q9", "Q10"]
[[road]]
hexes = ["Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7", "Y8", "Y9", "Y10"]

[[level]]                      # a hill; a higher level is listed by itself and lies on the lower
level = 1
hexes = ["S7..S8", "T6..T8", "U7..U8"]

[[area]]                       # any terrain that fills hexes: woods, brush, grain, orchard, marsh, water, crags ..
terrain = "woods"
hexes = ["C2", "C3", "D2", "D3"]

[[depression]]                 # gully (when left out), dry_stream, shallow_stream, deep_stream, wadi
terrain = "shallow_stream"
hexes = ["L2", "L3", "M4", "M5", "M6", "L6", "L7"]

[[bridge]]                     # wooden, stone, pontoon or foot, along the road through its hexes
hexes = ["M5"]
material = "stone"

[[building]]                   # height 1, 1.5, 2.5, 3.5 or 4.5 levels as an obstacle; kind: building, factory, market
hexes = ["P3", "Q4"]
material = "stone"             # or wooden
height = 2.5
stairwell = ["P3"]

[[building]]                   # one hex: a block of size (pixels) turned by angle (degrees)
hexes = ["O7"]
material = "wooden"
angle = 20

[[building]]                   # rowhouses: a wall on each hexside inside
hexes = ["W2", "X2"]
material = "stone"
height = 1.5
bars = ["all"]

[[hexside]]                    # wall, hedge, bocage, cliff ..
terrain = "wall"
sides = ["P3-P2", "O7-P7"]
"""
