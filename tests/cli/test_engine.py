"""The line protocol: every request, every kind of error, no secrets for a side."""

from __future__ import annotations

import io
import json
import random
import runpy
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from goodorder.cli.engine import reply, serve_lines
from goodorder.cli.engine_do import HANDLERS, EngineGames
from goodorder.cli.engine_docs import LOCATIONS, schema
from goodorder.core.actions import ACTIONS, Firer, Lane
from goodorder.core.events import Event
from goodorder.core.state import FireMark, Marker, Step
from goodorder.data.load import DATA_FOLDER
from goodorder.data.scenario import scenario as scenario_of
from goodorder.data.scenario import scenario_ids

ROOT = Path(__file__).resolve().parents[2]


class Talk:
    """A session of the protocol."""

    def __init__(self) -> None:
        self.games = EngineGames()

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        sent = reply(self.games, json.dumps({"id": 1, "do": do, **fields}).encode())
        told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sent))
        return told

    def ok(self, do: str, **fields: Any) -> Any:
        answer = self.ask(do, **fields)
        assert answer["ok"], answer
        return answer["result"]

    def error(self, do: str, **fields: Any) -> tuple[str, str]:
        answer = self.ask(do, **fields)
        assert not answer["ok"], answer
        return answer["error"]["kind"], answer["error"]["message"]


@pytest.fixture
def talk() -> Talk:
    session = Talk()
    session.ok("new", scenario="first", seed=7)
    return session


def set_up(talk: Talk) -> None:
    for _ in range(2):
        talk.ok("answer", path=["setup:0"])
        if talk.ok("pending")["prompt"].endswith("set-up"):
            talk.ok("answer", text="pass")


def play_on(talk: Talk, rng: random.Random, steps: int) -> None:
    """Answer by random paths, as a program in another language would."""
    for _ in range(steps):
        asked = talk.ok("pending")
        if asked["kind"] == "over":
            return
        if asked["kind"] == "roll":
            talk.ok("roll", faces=[rng.randint(1, 6) for _ in asked["dice"]])
            continue
        path: list[str] = []
        while True:
            entry = rng.choice(talk.ok("menu", path=path)["entries"])
            path.append(entry["key"])
            if entry["leaf"]:
                break
        talk.ok("answer", path=path)


def test_a_line_of_sight_is_asked_for_by_level_where_the_game_has_levels(talk: Talk) -> None:
    # a wall at I8 hides the ground behind it from the ground floor of G7
    talk.ok("new", scenario="patrol", seed=7)
    ends = {"game": "g2", "from": "G7", "to": "K9"}
    assert talk.ok("los", **ends)["blocked"]
    assert not talk.ok("los", **ends, from_level="1")["blocked"]
    kind, message = talk.error("los", game="g1", **{"from": "F3", "to": "K4"}, from_level="1")
    assert kind == "unreadable" and message.startswith("B23.42")


def test_lines_in_and_lines_out() -> None:
    source = io.BytesIO(b'{"id": "a", "do": "hello"}\n\nnonsense\n{"id": 2, "do": "quit"}\n{"id": 3, "do": "hello"}\n')
    sink = io.BytesIO()
    serve_lines(source, sink)
    replies = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert [(line["id"], line["ok"]) for line in replies] == [("a", True), (None, False), (2, True)]
    assert replies[0]["result"]["do"] == list(HANDLERS)
    assert replies[1]["error"]["kind"] == "unreadable"


def test_a_game_is_played_by_paths_saved_loaded_and_goes_on_the_same(talk: Talk, tmp_path: Path) -> None:
    play_on(talk, random.Random(1), 60)
    before = talk.ok("view", side="german")
    file = str(tmp_path / "game.record")
    assert talk.ok("save", file=file) == {"file": file}
    game = talk.ok("load", file=file)["game"]
    after = talk.ok("view", side="german", game=game)
    assert after["units"] == before["units"]
    assert after["turn"] == before["turn"]
    assert talk.ok("events", since=0)["events"]


def test_a_whole_game_with_dice_from_outside_ends(talk: Talk, count: Any) -> None:
    talk.ok("new", scenario="first", dice="external")
    play_on(talk, random.Random(2), 20_000)
    count.games()
    assert talk.ok("pending")["kind"] == "over"
    assert talk.error("answer", text="pass")[0] == "stale"


