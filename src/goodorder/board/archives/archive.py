"""Reading untrusted board archives: every size is checked before anything is unpacked.

All faults are a BoardError that names the archive, the member and what was expected; nothing is half read.
"""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

import numpy as np
import numpy.typing as npt

from goodorder.board.errors import BoardError
from goodorder.board.map.layout import MOST_HEXES
from goodorder.data.strangers import Unfit, regular

MAX_MEMBERS = 20_000
MAX_LIST = 4 << 20
"""Bytes of an archive's list of members."""
MAX_XML = 8 << 20
MAX_PACKED = 64 << 20
MAX_ELEMENTS, MAX_DEPTH = 50_000, 32
"""Elements of the largest XML document and how deep they nest: a module's table has about 2,000, three deep."""
MAX_HEXES_ACROSS = 1000
MAX_PIXELS = 20 << 20
"""Pixels of the largest grid read: a historical map has about 16 million, a board about one million."""
PIECE = 1 << 20
"""Bytes unpacked at a time, whatever a stream says of its length."""

_UNSOUND = (
    zipfile.BadZipFile,
    NotImplementedError,  # a version or a method of packing that it doesn't know
    ValueError,  # a name that is no text, or a place farther on than any file reaches
    OSError,  # a place before the beginning of the file
    zlib.error,  # packed data that can't be unpacked
    EOFError,  # packed data cut off
)
"""What the reader of ZIP files raises on damaged ones."""
_HEADER = b"\xac\xed\x00\x05"
_SHORT, _LONG = 0x77, 0x7A


class Element(NamedTuple):
    """One XML element without its text: depth (the root has 0), name and attributes."""

    depth: int
    tag: str
    attributes: dict[str, str]


class Grids(NamedTuple):
    """The decoded pixel data: hex columns and rows, codes and levels indexed [y, x], one flag for every hex.

    ``half_first`` says that the upper left hex is a half hex, so that the even columns have one hex more.
    """

    columns: int
    rows: int
    codes: npt.NDArray[np.uint8]
    levels: npt.NDArray[np.int8]
    stairways: npt.NDArray[np.bool_]
    half_first: bool


def members(path: Path) -> list[str]:
    """The names in an archive; raises BoardError when it is none."""
    with _opened(path) as archive:
        return archive.namelist()


def member(path: Path, name: str, limit: int) -> bytes:
    """One member's bytes; raises BoardError when it is missing, damaged or above ``limit`` bytes."""
    with _opened(path) as archive:
        try:
            info = archive.getinfo(name)
        except KeyError:
            raise BoardError(f"the archive has no {name}", file=str(path), expected=f"a member {name}") from None
        if info.file_size > limit:
            raise BoardError(f"{name} has {info.file_size} bytes", file=str(path), expected=f"at most {limit}")
        if info.flag_bits & 1:
            raise BoardError(f"{name} is encrypted", file=str(path), expected="a member without a password")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BoardError(f"{name} is packed by an unusual method", file=str(path), expected="deflated data")
        try:
            with archive.open(info) as stream:
                data = stream.read(limit + 1)
        except _UNSOUND as error:
            raise BoardError(f"{name} can't be unpacked: {error}", file=str(path), expected="sound data") from None
    if len(data) > limit:
        raise BoardError(f"{name} is larger than it says", file=str(path), expected=f"at most {limit} bytes")
    return data


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        regular(path)
        _fits(path)
        archive = zipfile.ZipFile(path)
    except Unfit as error:
        raise BoardError(str(error), file=str(path), expected="a board archive") from None
    except OSError as error:
        raise BoardError(f"can't be read: {error.strerror}", file=str(path), expected="a board archive") from None
    except _UNSOUND as error:
        raise BoardError(f"is no ZIP archive: {error}", file=str(path), expected="a board archive (ZIP)") from None
    if len(archive.filelist) > MAX_MEMBERS:
        archive.close()
        raise BoardError(f"has {len(archive.filelist)} members", file=str(path), expected=f"at most {MAX_MEMBERS}")
    return archive


def _fits(path: Path) -> None:
    """Raise BoardError for a list of members that is longer than any board's, before it is read."""
    with path.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(0, file.tell() - (1 << 16) - 22))
        tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at >= 0 and len(tail) >= at + 22:
        (size,) = struct.unpack("<L", tail[at + 12 : at + 16])
        if size > MAX_LIST:
            raise BoardError(f"lists members in {size} bytes", file=str(path), expected=f"at most {MAX_LIST}")


