"""A board from a user's VASL archive: pixel grids, and what its metadata says of hexes and hexsides.

The archive's artwork is never read. Hex facts are derived from the grids as for every board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from goodorder.board.archives.archive import MAX_PACKED, MAX_XML, Element, Grids, elements, grids, member
from goodorder.board.archives.vasl_shared import SharedTable, read_shared
from goodorder.board.errors import BoardError, nearest
from goodorder.board.map import terrain as t
from goodorder.board.map.hexgrid import column_letters, column_starts
from goodorder.board.map.layout import Layout, Marks, Sides
from goodorder.board.map.raster import Raster

_SECOND_HALF = -901.0
"""The A1CenterX by which a board says that its first column is Q."""


_LEVELS = (-10, 40)
"""The lowest and highest ground believed: boards have from -3 to 12."""
_TOLD = 10
"""Mistakes of one kind that are told one by one."""


class VaslBoard(msgspec.Struct, frozen=True):
    """What a board archive says.

    Sizes are in pixels. ``codes`` and ``levels`` are indexed [y, x]; ``names`` and ``stairways`` go by hex index
    (column by column, top to bottom). ``a1_x``, ``a1_y`` is the centre of the upper left hex as written, None where
    it is not; ``half_first`` says that the upper left hex is a half hex. ``warnings`` are sentences for the user.
    """

    name: str
    version: str
    columns: int
    rows: int
    hex_width: float
    hex_height: float
    a1_x: float | None
    a1_y: float | None
    half_first: bool
    codes: npt.NDArray[np.uint8]
    levels: npt.NDArray[np.int8]
    names: tuple[str, ...]
    stairways: npt.NDArray[np.bool_]
    slopes: Sides = {}
    embankments: Sides = {}
    partial_orchards: Sides = {}
    warnings: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """Pixels across."""
        return int(self.codes.shape[1])

    @property
    def height(self) -> int:
        """Pixels down."""
        return int(self.codes.shape[0])

    @property
    def layout(self) -> Layout:
        """Where the hexes lie on the pixels."""
        half = 0.0 if self.half_first else self.hex_height / 2
        top = self.a1_y - half if self.a1_y is not None and self.a1_y >= 0 else 0.0
        return Layout(self.hex_width, self.hex_height, max(self.a1_x or 0.0, 0.0), top, int(self.half_first))

    def raster(self) -> Raster:
        """The board as every board is: pixels, layout and marks."""
        stairs = frozenset(np.flatnonzero(self.stairways).tolist())
        told = frozenset(range(len(self.names)))
        marks = Marks(stairs, self.slopes, self.embankments, self.partial_orchards, told)
        found = Raster(self.columns, self.rows, self.codes, self.levels, self.layout, marks)
        of = found.geometry
        size = (self.width, self.height)
        if (of.aim >= 0).all() and (of.aim < size).all():
            return found
        return found._replace(own_geometry=of._replace(aim=np.clip(of.aim, 0, np.array(size, np.int32) - 1)))

    @property
    def starts(self) -> list[int]:
        """Index of the first hex of each column, and the number of hexes at the end."""
        return column_starts(self.columns, self.rows, int(self.half_first))


def read_board(path: Path, shared: Path | None = None) -> VaslBoard:
    """Read an archive; raises BoardError, with nothing loaded, when it is damaged or lacks a member.

    ``shared`` is a SharedBoardMetadata.xml, or a VASL module that holds one; without it our own terrain table says
    which codes exist.
    """
    path = Path(path)
    file = str(path)
    table = read_shared(shared) if shared is not None else None
    metadata = elements(member(path, "BoardMetadata.xml", MAX_XML), "boardMetadata", file=f"{file}/BoardMetadata.xml")
    found = grids(member(path, "LOSData", MAX_PACKED), file=f"{file}/LOSData")
    return _board(path, metadata, found, table)


def _board(path: Path, metadata: list[Element], found: Grids, table: SharedTable | None) -> VaslBoard:
    about = metadata[0].attributes
    file = f"{path}/BoardMetadata.xml"
    height, width = found.codes.shape
    warnings: list[str] = []

    def number(key: str) -> float | None:
        return _pixels_told(about, key, file)

    for key, told in (("width", found.columns), ("height", found.rows)):
        said = number(key)
        if said is not None and said != told:
            warnings.append(f"the metadata give a {key} of {said:g} hexes, the grid {told}; the grid holds")
    hex_width, hex_height = number("hexWidth"), number("hexHeight")
    a1_x, a1_y = number("A1CenterX"), number("A1CenterY")
    across = width / (found.columns - 1) if hex_width is None or hex_width <= 0 else hex_width
    down = height / found.rows if hex_height is None or hex_height <= 0 else hex_height
    if not 4 <= across <= 2000 or not 4 <= down <= 2000:
        raise BoardError(f"hexes of {across:g} x {down:g} pixels", file=file, expected="4 to 2000 pixels each way")
    alternate = about.get("altHexGrain", "").strip().lower() == "true"
    alternate = alternate or "half" in about.get("HexGridConfig", "").lower()
    # with an even number of columns both grains have equally many hexes
    half_first = found.half_first or (alternate and found.columns % 2 == 0)
    if alternate and not half_first:
        warnings.append("the metadata give the other hex grain, the grid the usual one; the grid holds")
    names = tuple(board_hex_names(found.columns, found.rows, a1_x, a1_y, down, half_first))
    index = {name: n for n, name in enumerate(names)}

    def sides(tag: str) -> Sides:
        return _sides_told(metadata, tag, index, warnings)

    board = VaslBoard(
        name=_plain(about.get("name", "")) or path.name.removeprefix("bd"),
        version=_plain(about.get("version", "")),
        columns=found.columns,
        rows=found.rows,
        hex_width=across,
        hex_height=down,
        a1_x=a1_x,
        a1_y=a1_y,
        half_first=half_first,
        codes=_known_codes(found.codes, table, warnings),
        levels=_known_levels(found.levels, warnings),
        names=names,
        stairways=found.stairways,
        slopes=sides("slope"),
        embankments=sides("rrembankment"),
        partial_orchards=sides("partialorchard"),
    )
    if board.partial_orchards:
        where = len(board.partial_orchards)
        warnings.append(f"partial orchards on hexsides of {where} hexes: lines of sight don't heed them (B14)")
    _within_grid(board, width, height, file)
    return msgspec.structs.replace(board, warnings=tuple(warnings))


def _pixels_told(about: Mapping[str, str], key: str, file: str) -> float | None:
    """A number of pixels that the metadata give, None where they don't."""
    word = about.get(key, "").strip()
    if not word:
        return None
    try:
        value = float(word)
    except ValueError:
        value = float("nan")
    if not -20_000 < value < 20_000:
        raise BoardError(f"{key} is {word[:40]!r}", file=file, expected="a number of pixels")
    return value


