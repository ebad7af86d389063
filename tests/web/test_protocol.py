"""The client protocol: seats, steps, refusals, tabs, computer players, standing orders, saving, replay."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from goodorder.core.errors import EngineFault, Illegal
from goodorder.data.scenario import scenario_ids
from goodorder.play.errors import StorageError
from goodorder.play.record import Answered, Rolled, decode, encode_entry
from goodorder.play.store import Store
from goodorder.web.live_game import LiveGame
from tests.support import soak_after
from tests.web.conftest import run_async

Doc = dict[str, Any]
Begin = Callable[..., str]
Sit = Callable[..., Any]


def test_every_scenario_is_listed_with_its_card(web: TestClient) -> None:
    found = web.get("/api/scenarios").json()
    assert [one["id"] for one in found] == list(scenario_ids())
    for one in found:
        card = web.get(f"/api/scenarios/{one['id']}").json()
        assert {side["id"] for side in one["sides"]} == set(card["order_of_battle"]) == set(card["setups"])
        assert not [text for text in card["special_rules"] if "prisoners-" in text], "no clause leaves prisoners out"


@pytest.mark.parametrize(
    ("body", "word"),
    [
        (b"{", "new game"),
        (b'{"scenario": "first"}', "players"),
        (b'{"scenario": "none", "players": {}}', "no scenario 'none'"),
        (b'{"scenario": "first", "players": {"german": "human"}}', "one for each side"),
        (b'{"scenario": "first", "players": {"german": "human", "russian": "a wizard"}}', "wizard"),
        (b'{"scenario": "first", "players": {"german": "human", "russian": "idle"}, "x": 1}', "x"),
        (b'{"scenario":"first","players":{"german":"idle","russian":"idle"},"options":{"assist":"yes"}}', "assist"),
    ],
)
def test_a_new_game_that_makes_no_sense_is_one_clear_error(web: TestClient, body: bytes, word: str) -> None:
    answer = web.post("/api/games", content=body)
    assert answer.status_code == 400
    assert word in answer.json()["error"]["message"]
    assert web.get("/api/games").json() == []


def test_hello_comes_first_then_the_position(new_game: Begin, sit: Sit, web: TestClient) -> None:
    game = new_game()
    with sit(game) as seat:
        assert {side["id"] for side in seat.hello["scenario"]["sides"]} == {"german", "russian"}
        drawn = web.get(f"/api/maps/{seat.hello['map']}").json()
        assert len(drawn["hexes"]) > 100 and drawn["svg"].startswith("<g")
        state = seat.state
        assert state["pending"]["kind"] == "choice" and state["menu"]["entries"]
        on_map = [unit for unit in state["units"] if unit["hex"]]
        assert len(on_map) == len(state["units"]) > 10
        assert state["victory"]["clauses"] and state["victory"]["leads"] in ("german", "russian")
        assert any(line["kind"] == "setup" for line in seat.steps[0]["events"])


def test_a_seat_whose_set_up_is_ready_made_is_never_asked_for_it(new_game: Begin, sit: Sit) -> None:
    game = new_game(players={"russian": "random"}, setups={"german": "North of the road"})
    with sit(game, "german") as seat:
        seat.wait_choice()
        phases = [step["state"]["turn"]["phase"] for step in seat.steps if step["state"]["pending"]["kind"] == "choice"]
        assert "setup" not in phases and phases
        assert any(line["kind"] == "setup" for step in seat.steps for line in step["events"])


def test_a_seat_without_a_ready_made_set_up_is_asked_for_it(new_game: Begin, sit: Sit) -> None:
    with sit(new_game(players={"russian": "random"}, setups={}), "german") as seat:
        assert seat.wait_choice()["turn"]["phase"] == "setup"


def test_each_menu_entry_leads_to_a_menu_or_is_a_leaf(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat:
        for entry in seat.state["menu"]["entries"]:
            if not entry["leaf"]:
                assert seat.ask("menu", path=[entry["key"]])["entries"]


def test_only_the_side_that_is_asked_sees_the_menu(new_game: Begin, sit: Sit) -> None:
    game = new_game()
    with sit(game, "german") as german, sit(game, "russian") as russian, sit(game, "watch") as watcher:
        seats = {"german": german, "russian": russian}
        asked = next(name for name, seat in seats.items() if seat.state["pending"]["kind"] == "choice")
        other = seats["russian" if asked == "german" else "german"]
        assert seats[asked].state["menu"] is not None
        for seat in (other, watcher):
            assert seat.state["menu"] is None and seat.state["pending"]["kind"] == "waiting"
            refused = seat.answer([seats[asked].state["menu"]["entries"][-1]["key"]])
            assert refused["error"]["kind"] == "illegal"
        assert seats[asked].answer(["pass"])["ok"]


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "[]",
        "{}",
        '{"type": "menu"}',
        '{"type": "dance", "rid": 1}',
        '{"type": "menu", "rid": 1, "path": "abc"}',
        '{"type": "menu", "rid": 1, "path": ["nowhere"]}',
        '{"type": "menu", "rid": 1, "path": [], "seed": true}',
        '{"type": "answer", "rid": 1, "seq": "1", "path": ["pass"]}',
        '{"type": "los", "rid": 1, "from": "A1", "to": "Z99"}',
        '{"type": "standing", "rid": 1, "orders": {"threshold": 7}}',
        '{"type": "standing", "rid": 1, "orders": {"units": ["99"]}}',
        '{"type": "menu", "rid": 1, "path": [' + '"u1",' * 300 + '"u1"]}',
        "[" * 100_000,
    ],
)
def test_a_message_that_makes_no_sense_is_refused_and_changes_nothing(new_game: Begin, sit: Sit, text: str) -> None:
    with sit(new_game()) as seat:
        before = seat.state
        seat.socket.send_text(text)
        found = seat.reply(1 if '"rid": 1' in text else None)
        assert not found["ok"] and found["error"]["kind"] == "unreadable", found
        assert seat.state is before
        assert seat.ask("menu", path=[]) == before["menu"]


def test_a_stale_answer_is_refused(new_game: Begin, sit: Sit) -> None:
    game = new_game()
    with sit(game) as one:
        with sit(game) as two:
            assert one.notices or one.ask("menu", path=[])
            before = two.state["seq"]
            assert one.answer(["pass"])["ok"]
            two.wait_step()
            assert two.state["seq"] == before + 1
            assert two.answer(["pass"], seq=before)["error"]["kind"] == "stale"
            assert two.answer(["pass"])["ok"]
        assert any("another tab" in text for text in one.notices)


def test_an_unfinished_path_is_not_an_answer(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat:
        branch = next(entry for entry in seat.state["menu"]["entries"] if not entry["leaf"])
        found = seat.answer([branch["key"]])
        assert found["error"]["kind"] == "illegal"


def test_a_game_against_the_computer_comes_back_to_the_player(new_game: Begin, sit: Sit) -> None:
    game = new_game(players={"russian": "random"})
    rng = random.Random(4)
    with sit(game, "german") as seat:
        for _ in range(12):
            state = seat.wait_choice()
            if state["pending"]["kind"] == "over":
                break
            assert state["pending"]["side"] == "german"
            assert seat.answer(seat.random_path(rng))["ok"]
        numbers = [step["seq"] for step in seat.steps]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


PLAYED = soak_after(3, sorted(scenario_ids(), key=lambda one: one not in ("patrol", "sluice", "first")))
"""Scenarios of which a whole game is played: one by the full rules, one with vehicles, the first; a soak plays all."""


@pytest.mark.slow
@pytest.mark.parametrize("scenario", PLAYED)
def test_two_computers_play_to_the_end_before_a_watcher(
    new_game: Begin, sit: Sit, web: TestClient, scenario: str, count: Any
) -> None:
    sides = [side["id"] for side in web.get(f"/api/scenarios/{scenario}").json()["sides"]]
    game = new_game(scenario, players=dict.fromkeys(sides, "random"), setups={})
    with sit(game, "watch") as seat:
        while seat.state["pending"]["kind"] != "over":
            seat.wait_step()
        assert seat.state["result"]["text"]
        last = web.get(f"/api/games/{game}/replay?at=100000").json()
        assert last["of"] == last["seq"] > 50
        assert last["state"]["units"] == seat.state["units"]
    record = decode(web.get(f"/api/games/{game}/record").content)
    assert record.over
    assert any(getattr(entry, "seed", "") for entry in record.entries)
    count.games()


@pytest.mark.slow
@pytest.mark.parametrize("scenario", PLAYED)
def test_a_whole_game_by_hints_and_by_chance_meets_no_fault(
    new_game: Begin, sit: Sit, web: TestClient, scenario: str, count: Any
) -> None:
    rng = random.Random(scenario)
    own, other = (side["id"] for side in web.get(f"/api/scenarios/{scenario}").json()["sides"])
    with sit(new_game(scenario, players={other: "standard"}), own) as seat:
        hexes = web.get(f"/api/maps/{seat.hello['map']}").json()["hexes"]
        while seat.wait_choice()["pending"]["kind"] != "over":
            path = seat.ask("hint")["path"] if rng.random() < 0.7 else seat.random_path(rng)
            for length in range(1, len(path) + 1):
                preview = seat.ask("preview", path=path[:length])
                chances = [preview["odds"], *(unit["odds"] for unit in preview["per_target"])] if preview else []
                assert all(sum(one["p"] for one in odds) == pytest.approx(1) for odds in chances if odds)
            where = rng.choice(hexes)["name"]
            assert seat.ask("why", path=path[:-1], hex=where)["message"]
            assert seat.answer(path)["ok"]
        assert seat.notices == []
    count.games()


def test_the_seed_is_in_no_message(new_game: Begin, sit: Sit, web: TestClient, store: Store) -> None:
    game = new_game(players={"russian": "random"}, seed=918273645)
    rng = random.Random(2)
    with sit(game, "german") as seat:
        for _ in range(8):
            seat.wait_choice()
            seat.ask("preview", path=seat.random_path(rng)[:1])
            seat.answer(seat.random_path(rng))
        file = seat.ask("save")["file"]
        everything = "".join(seat.raw)
    everything += web.get(f"/api/games/{game}/record").text + web.get("/api/games").text
    everything += web.get(f"/api/games/{game}/replay?at=3").text + Path(file).read_text("utf-8")
    assert "918273645" not in everything
    assert '"rolls"' not in everything
    assert any(getattr(entry, "seed", "") == "918273645" for entry in store.record(game).entries)


def test_a_reload_shows_the_same_game(new_game: Begin, sit: Sit) -> None:
    game = new_game()
    rng = random.Random(5)
    with sit(game) as seat:
        for _ in range(6):
            seat.answer(seat.random_path(rng))
        seen = [line for step in seat.steps for line in step["events"]]
        state = seat.state
    with sit(game) as again:
        assert again.steps[0]["events"] == seen
        assert {**again.state, "seq": 0, "last": None} == {**state, "seq": 0, "last": None}


def test_a_record_that_was_downloaded_goes_on_elsewhere(new_game: Begin, sit: Sit, web: TestClient) -> None:
    game = new_game()
    rng = random.Random(6)
    with sit(game) as seat:
        for _ in range(6):
            seat.answer(seat.random_path(rng))
        state = seat.state
    data = web.get(f"/api/games/{game}/record").content
    other = web.post("/api/records", content=data).json()["game"]
    assert other != game
    with sit(other) as seat:
        assert seat.state["units"] == state["units"] and seat.state["menu"] == state["menu"]
        assert seat.answer(seat.random_path(rng))["ok"]


def test_a_damaged_record_is_refused_whole(new_game: Begin, web: TestClient) -> None:
    data = web.get(f"/api/games/{new_game()}/record").content
    answer = web.post("/api/records", content=data.replace(b"take_setup", b"take_setub"))
    assert answer.status_code == 400 and "damaged" in answer.json()["error"]["message"]
    assert len(web.get("/api/games").json()) == 1


def test_only_practice_games_go_back(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat:
        seat.answer(["pass"])
        assert seat.send("undo")["error"]["kind"] == "illegal"
    with sit(new_game(options={"practice": True})) as seat:
        before = seat.state
        seat.answer(["pass"])
        assert seat.state["pending"] != before["pending"]
        seat.ask("undo")
        assert {**seat.state, "seq": 0, "last": None} == {**before, "seq": 0, "last": None}
        assert seat.answer(["pass"])["ok"]


def test_conceding_ends_the_game(new_game: Begin, sit: Sit) -> None:
    game = new_game()
    with sit(game, "russian") as seat:
        assert seat.send("concede", side="german")["error"]["kind"] == "illegal"
        seat.ask("concede", side="russian")
        assert seat.state["pending"]["kind"] == "over" and seat.state["result"]["winner"] == "german"
        assert seat.answer(["pass"])["error"]["kind"] == "stale"


def test_a_line_of_sight_is_told_unless_the_table_forbids_it(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat:
        found = seat.ask("los", **{"from": "E4", "to": "E6"})
        assert found["range"] == 2 and found["hexes"][0] == "E4" and len(found["line"]) == 4
    with sit(new_game(options={"free_los": False})) as seat:
        assert seat.send("los", **{"from": "E4", "to": "E6"})["error"]["kind"] == "illegal"


def to_phase(seat: Any, phase: str) -> None:
    while seat.state["turn"]["phase"] != phase:
        assert seat.answer(["pass"])["ok"]


def test_reach_gives_mf_and_ways_and_an_enemy_click_says_why_not(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat:
        to_phase(seat, "MPh")
        entry = next(entry for entry in seat.state["menu"]["entries"] if entry["kind"] == "unit")
        reach = {one["hex"]: one for one in seat.ask("reach", path=[entry["key"]])["hexes"]}
        steps = {one["hex"]: one for one in seat.ask("menu", path=[entry["key"]])["entries"] if one["kind"] == "hex"}
        assert set(steps) <= set(reach)
        for name, one in reach.items():
            assert one["via"][-1] == name and one["mf"] > 0 and one["left"] >= 0
        enemy = next(unit for unit in seat.state["units"] if unit["side"] == "russian")
        assert seat.ask("why", path=[entry["key"]], hex=enemy["hex"])["rule"]
        assert "enemy" in seat.ask("why", path=[], unit=enemy["id"])["message"]
        chosen = seat.ask("why", path=[entry["key"]], unit=enemy["id"], hex=enemy["hex"])
        assert chosen == seat.ask("why", path=[entry["key"]], hex=enemy["hex"])
        preview = seat.ask("preview", path=[entry["key"], next(iter(steps.values()))["key"]])
        assert preview["lines"] and preview["text"]


def test_a_fire_preview_adds_up(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat:
        to_phase(seat, "PFPh")
        path = [next(entry for entry in seat.state["menu"]["entries"] if entry["kind"] == "unit")["key"]]
        target = next(entry for entry in seat.ask("menu", path=path)["entries"] if entry["kind"] == "hex")
        preview = seat.ask("preview", path=[*path, target["key"]])
        assert sum(one["p"] for one in preview["odds"]) == pytest.approx(1)
        assert preview["drm"] == sum(int(line["value"]) for line in preview["lines"] if line["group"] == "drm")
        for unit in preview["per_target"]:
            assert sum(one["p"] for one in unit["odds"]) == pytest.approx(1)


def windows(seat: Any, rng: random.Random, moves: int) -> int:
    """Play moves of the MPh at random; how many of the DEFENDER's windows asked somebody."""
    asked = 0
    to_phase(seat, "MPh")
    for _ in range(moves):
        seat.wait_choice()
        if seat.state["turn"]["phase"] != "MPh":
            break
        if "First Fire" in seat.state["pending"]["prompt"]:
            asked += 1
            seat.answer(["pass"])
        else:
            path = seat.random_path(rng)
            if path != ["pass"]:
                seat.answer(path)
    return asked


