"""What a stranger may do to the server: every line, frame and body gets an answer or a close, and holds nothing."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient

from goodorder.data.load import DATA_FOLDER
from goodorder.play.session import positions
from goodorder.play.store import Store
from goodorder.web import ending, games, guard
from goodorder.web.app import create_app
from goodorder.web.serve import configured, default_game, listen

from .conftest import Seat, run_async

Begin = Callable[..., str]
HEAD = "HTTP/1.1\r\nHost: {host}\r\n"


class Real:
    """The server as it runs, in a thread, spoken to by sockets."""

    def __init__(self, folder: Path) -> None:
        self.app = create_app(Store(folder))
        self.games: games.Games = self.app.state.games
        self.game = self.games.create_now(default_game("first", None))
        listener, self.port = listen(26_400)
        self.host = f"127.0.0.1:{self.port}"
        self.server = uvicorn.Server(configured(self.app))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listener]}, daemon=True)
        self.thread.start()

    def line(self) -> socket.socket:
        """A connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def send(self, start: str, more: str = "", body: bytes = b"") -> bytes:
        """What comes back until the server closes, or the answer to one request is there."""
        with self.line() as line:
            line.sendall((start + " " + HEAD.format(host=self.host) + more + "\r\n").encode("latin-1") + body)
            found = b""
            while part := line.recv(65_536):
                found += part
                top, _, rest = found.partition(b"\r\n\r\n")
                size = next((int(one[15:]) for one in top.lower().split(b"\r\n") if one[:15] == b"content-length:"), 0)
                if rest and len(rest) >= size:
                    break
            return found

    def still_answers(self) -> bool:
        """Whether a plain request is answered."""
        return b" 200 " in self.send("GET /api/hello", "Connection: close\r\n")

    def upgraded(self, place: str, more: str = "") -> socket.socket:
        """A WebSocket, after its handshake."""
        key = base64.b64encode(os.urandom(16)).decode()
        line = self.line()
        words = (
            f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        )
        line.sendall(f"GET {place} {HEAD.format(host=self.host)}{words}{more}\r\n".encode("latin-1"))
        found = b""
        while b"\r\n\r\n" not in found:
            found += line.recv(1)
        assert b" 101 " in found, found
        return line


def frame(kind: int, data: bytes) -> bytes:
    """A frame as a client sends it, masked with nothing."""
    size = len(data)
    head = bytes([0x80 | kind, 0x80 | min(size, 126)]) if size < 65_536 else bytes([0x80 | kind, 0x80 | 127])
    long = b"" if size < 126 else struct.pack(">H", size) if size < 65_536 else struct.pack(">Q", size)
    return head + long + bytes(4) + data


