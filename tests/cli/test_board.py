"""``goodorder board`` as a user meets it, with a folder of boards of his own."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from goodorder.cli import main
from tests.board.vasl_files import board_archive, ground, losdata, metadata, write_archive


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a sound board, a damaged one and other files; nothing is remembered yet."""
    monkeypatch.setenv("GOODORDER_CONFIG", str(tmp_path / "config"))
    boards = tmp_path / "my boards"
    boards.mkdir()
    codes = ground(9, 4)
    codes[60:200, 100:250] = 60
    codes[1, 1] = 251
    board_archive(boards / "bdX1", codes, columns=9, rows=4, stairways=[3], version="6.2")
    write_archive(boards / "bdX2", BoardMetadata=metadata(), LOSData=losdata(b"short"))
    write_archive(boards / "bdvillage", BoardMetadata=metadata())
    (boards / "readme.txt").write_text("no board")
    (boards / "overlays").mkdir()
    return boards


def run(*words: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, ["board", *words], prog_name="goodorder")
    assert result.exit_code == status, result.output
    return result


def data_of(*words: str) -> Any:
    return json.loads(run(*words, "--json").stdout)


def los(*words: str) -> Any:
    result = CliRunner().invoke(main, ["los", *words, "--json"], prog_name="goodorder")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_without_a_folder_there_are_our_own_boards() -> None:
    assert {one["kind"] for one in data_of("list")} == {"shipped"}
    assert run("list").output == run().output
    assert "nothing is remembered" in run("import").output


def test_a_folder_is_remembered_and_its_boards_are_listed(folder: Path) -> None:
    told = data_of("import", str(folder))
    assert told["folders"] == [str(folder)]
    assert list(told["usable"]) == ["X1"] and "251" in told["usable"]["X1"][0]
    assert set(told["unusable"]) == {"X2", "bdvillage"} and "LOSData" in told["unusable"]["bdvillage"]
    listed = {one["name"]: one for one in data_of("list")}
    assert listed["X1"] == {"name": "X1", "kind": "archive", "path": str(folder / "bdX1"), "unusable": None}
    assert "LOSData" in listed["bdvillage"]["unusable"]
    assert "can't be used: " in run("list").output.partition(str(folder / "bdX2"))[2].splitlines()[1]
    assert listed["village"]["kind"] == "shipped" and listed["bdvillage"]["kind"] == "archive"
    assert "readme" not in str(listed)
    assert "X2: can't be used" in run("import", str(folder)).output


def test_a_single_archive_is_remembered_and_forgotten(folder: Path) -> None:
    run("import", str(folder / "bdX1"))
    assert data_of("import")["archives"] == [str(folder / "bdX1")]
    run("import", str(folder / "bdX1"), "--forget")
    assert data_of("import")["archives"] == []
    run("import", str(folder / "bdX1"), "--forget", status=1)


@pytest.mark.parametrize("name", ["bdX2", "bdnone", "readme.txt"])
def test_what_can_t_be_read_is_not_remembered(folder: Path, name: str) -> None:
    assert name in run("import", str(folder / name), status=1).output
    assert data_of("import")["archives"] == []


def test_a_damaged_settings_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "boards.json").write_text("{")
    assert "boards.json" in run("list", status=1).output


def test_a_folder_that_is_gone_hides_no_other_board(folder: Path) -> None:
    run("import", str(folder))
    for entry in folder.iterdir():
        entry.rmdir() if entry.is_dir() else entry.unlink()
    folder.rmdir()
    assert {one["kind"] for one in data_of("list")} == {"shipped"}
    assert "X1" in run("info", "X1", status=1).output


def test_an_archive_changed_on_disk_is_read_again(folder: Path) -> None:
    run("import", str(folder))
    first = data_of("info", "X1")
    codes = ground(9, 4)
    codes[60:300, 100:300] = 24
    board_archive(folder / "bdX1", codes, columns=9, rows=4)
    second = data_of("info", "X1")
    assert {h["terrain"] for h in first["hexes"]} == {"open_ground", "woods"}
    assert {h["terrain"] for h in second["hexes"]} == {"open_ground", "grain"}