def test_standing_orders_pass_windows_and_are_recorded(new_game: Begin, sit: Sit, store: Store) -> None:
    with sit(new_game()) as seat:
        assert windows(seat, random.Random(3), 25) > 2
    game = new_game()
    with sit(game) as seat:
        seat.ask("standing", orders={"threshold": 1.0, "units": [], "hexes": [], "silent_until": None})
        rng = random.Random(3)
        to_phase(seat, "MPh")
        while seat.state["turn"]["phase"] == "MPh":
            before = seat.state
            path = seat.random_path(rng)
            if path != ["pass"]:
                seat.answer(path)
            if any(isinstance(entry, Answered) and entry.by == "standing" for entry in store.record(game).entries):
                return
            assert seat.state is not before or path == ["pass"]
        pytest.fail("no window was passed")


def test_an_unknown_game_or_seat_is_told_and_the_line_closed(web: TestClient, new_game: Begin) -> None:
    for address in ("/ws/nothing?side=both", f"/ws/{new_game()}?side=klingon"):
        with web.websocket_connect(address) as socket:
            assert json.loads(socket.receive_text())["type"] == "notice"
            with pytest.raises(WebSocketDisconnect):
                socket.receive_text()


def test_pages_of_other_sites_may_not_use_the_server(web: TestClient, new_game: Begin) -> None:
    game = new_game()
    evil = {"origin": "http://evil.example"}
    assert web.post("/api/games", json={}, headers=evil).status_code == 400
    with web.websocket_connect(f"/ws/{game}?side=both", headers=evil) as socket:
        assert json.loads(socket.receive_text())["type"] == "notice"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


