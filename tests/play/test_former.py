"""Games that earlier versions saved still open: ``former`` holds files of format 1, as a program of then wrote them."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.errors import Unreadable
from goodorder.core.frames import Series
from goodorder.core.notes import Note
from goodorder.data.scenario import parse_scenario
from goodorder.flow.fire.effect import Effect
from goodorder.flow.fire.small_arms import SmallArms
from goodorder.flow.sequence.opening import new_game
from goodorder.play import convert, start
from goodorder.play.convert import VERSION
from goodorder.play.record import Answered, PositionEntry, Record, Rolled, decode, read
from goodorder.play.session import Session
from goodorder.play.store import Store
from goodorder.rules.a08_defensive.residual import ResidualFP
from goodorder.rules.a09_weapons.fire_lane import FireLane

FORMER = Path(__file__).with_name("former")


def former(name: str) -> Record:
    """A record of then, with the text of its scenario where the shipped one is another one now."""
    record, file = read(FORMER / f"{name}.record"), FORMER / f"{name}.toml"
    if not file.exists():
        return record
    text = file.read_text(encoding="utf-8")
    found = parse_scenario(text, file.name)
    header = replace(record.header, scenario=found.id, scenario_text=text, scenario_digest=start.digest_of(found))
    return replace(record, header=header)


@pytest.mark.parametrize("name", ["first", "houses"])
def test_a_record_of_format_1_is_played_again_to_its_end(name: str) -> None:
    record = former(name)
    answers = sum(isinstance(entry, Answered | Rolled) for entry in record.line())
    session = Session.resume(record, start.again(record.header))
    assert answers > 70 and len(session.played) == len(record.line())
    last = [entry for entry in record.line() if isinstance(entry, PositionEntry)][-1]
    assert (session.state.turn.number, session.state.turn.phase) == (last.turn, last.phase)
    assert record.header.goodorder_record == VERSION
    assert decode(session.record().encode()) == session.record()


def test_a_position_of_format_1_is_the_one_that_its_record_leads_to() -> None:
    record = former("houses")
    session = Session.resume(record, start.again(record.header))
    parts = convert.position(json.loads((FORMER / "houses.position.json").read_bytes()), 1)
    found = saving.decode(parts, start.anew(record.header).world)
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
        session = Session.resume(
            record, start.again(record.header), persist=store.persister("old", len(record.entries))
        )
        session.settle()
        for _ in range(5):
            session.computer()
    assert len(store.record("old").entries) > len(lines) + 5


def test_an_attack_that_a_position_of_format_1_waits_for_is_a_shot_or_an_effect() -> None:
    record = former("houses")
    parts = json.loads((FORMER / "houses.position.json").read_bytes())
    world = start.anew(record.header).world
    mover, gun = next(unit["id"] for unit in parts["units"]), parts["weapons"][0]["id"]
    side = parts["units"][0]["side"]
    fire = {"type": "Fire", "firers": [{"unit": mover, "inherent": True, "weapons": []}], "target": 3}
    rest = {"frame": "Attack", "targets": [mover], "phase": "MPh", "loc": 3, "strength": 4, "stack": [mover]}
    attacks = [
        {**rest, "action": fire, "strength": 0},
        {**rest, "action": None},
        {**rest, "action": None, "lane": gun, "snap": True},
    ]
    parts["stack"] = [{"frame": "Series", "frames": attacks}]
    [series] = saving.decode(convert.position(parts, 1), world).stack
    assert isinstance(series, Series)
    shot, residual, lane = series.frames
    assert isinstance(shot, SmallArms) and shot.targets == (mover,) and shot.action.target == 3
    assert residual == Effect((mover,), 3, ResidualFP(1 - side, 4), (mover,))
    assert lane == Effect((mover,), 3, FireLane(1 - side, 4, gun, snap=True), (mover,))


def test_notes_of_a_position_of_format_1_are_typed() -> None:
    parts = convert.position(json.loads((FORMER / "houses.notes.json").read_bytes()), 1)
    st = saving.decode(parts, new_game("houses").world)
    noted = {note for trail in st.trails.values() for note in trail.tried}
    assert {Note("give", weapon=22, when="RPh"), Note("led_rally"), Note("advance")} <= noted
    assert Note("residual", loc=109, strength=1, drm=-2) in noted
    (lent,) = (trail.lent for trail in st.trails.values() if trail.lent)
    assert lent == (Note("directed", when="first", firers=(33,)), Note("directed", when="subsequent", firers=(33,)))
    assert saving.decode(saving.encode(st), st.world).digest() == st.digest()


@pytest.mark.parametrize(
    ("phase", "ended", "path"), [("MPh", False, [4, 3]), ("MPh", True, None), ("DFPh", False, None)]
)
def test_a_unit_of_a_position_of_format_1_gets_its_stance(phase: str, ended: bool, path: list[int] | None) -> None:
    unit = {"id": 1, "side": 0, "type": "german:4-6-7", "loc": 3, "crest": 2, "wa": True}
    trail = {"tried": [], "lent": [], "bypass": [4, 3], "ended": ended}
    parts = convert.position({"units": [unit], "trails": {"1": trail}, "turn": {"phase": phase}}, 1)
    (found,) = parts["units"]
    assert found["stance"] == {"crest": 2, "wa": True} | ({"bypass": path} if path else {})
    assert not {"crest", "wa"} & found.keys() and "bypass" not in parts["trails"]["1"]


@pytest.mark.parametrize("trail", [{}, {"tried": ["nothing"], "lent": []}, {"tried": [1], "lent": []}, 3])
def test_a_position_that_is_none_of_format_1_is_one_clear_error(trail: object) -> None:
    with pytest.raises(Unreadable):
        convert.position({"trails": {"1": trail}}, 1)


def test_a_folder_of_games_of_format_1_is_brought_up_when_it_is_opened(tmp_path: Path) -> None:
    head, *lines, _ = (FORMER / "first.record").read_bytes().splitlines()
    Store(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "games.sqlite")
    with connection:
        connection.execute("INSERT INTO games VALUES ('old', ?, 1.0)", [head])
        connection.execute("INSERT INTO games VALUES ('torn', 'no header', 1.0)")
        connection.executemany("INSERT INTO log VALUES ('old', ?, ?)", list(enumerate(lines)))
        position = (FORMER / "houses.notes.json").read_bytes()
        connection.execute("INSERT INTO last_position VALUES ('old', ?, ?, 1, 'MPh', 0, 1.0)", [len(lines), position])
        connection.execute("PRAGMA user_version=2")
    connection.close()
    store = Store(tmp_path)
    assert store.notice == "" and [one.id for one in store.games()] == ["old"]
    assert store.record("old") == read(FORMER / "first.record")
    data = store.snapshot("old")
    assert data is not None
    st = saving.decode(data, new_game("houses").world)
    assert any(trail.noted("led_rally") for trail in st.trails.values())

    told = PositionEntry(st.digest(), st.turn.number, st.turn.phase)
    store.append("old", len(lines), [told], st)
    store.close()
    assert Store(tmp_path).record("old").entries[-1] == told