def _sides_told(metadata: list[Element], tag: str, index: Mapping[str, int], warnings: list[str]) -> Sides:
    """The hexsides that the metadata give by hex; what can't be read becomes a warning."""
    told: Sides = {}
    wrong: list[tuple[str, str]] = []
    for element in metadata:
        if element.tag != tag:
            continue
        name, digits = element.attributes.get("hex", ""), element.attributes.get("hexsides", "")
        if name in index and re.fullmatch("[0-5]+", digits):
            told[index[name]] = tuple(sorted({*told.get(index[name], ()), *map(int, digits)}))
        else:
            wrong.append((name[:20], digits[:20]))
    for name, digits in wrong[:_TOLD]:
        if name in index:
            warnings.append(f"{tag} of {name}: hexsides {digits!r} are not digits 0 to 5")
        else:
            hint = nearest(name, index)
            warnings.append(f"{tag} of a hex {name!r} that the board has not" + (f" ({hint})" if hint else ""))
    if len(wrong) > _TOLD:
        warnings.append(f"{tag}: {len(wrong) - _TOLD} more of that kind")
    return told


def _within_grid(board: VaslBoard, width: int, height: int, file: str) -> None:
    """Raise BoardError where the hexes reach beyond the pixels."""
    lay, across, down = board.layout, board.hex_width, board.hex_height
    beyond = lay.left + (board.columns - 1) * across - width, lay.top + board.rows * down - height
    if beyond[0] > across / 2 or beyond[1] > down / 2:
        raise BoardError(
            f"{board.columns} x {board.rows} hexes of {across:g} x {down:g} pixels reach beyond the grid",
            file=file,
            expected=f"{width} x {height} pixels at most",
        )


def _plain(text: str) -> str:
    """Text of an archive, fit to be printed: one line, no control characters, 60 at most."""
    return "".join(ch for ch in text if ch.isprintable()).strip()[:60]


def _known_codes(codes: npt.NDArray[np.uint8], table: SharedTable | None, warnings: list[str]) -> npt.NDArray[np.uint8]:
    """The codes in our own table; an unknown one becomes open ground, with a warning."""
    counts = np.bincount(codes.ravel(), minlength=256)
    change = np.arange(256, dtype=np.uint8)
    for code in np.flatnonzero(counts).tolist():
        ours, same = (code, True) if table is None else table.ours(code)
        if ours not in t.by_code() or not same:
            name = "" if table is None else _plain(table.name(code))
            what = f"terrain {code}" + (f" ({name})" if name else "")
            ours = ours if ours in t.by_code() else t.OPEN
            as_what = t.by_code()[ours].name
            warnings.append(f"{what} on {counts[code]} pixels is not known: taken as {as_what}")
        change[code] = ours
    result: npt.NDArray[np.uint8] = change[codes]
    return result


def _known_levels(levels: npt.NDArray[np.int8], warnings: list[str]) -> npt.NDArray[np.int8]:
    """The ground levels; what can be none is taken to the nearest that can."""
    low, high = _LEVELS
    wrong = int(np.count_nonzero((levels < low) | (levels > high)))
    if wrong:
        warnings.append(f"levels below {low} or above {high} on {wrong} pixels: taken as the nearest of these")
    return np.clip(levels, low, high)


def board_hex_names(
    columns: int, rows: int, a1_x: float | None, a1_y: float | None, hex_height: float, half_first: bool
) -> list[str]:
    """The names printed on a board, in index order.

    A board whose ``a1_x`` marks it as the second half of a wide one begins with column Q; one whose ``a1_y`` is
    negative begins as many rows down as that is above its edge.
    """
    names = []
    more = int(-a1_y / hex_height) + 1 if a1_y is not None and a1_y < 0 else 0
    for col in range(columns):
        letters = column_letters(col)
        if a1_x == _SECOND_HALF:
            letters = chr(ord("Q") + col) if col < 10 else 2 * chr(ord("A") + (col - 10) % 26)
        full = not (col + half_first) & 1
        for row in range(rows + (not full)):
            names.append(f"{letters}{row + full + more}")
    return names