@pytest.mark.parametrize("address", ["/api/games/none/map", "/api/games/none/record", "/api/games/none/replay"])
def test_an_unknown_game_is_not_found(web: TestClient, address: str) -> None:
    assert web.get(address).status_code == 404


def test_rules_are_found_by_number_and_by_words(web: TestClient) -> None:
    assert web.get("/api/rules/A4.61").json()["title"] == "Assault Movement"
    assert "A4.61" in [one["number"] for one in web.get("/api/rules?q=assault movement").json()]
    assert web.get("/api/rules/A999").status_code == 400


def test_the_tables_of_snipers_and_of_heat_of_battle_come_with_their_rules(web: TestClient) -> None:
    [sniper] = web.get("/api/rules/A14.1").json()["tables"]
    assert sniper["heads"] == ["target", "dr 1", "dr 2"]
    assert ["leader or hero", "eliminated", "wounded"] in sniper["rows"]
    assert web.get("/api/rules/A14.3").json()["tables"] == [sniper]
    heat, drm = web.get("/api/rules/A15.1").json()["tables"]
    assert [row[0] for row in heat["rows"]] == ["4 or less", "5 to 6", "7 to 8", "9 to 11", "10 or more", "12 or more"]
    assert ["+2", "Russian"] in drm["rows"] and ["-1", "Elite"] in drm["rows"]
    assert not web.get("/api/rules/A4.61").json().get("tables")