def elements(data: bytes, root: str, *, file: str) -> list[Element]:
    """The elements of an XML document whose root is ``root``.

    A document type or entity is refused before it has any effect, in whatever encoding it hides.
    """
    found: list[Element] = []
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        if depth == 0 and tag != root:
            raise BoardError(f"the document is a <{tag[:40]}>", file=file, expected=f"a <{root}>")
        if len(found) >= MAX_ELEMENTS or depth >= MAX_DEPTH:
            most = f"at most {MAX_ELEMENTS}, nested {MAX_DEPTH} deep"
            raise BoardError("the document has too many elements", file=file, expected=most)
        found.append(Element(depth, tag, attributes))
        depth += 1

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_: object) -> None:
        raise BoardError("the document declares a type or entities", file=file, expected="plain elements")

    if len(data) > MAX_XML:
        raise BoardError(f"the document has {len(data)} bytes", file=file, expected=f"at most {MAX_XML}")
    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        if isinstance(error, BoardError):
            raise
        raise BoardError(f"is no sound XML: {error}", file=file, expected=f"a <{root}> document") from None
    return found


class _Blocks:
    """The payload of a block-data stream, read on demand."""

    def __init__(self, stream: gzip.GzipFile, file: str) -> None:
        self.stream, self.file = stream, file
        if self.raw(4, "the header") != _HEADER:
            raise BoardError("LOSData begins with a wrong header", file=file, expected="AC ED 00 05")

    def raw(self, count: int, what: str) -> bytes:
        try:
            data = self.stream.read(count)
        except (EOFError, OSError, zlib.error) as error:
            raise BoardError(f"LOSData can't be unpacked: {error}", file=self.file, expected="a gzip stream") from None
        if len(data) < count:
            raise BoardError(f"LOSData ends within {what}", file=self.file, expected=f"{count - len(data)} bytes more")
        return data

    def payload(self, most: int) -> Iterator[bytes]:
        """The blocks piece by piece, until the stream ends; raises BoardError once they exceed ``most`` bytes."""
        total = 0
        while kind := self.optional():
            if kind == bytes([_SHORT]):
                (size,) = struct.unpack(">B", self.raw(1, "a block's length"))
            elif kind == bytes([_LONG]):
                (size,) = struct.unpack(">i", self.raw(4, "a block's length"))
            else:
                raise BoardError(f"LOSData holds a record {kind.hex()}", file=self.file, expected="records 77 and 7a")
            total += size
            if size < 0 or total > most:
                raise BoardError("LOSData holds more than its sizes say", file=self.file, expected=f"{most} bytes")
            for start in range(0, size, PIECE):
                yield self.raw(min(PIECE, size - start), "a block")

    def optional(self) -> bytes:
        try:
            return self.stream.read(1)
        except (EOFError, OSError, zlib.error) as error:
            raise BoardError(f"LOSData can't be unpacked: {error}", file=self.file, expected="a gzip stream") from None


def grids(packed: bytes, *, file: str) -> Grids:
    """Decode LOSData. The sizes at its beginning are checked before the rest is unpacked."""
    with gzip.GzipFile(fileobj=io.BytesIO(packed)) as stream:
        blocks = _Blocks(stream, file)
        held = bytearray()
        wanted = 0
        for block in blocks.payload(16 + 2 * MAX_PIXELS + MAX_HEXES_ACROSS**2):
            held += block
            if not wanted and len(held) >= 16:
                columns, rows, width, height = struct.unpack(">4i", held[:16])
                wanted = _wanted(columns, rows, width, height, file)
            if wanted and len(held) > wanted + columns:
                break
    if len(held) < 16:
        raise BoardError(f"LOSData holds {len(held)} bytes", file=file, expected="at least four sizes")
    hexes = len(held) - 16 - 2 * width * height
    usual, other = wanted - 16 - 2 * width * height, columns * rows + (columns + 1) // 2
    if hexes not in (usual, other):
        raise BoardError(
            f"LOSData holds {len(held)} bytes", file=file, expected=f"{wanted} for {columns} x {rows} hexes"
        )
    pixels = np.frombuffer(held, np.uint8, 2 * width * height, 16).reshape(width, height, 2)
    return Grids(
        columns,
        rows,
        np.ascontiguousarray(pixels[:, :, 1].T),
        np.ascontiguousarray(pixels[:, :, 0].T).view(np.int8),
        np.frombuffer(held, np.uint8, hexes, 16 + 2 * width * height) != 0,
        hexes != usual,
    )


def _wanted(columns: int, rows: int, width: int, height: int, file: str) -> int:
    """Bytes of the payload, after the sizes were found believable."""
    if not (2 <= columns <= MAX_HEXES_ACROSS and 1 <= rows <= MAX_HEXES_ACROSS):
        raise BoardError(f"LOSData speaks of {columns} x {rows} hexes", file=file, expected=f"2 to {MAX_HEXES_ACROSS}")
    if columns * rows + columns > MOST_HEXES:
        raise BoardError(
            f"LOSData speaks of {columns} x {rows} hexes", file=file, expected=f"at most {MOST_HEXES} hexes"
        )
    if width < columns or height < rows or width * height > MAX_PIXELS:
        raise BoardError(
            f"LOSData speaks of {width} x {height} pixels", file=file, expected=f"at most {MAX_PIXELS} pixels in all"
        )
    return 16 + 2 * width * height + columns * rows + columns // 2