def test_errors_have_kinds_and_change_nothing(talk: Talk) -> None:
    before = talk.ok("view")
    assert talk.error("new", scenario="nowhere")[0] == "unreadable"
    assert talk.error("new", scenario="first", profile="full")[0] == "unreadable"
    assert talk.error("nonsense")[0] == "unreadable"
    assert talk.error("answer", path=["nope"])[0] == "unreadable"
    assert talk.error("answer", path=["u1"], text="pass")[0] == "ambiguous"
    assert talk.error("answer", text="rally A") == ("ambiguous", "'A' may be german.A or russian.A")
    assert talk.error("answer", text="bypass A C4")[0] == "not_built"
    assert talk.error("answer", text="rally u1")[0] == "stale"
    assert talk.error("answer", text="pass", seq=99)[0] == "stale"
    assert talk.error("roll", faces=[1, 2])[0] == "illegal"
    assert talk.error("undo")[0] == "illegal"
    assert talk.error("load", record="{}")[0] == "unreadable"
    assert talk.error("menu", surprise=1)[0] == "unreadable"
    assert talk.error("pending", game="g99")[0] == "unreadable"
    assert talk.ok("view") == before


def test_dice_from_outside_are_checked(talk: Talk) -> None:
    talk.ok("new", scenario="first", dice="external")
    rng = random.Random(3)
    for _ in range(3000):
        if talk.ok("pending")["kind"] == "roll":
            break
        play_on(talk, rng, 1)
    asked = talk.ok("pending")
    assert asked["kind"] == "roll"
    assert talk.error("roll", faces=[9] * len(asked["dice"]))[0] == "unreadable"
    assert talk.error("answer", text="pass")[0] == "stale"
    assert talk.ok("roll", faces=[3] * len(asked["dice"]))["events"]


def test_a_fork_goes_its_own_way_and_is_dropped(talk: Talk) -> None:
    set_up(talk)
    before = talk.ok("view", game="g1")
    copy = talk.ok("fork", game="g1")["game"]
    play_on(talk, random.Random(4), 10)
    assert talk.ok("view", game="g1") == before
    assert talk.ok("view", game=copy)["seq"] > before["seq"]
    assert talk.ok("drop", game=copy) == {"game": "g1"}
    assert talk.error("view", game=copy)[0] == "unreadable"


def test_an_optional_rule_is_chosen_before_the_game(talk: Talk) -> None:
    assert talk.error("new", scenario="first", options=["fourth_die"])[0] == "unreadable"
    talk.ok("new", scenario="first", dice="external", options=["third_die"])
    rng = random.Random(3)
    while (asked := talk.ok("pending"))["kind"] != "roll" or len(asked["dice"]) == 1:
        play_on(talk, rng, 1)
    assert asked["dice"] == ["white", "colored", "third"]


def test_practice_goes_back_one_decision(talk: Talk) -> None:
    talk.ok("new", scenario="first", seed=1, practice=True)
    before = talk.ok("view")
    talk.ok("answer", path=["setup:0"])
    talk.ok("undo")
    assert talk.ok("view") == before


def test_a_side_is_told_nothing_but_its_own(talk: Talk) -> None:
    talk.ok("new", scenario="first", seed="very secret", side="german")
    assert talk.ok("pending")["kind"] == "waiting"
    assert talk.error("menu")[0] == "stale"
    assert talk.error("answer", text="pass")[0] == "stale"
    assert talk.error("view", side="russian")[0] == "unreadable"
    assert talk.error("answer", text="concede russian")[0] == "illegal"
    texts = [json.dumps(talk.ok(do)) for do in ("view", "pending", "events", "save")]
    assert not any("very secret" in text for text in texts)


def test_preview_ledger_and_los_of_an_attack(talk: Talk) -> None:
    talk.ok("new", scenario="first", seed=11)
    rng = random.Random(6)
    for _ in range(4000):
        asked = talk.ok("pending")
        assert asked["kind"] != "over"
        text = next((text for text in attacks(talk) if asked["kind"] == "choice"), "")
        if text:
            break
        play_on(talk, rng, 1)
    ledger = talk.ok("ledger", text=text)
    assert ledger["lines"]
    preview = talk.ok("preview", text=text)
    assert preview["preview"]["odds"]
    assert preview["text"] == text
    assert talk.ok("los", **{"from": "D5", "to": "E9"})["range"] == 4


def attacks(talk: Talk) -> list[str]:
    """The attacks that the open choice offers, as text."""
    from goodorder.core.actions import Fire
    from goodorder.core.frames import Choice
    from goodorder.core.notation import Names, write

    game = talk.games.by_name[talk.games.current]
    asked = game.pending()
    if not isinstance(asked, Choice):
        return []
    leaves = asked.menu.leaves(50)
    return [write(action, Names.of(game.state)) for _, action in leaves if isinstance(action, Fire)]


