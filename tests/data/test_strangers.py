"""Text from outside is bounded before it is parsed: one clear error, under a second, in little memory."""

from __future__ import annotations

import os
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from goodorder.board import BoardError
from goodorder.board.draw.draw import file_raster
from goodorder.board.draw.textmap import text_map
from goodorder.board.library import archive
from goodorder.cli import main
from goodorder.data.load import DATA_FOLDER, DataError
from goodorder.data.strangers import LONGEST, MOST_TOML, Unfit, check_toml, read_file, short
from goodorder.play import record as records
from goodorder.play.errors import RecordError
from goodorder.play.record import HUMAN, Options
from goodorder.play.start import begin, given

SECONDS, BYTES = 1.0, 100 << 20
TEXT = (DATA_FOLDER / "scenarios" / "first.toml").read_text(encoding="utf-8").replace('id = "first"', 'id = "mine"')
BOARD = (DATA_FOLDER / "boards" / "village.toml").read_text(encoding="utf-8")

HEAVY = {
    "an integer of 5,000 digits": "turns = " + "9" * 5_000,
    "a hexadecimal number without end": "turns = 0x" + "f" * 200_000,
    "a number with a thousand underscores": "turns = " + "1_0" * 1_000,
    "a key of 10,000 parts": ".".join(["a"] * 10_000) + " = 1",
    "10,000 dotted keys": "\n".join(f"{'a.' * 30}b{n} = 1" for n in range(10_000)),
    "lists in lists": "a = " + "[" * 100_000,
    "tables in tables": "a = " + "{ a = " * 5_000,
    "tables without end": "[[a]]\n" * 50_000,
    "keys without end": "\n".join(f"k{n} = 1" for n in range(40_000)),
    "a comment of a million letters": "# " + "x" * 1_000_000,
    "strings that are not closed": '"\\"' * 80_000,
    "long strings that are not closed": 'a = """' + '\\"""' * 60_000,
}


def bounded(act: Callable[[], object], kinds: type[Exception] | tuple[type[Exception], ...]) -> str:
    """What an act is refused with; it takes less than a second of this process, and less than 100 MB."""
    tracemalloc.start()
    begun = time.process_time()
    try:
        with pytest.raises(kinds) as caught:
            act()
        taken, peak = time.process_time() - begun, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert taken < 3 * SECONDS, "the tracing takes its time too"
    assert peak < BYTES
    return str(caught.value)


@pytest.mark.parametrize("name", HEAVY)
def test_a_scenario_text_that_is_too_much_is_one_clear_error(name: str) -> None:
    said = bounded(lambda: given(HEAVY[name] + "\n" + TEXT), DataError)
    assert len(short(said)) <= LONGEST and "Traceback" not in said


@pytest.mark.parametrize("name", HEAVY)
def test_a_board_text_that_is_too_much_is_one_clear_error(tmp_path: Path, name: str) -> None:
    path = tmp_path / "board.toml"
    path.write_text(HEAVY[name] + "\n" + BOARD, encoding="utf-8")
    bounded(lambda: file_raster(str(path)), BoardError)


@pytest.mark.parametrize("name", HEAVY)
def test_a_file_of_cases_that_is_too_much_is_invalid(tmp_path: Path, name: str) -> None:
    path = tmp_path / "case.toml"
    path.write_text("version = 1\n" + HEAVY[name], encoding="utf-8")
    found = CliRunner().invoke(main, ["check", str(path)])
    assert found.exit_code == 1 and "invalid" in found.output


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("count = 3", "count = 1000000000"),
        ("count = 3", "count = 0"),
        ("count = 3", "count = -4"),
        ("turns = 5", "turns = 2000000000"),
        ("elr = 2", "elr = 100000"),
        ('name = "village"', 'name = "../../../etc/passwd"'),
        ('name = "village"', 'name = "/dev/zero"'),
        ('name = "village"', 'name = "mine.toml"'),
        ('name = "village"', 'name = "-village"'),
        ('id = "mine"', 'id = "../mine"'),
        ('id = "mine"', 'id = "..."'),
        ('id = "mine"', 'id = ""'),
        ('id = "mine"', 'id = "m\u00efne"'),
        ('id = "mine"', 'id = "a b"'),
        ('id = "mine"', 'id = "' + "m" * 41 + '"'),
        ('id = "mine"', 'id = "patrol"'),
        ('id = "german"', 'id = "both"'),
        ('id = "german"', 'id = "watch"'),
    ],
)
def test_numbers_names_and_ids_are_bounded_before_anything_is_built(old: str, new: str) -> None:
    assert old in TEXT
    bounded(lambda: given(TEXT.replace(old, new)), DataError)


