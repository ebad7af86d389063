"""Board archives: what is read from a sound one, and that a damaged one gives one clear error."""

from __future__ import annotations

import gzip
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goodorder.board import BoardError, Map
from goodorder.board.archives import archive as reading
from goodorder.board.archives.vasl import VaslBoard, read_board
from goodorder.board.map.terrain import by_code
from tests.board.vasl_files import (
    HEADER,
    board_archive,
    ground,
    hexes,
    losdata,
    metadata,
    payload,
    shared_folder,
    stream,
    write_archive,
)
from tests.support import examples

WOODS, GRAIN, GULLY = 60, 24, 30
FLAT = ground(3, 2)
SOUND = payload(FLAT, FLAT, 3, 2)


def board(folder: Path, **told: Any) -> VaslBoard:
    """A board of 3 x 2 hexes of open ground, but for what is told."""
    given: dict[str, Any] = {"codes": FLAT, "columns": 3, "rows": 2, **told}
    return read_board(board_archive(folder / "bdT", **given))


def test_pixels_are_told_by_columns_and_read_as_rows(tmp_path: Path) -> None:
    codes, levels = ground(3, 2), ground(3, 2)
    codes[5, 100], codes[100, 5], levels[7, 9] = WOODS, GRAIN, 3
    found = board(tmp_path, codes=codes, levels=levels)
    assert found.codes.shape == (129, 112)
    assert (found.codes[5, 100], found.codes[100, 5], found.levels[7, 9]) == (WOODS, GRAIN, 3)
    assert np.count_nonzero(found.codes) == 2 and np.count_nonzero(found.levels) == 1


def test_levels_below_zero_are_read(tmp_path: Path) -> None:
    assert board(tmp_path, levels=ground(3, 2, fill=-1)).levels.min() == -1


@pytest.mark.parametrize("size", [3, 255, 256, 1024, 1 << 20])
def test_the_borders_of_blocks_mean_nothing(tmp_path: Path, size: int) -> None:
    codes = np.arange(112 * 129).reshape(129, 112) % 2 * WOODS
    data = losdata(payload(codes, FLAT, 3, 2, [4]), size)
    found = read_board(write_archive(tmp_path / "bdT", BoardMetadata=metadata(), LOSData=data))
    assert (found.codes == codes).all() and np.flatnonzero(found.stairways).tolist() == [4]


def test_stairways_go_column_by_column(tmp_path: Path) -> None:
    found = board(tmp_path, stairways=[0, 3, 6])
    assert [found.names[n] for n in np.flatnonzero(found.stairways)] == ["A1", "B1", "C2"]
    assert found.raster().marks.stairways == {0, 3, 6}


def test_the_metadata_s_hexsides_are_read(tmp_path: Path) -> None:
    inside = """<slopes><slope hex="A1" hexsides="03"/><slope hex="B0" hexsides="2"/><slope hex="A1" hexsides="1"/>
        </slopes><rrembankments><rrembankment hex="C1" hexsides="45"/></rrembankments>
        <partialorchards><partialorchard hex="C2" hexsides="0"/></partialorchards>"""
    found = board(tmp_path, inside=inside)
    assert found.slopes == {0: (0, 1, 3), 2: (2,)}
    assert found.embankments == {5: (4, 5)} and found.partial_orchards == {6: (0,)}
    assert [warning.rpartition(" ")[2] for warning in found.warnings] == ["(B14)"]


def test_hexsides_of_no_hex_and_wrong_digits_are_warnings(tmp_path: Path) -> None:
    inside = '<slopes><slope hex="Z9" hexsides="0"/><slope hex="A1" hexsides="6"/><slope hexsides="1"/></slopes>'
    found = board(tmp_path, inside=inside)
    assert not found.slopes and len(found.warnings) == 3
    assert "Z9" in found.warnings[0] and "A1" in found.warnings[1]


def test_the_usual_board_takes_its_measures_from_its_pixels(tmp_path: Path) -> None:
    found = board(tmp_path, codes=ground(33, 10), columns=33, rows=10)
    assert (found.hex_width, found.hex_height) == (56.25, 64.5)
    assert found.layout.centre(0, 0) == (0.0, 32.25) and found.layout.centre(1, 0) == (56.25, 0.0)
    assert found.names[0] == "A1" and found.names[10] == "B0" and found.names[-1] == "GG10"
    assert found.raster().geometry.aim[found.names.index("GG5")].tolist() == [1799, 290]