@pytest.mark.parametrize("field", ["offset", "limit", "since"])
def test_a_number_below_zero_is_unreadable(field: str) -> None:
    sink = io.BytesIO()
    serve_lines(io.BytesIO(json.dumps({"id": 1, "do": "menu", field: -1}).encode() + b"\n"), sink)
    reply = json.loads(sink.getvalue())
    assert reply["error"]["kind"] == "unreadable" and field in reply["error"]["message"]


def test_a_scenario_of_ones_own_comes_as_file_or_text_and_goes_into_the_record(tmp_path: Path) -> None:
    text = (DATA_FOLDER / "scenarios" / "first.toml").read_text(encoding="utf-8")
    text = text.replace('id = "first"', 'id = "mine"')
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    talk = Talk()
    for word in (str(path), text):
        talk.ok("new", scenario=word, seed=7)
        talk.ok("answer", path=["setup:0"])
        before = talk.ok("view")
        saved = talk.ok("save")["record"]
        path.unlink(missing_ok=True)
        talk.ok("load", record=saved)
        after = talk.ok("view")
        assert after["units"] == before["units"]
    kind, message = talk.error("new", scenario=str(path))
    assert kind == "unreadable" and "mine.toml: can't be read" in message


def test_a_fault_of_the_program_is_none_of_other_kinds_than_the_five(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise ZeroDivisionError("oh")

    talk = Talk()
    monkeypatch.setitem(HANDLERS, "hello", fail)
    kind, message = talk.error("hello")
    assert kind == "illegal" and "a fault of this program" in message and "oh" in message
    talk.ok("new", scenario="patrol", side="german")
    kind, message = talk.error("hello")
    assert kind == "illegal" and "a fault of this program" in message and "oh" not in message


def test_deep_nesting_is_unreadable(talk: Talk) -> None:
    assert reply(talk.games, b"[" * 100_000)["error"]["kind"] == "unreadable"


def test_a_computer_player_is_met_through_the_pipe_and_hints_lead_on(talk: Talk) -> None:
    talk.ok("new", scenario="first", seed=7, side="german", opponent="standard")
    assert talk.ok("players") == {
        "players": {"german": "human", "russian": "standard"},
        "computers": ["standard", "random", "idle"],
    }
    asked = talk.ok("pending")
    assert (asked["kind"], asked["side"]) == ("choice", "german"), "the Russians have set up by themselves"
    for _ in range(5):
        hint = talk.ok("hint")
        assert hint["label"] and hint["reasons"]
        assert talk.ok("preview", path=hint["path"])["action"] == hint["action"]
        talk.ok("answer", path=hint["path"])
        assert talk.ok("pending")["side"] == "german"
    saved = talk.ok("save")["record"]
    assert '"by":"standard"' in saved


def test_players_and_opponents_that_nobody_knows_are_told(talk: Talk) -> None:
    kind, message = talk.error("new", scenario="first", players={"german": "deep thought"})
    assert kind == "unreadable" and "human, standard, random, idle" in message
    assert "german, russian" in talk.error("new", scenario="first", players={"finnish": "idle"})[1]
    assert "give side" in talk.error("new", scenario="first", opponent="idle")[1]


def test_the_map_tells_hexes_neighbours_and_locations_by_number(talk: Talk) -> None:
    found = talk.ok("map")
    hexes = {here["name"]: here for here in found["hexes"]}
    assert len(hexes) == len(found["hexes"])
    for name, here in hexes.items():
        for side, other in enumerate(here["neighbours"]):
            assert other is None or hexes[other]["neighbours"][(side + 3) % 6] == name
    assert all(len(here["locations"]) == 1 for here in hexes.values()), "a starter map has ground Locations only"
    talk.ok("new", scenario="houses", seed=7)
    words = [place["word"] for here in talk.ok("map")["hexes"] for place in here["locations"]]
    assert len(set(words)) == len(words) and any(word.endswith("/1") for word in words)


def test_location_numbers_have_their_words_beside_them(talk: Talk) -> None:
    places = talk.ok("answer", path=["setup:0"])["places"]
    numbers = {here["locations"][0]["number"]: here["name"] for here in talk.ok("map")["hexes"]}
    told = talk.ok("events", since=0)
    placed = [event for event in told["events"] if event["event"] == "UnitPlaced"]
    assert placed and all(told["places"][str(event["loc"])] == numbers[event["loc"]] for event in placed)
    assert places


def test_every_field_that_holds_locations_is_known_to_the_protocol() -> None:
    # Numbers that are no Locations; a new field of an action or event belongs into one of the two lists.
    others = {
        *(
            "audience",
            "unit",
            "units",
            "weapon",
            "weapons",
            "helper",
            "leader",
            "leaders",
            "side",
            "viewer",
            "attacker",
            "guard",
            "victim",
        ),
        *("via", "hexside", "bypass", "crest", "past", "declared", "carry", "by", "double_timing", "other", "facing"),
        *("vehicle", "turret", "turned", "share", "labor", "gun", "more", "colored", "vertex", "direction", "source"),
        *("attackers", "defenders", "subjects", "faces", "original", "final", "number", "points", "winner", "vertices"),
        *("firers", "marker", "id", "strength", "order", "enters", "mf", "step", "routers", "place", "of", "afv"),
        *("molotov", "tally", "losses", "captive", "grain", "atmm", "walk"),
    }
    structs = [*ACTIONS.values(), *Event.__subclasses__(), Step, FireMark, Marker, Firer, Lane]
    fields = {name for struct in structs for name, kind in get_type_hints(struct).items() if holds_numbers(kind)}
    assert fields - others <= LOCATIONS, fields - others - LOCATIONS
    assert not others & LOCATIONS


def holds_numbers(kind: Any) -> bool:
    return kind is int or int in get_args(kind)


def test_every_reply_fits_its_schema_and_over_tells_winner_rule_and_turn(talk: Talk, count: Any) -> None:
    assert set(schema()) >= {"ChoiceDoc", "OverDoc", "ViewDoc", "PreviewDoc", "EntryDoc", "MapDoc", "LedgerDoc"}
    talk.ok("new", scenario="first", seed=3, players={"german": "standard", "russian": "random"})
    count.games()
    over = talk.ok("pending")
    assert over["kind"] == "over" and over["winner"] in ("german", "russian", None)
    assert over["text"] and over["rule"].startswith("A") and over["turn"] >= 1


def test_the_ledger_tells_the_column_by_its_firepower() -> None:
    talk = Talk()
    talk.ok("new", scenario="first", seed=11)
    rng = random.Random(6)
    for _ in range(4000):
        text = next(iter(attacks(talk)), "")
        if text:
            break
        play_on(talk, rng, 1)
    found = talk.ok("ledger", text=text)
    shown = talk.ok("preview", text=text)["preview"]
    assert found["column"] == shown["column"] and found["column"] in (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)
    assert found["sums"][0]["column"] == found["column"] and found["sums"][0]["units"]


@pytest.mark.slow
def test_the_example_bot_plays_a_whole_game_against_the_computer(count: Any) -> None:
    bot = runpy.run_path(str(ROOT / "docs" / "examples" / "engine_bot.py"))
    assert len((ROOT / "docs" / "examples" / "engine_bot.py").read_text(encoding="utf-8").splitlines()) <= 60
    over = bot["play"]("first", "german", seed=4)
    count.games()
    assert over["kind"] == "over" and "victory" in over["text"]


FULL = [name for name in scenario_ids() if scenario_of(name).profile == "full"]


@pytest.mark.parametrize("scenario", ["first", *FULL])
def test_what_a_game_shows_fits_the_documents(scenario: str) -> None:
    talk, rng = Talk(), random.Random(scenario)
    talk.ok("new", scenario=scenario, seed=5)
    for _ in range(40):
        if (asked := talk.ok("pending"))["kind"] == "over":
            break
        assert asked["kind"] == "choice"
        talk.ok("view", side=asked["side"])
        path: list[str] = []
        leaf = False
        while not leaf:
            entry = rng.choice(talk.ok("menu", path=path)["entries"])
            path.append(entry["key"])
            leaf = entry["leaf"]
        talk.ok("preview", path=path)
        talk.ok("answer", path=path)


def test_who_concedes_to_see_what_was_hidden_can_not_go_back(talk: Talk) -> None:
    talk.ok("new", scenario="patrol", side="british", opponent="idle", practice=True, seed=3)
    talk.ok("answer", action={"do": "concede", "side": 0})
    assert talk.ok("pending")["kind"] == "over"
    assert talk.error("undo")[0] == "illegal"
    talk.ok("fork")
    assert talk.error("undo")[0] == "illegal", "nor in a copy"
