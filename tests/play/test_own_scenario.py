"""A scenario file of one's own: read like a shipped one, carried by the records of its games."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from goodorder.core.actions import TakeSetup
from goodorder.core.frames import Choice
from goodorder.data.load import DATA_FOLDER, DataError
from goodorder.play import record as records
from goodorder.play.errors import RecordError
from goodorder.play.record import HUMAN, Options
from goodorder.play.session import Session, positions
from goodorder.play.start import again, begin, given

PLAYERS = {"german": HUMAN, "russian": HUMAN}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The small scenario under another id and with another length."""
    text = (DATA_FOLDER / "scenarios" / "first.toml").read_text(encoding="utf-8")
    path = tmp_path / "market_day.toml"
    path.write_text(text.replace('id = "first"', 'id = "mine"').replace("turns = 5", "turns = 4", 1), encoding="utf-8")
    return path


def test_a_file_is_a_scenario_with_its_text_and_an_id_is_one_without(own: Path) -> None:
    mine = given(str(own))
    assert (mine.scenario.id, mine.scenario.turns, mine.text) == ("mine", 4, own.read_text(encoding="utf-8"))
    assert given(mine.text) == mine
    assert given("first").text == ""


def test_a_record_holds_the_scenario_and_loads_where_its_file_is_not(own: Path) -> None:
    header, start = begin(str(own), PLAYERS, Options(), {})
    session = Session(header, start)
    session.open()
    asked = session.pending()
    assert isinstance(asked, Choice)
    assert start.world.scenario is not None
    session.decide(asked.side, TakeSetup(start.world.scenario.sides[asked.side].setups[0].name))
    data = session.record().encode()
    own.unlink()
    read = records.decode(data)
    first = again(read.header)
    assert first.world.scenario is not None
    assert first.world.scenario.turns == 4
    assert positions(read.line(), first)[-1].after.digest() == session.state.digest()


def test_a_shipped_scenario_is_not_written_into_records() -> None:
    header, _ = begin("first", PLAYERS, Options(), {})
    assert header.scenario_text == ""


def test_a_record_whose_scenario_was_changed_is_refused(own: Path) -> None:
    header, _ = begin(str(own), PLAYERS, Options(), {})
    longer = replace(header, scenario_text=header.scenario_text.replace("turns = 4", "turns = 9", 1))
    with pytest.raises(RecordError, match="is not the one recorded"):
        again(longer)


def test_a_record_names_no_file_of_this_machine(own: Path) -> None:
    header, _ = begin(str(own), PLAYERS, Options(), {})
    with pytest.raises(RecordError, match="is not here"):
        again(replace(header, scenario=str(own), scenario_text=""))


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("turns = 4", "turns = 'four'", "$.turns"),
        ("turns = 4", "turns = 4\nweather = 1", "weather"),
        ("turns = 4", "turns =", "line"),
        ('moves_first = "', 'moves_first = "x', "moves_first"),
    ],
)
def test_a_fault_is_one_message_with_file_and_place(own: Path, old: str, new: str, place: str) -> None:
    text = own.read_text(encoding="utf-8")
    assert old in text
    own.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        given(str(own))
    assert caught.value.file == "market_day.toml" and place in str(caught.value)


def test_a_hex_that_the_map_does_not_have_is_told_with_the_file(own: Path) -> None:
    text = own.read_text(encoding="utf-8")
    own.write_text(text.replace('columns = "A-Q"', 'columns = "A-C"'), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        given(str(own))
    assert caught.value.file == "market_day.toml" and "hex" in caught.value.expected


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"absent\.toml: can't be read"):
        given(str(tmp_path / "absent.toml"))