def test_a_half_board_s_measures_and_its_names_from_column_q(tmp_path: Path) -> None:
    codes = ground(17, 20, 901, 1290)
    first = board(tmp_path, codes=codes, columns=17, rows=20)
    second = board(tmp_path, codes=codes, columns=17, rows=20, A1CenterX="-901")
    assert (first.hex_width, first.hex_height) == (56.3125, 64.5)
    assert (first.names[0], first.names[-1]) == ("A1", "Q20")
    assert (second.names[0], second.names[20], second.names[-1]) == ("Q1", "R0", "GG20")
    assert "Z0" in second.names and "AA1" in second.names
    assert second.layout.left == 0.0


def test_measures_in_the_metadata_hold(tmp_path: Path) -> None:
    given = {"hexWidth": "180.0", "hexHeight": "207", "A1CenterX": "10", "A1CenterY": "113.5"}
    found = board(tmp_path, codes=ground(3, 2, 400, 440), **given)
    assert (found.hex_width, found.hex_height) == (180, 207)
    assert found.layout.centre(0, 0) == (10, 113.5) and found.layout.centre(1, 0) == (190, 10)


def test_aiming_pixels_stay_on_a_grid_a_little_small_for_its_hexes(tmp_path: Path) -> None:
    found = board(tmp_path, codes=ground(3, 2), hexWidth="60", hexHeight="70", A1CenterX="0", A1CenterY="35")
    aim = found.raster().geometry.aim
    assert aim.max(axis=0).tolist() == [111, 128] and aim.min() == 0
    assert found.layout.centre(2, 0) == (120, 35)


def test_levels_that_can_t_be_are_taken_to_the_nearest(tmp_path: Path) -> None:
    levels = ground(3, 2)
    levels[0, 0], levels[1, 1], levels[2, 2] = -128, 100, 12
    found = board(tmp_path, levels=levels)
    assert (found.levels[0, 0], found.levels[1, 1], found.levels[2, 2]) == (-10, 40, 12)
    assert len(found.warnings) == 1 and "2 pixels" in found.warnings[0]


def test_rows_above_the_edge_count_in_the_names(tmp_path: Path) -> None:
    assert board(tmp_path, A1CenterY="-65").names[:3] == ("A3", "A4", "B2")


def test_the_other_grain_begins_with_a_half_hex(tmp_path: Path) -> None:
    found = board(tmp_path, count=hexes(3, 2, half_first=True), altHexGrain="true")
    assert found.names == ("A0", "A1", "A2", "B1", "B2", "C0", "C1", "C2")
    assert found.layout.centre(1, 0) == (0.0, 0.0) and found.layout.centre(2, 0) == (56.0, 32.25)
    assert found.raster().geometry.neighbours[0].tolist() == [-1, -1, 3, 1, -1, -1]


@pytest.mark.parametrize("told", [{"altHexGrain": "TRUE"}, {"HexGridConfig": "TopLeftHalfHeight"}])
def test_with_an_even_number_of_columns_the_metadata_tell_the_grain(tmp_path: Path, told: dict[str, str]) -> None:
    codes = ground(4, 2)
    found = board(tmp_path, codes=codes, columns=4, **told)
    assert found.half_first and found.names[:3] == ("A0", "A1", "A2") and not found.warnings
    assert not board(tmp_path, codes=codes, columns=4).half_first


def test_a_grain_that_the_grid_belies_is_a_warning(tmp_path: Path) -> None:
    found = board(tmp_path, altHexGrain="true")
    assert found.names[0] == "A1" and "grain" in found.warnings[0]


def test_sizes_that_the_grid_belies_are_a_warning(tmp_path: Path) -> None:
    found = board(tmp_path, width="33", height="2")
    assert found.columns == 3 and len(found.warnings) == 1 and "33" in found.warnings[0]


def test_an_unknown_code_is_open_ground_with_a_warning(tmp_path: Path) -> None:
    codes = ground(3, 2)
    codes[10, 10:15], codes[20, 20] = 251, WOODS
    found = board(tmp_path, codes=codes)
    assert found.codes[10, 10] == 0 and found.codes[20, 20] == WOODS
    assert found.warnings == ("terrain 251 on 5 pixels is not known: taken as open ground",)