def test_a_shipped_scenarios_own_file_is_that_scenario() -> None:
    plain = DATA_FOLDER / "scenarios" / "first.toml"
    assert given(str(plain)) == given("first") and given(plain.read_text(encoding="utf-8")).text == ""
    with pytest.raises(DataError, match="comes with the program"):
        given(plain.read_text(encoding="utf-8").replace("turns = 5", "turns = 6"))


def test_a_scenario_with_many_boards_groups_or_counters_is_refused() -> None:
    many = ", ".join(['{ name = "village" }'] * 500)
    boards = next(line for line in TEXT.splitlines() if line.startswith("boards = "))
    assert "boards" in bounded(lambda: given(TEXT.replace(boards, f"boards = [{many}]")), DataError)
    crowd = TEXT.replace("count = 3", "count = 150")
    assert "count" in bounded(lambda: given(crowd), DataError)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in this file system")
def test_pipes_devices_and_folders_are_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    link = tmp_path / "link.toml"
    link.symlink_to("/dev/zero")
    for path in (pipe, link, tmp_path, Path("/dev/zero")):
        with pytest.raises(Unfit, match="regular file"):
            read_file(path, MOST_TOML)
    for name in (str(pipe), str(link)):
        readers: tuple[Callable[[str], Any], ...] = (given, file_raster, archive, lambda name: records.read(Path(name)))
        for read in readers:
            bounded(partial(read, name), (DataError, BoardError, RecordError))
        for command in ("check", "replay", "sim", "play"):
            found = CliRunner().invoke(main, [command, name])
            assert found.exit_code != 0 and len(found.output) < 1_000 and "Errno" not in found.output, command


def test_a_file_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    assert "at most" in bounded(lambda: given(str(path)), DataError)
    assert "at most" in bounded(lambda: records.read(path), RecordError)


def test_an_archive_that_lists_a_million_members_is_refused_before_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "bdbomb"
    one = b"PK\x01\x02" + bytes(42)
    path.write_bytes(one * 1_000_000 + b"PK\x05\x06" + bytes(8) + (46_000_000).to_bytes(4, "little") + bytes(6))
    assert "lists members" in bounded(lambda: archive(str(path)), BoardError)


@pytest.mark.parametrize(
    "line",
    [
        b'{"e":"answer","side":0,"action":{"do":' + b"[" * 200_000 + b"]" * 200_000 + b"}}",
        b'{"e":"answer","side":' + b"9" * 5_000 + b',"action":{}}',
        b'{"e":"answer","side":0,"action":{"do":"move","mf":' + b"9" * 5_000 + b"}}",
        b'{"e":"roll","faces":[' + b"9" * 100_000 + b"]}",
        b'{"e":"answer","side":0,"action":{"a":[' + b"{}," * 900_000 + b"{}]}",
    ],
)
def test_a_record_with_monstrous_entries_is_one_error(line: bytes) -> None:
    header, _ = begin("first", {"german": HUMAN, "russian": HUMAN}, Options(), {})
    whole = records.Record(header).encode().splitlines()
    bounded(lambda: records.decode(whole[0] + b"\n" + line + b"\n" + whole[1] + b"\n"), RecordError)


@pytest.mark.parametrize("scenario", ["../../etc/passwd", "a/b", "x\u0000", "\u202e", "", "a" * 100])
def test_a_record_whose_scenario_is_no_slug_is_refused(scenario: str) -> None:
    header, _ = begin("first", {"german": HUMAN, "russian": HUMAN}, Options(), {})
    changed = records.Record(records.Header(**{**_fields(header), "scenario": scenario})).encode()
    assert "letters" in bounded(lambda: records.decode(changed), RecordError)


def _fields(header: records.Header) -> dict[str, Any]:
    return {name: getattr(header, name) for name in header.__struct_fields__}


def test_a_text_map_is_bounded() -> None:
    bounded(lambda: text_map("C4 woods\n" * 4_000), BoardError)
    bounded(lambda: text_map("C4 woods\n" * 20_000), BoardError)
    bounded(lambda: text_map("size 66x40\n" + "A1 water;" * 2_000), BoardError)


def test_bounds_let_every_file_of_the_program_and_its_cases_through() -> None:
    for path in (*DATA_FOLDER.rglob("*.toml"), *(Path(__file__).parents[1] / "cases").rglob("*.toml")):
        check_toml(path.read_text(encoding="utf-8"))


def test_a_message_is_one_line_of_300_characters() -> None:
    assert short("a\x00b\n" * 1_000).count("\n") == 0 and len(short("x" * 10_000)) == LONGEST
