"""The store: what was appended is there, and a store that can't be written says so."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import event

from goodorder.core import saving
from goodorder.core.state import State
from goodorder.data.scenario import scenario as shipped
from goodorder.flow.opening import new_game
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
    session = Session(header, state, keep=store.keeper(game))
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
    assert Store(store.folder).record(game) == before


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("PRAGMA user_version=77")
    with pytest.raises(StorageError, match="schema 77"):
        Store(tmp_path)


def test_a_file_that_is_no_database_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_text("not a database " * 100)
    with pytest.raises(StorageError, match=r"games\.sqlite"):
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