def test_the_name_falls_back_on_the_file_s_and_is_fit_to_print(tmp_path: Path) -> None:
    assert board(tmp_path, name="").name == "T"
    assert board(tmp_path, name="&#10;a&#9;b" + "x" * 99).name == "ab" + "x" * 58


SHARED = b"""<sharedBoardMetadata><terrainTypes><terrainType name="Open Ground" typeCode="0"/>
<terrainType name="Woods" typeCode="60"/><terrainType name="Grain" typeCode="250"/>
<terrainType name="Moon Dust" typeCode="251"/></terrainTypes></sharedBoardMetadata>"""


@pytest.mark.parametrize("packed", [False, True])
def test_a_module_s_table_says_what_its_codes_mean(tmp_path: Path, packed: bool) -> None:
    codes = ground(3, 2)
    codes[1, 1], codes[2, 2], codes[3, 3] = WOODS, 250, 251
    path = board_archive(tmp_path / "bdT", codes, columns=3, rows=2)
    shared = tmp_path / "table"
    if packed:
        with zipfile.ZipFile(shared, "w") as module:
            module.writestr("boardData/SharedBoardMetadata.xml", SHARED)
    else:
        shared.write_bytes(SHARED)
    found = read_board(path, shared)
    assert (found.codes[1, 1], found.codes[2, 2], found.codes[3, 3]) == (WOODS, GRAIN, 0)
    assert len(found.warnings) == 1 and "Moon Dust" in found.warnings[0]


def test_terrain_that_only_the_module_knows_is_taken_as_what_is_the_same_to_a_line_of_sight(tmp_path: Path) -> None:
    codes = ground(3, 2)
    codes[1, 1], codes[2, 2] = 251, 252
    path = board_archive(tmp_path / "bdT", codes, columns=3, rows=2)
    shared = tmp_path / "table.xml"
    shared.write_text(
        """<sharedBoardMetadata><terrainType name="Open Ground" typeCode="0" LOSCategory="OPEN"/>
        <terrainType name="Giant Ferns" typeCode="251" LOSCategory="WOODS" height="2" isLOSObstacle="TRUE"
        isLowerLOSObstacle="TRUE"/>
        <terrainType name="Sky Hook" typeCode="252" LOSCategory="BUILDING" height="77"/></sharedBoardMetadata>"""
    )
    found = read_board(path, shared)
    assert by_code()[int(found.codes[1, 1])].id == "pine_woods" and found.codes[2, 2] == 0
    assert "Giant Ferns" in found.warnings[0] and "taken as pine woods" in found.warnings[0]
    assert "Sky Hook" in found.warnings[1] and "taken as open ground" in found.warnings[1]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<boardMetadata/>",
        b"<sharedBoardMetadata/>",
        b'<!DOCTYPE a><sharedBoardMetadata><terrainType name="a" typeCode="1"/></sharedBoardMetadata>',
        b'<sharedBoardMetadata><terrainType name="a" typeCode="256"/></sharedBoardMetadata>',
        b'<sharedBoardMetadata><terrainType name="a" typeCode="-1"/></sharedBoardMetadata>',
        b'<sharedBoardMetadata><terrainType name="a" typeCode="1" height="nan"/></sharedBoardMetadata>',
        b'<sharedBoardMetadata><terrainType name="a"/></sharedBoardMetadata>',
    ],
)
def test_a_damaged_table_is_refused(tmp_path: Path, data: bytes) -> None:
    path = board_archive(tmp_path / "bdT", FLAT, columns=3, rows=2)
    shared = tmp_path / "table.xml"
    shared.write_bytes(data)
    with pytest.raises(BoardError) as caught:
        read_board(path, shared)
    assert caught.value.file and "table.xml" in caught.value.file and caught.value.expected


def test_a_module_without_a_table_is_refused(tmp_path: Path) -> None:
    path = board_archive(tmp_path / "bdT", FLAT, columns=3, rows=2)
    with pytest.raises(BoardError, match="SharedBoardMetadata"):
        read_board(path, path)
    with pytest.raises(BoardError, match="nowhere"):
        read_board(path, tmp_path / "nowhere")