def test_an_imported_board_is_named_wherever_a_board_can_be(folder: Path) -> None:
    run("import", str(folder))
    assert "9 x 4, 40 hexes" in run("info", "X1").output
    assert "version 6.2" in run("info", "bdX1").output
    assert "5 x 4" in run("info", str(folder / "bdX1"), "C-G").output  # a path with a space in it
    told = data_of("info", "X1 | village A-E 1-4 flipped")
    assert told["columns"] == 13 and {h["hex"][0] for h in told["hexes"]} == {"1", "2"}
    assert los("X1", "A2", "G2")["blocked"] and not los("X1", "A4", "G4")["blocked"]
    assert los("X1 +WoodsToGrain", "A2", "G2")["hindrance"] > 0
    assert los("X1 | village A-E 1-4", "1A4", "2B3")["range"] == 9
    assert los("X1 / X1 flipped", "1A4", "2I3")["range"] == 2
    assert los("X1:B-I", "B1", "G2")["blocked"]
    assert los(str(folder / "bdX1"), "A2", "G2")["blocked"]


def test_a_scenario_and_a_case_may_use_it(folder: Path, tmp_path: Path) -> None:
    run("import", str(folder))
    case = tmp_path / "case.toml"
    case.write_text(
        """version = 1
[[case]]
title = "Woods of a board of one's own block sight"
rules = ["A6.2"]
boards = ["X1"]
[[case.step]]
ask = "los A2 G2"
blocked = true
[[case]]
title = "Its woods as grain hinder"
rules = ["A6.7"]
boards = ["X1 B-I +WoodsToGrain"]
[[case.step]]
ask = "los B1 G2"
blocked = false
hindrance = 3
"""
    )
    result = CliRunner().invoke(main, ["check", str(case)], prog_name="goodorder")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(("name", "size"), [("a.png", (225, 129)), ("a.svg", None)])
def test_a_board_is_drawn_from_its_terrain(
    folder: Path, tmp_path: Path, name: str, size: tuple[int, int] | None
) -> None:
    run("import", str(folder))
    out = tmp_path / name
    run("draw", "X1", "-o", str(out), "--scale", "0.5")
    if size:
        with Image.open(out) as image:
            assert image.size == size and len(image.getcolors(1 << 20) or []) > 10
    else:
        text = out.read_text()
        assert text.startswith("<svg") and "A1" in text
        run("draw", "X1", "-o", str(out), "--no-grid")
        assert ">A1<" not in out.read_text()


def test_a_picture_of_another_kind_is_refused(tmp_path: Path) -> None:
    assert "FILE.svg" in run("draw", "village", "-o", str(tmp_path / "a.gif"), status=1).output
    assert not (tmp_path / "a.gif").exists()


def test_check_tells_good_from_bad(folder: Path) -> None:
    assert run("check", "village").output == "village: good\n"
    told = json.loads(run("check", str(folder / "bdX1"), str(folder / "bdX2"), "--json", status=1).stdout)
    assert "251" in told[str(folder / "bdX1")][0]["problem"]
    assert "bdX2" in told[str(folder / "bdX2")][0]["problem"]


def test_a_new_board_is_good_and_can_be_drawn_and_changed(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    run("new", str(file))
    assert run("check", str(file)).output.endswith("good\n")
    run("draw", str(file), "-o", str(tmp_path / "mine.png"), "--scale", "0.1")
    text = file.read_text()
    run("new", str(file), status=1)
    assert file.read_text() == text
    file.write_text(text.replace('"C2", "C3"', '"C2", "C33"'))
    (hex_name, problem), *others = [
        (one["hex"], one["problem"])
        for one in json.loads(run("check", str(file), "--json", status=1).stdout)[str(file)]
    ]
    assert hex_name == "C33" and "C33" in problem and not others
    run("new", str(tmp_path / "mine"), status=1)


def test_sight_is_told_on_a_board_file_and_on_a_scenario_file(tmp_path: Path) -> None:
    file, game = tmp_path / "mine.toml", tmp_path / "game.toml"
    run("new", str(file))
    assert los(str(file), "A1", "A3")["range"] == 2
    game.write_text((files("goodorder.data") / "scenarios" / "first.toml").read_text())
    assert los(str(game), "A1", "A4")["range"] == 3


def test_a_board_file_in_the_folder_is_found_by_its_name(folder: Path) -> None:
    run("new", str(folder / "mine.toml"))
    run("import", str(folder))
    assert {"name": "mine", "kind": "file", "path": str(folder / "mine.toml"), "unusable": None} in data_of("list")
    assert data_of("info", "mine C-M")["columns"] == 11


def test_check_names_a_file_and_a_place_once() -> None:
    assert run("check", "none.toml", status=1).stdout == "none.toml: No such file or directory\n"


def test_check_names_an_archive_that_is_none_once(tmp_path: Path) -> None:
    archive = tmp_path / "bd99"
    archive.write_bytes(b"no archive")
    assert run("check", str(archive), status=1).stdout.count(str(archive)) == 1