def spoil(store: Store, game: str) -> None:
    """Change an answer of a stored game, so that it does not replay any more."""
    entry = next(entry for entry in store.record(game).entries if getattr(entry, "action", None))
    changed = encode_entry(replace(entry, action={"do": "take_setup", "name": "a set-up that is gone"}))
    with store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE log SET entry = ? WHERE entry = ?", (changed, encode_entry(entry)))


def test_a_game_of_other_rules_is_opened_to_look_at(new_game: Begin, sit: Sit, store: Store) -> None:
    game = new_game()
    spoil(store, game)
    with sit(game) as seat:
        assert len([unit for unit in seat.state["units"] if unit["hex"]]) > 10
        assert seat.state["menu"] is None
        assert seat.answer(["pass"])["error"]["kind"] == "illegal"
        assert any("other rules" in text for text in seat.notices)
        assert "other rules" in seat.hello["view_only"]


def test_the_record_of_a_game_to_look_at_is_handed_out_whole(
    web: TestClient, new_game: Begin, sit: Sit, store: Store
) -> None:
    game = new_game()
    spoil(store, game)
    with sit(game) as seat:
        assert seat.hello["view_only"]
    handed_out = decode(web.get(f"/api/games/{game}/record").content)
    answers = [entry for entry in store.record(game).entries if isinstance(entry, Answered)]
    assert [entry for entry in handed_out.entries if isinstance(entry, Answered)] == answers != []


