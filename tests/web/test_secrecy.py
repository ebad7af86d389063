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


def test_people_at_one_table_see_what_the_side_knows_that_decides(new_game: Begin, sit: Sit) -> None:
    """Each time the other side's concealed stacks are "?" and one's own are known; the log names no concealed unit."""
    with sit(new_game("patrol"), "both") as chair:
        seen: set[str] = set()
        for _ in range(12):
            asked = chair.state["pending"]["side"]
            own = [unit for unit in chair.state["units"] if unit["side"] == asked]
            other = [unit for unit in chair.state["units"] if unit["side"] != asked and unit["hex"]]
            assert all(unit["kind"] != "unknown" for unit in own)
            assert any(unit.get("concealed") for unit in own)
            assert all(unit["kind"] == "unknown" for unit in other if unit.get("concealed"))
            assert any(unit["kind"] == "unknown" for unit in other)
            seen.add(asked)
            assert chair.answer(["pass"])["ok"]
            chair.wait_choice()
        assert seen == {"british", "german"}


def test_a_concealed_unit_is_told_as_such_to_its_owner_alone(new_game: Begin, sit: Sit) -> None:
    game = new_game("patrol")
    with sit(game, "german") as chair:
        own = [unit for unit in chair.state["units"] if unit["side"] == "german" and unit.get("concealed")]
        assert {"squad", "dummy"} <= {unit["kind"] for unit in own}
        secret = {unit["id"] for unit in own}
    with sit(game, "british") as chair:
        stacks = [unit for unit in chair.state["units"] if unit["side"] == "german" and unit.get("concealed")]
        assert stacks and all(unit["kind"] == "unknown" and unit["fp"] == 0 and not unit["ident"] for unit in stacks)
        assert all(unit["mf"] is None and not unit.get("hidden") for unit in stacks)
        assert not secret & {unit["id"] for unit in chair.state["units"]}
        assert not any(weapon["holder"] in secret for weapon in chair.state["weapons"])


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
