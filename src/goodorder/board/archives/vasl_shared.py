"""The terrain table of a user's VASL module: which code means which terrain there."""

from __future__ import annotations

import zipfile
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from goodorder.board.archives.archive import MAX_XML, elements, member, members
from goodorder.board.errors import BoardError
from goodorder.board.map import terrain as t
from goodorder.data.strangers import Unfit, regular

_NAME = "SharedBoardMetadata.xml"


class SharedKind(msgspec.Struct, frozen=True):
    """One terrain of a module: its name, and what it is to a line of sight (in the order of ``terrain.toml``)."""

    name: str
    sight: tuple[str, int, bool, bool, bool, bool, float, bool, bool]


class SharedTable(msgspec.Struct, frozen=True):
    """Terrain by code, as a module gives it."""

    kinds: dict[int, SharedKind]

    def name(self, code: int) -> str:
        """The module's name of a code, empty where it has none."""
        return self.kinds[code].name if code in self.kinds else ""

    def ours(self, code: int) -> tuple[int | None, bool]:
        """Our code for the module's, and whether it is the same terrain.

        It is the terrain of the same name; else one that is the same to a line of sight; None where there is none.
        """
        kind = self.kinds.get(code)
        if kind is None:
            return None, False
        if kind.name in _by_name():
            return _by_name()[kind.name], True
        if code in t.by_code() and _sight(t.by_code()[code]) == kind.sight:
            return code, True
        return next((one.code for one in t.terrains() if _sight(one) == kind.sight), None), False


@cache
def _by_name() -> dict[str, int]:
    return {kind.vasl_name: kind.code for kind in t.terrains()}


def _sight(kind: t.Terrain) -> tuple[str, int, bool, bool, bool, bool, float, bool, bool]:
    return (
        kind.category,
        kind.height,
        kind.half,
        kind.obstacle,
        kind.hindrance_los,
        kind.inherent,
        float(kind.split),
        kind.lower_obstacle,
        kind.lower_hindrance,
    )


def read_shared(path: Path) -> SharedTable:
    """Read the table from the XML file itself or from a module (ZIP); raises BoardError when there is none."""
    path = Path(path)
    try:
        regular(path)
        stamp = path.stat()
    except Unfit as error:
        raise BoardError(str(error), file=str(path), expected=_NAME) from None
    except OSError as error:
        raise BoardError(f"can't be read: {error.strerror}", file=str(path), expected=_NAME) from None
    return _read(path, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=4)
def _read(path: Path, changed: int, size: int) -> SharedTable:
    file = str(path)
    if zipfile.is_zipfile(path):
        inside = [name for name in members(path) if name.rpartition("/")[2] == _NAME]
        if not inside:
            raise BoardError(f"the module holds no {_NAME}", file=file, expected=f"boardData/{_NAME}")
        data = member(path, inside[0], MAX_XML)
        file = f"{file}/{inside[0]}"
    elif size > MAX_XML:
        raise BoardError(f"has {size} bytes", file=file, expected=f"at most {MAX_XML}")
    else:
        data = path.read_bytes()
    kinds: dict[int, SharedKind] = {}
    for element in elements(data, "sharedBoardMetadata", file=file):
        if element.tag == "terrainType":
            code, kind = _kind(element.attributes, file)
            kinds.setdefault(code, kind)
    if not kinds:
        raise BoardError("holds no terrain", file=file, expected="<terrainType> elements")
    return SharedTable(kinds)


def _kind(told: dict[str, str], file: str) -> tuple[int, SharedKind]:
    def number(key: str) -> float:
        word = told.get(key, "").strip() or ("" if key == "typeCode" else "0")
        try:
            value = float(word)
        except ValueError:
            value = -1.0
        if not 0 <= value <= 255:
            raise BoardError(f"a terrain with the {key} {word[:20]!r}", file=file, expected="a number from 0 to 255")
        return value

    def flag(key: str) -> bool:
        return told.get(key, "").strip().upper() == "TRUE"

    return int(number("typeCode")), SharedKind(
        told.get("name", ""),
        (
            told.get("LOSCategory", "").strip().upper() or "OPEN",
            int(number("height")),
            flag("isHalfLevelHeight"),
            flag("isLOSObstacle"),
            flag("isLOSHindrance"),
            flag("isInherentTerrain"),
            number("split"),
            flag("isLowerLOSObstacle"),
            flag("isLowerLOSHindrance"),
        ),
    )
