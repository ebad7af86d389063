"""The board language: what may stand in a board's TOML file. docs/boards.md describes it."""

from __future__ import annotations

import re
from typing import Literal, get_args, get_type_hints

import msgspec

from goodorder.board.errors import BoardError
from goodorder.data.strangers import Unfit, check_toml


class LevelItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes at a ground level."""

    level: int
    hexes: list[str]


class AreaItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes of one terrain, by its id; neighbouring hexes grow together."""

    terrain: str
    hexes: list[str]


class DepressionItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gully, stream or wadi through neighbouring hexes, one level below the ground; at a map edge it runs on."""

    hexes: list[str]
    terrain: Literal["gully", "dry_stream", "shallow_stream", "deep_stream", "wadi"] = "gully"


class BuildingItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One building: over several hexes wings of ``width`` join the centres; alone a block of ``size`` turned by
    ``angle``. All measures are in pixels, angles in degrees clockwise.

    ``whole`` fills the hexes but for a rim. ``stairwell`` lists hexes with a printed stairwell, ``bars`` the
    hexsides (HEX-HEX, or "all") with a rowhouse wall. ``terrain`` names another kind of building by its id.
    """

    hexes: list[str]
    material: Literal["wooden", "stone"] = "wooden"
    height: float = 1
    kind: Literal["building", "factory", "market"] = "building"
    terrain: str = ""
    angle: float = 0
    size: tuple[float, float] = (38, 27)
    width: float = 30
    whole: bool = False
    stairwell: list[str] = []
    bars: list[str] = []


class RoadItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A road through the centres of neighbouring hexes; at a map edge it runs off the map."""

    hexes: list[str]
    paved: bool = False
    kind: Literal["dirt", "paved", "sunken", "elevated", "path", "runway", "railroad", "track"] = "dirt"

    @property
    def terrain(self) -> str:
        """The id of its terrain."""
        if self.kind in ("path", "runway", "railroad", "track"):
            return self.kind
        return f"{'paved' if self.paved else self.kind}_road"


class BridgeItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bridge over the gully, stream, water or marsh of its hexes, along the road that leads through them."""

    hexes: list[str]
    material: Literal["wooden", "stone", "pontoon", "foot"] = "wooden"

    @property
    def terrain(self) -> str:
        """The id of its terrain."""
        return ("long_" if len(self.hexes) > 1 and self.material in ("wooden", "stone") else "") + (
            f"{self.material}_bridge"
        )


class HexsideItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Walls, hedges, bocage, cliffs or other hexside terrain by its id, each hexside as HEX-HEX."""

    terrain: str
    sides: list[str]


class SlopeItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexsides that slope, each as HEX-HEX."""

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
    depression: list[DepressionItem] = []
    building: list[BuildingItem] = []
    road: list[RoadItem] = []
    bridge: list[BridgeItem] = []
    hexside: list[HexsideItem] = []
    slope: list[SlopeItem] = []


_ENTRIES: dict[str, type] = {
    "level": LevelItem,
    "area": AreaItem,
    "depression": DepressionItem,
    "building": BuildingItem,
    "road": RoadItem,
    "bridge": BridgeItem,
    "hexside": HexsideItem,
    "slope": SlopeItem,
}
MOST_ENTRIES, MOST_NAMED, MOST_PIXELS = 300, 3, 2_000
"""Entries of one kind, how often its hexes may be named on average, and the measures of a building."""
_PLACE = re.compile(r" - at `\$\.?([a-z]*)(?:\[(\d+)\])?\.?([a-z]*).*`$")
_GUIDE = "a board description (docs/boards.md)"


def read_board(raw: bytes, file: str) -> BoardFile:
    """A description from TOML; raises BoardError that names the entry and what it may say."""
    try:
        text = raw.decode("utf-8")
        check_toml(text)
        board = msgspec.toml.decode(text, type=BoardFile)
    except Unfit as error:
        raise BoardError(str(error), file=file, expected=_GUIDE) from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        message, expected = _told(str(error))
        raise BoardError(message, file=file, expected=expected) from None
    if not (2 <= board.columns <= 66 and 1 <= board.rows <= 40):
        raise BoardError("size is out of bounds", file=file, expected="2 to 66 columns and 1 to 40 rows")
    if board.seed < 0:
        raise BoardError(f"seed is {board.seed}", file=file, expected="a whole number from 0")
    _bounded(board, file)
    return board


def _bounded(board: BoardFile, file: str) -> None:
    """Raise BoardError for more entries, hexes or pixels than a board can hold."""
    most = MOST_NAMED * (board.columns * board.rows + board.columns)
    for kind in _ENTRIES:
        entries = getattr(board, kind)
        if len(entries) > MOST_ENTRIES:
            raise BoardError(f"{len(entries)} entries {kind}", file=file, expected=f"at most {MOST_ENTRIES}")
        named = sum(
            len(getattr(one, field, ())) for one in entries for field in ("hexes", "sides", "bars", "stairwell")
        )
        if named > most:
            raise BoardError(f"{named} hexes or hexsides of {kind}", file=file, expected=f"at most {most}")
    for n, one in enumerate(board.building, 1):
        measures = {"height": one.height, "angle": one.angle, "width": one.width, "size": max(one.size)}
        for key, value in measures.items():
            if not abs(value) <= MOST_PIXELS:  # neither is what is not a number
                raise BoardError(f"building {n}: {key} is {value:g}", file=file, expected=f"at most {MOST_PIXELS}")


def _told(message: str) -> tuple[str, str]:
    """A decoder's message with the entry in our words, and what was expected there."""
    found = _PLACE.search(message)
    table, number, field = found.groups() if found else ("", None, "")
    what = message[: found.start()] if found else message
    if table not in _ENTRIES:
        keys = ", ".join(BoardFile.__struct_fields__)
        return what if not table else f"{table}: {what}", f"{_GUIDE} with {keys}" if "unknown field" in what else _GUIDE
    spot = table if number is None else f"{table} {int(number) + 1}"
    if number is None:
        return f"{spot}: {what}", f"[[{table}]] before each entry of {_GUIDE}"
    kind = _ENTRIES[table]
    words = get_args(get_type_hints(kind)[field]) if field else ()
    if words and all(isinstance(word, str) for word in words):
        return f"{spot}: {field}: {what}", f"{', '.join(words)}; see {_GUIDE}"
    if "field" in what:
        return f"{spot}: {what}", f"{', '.join(one.name for one in msgspec.structs.fields(kind))}; see {_GUIDE}"
    return f"{spot}: {field}: {what}" if field else f"{spot}: {what}", f"as in {_GUIDE}"
