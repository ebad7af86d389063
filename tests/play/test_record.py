"""Record files: round trip, one clear error for a damaged one, the seed only after the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from goodorder.core.dice import DiceStream
from goodorder.play.errors import RecordError
from goodorder.play.record import (
    VERSION,
    Answered,
    Ended,
    Header,
    PositionEntry,
    Record,
    Rolled,
    Stream,
    Undone,
    decode,
    effective,
    read,
    stream_of,
)

DICE = DiceStream("a seed")
HEADER = Header(VERSION, "first", "A title", "starter", ("german", "russian"), {"german": "human", "russian": "idle"})
ENTRIES = (
    Stream(DICE.commitment(), DICE.seed),
    Answered(0, {"do": "done"}, by="human"),
    Rolled((3, 4)),
    PositionEntry("00ff", 1, "RPh"),
)
RECORD = Record(HEADER, ENTRIES)


def test_a_record_file_reads_back_as_written() -> None:
    assert decode(RECORD.encode()) == RECORD


@pytest.mark.parametrize("cut", range(1, 400, 7))
def test_a_file_that_was_cut_off_is_one_error(cut: int) -> None:
    data = RECORD.encode()
    with pytest.raises(RecordError) as caught:
        decode(data[:-cut], "game.record")
    assert "game.record" in str(caught.value)


@pytest.mark.parametrize("place", range(0, len(RECORD.encode()) - 1, 11))
def test_a_changed_byte_is_one_error(place: int) -> None:
    data = bytearray(RECORD.encode())
    data[place] ^= 1
    with pytest.raises(RecordError):
        decode(bytes(data), "game.record")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (b"", "empty"),
        (b"hello\n", "goodorder record"),
        (b'{"goodorder_record":99}\n', "format 99"),
        (b'{"goodorder_record":1}\n{}\n', "line 1"),
    ],
)
def test_other_files_are_told_apart(text: bytes, word: str) -> None:
    with pytest.raises(RecordError, match=word):
        decode(text)


def test_a_missing_file_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none\.record"):
        read(tmp_path / "none.record")


def test_what_was_taken_back_is_not_part_of_the_line_of_play() -> None:
    a, b, c = (Rolled((n,)) for n in (1, 2, 3))
    assert effective([a, b, Undone(1), c]) == (a, c)


def test_going_back_too_far_is_an_error() -> None:
    with pytest.raises(RecordError, match="line 6"):
        decode(Record(HEADER, (*ENTRIES, Undone(9))).encode())


def test_the_seed_stays_inside_until_the_game_is_over() -> None:
    assert DICE.seed.encode() not in RECORD.sealed().encode()
    over = Record(HEADER, (*ENTRIES, Ended(0, "done")))
    assert DICE.seed.encode() in over.sealed().encode()


def test_a_seed_that_was_not_committed_to_is_refused() -> None:
    with pytest.raises(RecordError, match="committed"):
        stream_of(Stream(DICE.commitment(), "another seed"))
