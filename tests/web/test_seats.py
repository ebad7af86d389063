"""The secrets of the seats: tokens by joining and by invitation, and what is refused to who has none."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from goodorder.core.errors import Unreadable
from goodorder.play.errors import RecordError
from goodorder.play.store import Store
from goodorder.web.app import STATUS, create_app
from goodorder.web.seats import Seats, bearer, fresh, offered
from goodorder.web.serve import opening_game, seat_key, stored_game

from .conftest import Seat

Begin = Callable[..., str]
PEOPLE = {"british": "human", "german": "human"}


def sit(web: TestClient, game: str, side: str, *tokens: str) -> Any:
    return web.websocket_connect(f"/ws/{game}?side={side}", subprotocols=["goodorder", *tokens])


def refused(web: TestClient, game: str, side: str, *tokens: str) -> str:
    """The notice with which a seat is refused; the line is closed after it."""
    with sit(web, game, side, *tokens) as socket:
        told = socket.receive_json()
        assert told["type"] == "notice", told["type"]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 4403
    text: str = told["text"]
    return text


@pytest.fixture
def made(web: TestClient) -> tuple[str, str]:
    """A game of two people that hides units, and the token of its host."""
    ready = web.get("/api/scenarios/patrol").json()["setups"]
    setups = {side: ready[side][0]["name"] for side in PEOPLE}
    body = {"scenario": "patrol", "players": PEOPLE, "setups": setups, "seed": 3}
    answer = web.post("/api/games", json=body).json()
    return answer["game"], answer["host"]


def test_joining_gives_a_token_of_128_bits_and_nobody_else_gets_the_seat(
    web: TestClient, made: tuple[str, str]
) -> None:
    game, _ = made
    with sit(web, game, "german") as socket:
        token = Seat(socket).hello["token"]
        assert re.fullmatch("[0-9a-f]{32}", token)
        for other in ((), ("0" * 32,), (token[:-1],), (token.upper(),), (fresh(), fresh())):
            assert "taken" in refused(web, game, "german", *other)
    with sit(web, game, "german", token) as socket:
        assert "token" not in Seat(socket).hello


def test_a_token_that_the_client_made_itself_is_taken_so_that_none_is_lost_on_the_way(
    web: TestClient, made: tuple[str, str]
) -> None:
    game, mine = made[0], fresh()
    with sit(web, game, "german", mine) as socket:
        assert Seat(socket).hello["token"] == mine
    with sit(web, game, "german", mine) as socket:
        Seat(socket)


def test_the_table_for_both_takes_every_secret_that_it_shows(web: TestClient, made: tuple[str, str]) -> None:
    game, _ = made
    with sit(web, game, "german") as socket:
        german = Seat(socket).hello["token"]
    assert "german" in refused(web, game, "both")
    with sit(web, game, "british") as socket:
        british = Seat(socket).hello["token"]
    assert "british" in refused(web, game, "both", german)
    assert "german" in refused(web, game, "both", british)
    with sit(web, game, "both", german, british) as socket:
        Seat(socket)


def test_one_table_for_both_on_one_machine_is_taken_without_a_question(web: TestClient, made: tuple[str, str]) -> None:
    game, _ = made
    with sit(web, game, "both") as socket:
        token = Seat(socket).hello["token"]
    for side in ("german", "british", "both"):
        refused(web, game, side)
        with sit(web, game, side, token) as socket:
            Seat(socket)


def test_tokens_are_kept_over_a_restart_as_digests_alone(web: TestClient, made: tuple[str, str], store: Store) -> None:
    game, host = made
    with sit(web, game, "german") as socket:
        token = Seat(socket).hello["token"]
    with TestClient(create_app(Store(store.folder))) as again:
        refused(again, game, "german")
        with sit(again, game, "german", token) as socket:
            Seat(socket)
    with sqlite3.connect(store.path) as connection:
        everything = "\n".join(connection.iterdump())
    assert token not in everything and host not in everything


def test_who_looks_on_needs_no_token_and_a_game_that_is_over_hides_nothing(
    web: TestClient, made: tuple[str, str]
) -> None:
    game, _ = made
    with sit(web, game, "german") as socket:
        seat = Seat(socket)
        with sit(web, game, "watch") as other:
            assert Seat(other).state["menu"] is None
        seat.ask("concede", side="german")
    with sit(web, game, "german") as socket:
        other = Seat(socket)
        assert other.state["result"]
        for kind in ("save", "undo", "concede"):
            assert other.send(kind)["error"]["kind"] == "seat", "to see is not to do"
    with sit(web, game, "german", seat.hello["token"]) as socket:
        assert Seat(socket).ask("save")["file"]


def test_only_the_host_invites_and_an_invitation_voids_the_seats_other_tokens(
    web: TestClient, made: tuple[str, str]
) -> None:
    game, host = made
    place = f"/api/games/{game}/seats"
    with sit(web, game, "german") as socket:
        seat = Seat(socket)
        old = seat.hello["token"]
        for words in ({}, {"authorization": f"Bearer {old}"}, {"authorization": "Bearer " + "0" * 32}):
            answer = web.post(place, json={"seat": "german"}, headers=words)
            assert answer.status_code == STATUS["seat"] == 403 and answer.json()["error"]["kind"] == "seat"
        mine = {"authorization": f"Bearer {host}"}
        kept = web.post(place, json={"seat": "german", "keep": True}, headers=mine).json()["token"]
        assert seat.ask("standing", orders={})
        new = web.post(place, json={"seat": "german"}, headers=mine).json()["token"]
        told = socket.receive_json()
        assert told["type"] == "notice" and "taken" in told["text"]
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    for void in (old, kept):
        refused(web, game, "german", void)
    with sit(web, game, "german", new) as socket:
        Seat(socket)
    for wrong in ("both", "host", "watch", "", "../x"):
        assert web.post(place, json={"seat": wrong}, headers=mine).status_code == STATUS["illegal"]


def test_every_message_of_a_seat_needs_its_token(web: TestClient, made: tuple[str, str], store: Store) -> None:
    """One that was given away meanwhile, from another process, opens nothing any more."""
    game, _ = made
    with sit(web, game, "german") as socket:
        seat = Seat(socket)
        app: Any = web.app
        live = app.state.games.live[game]
        Seats(store, game).give("german", alone=True)
        live.seats.read()
        for kind, more in (("menu", {"path": []}), ("save", {}), ("concede", {"side": "german"}), ("undo", {})):
            assert seat.send(kind, **more)["error"]["kind"] == "seat"


def test_the_referees_view_takes_the_hosts_token_and_shows_what_sides_hide(
    web: TestClient, made: tuple[str, str]
) -> None:
    game, host = made
    with sit(web, game, "both") as socket:
        both = Seat(socket)
        token = both.hello["token"]
        for _ in range(8):
            both.answer(["pass"])
    assert "made the game" in refused(web, game, "referee", token)
    with sit(web, game, "referee", host) as socket:
        seat = Seat(socket)
        placed = [unit for unit in seat.state["units"] if unit["hex"]]
        assert placed and all(unit["kind"] != "unknown" for unit in placed)
        assert {unit["side"] for unit in placed if unit.get("concealed")} == set(PEOPLE)
        assert seat.state["menu"] is None and seat.answer(["pass"])["error"]["kind"] == "illegal"


def test_the_position_of_a_past_step_is_shown_from_a_seat_to_who_has_its_token(
    web: TestClient, made: tuple[str, str]
) -> None:
    game, host = made
    with sit(web, game, "german") as socket:
        token = Seat(socket).hello["token"]
    place = f"/api/games/{game}/replay?at=0&side="
    assert web.get(place + "german").status_code == STATUS["seat"]
    assert web.get(place + "british", headers={"authorization": f"Bearer {token}"}).status_code == STATUS["seat"]
    assert web.get(place + "klingon", headers={"authorization": f"Bearer {token}"}).status_code == STATUS["illegal"]
    found = web.get(place + "german", headers={"authorization": f"Bearer {token}"})
    assert found.status_code == 200 and found.json()["state"]["you"] == "german"
    assert web.get(place + "referee", headers={"authorization": f"Bearer {host}"}).status_code == 200
    assert web.get(place + "watch").status_code == 200


def test_a_copy_on_the_servers_disk_takes_every_secret_that_it_shows(web: TestClient, made: tuple[str, str]) -> None:
    game, _ = made
    with sit(web, game, "german") as socket:
        seat = Seat(socket)
        german = seat.hello["token"]
        assert seat.send("save")["error"]["rule"] == "A12"
    with sit(web, game, "british", german) as socket:
        seat = Seat(socket)
        assert Path(seat.ask("save")["file"]).is_file(), "this client has shown the tokens of both sides"
    alone = web.post(
        "/api/games", json={"scenario": "patrol", "players": {"british": "human", "german": "idle"}, "setups": {}}
    ).json()
    with sit(web, alone["game"], "british") as socket:
        seat = Seat(socket)
        token = seat.hello["token"]
        assert not seat.send("save")["ok"], "what the computer hides"
    with sit(web, alone["game"], "british", token, alone["host"]) as socket:
        assert Seat(socket).ask("save")["file"]


def test_the_link_that_the_program_tells_opens_the_players_seat_each_time_it_starts(tmp_path: Path) -> None:
    store = Store(tmp_path)
    game, seat = opening_game(store, (), None)
    theirs = Seats(store, str(game)).give(str(seat))
    (key,) = {seat_key(store, game, seat) for _ in range(20)}
    assert stored_game(store, str(game), None) == (game, seat)
    with TestClient(create_app(store)) as web:
        refused(web, str(game), str(seat))
        for token in (key, theirs):
            with sit(web, str(game), str(seat), token) as socket:
                Seat(socket)
    other = Store(tmp_path / "another folder")
    assert seat_key(other, other.create(store.record(str(game)).header), seat) != key


def test_a_link_that_an_invitation_has_voided_stays_so_when_the_program_starts_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    game, seat = opening_game(store, (), None)
    assert game and seat
    leaked = seat_key(store, game, seat)
    invited = Seats(store, game).give(seat, alone=True)
    told = {seat_key(store, game, seat) for _ in range(20)}
    seats = Seats(store, game)
    assert len(told) == 1 and seats.opens(seat, tuple(told)), "the owner's own link is the same each time"
    assert seats.opens(seat, (invited,)) and not seats.opens(seat, (leaked,))


def test_no_more_than_eight_tokens_of_a_seat_are_valid(tmp_path: Path) -> None:
    store = Store(tmp_path)
    game, seat = opening_game(store, (), None)
    tokens = [Seats(store, str(game)).give(str(seat)) for _ in range(12)]
    seats = Seats(store, str(game))
    assert [seats.opens(str(seat), (token,)) for token in tokens] == [False] * 4 + [True] * 8


def test_words_that_are_no_tokens_are_not_looked_at() -> None:
    good = fresh()
    assert bearer(f"Bearer {good}") == (good,) and bearer(f"Basic {good}") == () and bearer(None) == ()
    assert offered(["goodorder", good, good, good[:-1], "../" + good]) == (good,)
    assert len(offered([fresh() for _ in range(50)])) == 8


def test_no_list_and_no_document_holds_a_token(web: TestClient, made: tuple[str, str]) -> None:
    game, host = made
    with sit(web, game, "both") as socket:
        seat = Seat(socket)
        token = seat.hello["token"]
        seat.answer(["pass"])
        sent = "".join(seat.raw[1:])
    sent += web.get("/api/games").text + web.get(f"/api/games/{game}/map").text
    sent += web.get(f"/api/games/{game}/replay").text + web.get("/api/hello").text
    assert token not in sent and host not in sent


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goodorder.web.live_game.answering", float)


def test_a_stored_game_that_cannot_be_read_says_so_and_one_that_is_not_there_too(tmp_path: Path) -> None:
    store = Store(tmp_path)
    game, _ = opening_game(store, (), None)
    store.close()
    with sqlite3.connect(store.path) as database:
        database.execute("update games set header = ? where id = ?", (b"{junk", game))
    again = Store(tmp_path)
    with pytest.raises(RecordError, match=f"game {game}"):
        stored_game(again, str(game), None)
    with pytest.raises(Unreadable, match="there is no game 'nope'"):
        stored_game(again, "nope", None)
    again.close()
