"""The store: what was appended is there, and a store that can't be written says so."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import event

from goodorder.core import saving
from goodorder.core.state import State
from goodorder.data.scenario import scenario as shipped
from goodorder.flow.sequence.opening import new_game
from goodorder.play import start
from goodorder.play.errors import StorageError
from goodorder.play.record import HUMAN, Options, Rolled
from goodorder.play.session import Session
from goodorder.play.store import Store

PLAYERS = {"german": "human", "russian": "random"}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "home")


def begin(store: Store, **players: str) -> tuple[str, Session]:
    header, state = start.begin("first", {**PLAYERS, **players}, Options(), {})
    game = store.create(header)
    session = Session(header, state, persist=store.persister(game))
    session.open()
    return game, session


def test_a_stored_game_is_read_back_whole(store: Store) -> None:
    game, session = begin(store)
    while session.computer_to_move():
        session.computer()
    again = Store(store.folder)
    assert again.record(game) == session.record()
    snapshot = again.snapshot(game)
    assert snapshot is not None
    assert saving.decode(snapshot, session.state.world).digest() == session.state.digest()
    assert [(one.id, one.phase, one.over) for one in again.games()] == [(game, "setup", False)]


@pytest.mark.skipif(os.name != "posix", reason="rights of files are kept otherwise")
def test_nobody_else_on_the_machine_reads_the_games_which_tell_what_sides_hide(tmp_path: Path) -> None:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o755)
    before = os.umask(0o022)
    try:
        old = Store(folder)
        game, _ = begin(old)
        old.path.chmod(0o644)
        store = Store(folder)
        store.write_file(game)
        begin(store)
        for one in (old, store):
            one.close()
        store.path.write_bytes(b"no database")
        assert Store(folder).notice
    finally:
        os.umask(before)
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert len(files) >= 2 and all(file.stat().st_mode & 0o077 == 0 for file in files), files


def test_two_writers_of_one_game_do_not_overwrite_each_other(store: Store) -> None:
    game, session = begin(store)
    with pytest.raises(StorageError):
        store.append(game, 0, [Rolled((1,))], session.state)
    assert store.record(game) == session.record()


def test_an_unknown_game_is_a_key_error(store: Store) -> None:
    with pytest.raises(KeyError):
        store.record("nothing")


def test_a_full_disk_is_a_clear_error_and_the_game_goes_on_where_it_was(store: Store) -> None:
    game, session = begin(store, german="random")
    size = sqlite3.connect(store.path).execute("PRAGMA page_count").fetchone()[0]

    def small(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={size}")

    store.close()
    event.listen(store._engine, "connect", small)
    before = session.record()
    with pytest.raises(StorageError, match="full"):
        while True:
            before = session.record()
            session.computer()
    assert session.record() == before
    assert Store(store.folder).record(game).encode() == before.encode()


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("PRAGMA user_version=77")
    with pytest.raises(StorageError, match="schema 77"):
        Store(tmp_path)


def test_a_saved_file_holds_the_record_without_its_seed(store: Store) -> None:
    game, session = begin(store)
    path = store.write_file(game)
    assert session.dice.seed.encode() not in path.read_bytes()
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(("scenario", "tells"), [("first", True), ("patrol", False)])
def test_when_a_game_was_played_tells_its_phases_only_where_a_side_may_hide_what_it_does(
    store: Store, scenario: str, tells: bool
) -> None:
    """A decision of which the other side is told nothing is not told by the list of games either."""
    state = new_game(shipped(scenario))
    header, _ = start.begin(scenario, {side.id: HUMAN for side in state.world.sides}, Options(), {})
    game = store.create(header)

    def saved(st: State) -> float:
        store.append(game, 0, [], st)
        return store.games()[0].saved

    first, second = saved(state), saved(state)
    assert (second > first) == tells
    assert saved(state.with_(turn=replace(state.turn, phase="RPh"))) > second


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"not a database " * 100),
        lambda path: path.write_bytes(path.read_bytes()[:5_000]),
        lambda path: path.write_bytes(path.read_bytes()[:100] + bytes(8_000) + path.read_bytes()[8_100:]),
        lambda path: _drop(path, "log"),
        lambda path: (path.unlink(), path.mkdir()),
    ],
    ids=["emptied", "another file", "cut off", "overwritten", "without its tables", "a folder"],
)
def test_a_damaged_or_emptied_file_is_kept_aside_and_a_new_one_begun(
    tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    store = Store(tmp_path)
    begin(store)
    store.close()
    assert store.notice == ""
    with sqlite3.connect(store.path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    spoil(store.path)
    held = store.path.read_bytes() if store.path.is_file() else b""
    fresh = Store(tmp_path)
    kept = [path for path in tmp_path.iterdir() if ".damaged-" in path.name and path.name[-1].isdigit()]
    assert len(kept) == 1 and kept[0].name in fresh.notice and str(store.path) in fresh.notice
    assert not kept[0].is_file() or kept[0].read_bytes() == held
    assert fresh.games() == []
    begin(fresh)
    fresh.close()
    assert Store(tmp_path).notice == "" and len(Store(tmp_path).games()) == 1


def _drop(path: Path, table: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"DROP TABLE {table}")
    connection.close()


def test_a_store_that_somebody_else_is_writing_to_is_not_taken_for_damaged(tmp_path: Path) -> None:
    store = Store(tmp_path)
    begin(store)
    with sqlite3.connect(store.path) as connection:
        connection.execute("BEGIN IMMEDIATE")
        again = Store(tmp_path)
        assert again.notice == "" and len(again.games()) == 1
        connection.rollback()


def test_a_store_without_seats_is_brought_up_to_this_version(tmp_path: Path) -> None:
    store = Store(tmp_path)
    game, _ = begin(store)
    store.close()
    _drop(store.path, "seats")
    with sqlite3.connect(store.path) as connection:
        connection.execute("PRAGMA user_version=1")
    connection.close()
    again = Store(tmp_path)
    assert again.notice == "" and again.seat_digests(game) == {}
    again.add_seat(game, "german", "0" * 64)
    assert [one.id for one in again.games()] == [game]


def test_many_threads_write_at_once_and_none_is_told_that_the_file_is_locked(tmp_path: Path) -> None:
    store = Store(tmp_path)
    games = [begin(store) for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        done = [
            threads.submit(store.append, game, len(session.entries) + n, [Rolled((1,))], session.state)
            for n in range(10)
            for game, session in games
        ]
        for one in done:
            one.result()
    assert all(len(store.record(game).entries) == len(session.entries) + 10 for game, session in games)
