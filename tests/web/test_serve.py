"""Running the server: ports, joining, Ctrl-C, what it opens on."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from goodorder.core.errors import GoodOrderError
from goodorder.data.load import DATA_FOLDER
from goodorder.play.start import given
from goodorder.play.store import Store
from goodorder.web.app import create_app
from goodorder.web.serve import _farewell, default_game, find_running, listen, opening_game, serve
from tests.support import slow_after

HERE = Path(__file__).parent


def test_a_port_in_use_is_passed_over() -> None:
    first, one = listen(24_100)
    second, two = listen(one)
    assert one < two
    first.close()
    second.close()


@pytest.mark.skipif(os.name != "posix", reason="two sockets bind one port only where it may be taken again at once")
def test_a_port_that_another_takes_at_the_same_moment_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    rival, port = listen(24_150)
    rival.close()
    rival = socket.socket()
    rival.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    rival.bind(("127.0.0.1", port))
    bind = socket.socket.bind

    def beaten(self: socket.socket, address: tuple[str, int]) -> None:
        bind(self, address)
        rival.listen()

    monkeypatch.setattr(socket.socket, "bind", beaten)
    found, number = listen(port)
    assert number > port
    found.close()
    rival.close()


def test_no_free_port_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(self: socket.socket, address: object) -> None:
        raise OSError("in use")

    monkeypatch.setattr(socket.socket, "bind", taken)
    with pytest.raises(GoodOrderError, match="no free port"):
        listen(24_200)


@pytest.mark.parametrize("text", ["", "{}", '{"port": 1}', '{"port": "x"}'])
def test_a_mark_of_a_server_that_is_gone_is_no_server(tmp_path: Path, text: str) -> None:
    (tmp_path / "server.json").write_text(text)
    assert find_running(tmp_path) is None


def test_without_arguments_the_small_scenario_opens_ready_to_play(tmp_path: Path) -> None:
    store = Store(tmp_path)
    game, seat = opening_game(store, (), None)
    record = store.record(str(game))
    assert record.header.scenario == "first" and record.header.players[str(seat)] == "human"
    assert sorted(record.header.players.values()) == ["human", "standard"]
    assert set(record.header.setups) == {seat}


def test_a_game_left_unfinished_is_opened_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = opening_game(store, (), None)
    assert opening_game(store, (), None) == first
    other, _ = opening_game(store, [given("assault")], None)
    assert other != first[0]


def test_a_side_that_is_named_begins_a_new_game(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first, seat = opening_game(store, (), None)
    assert seat == "german"
    game, seat = opening_game(store, (), "russian")
    assert game != first and seat == "russian"


def test_the_side_to_play_can_be_named() -> None:
    assert default_game("first", "russian").players == {"german": "standard", "russian": "human"}
    with pytest.raises(GoodOrderError, match="no side 'french'"):
        default_game("first", "french")


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT for a child process")
@pytest.mark.parametrize("told", slow_after(1, [signal.SIGINT, signal.SIGTERM]))
def test_a_server_that_is_told_to_end_says_where_the_game_is(tmp_path: Path, told: signal.Signals) -> None:
    """Also where it was started by a program that ignores the signal, as a shell does for what runs behind it."""
    before = signal.signal(told, signal.SIG_IGN)
    try:
        process = started(tmp_path)
    finally:
        signal.signal(told, before)
    assert process.stdout is not None and process.stdout.readline()
    process.send_signal(told)
    out, errors = process.communicate(timeout=120)
    assert f"Games are saved in {tmp_path / 'games.sqlite'}" in out
    assert process.returncode == 0 and "Traceback" not in errors
    assert not (tmp_path / "server.json").exists()


BUSY = """
import sys, threading, time
import goodorder.web.live_game as live_game
from pathlib import Path
from goodorder.web.serve import serve
plain = live_game.queries.los
def slow(*args):
    print("computing", flush=True)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        pass
    return plain(*args)
