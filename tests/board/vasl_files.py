"""Board archives made for tests: the smallest that a reader accepts, and any kind of damaged one.

>>> board_archive(folder / "bd7", codes, columns=3, rows=2, inside='<slopes><slope hex="A1" hexsides="03"/></slopes>')
"""

from __future__ import annotations

import gzip
import os
import struct
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

Grid = npt.NDArray[np.int_]

HEADER = b"\xac\xed\x00\x05"


def hexes(columns: int, rows: int, half_first: bool = False) -> int:
    """Hexes of a board on which every second column has one more."""
    return columns * rows + (columns + half_first) // 2


def ground(columns: int, rows: int, width: int = 0, height: int = 0, fill: int = 0) -> Grid:
    """A grid of one value, of the usual size for so many hexes unless one is given."""
    return np.full((height or round(64.5 * rows), width or round(56.25 * (columns - 1))), fill)


def payload(
    codes: Grid,
    levels: Grid,
    columns: int,
    rows: int,
    stairways: Sequence[int] = (),
    count: int | None = None,
) -> bytes:
    """The data under the wrappings: sizes, pixels by columns, stairway flags."""
    height, width = codes.shape
    flags = bytearray(hexes(columns, rows) if count is None else count)
    for index in stairways:
        flags[index] = 1
    pixels = np.stack([levels.T.astype(np.int8).view(np.uint8), codes.T.astype(np.uint8)], axis=2)
    return struct.pack(">4i", columns, rows, width, height) + pixels.tobytes() + bytes(flags)


def stream(data: bytes, size: int = 1024) -> bytes:
    """The payload in blocks of ``size`` behind the header."""
    told = bytearray(HEADER)
    for start in range(0, len(data), size):
        part = data[start : start + size]
        told += bytes([0x77, len(part)]) if len(part) < 256 else b"\x7a" + struct.pack(">i", len(part))
        told += part
    return bytes(told)


def losdata(data: bytes, size: int = 1024) -> bytes:
    """The payload wrapped as archives hold it."""
    return gzip.compress(stream(data, size), mtime=0)


def metadata(inside: str = "", **attributes: object) -> bytes:
    """BoardMetadata.xml with these attributes of its root and these children."""
    given = {"name": "test", "version": "1.0", **attributes}
    words = " ".join(f'{key}="{value}"' for key, value in given.items())
    return f'<?xml version="1.0"?>\n<!-- made by a test -->\n<boardMetadata {words}>{inside}</boardMetadata>\n'.encode()


def write_archive(path: Path, **members: bytes | None) -> Path:
    """A ZIP of the members that are not None; ``BoardMetadata`` and ``LOSData`` are the two that matter."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            if data is not None:
                archive.writestr("BoardMetadata.xml" if name == "BoardMetadata" else name, data)
    return path


def board_archive(
    path: Path,
    codes: Grid,
    levels: Grid | None = None,
    *,
    columns: int,
    rows: int,
    stairways: Sequence[int] = (),
    count: int | None = None,
    inside: str = "",
    **attributes: object,
) -> Path:
    """A sound archive."""
    levels = np.zeros_like(codes) if levels is None else levels
    data = payload(codes, levels, columns, rows, stairways, count)
    return write_archive(path, BoardMetadata=metadata(inside, **attributes), LOSData=losdata(data), artwork=b"GIF89a")


def shared_folder() -> Path:
    """The folder with real board archives; skips the test where there is none."""
    folder = Path(os.environ.get("GOODORDER_SHARED") or Path(__file__).parents[3] / "shared") / "vasl-boards"
    if not folder.is_dir():
        pytest.skip(f"NO REAL BOARDS: {folder} is absent (GOODORDER_SHARED names the folder above it)")
    return folder