def refused(path: Path) -> BoardError:
    with pytest.raises(BoardError) as caught:
        read_board(path)
    assert caught.value.file and str(path) in caught.value.file
    assert caught.value.expected
    assert "\n" not in str(caught.value)
    return caught.value


def sizes(columns: int, rows: int, width: int, height: int) -> bytes:
    return losdata(struct.pack(">4i", columns, rows, width, height) + SOUND[16:])


BROKEN = {
    "nothing": (b"", "unpacked|ends"),
    "no gzip": (stream(SOUND), "unpacked"),
    "cut gzip": (losdata(SOUND)[:-40], "unpacked|ends"),
    "damaged gzip": (losdata(SOUND)[:-8] + b"\0" * 8, "unpacked"),
    "wrong header": (gzip.compress(b"\xac\xed\x00\x04" + stream(SOUND)[4:]), "header"),
    "header only": (gzip.compress(HEADER), "0 bytes"),
    "unknown record": (gzip.compress(HEADER + b"\x73" + SOUND), "record 73"),
    "cut block": (gzip.compress(stream(SOUND)[:-5]), "ends within a block"),
    "cut length": (gzip.compress(HEADER + b"\x7a\x00\x00"), "ends within a block's length"),
    "negative length": (gzip.compress(HEADER + b"\x7a\xff\xff\xff\xff" + SOUND), "more than"),
    "giant length": (gzip.compress(HEADER + b"\x7a\x7f\xff\xff\xff" + SOUND), "more than"),
    "less than its sizes": (losdata(SOUND[:-9]), "expected"),
    "more than its sizes": (losdata(SOUND + bytes(50)), "expected"),
    "no columns": (sizes(0, 2, 112, 129), "0 x 2 hexes"),
    "one column": (sizes(1, 2, 112, 129), "1 x 2 hexes"),
    "negative rows": (sizes(3, -2, 112, 129), "-2 hexes"),
    "many columns": (sizes(2_000_000_000, 2, 112, 129), "2000000000 x 2"),
    "many hexes": (sizes(200, 200, 112, 129), "200 x 200 hexes"),
    "no pixels": (sizes(3, 2, 0, 0), "0 x 0 pixels"),
    "negative pixels": (sizes(3, 2, -112, -129), "-112 x -129"),
    "many pixels": (sizes(3, 2, 60_000, 60_000), "60000 x 60000"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_damaged_data_are_refused(tmp_path: Path, what: str) -> None:
    data, says = BROKEN[what]
    path = write_archive(tmp_path / "bdT", BoardMetadata=metadata(), LOSData=data)
    refused(path)
    with pytest.raises(BoardError, match=says):
        read_board(path)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<boardMetadata",
        b"<boardMetadata></board>",
        b"<sharedBoardMetadata/>",
        b"no XML at all",
        b'<?xml version="1.0" encoding="nonsense"?><boardMetadata/>',
        metadata(hexWidth="wide"),
        metadata(hexWidth="nan"),
        metadata(hexHeight="1e9"),
        metadata(hexWidth="1"),
        metadata(A1CenterX="inf"),
        metadata(hexWidth="90"),
        metadata(hexHeight="99"),
        metadata(A1CenterX="80"),
    ],
)
def test_damaged_metadata_are_refused(tmp_path: Path, data: bytes) -> None:
    refused(write_archive(tmp_path / "bdT", BoardMetadata=data, LOSData=losdata(SOUND)))


LAUGHS = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><boardMetadata name="&b;"/>'
OUTSIDE = '<!DOCTYPE boardMetadata SYSTEM "file:///etc/passwd"><boardMetadata name="x"/>'


@pytest.mark.parametrize("text", [LAUGHS, OUTSIDE, "<!doctype a>" + LAUGHS])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
def test_types_and_entities_are_refused_in_any_encoding(tmp_path: Path, text: str, encoding: str) -> None:
    path = write_archive(tmp_path / "bdT", BoardMetadata=text.encode(encoding), LOSData=losdata(SOUND))
    refused(path)


def test_a_type_hidden_in_another_code_page_is_refused(tmp_path: Path) -> None:
    data = ('<?xml version="1.0" encoding="cp037"?>' + OUTSIDE).encode("cp037")
    refused(write_archive(tmp_path / "bdT", BoardMetadata=data, LOSData=losdata(SOUND)))