def frames(line: socket.socket) -> Iterator[tuple[int, bytes]]:
    """The frames that come: their kind and data."""

    def exactly(count: int) -> bytes:
        found = b""
        while len(found) < count:
            more = line.recv(count - len(found))
            if not more:
                raise EOFError
            found += more
        return found

    while True:
        try:
            kind, size = exactly(2)
            if size == 126:
                (size,) = struct.unpack(">H", exactly(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", exactly(8))
            yield kind & 15, exactly(size)
        except (EOFError, ConnectionError):
            return


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Real]:
    found = Real(tmp_path_factory.mktemp("attacked"))
    while not found.server.started:
        time.sleep(0.02)
    yield found
    found.server.should_exit = True
    found.thread.join(20)
    assert not found.thread.is_alive()


@pytest.fixture(autouse=True)
def nothing_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No traceback: what a stranger sends is no fault of the program."""
    yield
    assert not [one.getMessage() for one in caplog.records if one.exc_info], caplog.text


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "", "http://[", "file://", "http://127.0.0.1", "http://127.0.0.1:1@x", "\x80"],
)
def test_a_page_of_another_site_gets_a_notice_and_a_close(real: Real, origin: str) -> None:
    assert b" 400 " in real.send("POST /api/games", f"Origin: {origin}\r\nContent-Length: 2\r\n", b"{}")
    with real.upgraded(f"/ws/{real.game}?side=watch", f"Origin: {origin}\r\n") as line:
        notice, close = itertools.islice(frames(line), 2)  # who answers no close frame is let go after a while
    assert (notice[0], close[0]) == (1, 8) and b"own page" in notice[1]


def test_a_binary_frame_gets_an_answer_and_the_line_goes_on(real: Real) -> None:
    with real.upgraded(f"/ws/{real.game}?side=watch") as line:
        found = frames(line)
        assert [json.loads(next(found)[1])["type"] for _ in range(2)] == ["hello", "step"]
        line.sendall(frame(2, b"\x00\xff") + frame(2, b'{"type":"hint","rid":1}'))
        for _ in range(2):
            while (told := json.loads(next(found)[1]))["type"] == "step":
                pass
            assert told["type"] == "reply" and "text frame" in told["error"]["message"]
        line.sendall(frame(1, b'{"type":"los","rid":5,"from":"A1","to":"C3"}'))
        while (told := json.loads(next(found)[1]))["type"] == "step":
            pass
        assert told["rid"] == 5


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(1, b"\xff\xfe"), 1007),
        (frame(1, b"x" * 2_000_000)[:200], 1009),  # its length is enough: who sends all of it may meet a closed line
        (bytes([0xF1, 0x80]) + bytes(4), 1002),
        (bytes([0x81, 0x01]) + b"x", 1002),
    ],
)
def test_a_broken_frame_is_answered_with_a_close_frame(real: Real, sent: bytes, code: int) -> None:
    with real.upgraded(f"/ws/{real.game}?side=watch") as line:
        found = frames(line)
        next(found), next(found)
        line.sendall(sent)
        last = list(found)[-1]
        assert last[0] == 8 and struct.unpack(">H", last[1][:2])[0] == code
    assert real.still_answers()


@pytest.mark.parametrize(
    "text", ["[" * 60_000, '{"type":"hint","rid":' + "9" * 5_000 + "}", '{"a":' * 5_000, '"' * 9, "\\u0000", "{}" * 9]
)
def test_a_message_that_is_too_much_is_one_short_answer(real: Real, text: str) -> None:
    with real.upgraded(f"/ws/{real.game}?side=watch") as line:
        found = frames(line)
        next(found), next(found)
        line.sendall(frame(1, text.encode()))
        while (told := json.loads(next(found)[1]))["type"] == "step":
            pass
        assert told["error"]["kind"] == "unreadable" and len(told["error"]["message"]) <= 300


def test_half_a_request_is_dropped_and_holds_nothing(real: Real, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "HEADER_SECONDS", 0.3)
    monkeypatch.setattr(ending, "WHOLE_SECONDS", 0.6)
    before = len(real.server.server_state.connections)
    lines = [real.line() for _ in range(40)]
    for n, line in enumerate(lines):
        if n % 4 == 1:
            line.sendall(b"GET /api/hello HTT")
        elif n % 4 == 2:
            line.sendall(b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{")
        elif n % 4 == 3:
            line.sendall(b"GET /api/hello HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /api/he")
    assert real.still_answers()
    for line in lines:
        while line.recv(65_536):
            pass
        line.close()
    end = time.monotonic() + 60
    while len(real.server.server_state.connections) > before and time.monotonic() < end:
        time.sleep(0.05)
    assert len(real.server.server_state.connections) <= before
    assert not real.server.server_state.tasks


def test_a_client_that_goes_away_in_the_middle_of_its_body_leaves_nothing_behind(real: Real) -> None:
    for _ in range(5):
        line = real.line()
        line.sendall(b"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n" + b"x" * 500)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.close()
    assert real.still_answers()
    end = time.monotonic() + 30
    while real.server.server_state.tasks and time.monotonic() < end:
        time.sleep(0.05)
    assert not real.server.server_state.tasks


def test_who_does_not_read_the_answer_is_let_go(real: Real, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with more under way than the system's buffers hold."""
    monkeypatch.setattr(ending, "UNREAD_SECONDS", 0.5)
    before = len(real.server.server_state.connections)
    lines = []
    for _ in range(3):
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.connect(("127.0.0.1", real.port))
        place = f"/api/games/{real.game}/map"
        line.sendall((f"GET {place} " + HEAD.format(host=real.host) + "\r\n").encode() * 60)
        lines.append(line)
    time.sleep(1.0)
    assert real.still_answers()
    end = time.monotonic() + 60
    while len(real.server.server_state.connections) > before and time.monotonic() < end:
        time.sleep(0.05)
    assert len(real.server.server_state.connections) <= before
    for line in lines:
        line.close()


def test_a_body_that_is_too_long_or_too_slow_is_refused(real: Real, monkeypatch: pytest.MonkeyPatch) -> None:
    assert b"at most" in real.send("POST /api/games", "Content-Length: 90000\r\n", b" " * 90_000)
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.2)
    assert b"did not arrive" in real.send("POST /api/games", "Content-Length: 9\r\n", b"{")


