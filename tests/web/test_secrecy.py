"""Seats and records of games in which a side may hide something (A12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from goodorder.web.app import STATUS

Begin = Callable[..., str]
Sit = Callable[..., Any]


def test_the_seat_of_a_computer_player_is_not_given_to_anybody(new_game: Begin, sit: Sit, web: TestClient) -> None:
    game = new_game("patrol", players={"german": "idle"})
    for seat in ("german", "both"):
        with web.websocket_connect(f"/ws/{game}?side={seat}") as socket:
            told = socket.receive_json()
        assert told["type"] == "notice" and "A12" in told["text"]
    with sit(game, "british") as chair:
        assert chair.state["you"] == "british"


def test_where_everybody_knows_everything_any_seat_may_be_taken(new_game: Begin, sit: Sit) -> None:
    game = new_game("first", players={"russian": "idle"})
    with sit(game, "russian") as chair:
        assert chair.state["you"] == "russian"


def test_people_at_one_table_see_both_sides(new_game: Begin, sit: Sit) -> None:
    with sit(new_game("patrol"), "both") as chair:
        assert chair.state["you"] == "both"


def test_the_record_of_a_game_with_secrets_is_handed_out_when_it_is_over(
    new_game: Begin, sit: Sit, web: TestClient
) -> None:
    game = new_game("patrol")
    barred = web.get(f"/api/games/{game}/record")
    assert barred.status_code == STATUS["illegal"]
    assert barred.json()["error"]["rule"] == "A12"
    with sit(game, "british") as chair:
        chair.ask("concede", side="british")
    assert web.get(f"/api/games/{game}/record").status_code == 200


def test_the_record_of_an_open_game_is_handed_out_at_any_time(new_game: Begin, web: TestClient) -> None:
    assert web.get(f"/api/games/{new_game('first')}/record").status_code == 200