def test_a_fault_of_the_program_is_told_and_changes_nothing(
    new_game: Begin, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sit(new_game()) as seat:
        before = seat.state

        for kind in (ZeroDivisionError, EngineFault):

            def broken(*_: object, kind: type[Exception] = kind, **__: object) -> None:
                raise kind("squad C under a ?")

            with monkeypatch.context() as patch:
                patch.setattr("goodorder.play.session.answer", broken)
                found = seat.answer(["pass"])
            assert found["error"]["kind"] == "fault" and seat.state is before
            assert kind.__name__ in found["error"]["message"] and "squad C" not in str(found)
        assert seat.answer(["pass"])["ok"]


@pytest.mark.parametrize("kind", [Illegal, ZeroDivisionError])
def test_what_the_computer_could_not_do_is_not_told(kind: type[Exception]) -> None:
    """A fault while the computer decides: both sides are told that there was one, not what its words name (A12)."""
    told: list[str] = []

    class Stuck(LiveGame):
        def __init__(self) -> None:
            self.game = "stuck"

        async def _play_on(self) -> None:
            raise kind("squad C under a ?")

        def _tell_all(self, text: str) -> None:
            told.append(text)

    run_async(Stuck()._run)
    assert [kind.__name__ in text and "squad C" not in text for text in told] == [True]


def test_a_full_disk_is_told_and_changes_nothing(
    new_game: Begin, sit: Sit, monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    game = new_game()
    with sit(game) as seat:
        entries = store.record(game).entries

        def full(*_: object, **__: object) -> None:
            raise StorageError("no space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(Store, "append", full)
            found = seat.answer(["pass"])
        assert found["error"]["kind"] == "storage" and store.record(game).entries == entries
        assert seat.answer(["pass"])["ok"]


def test_a_hint_is_a_path_that_can_be_answered(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat:
        for _ in range(10):
            hint = seat.ask("hint")
            assert hint["label"] and hint["reasons"]
            assert seat.answer(hint["path"])["ok"]


def test_an_optional_rule_is_in_force_when_asked_for(new_game: Begin, sit: Sit, web: TestClient, store: Store) -> None:
    ids = [one["id"] for one in web.get("/api/options").json()]
    assert "third_die" in ids
    rng = random.Random(8)
    game = new_game(options={"rules": ["third_die"]})
    with sit(game) as seat:
        assert seat.hello["options"]["rules"] == ["third_die"]
        while not any(isinstance(entry, Rolled) for entry in store.record(game).entries):
            assert seat.answer(seat.random_path(rng))["ok"]
    assert any(len(entry.faces) == 3 for entry in store.record(game).entries if isinstance(entry, Rolled))
    body = {"scenario": "first", "players": {"german": "human", "russian": "human"}, "options": {"rules": ["magic"]}}
    assert "magic" in web.post("/api/games", json=body).json()["error"]["message"]