live_game.queries.los = slow
serve(24350, False, folder=Path(sys.argv[1]), say=lambda text: print(text, flush=True))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no SIGINT for a child process")
def test_a_server_ends_within_two_seconds_whatever_it_is_doing(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1] / "src")}
    command = [sys.executable, "-c", BUSY, str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    address = process.stdout.readline().split()[1]
    process.stdout.readline()
    host, _, place = address.partition("/#/game/")
    game, _, query = place.partition("?")
    name, _, port = host.removeprefix("http://").partition(":")
    half = socket.create_connection((name, int(port)), timeout=60)
    half.sendall(b"GET /api/hello HTTP/1.1\r\nHost: 127")
    seat, _, key = query.partition("&key=")
    named = [Subprotocol(word) for word in ("goodorder", key)]
    with connect(f"{host.replace('http', 'ws')}/ws/{game}?{seat}", max_size=None, subprotocols=named) as line:
        line.recv()
        line.recv()
        line.send('{"type": "los", "rid": 1, "from": "A1", "to": "C3"}')
        assert process.stdout.readline() == "computing\n"
        process.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        out, errors = process.communicate(timeout=60)
        assert time.monotonic() - begun < 4, "twice what is promised: others compute on this machine too"
    half.close()
    assert process.returncode == 0 and "Games are saved in" in out and "Traceback" not in errors


STUCK = """
import threading
from uvicorn import Config
from goodorder.web.ending import PromptServer
def farewell():
    print("farewell", flush=True)
    threading.Event().wait()
PromptServer(Config(None), farewell).hurry()
while True:
    pass
"""


@pytest.mark.slow
def test_a_server_ends_also_where_its_last_words_are_never_done() -> None:
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1] / "src")}
    command = [sys.executable, "-c", STUCK]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=30, check=False)
    assert (done.stdout, done.stderr) == ("farewell\n", "")


def started(folder: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1] / "src")}
    command = [sys.executable, str(HERE / "server_process.py"), str(folder), "24300"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


@pytest.mark.slow
def test_a_second_start_joins_the_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    process = started(tmp_path)
    assert process.stdout is not None
    address = process.stdout.readline().split()[1]
    host = address.split("/")[2]
    with urllib.request.urlopen(f"http://{host}/api/hello", timeout=90) as answer:
        assert json.load(answer)["folder"] == str(tmp_path)
    serve(24_300, False, folder=tmp_path)
    assert f"already runs: http://{host}/" in capsys.readouterr().out
    process.kill()
    process.wait()


def test_a_scenario_file_is_opened_and_offered_and_another_server_takes_its_text(tmp_path: Path) -> None:
    text = (DATA_FOLDER / "scenarios" / "first.toml").read_text(encoding="utf-8").replace('id = "first"', 'id = "mine"')
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    own = given(str(path))
    store = Store(tmp_path / "home")
    game, _ = opening_game(store, [own], None)
    assert store.record(str(game)).header.scenario_text == text
    with TestClient(create_app(store, scenarios=[own])) as client:
        assert "mine" in [one["id"] for one in client.get("/api/scenarios").json()]
        assert client.get("/api/scenarios/mine").json()["title"] == own.scenario.title
    with TestClient(create_app(store)) as client:
        assert "mine" not in [one["id"] for one in client.get("/api/scenarios").json()]
        body = {"scenario": text, "players": {"german": "human", "russian": "standard"}, "setups": {}}
        game = client.post("/api/games", json=body).json()["game"]
        assert store.record(game).header.scenario == "mine"
        assert client.post("/api/games", json={**body, "scenario": str(path)}).status_code == 400


def test_a_game_in_its_set_up_is_told_as_such_at_the_end(tmp_path: Path) -> None:
    store = Store(tmp_path)
    opening_game(store, (), None)
    told: list[str] = []
    _farewell(store, told.append)
    assert told[1].endswith(", set-up. Start again to go on.")
