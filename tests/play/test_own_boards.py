"""Games on boards of one's own: the record finds them again, and says which is missing or has changed."""

from pathlib import Path

import pytest

from goodorder.play.errors import RecordError
from goodorder.play.record import Header, Options
from goodorder.play.start import again, begin

BOARD = """
name = "mine"
title = "Mine"
columns = 9
rows = 6
[[area]]
terrain = "woods"
hexes = ["{wood}"]
"""
SCENARIO = """
version = 1
id = "own"
title = "Own"
place = "Here"
year = 1944
month = 7
profile = "starter"
turns = 3
summary = "A."
situation = "A."
aftermath = "A."
sets_up_first = "german"
moves_first = "british"
boards = [{ name = "mine" }]
[[sides]]
id = "british"
nationality = "british"
name = "P"
elr = 3
[[sides.groups]]
id = "p"
name = "P"
area = [{ columns = "A-C" }]
units = [{ type = "british:4-5-7" }]
[[sides]]
id = "german"
nationality = "german"
name = "G"
elr = 3
[[sides.groups]]
id = "g"
name = "G"
area = [{ columns = "F-I" }]
units = [{ type = "german:4-6-7" }]
[victory]
wins = "british"
when = "all"
text = "A."
[[victory.clauses]]
id = "c"
kind = "control_hexes"
side = "british"
area = [{ hexes = ["E4"] }]
at_least = 1
text = "A."
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's board in a folder that is remembered."""
    boards = tmp_path / "boards"
    boards.mkdir()
    config = tmp_path / "config"
    config.mkdir()
    (config / "boards.json").write_text(f'{{"folders": ["{boards}"]}}', encoding="utf-8")
    monkeypatch.setenv("GOODORDER_CONFIG", str(config))
    made = boards / "mine.toml"
    made.write_text(BOARD.format(wood="C3"), encoding="utf-8")
    return made


def begun() -> Header:
    header, _ = begin(SCENARIO, {"british": "human", "german": "human"}, Options(), {})
    return header


def test_a_record_names_the_boards_that_are_not_shipped_and_begins_again(file: Path) -> None:
    header = begun()
    assert list(header.boards) == ["mine"]
    assert again(header).digest() == header.start


def test_the_board_may_lie_in_another_folder_later(file: Path, tmp_path: Path) -> None:
    header = begun()
    file.rename(tmp_path / "boards" / "other.toml")
    (tmp_path / "config" / "boards.json").write_text(f'{{"folders": ["{tmp_path}"]}}', encoding="utf-8")
    (tmp_path / "boards" / "other.toml").rename(tmp_path / "mine.toml")
    assert again(header).digest() == header.start


def test_a_missing_board_is_named_with_what_to_do(file: Path) -> None:
    header = begun()
    file.unlink()
    with pytest.raises(RecordError, match=r"board 'mine', which is not here.*goodorder board import"):
        again(header)


def test_a_board_that_has_changed_is_named(file: Path) -> None:
    header = begun()
    file.write_text(BOARD.format(wood="D5"), encoding="utf-8")
    with pytest.raises(RecordError, match="board 'mine' is not the one that the game was played on"):
        again(header)
