"""Games that earlier versions saved still open: ``former`` holds files of format 1, as a program of then wrote them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from goodorder.core import saving
from goodorder.play import start
from goodorder.play.convert import VERSION
from goodorder.play.record import Answered, PositionEntry, Rolled, decode, read
from goodorder.play.session import Session
from goodorder.play.store import Store

FORMER = Path(__file__).with_name("former")


@pytest.mark.parametrize("name", ["first", "houses"])
def test_a_record_of_format_1_is_played_again_to_its_end(name: str) -> None:
    record = read(FORMER / f"{name}.record")
    answers = sum(isinstance(entry, Answered | Rolled) for entry in record.line())
    session = Session.resume(record, start.again(record.header))
    assert answers > 70 and len(session.played) == len(record.line())
    last = [entry for entry in record.line() if isinstance(entry, PositionEntry)][-1]
    assert (session.state.turn.number, session.state.turn.phase) == (last.turn, last.phase)
    assert record.header.goodorder_record == VERSION
    assert decode(session.record().encode()) == session.record()


def test_a_position_of_format_1_is_the_one_that_its_record_leads_to() -> None:
    record = read(FORMER / "houses.record")
    session = Session.resume(record, start.again(record.header))
    found = saving.decode((FORMER / "houses.position.json").read_bytes(), start.anew(record.header).world)
    assert found.digest() == session.state.digest()


def test_a_stored_game_of_format_1_goes_on(tmp_path: Path) -> None:
    store = Store(tmp_path)
    lines = (FORMER / "first.record").read_bytes().splitlines()
    with sqlite3.connect(store.path) as connection:
        connection.execute("INSERT INTO games VALUES ('old', ?, 0)", (lines[0],))
        rows = [("old", number, line) for number, line in enumerate(lines[1:-1])]
        connection.executemany("INSERT INTO log VALUES (?, ?, ?)", rows)
    for _ in range(2):
        record = store.record("old")
        session = Session.resume(record, start.again(record.header), keep=store.keeper("old", len(record.entries)))
        session.settle()
        for _ in range(5):
            session.computer()
    assert len(store.record("old").entries) > len(lines) + 5