@pytest.mark.parametrize(
    "place",
    [
        "/api/games/../../etc/passwd/map",
        "/api/games/%2e%2e%2f%2e%2e/record",
        "/api/games/%00/replay",
        "/api/games/%ff%fe/map",
        "/api/games/" + "a" * 5_000 + "/map",
        "/api/games/%F0%9F%92%A5/map",
        "/api/scenarios/..%2f..%2fsecret",
        "/api/scenarios/%00",
        "/api/scenarios/" + "z" * 5_000,
        "/api/rules/" + "A" * 5_000,
        "/api/rules/%00%ff",
        "/api/rules/../../../etc/passwd",
        "/../../../../etc/passwd",
        "/assets/%2e%2e/%2e%2e/app.py",
    ],
)
def test_any_id_is_answered_with_one_short_error(real: Real, place: str) -> None:
    answer = real.send(f"GET {place}", "Connection: close\r\n")
    assert answer.split()[1] in (b"400", b"404"), answer[:200]
    assert b"Traceback" not in answer and b"root:" not in answer
    body = answer.partition(b"\r\n\r\n")[2]
    if body.startswith(b"{"):
        assert len(json.loads(body)["error"]["message"]) <= 300


def test_every_answer_carries_the_headers_that_keep_others_out(real: Real) -> None:
    for place in ("/", "/api/hello", "/api/games/none/map", "/nothing"):
        answer = real.send(f"GET {place}", "Connection: close\r\n").lower()
        assert b"content-security-policy: default-src 'none'" in answer and b"frame-ancestors 'none'" in answer
        assert b"x-frame-options: deny" in answer and b"x-content-type-options: nosniff" in answer


def test_who_does_not_read_what_he_is_sent_is_let_go(new_game: Begin, web: TestClient) -> None:
    from goodorder.web.messages.talk import NoticeMessage
    from goodorder.web.wire import WAITING, Outbox

    class Deaf:
        closed = 0

        async def send_text(self, text: str) -> None:
            await asyncio.sleep(3600)

        async def close(self, code: int) -> None:
            self.closed = code

    async def flood() -> int:
        deaf: Any = Deaf()
        line = Outbox(deaf)
        await asyncio.sleep(0)
        for _ in range(WAITING + 5):
            line.put(NoticeMessage(text="again"))
        await asyncio.sleep(0.05)
        return int(deaf.closed)

    assert run_async(flood) == 4408


def test_a_table_at_which_nobody_sits_leaves_memory_and_comes_back_with_its_orders(
    new_game: Begin, sit: Callable[..., Any], web: TestClient
) -> None:
    game = new_game()
    app: Any = web.app
    served = app.state.games
    with sit(game) as seat:
        seat.ask("standing", orders={"threshold": 0.25})
        before = seat.state["units"]
        served.forget_idle(time.monotonic())
        assert game in served.live, "somebody sits there"
    end = time.monotonic() + 30
    while game in served.live and time.monotonic() < end:
        served.forget_idle(time.monotonic())
        time.sleep(0.02)
    assert game not in served.live
    with sit(game) as seat:
        assert seat.state["units"] == before
        assert {orders.threshold for orders in served.live[game].standing.orders.values()} == {0.25}


def test_a_scenario_that_is_sent_is_offered_to_nobody_and_takes_no_id_over(web: TestClient) -> None:
    text = (DATA_FOLDER / "scenarios" / "first.toml").read_text(encoding="utf-8").replace('id = "first"', 'id = "mine"')
    players = {"german": "human", "russian": "human"}
    listed = web.get("/api/scenarios").json()
    assert web.post("/api/games", json={"scenario": text, "players": players}).status_code == 200
    for word in ("first", "patrol"):
        taken = text.replace('id = "mine"', f'id = "{word}"').replace("turns = 5", "turns = 6")
        answer = web.post("/api/games", json={"scenario": taken, "players": players})
        assert answer.status_code == 400 and "another id" in answer.json()["error"]["message"]
    assert web.get("/api/scenarios").json() == listed


def test_a_long_text_is_read_while_others_play(
    web: TestClient, new_game: Begin, sit: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No lock is held while a stranger's record or scenario is read."""
    reading, go_on = threading.Event(), threading.Event()
    plain = positions

    def slow(*args: Any, **more: Any) -> Any:
        reading.set()
        assert go_on.wait(60)
        return plain(*args, **more)

    data = web.get(f"/api/games/{new_game()}/record").content
    monkeypatch.setattr(games, "positions", slow)
    answers: list[int] = []
    thread = threading.Thread(target=lambda: answers.append(web.post("/api/records", content=data).status_code))
    thread.start()
    try:
        assert reading.wait(60)
        with sit(new_game()) as seat:
            assert isinstance(seat, Seat) and seat.answer(["pass"])["ok"]
    finally:
        go_on.set()
        thread.join(60)
    assert answers == [200]
