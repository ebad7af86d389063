"""Hostile and damaged archives: one error that tells what is wrong, nothing loaded, in little time and memory."""

from __future__ import annotations

import gzip
import io
import struct
import time
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from goodorder.board.archives.archive import MAX_PIXELS
from goodorder.board.archives.vasl import VaslBoard, read_board
from goodorder.board.archives.vasl_shared import read_shared
from goodorder.board.errors import BoardError
from tests.board.vasl_files import HEADER, board_archive, ground, losdata, metadata, payload, write_archive

COLUMNS, ROWS = 9, 4
STEP = 4096
SECONDS, MEGABYTES = 20.0, 400


def noise(seed: int = 5) -> np.ndarray:
    """Pixels that can't be packed, so that an archive of them is as long as its data."""
    return np.random.default_rng(seed).integers(0, 256, ground(COLUMNS, ROWS).shape)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "bdT"
    codes = noise()
    made = board_archive(path, codes, noise(6) % 5, columns=COLUMNS, rows=ROWS, inside='<slope hex="B2" hexsides="1"/>')
    return made.read_bytes()


def outcome(path: Path) -> VaslBoard | BoardError:
    """The board, or the one error; any other exception fails the test."""
    try:
        return read_board(path)
    except BoardError as error:
        assert error.file and error.file.startswith(str(path)) and error.expected
        assert "\n" not in str(error)
        return error


def test_an_archive_cut_at_any_place_is_refused(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "bdT"
    assert len(whole) > 40 * STEP
    for length in range(0, len(whole), STEP):
        path.write_bytes(whole[:length])
        assert isinstance(outcome(path), BoardError), length


def test_pixel_data_cut_at_any_place_are_refused(tmp_path: Path) -> None:
    packed = losdata(payload(noise(), noise(6) % 5, COLUMNS, ROWS))
    assert len(packed) > 40 * STEP
    for length in range(0, len(packed), STEP):
        path = write_archive(tmp_path / "bdT", BoardMetadata=metadata(), LOSData=packed[:length])
        found = outcome(path)
        assert isinstance(found, BoardError) and "LOSData" in str(found), length


@pytest.mark.parametrize("seed", range(6))
def test_flipped_bits_are_an_error_or_a_board(tmp_path: Path, whole: bytes, seed: int) -> None:
    """In the archive's own structures, at both of its ends, and anywhere."""
    random = np.random.default_rng(seed)
    path, refused = tmp_path / "bdT", 0
    for at in (*random.integers(0, len(whole), 10), *random.integers(0, 120, 15), *-random.integers(1, 400, 15)):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << int(random.integers(8))
        path.write_bytes(damaged)
        refused += isinstance(outcome(path), BoardError)
    assert refused >= 10


@pytest.mark.parametrize("seed", range(4))
def test_flipped_bits_under_the_wrappings_are_an_error_or_a_board(tmp_path: Path, seed: int) -> None:
    """The ZIP's check sums are right here, so whatever the data say is met."""
    random = np.random.default_rng(seed)
    data = losdata(payload(noise(), noise(6) % 5, COLUMNS, ROWS))
    raw, about = gzip.decompress(data), metadata('<slopes><slope hex="B2" hexsides="1"/></slopes>', width="9")
    for _ in range(25):
        flipped, words = bytearray(raw), bytearray(about)
        flipped[random.integers(0, 60)] ^= 1 << int(random.integers(8))
        words[random.integers(0, len(words))] ^= 1 << int(random.integers(8))
        for inside, told in ((gzip.compress(bytes(flipped), 1), about), (data, bytes(words))):
            outcome(write_archive(tmp_path / "bdT", BoardMetadata=told, LOSData=inside))


def zeros(columns: int, rows: int, width: int, height: int, block: int = 1 << 20) -> bytes:
    """Pixel data of open ground that unpack to a thousand times their size, in blocks of so many bytes."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1, mtime=0) as stream:
        stream.write(HEADER + b"\x77\x10" + struct.pack(">4i", columns, rows, width, height))
        left = 2 * width * height + columns * rows + columns // 2
        while left > 0:
            part = min(left, block)
            stream.write(b"\x7a" + struct.pack(">i", part) + bytes(part))
            left -= part
    return packed.getvalue()


BLOCK = 40 << 20
FAR = b"\x7a" + struct.pack(">5i", BLOCK + 16, COLUMNS, ROWS, 450, 258)
SOUND = losdata(payload(ground(COLUMNS, ROWS), ground(COLUMNS, ROWS), COLUMNS, ROWS))
BOMBS = {
    "elements without end": (b"<boardMetadata>" + b"<a/>" * 1_500_000 + b"</boardMetadata>", SOUND, "too many"),
    "elements without bottom": (b"<boardMetadata>" + b"<a>" * 500_000, SOUND, "too many"),
    "more pixels than any map": (metadata(), zeros(72, 62, 1 << 13, 1 << 13), "pixels"),
    "more data than its sizes say": (metadata(), zeros(COLUMNS, ROWS, 4000, 4000)[:-8] + bytes(8), ""),
    "a block before the sizes": (
        metadata(),
        gzip.compress(HEADER + b"\x7a" + struct.pack(">i", BLOCK) + bytes(BLOCK), 1),
        "hexes",
    ),
    "a block far beyond the sizes": (metadata(), gzip.compress(HEADER + FAR + bytes(BLOCK), 1), "bytes"),
}


@pytest.mark.parametrize("what", BOMBS)
def test_a_bomb_is_refused_in_little_time_and_memory(tmp_path: Path, what: str) -> None:
    about, data, says = BOMBS[what]
    path = write_archive(tmp_path / "bdT", BoardMetadata=about, LOSData=data)
    assert path.stat().st_size < 1 << 20
    tracemalloc.start()
    begun = time.process_time()
    try:
        found = outcome(path)
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert isinstance(found, BoardError) and says in str(found)
    assert time.process_time() - begun < SECONDS
    assert peak < MEGABYTES << 20


def test_the_limit_of_pixels_admits_the_largest_maps() -> None:
    """A historical map of 1.5 x 1 m has about 16 million."""
    assert 16_000_000 < MAX_PIXELS < 32_000_000


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_other_methods_of_packing_are_refused(tmp_path: Path, method: int) -> None:
    path = tmp_path / "bdT"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("BoardMetadata.xml", metadata())
        archive.writestr("LOSData", SOUND)
    found = outcome(path)
    assert isinstance(found, BoardError) and "unusual method" in str(found)


def test_of_many_mistakes_of_one_kind_some_are_told(tmp_path: Path) -> None:
    inside = "".join(f'<slope hex="ZZ{n}" hexsides="0"/>' for n in range(30_000))
    path = write_archive(tmp_path / "bdT", BoardMetadata=metadata(inside), LOSData=SOUND)
    found = outcome(path)
    assert isinstance(found, VaslBoard)
    assert len(found.warnings) == 11 and found.warnings[-1] == "slope: 29990 more of that kind"


def test_a_damaged_module_is_refused(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "module.vmod"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("boardData/SharedBoardMetadata.xml", b"<sharedBoardMetadata>" + b"<a/>" * 1_500_000)
    with pytest.raises(BoardError, match="too many elements"):
        read_shared(path)
    for length in range(0, len(whole), 8 * STEP):
        path.write_bytes(whole[:length])
        with pytest.raises(BoardError):
            read_shared(path)
