"""The terrain table of a user's VASL module: which code means which terrain there."""

from __future__ import annotations

import zipfile
from functools import lru_cache
from pathlib import Path

import msgspec

from goodorder.board import terrain as t
from goodorder.board.archive import MAX_XML, elements, member, members
from goodorder.board.errors import BoardError

_NAME = "SharedBoardMetadata.xml"


class SharedTable(msgspec.Struct, frozen=True):
    """Terrain names by code, as a module gives them."""

    names: dict[int, str]

    def name(self, code: int) -> str:
        """The module's name of a code, empty where it has none."""
        return self.names.get(code, "")

    def ours(self, code: int) -> int | None:
        """Our code for the module's: the same number, or the terrain of the same name; None when unknown."""
        if code not in self.names:
            return None
        if code in t.by_code():
            return code
        return _by_name().get(self.names[code])


@lru_cache(maxsize=1)
def _by_name() -> dict[str, int]:
    return {str(getattr(kind, "vasl_name", "") or kind.name): kind.code for kind in t.terrains()}


def read_shared(path: Path) -> SharedTable:
    """Read the table from the XML file itself or from a module (ZIP); raises BoardError when there is none."""
    path = Path(path)
    try:
        stamp = path.stat()
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
    names: dict[int, str] = {}
    for element in elements(data, "sharedBoardMetadata", file=file):
        if element.tag != "terrainType":
            continue
        word = element.attributes.get("typeCode", "")
        if not word.isascii() or not word.isdigit() or int(word) > 255:
            raise BoardError(f"a terrain with the code {word[:20]!r}", file=file, expected="a number from 0 to 255")
        names.setdefault(int(word), element.attributes.get("name", ""))
    if not names:
        raise BoardError("holds no terrain", file=file, expected="<terrainType> elements")
    return SharedTable(names)