@pytest.mark.parametrize("gone", ["BoardMetadata", "LOSData"])
def test_a_missing_member_is_named(tmp_path: Path, gone: str) -> None:
    given = {"BoardMetadata": metadata(), "LOSData": losdata(SOUND), gone: None}
    assert gone in str(refused(write_archive(tmp_path / "bdT", **given)))


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bdT"
    refused(path)
    path.mkdir()
    refused(path)
    path.rmdir()
    for data in (b"", b"PK\x03\x04", b"not a zip" * 100):
        path.write_bytes(data)
        refused(path)


def test_a_cut_archive_is_refused(tmp_path: Path) -> None:
    path = board_archive(tmp_path / "bdT", FLAT, columns=3, rows=2)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    refused(path)


def test_a_member_above_its_limit_is_refused_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_archive(tmp_path / "bdT", BoardMetadata=metadata() + b" " * (9 << 20), LOSData=losdata(SOUND))
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: pytest.fail("unpacked"))
    assert "at most" in str(refused(path))


def test_a_member_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    path = board_archive(tmp_path / "bdT", FLAT, columns=3, rows=2)
    with zipfile.ZipFile(path) as archive:
        real = archive.getinfo("LOSData").file_size
    whole = path.read_bytes()
    path.write_bytes(whole.replace(struct.pack("<I", real), struct.pack("<I", real - 40)))
    refused(path)


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = board_archive(tmp_path / "bdT", FLAT, columns=3, rows=2)
    data = bytearray(path.read_bytes())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = -1
        while (start := data.find(mark, start + 1)) >= 0:
            data[start + at] |= 1
    path.write_bytes(data)
    refused(path)


def test_an_archive_of_too_many_members_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_MEMBERS", 2)
    assert "3 members" in str(refused(board_archive(tmp_path / "bdT", FLAT, columns=3, rows=2)))


@settings(max_examples=examples(60))
@given(st.data())
def test_whatever_is_wrong_the_error_is_ours(tmp_path: Path, data: st.DataObject) -> None:
    whole = bytearray(board_archive(tmp_path / "bdT", FLAT, columns=3, rows=2).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "bdU"
    path.write_bytes(whole[: data.draw(st.integers(len(whole) // 2, len(whole)))])
    try:
        assert isinstance(read_board(path), VaslBoard)
    except BoardError as error:
        assert error.file and error.expected


CODES = sorted(by_code())


@settings(max_examples=examples(25))
@given(
    columns=st.integers(2, 6),
    rows=st.integers(1, 4),
    size=st.tuples(st.floats(12, 80), st.floats(12, 80)),
    half_first=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_any_sound_archive_makes_a_map(
    tmp_path: Path, columns: int, rows: int, size: tuple[float, float], half_first: bool, seed: int
) -> None:
    random = np.random.default_rng(seed)
    width, height = max(columns, round(size[0] * (columns - 1))), max(rows, round(size[1] * rows))
    blobs = random.choice(CODES, (height // 7 + 1, width // 7 + 1)).repeat(7, 0).repeat(7, 1)[:height, :width]
    levels = random.integers(-2, 4, (height // 9 + 1, width // 9 + 1)).repeat(9, 0).repeat(9, 1)[:height, :width]
    count = hexes(columns, rows, half_first)
    flags = np.flatnonzero(random.integers(0, 2, count)).tolist()
    path = board_archive(tmp_path / "bdT", blobs, levels, columns=columns, rows=rows, count=count, stairways=flags)
    found = read_board(path)
    made = Map("T", found.raster(), list(found.names))
    assert len(made.hexes) == count == len(found.names)
    assert made.raster.geometry.neighbours.tolist() == [list(around) for around in made.neighbours]
    assert all(0 <= here.level + 2 <= 5 for here in made.hexes)


@pytest.mark.parametrize("name", ["bd01", "bd03", "bd12"])
def test_real_boards_are_read_without_a_warning(name: str) -> None:
    folder = shared_folder()
    for shared in (None, folder / "SharedBoardMetadata.xml"):
        found = read_board(folder / name, shared)
        assert (found.columns, found.rows, found.codes.shape) == (33, 10, (645, 1800))
        assert found.name == name[2:] and not found.warnings
