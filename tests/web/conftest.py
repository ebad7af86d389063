"""A server in the test's own process and clients that speak its protocol."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from goodorder.play.store import Store
from goodorder.web.app import STATIC, create_app
from tests.web.arena import arena, scenario
from tests.web.screen import ARGUMENTS, PATIENCE, Served
from tools import client

Doc = dict[str, Any]
T = TypeVar("T")


def run_async(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What ``work`` gives, from a loop of its own in a thread of its own.

    A browser in the same worker keeps a loop running in the thread of the tests, where ``asyncio.run`` refuses.
    """
    with ThreadPoolExecutor(1) as fresh:
        return fresh.submit(lambda: asyncio.run(work())).result(60)


class Seat:
    """A client of a game: sends requests, keeps what came."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.rids = itertools.count(1)
        self.steps: list[Doc] = []
        self.notices: list[str] = []
        self.raw: list[str] = []
        self.hello = self._receive()
        assert self.hello["type"] == "hello"
        self.wait_step()

    def _receive(self) -> Doc:
        text = self.socket.receive_text()
        self.raw.append(text)
        found: Doc = json.loads(text)
        if found["type"] == "step":
            self.steps.append(found)
        if found["type"] == "notice":
            self.notices.append(found["text"])
            assert "can't go on" not in found["text"], found["text"]
        return found

    @property
    def state(self) -> Doc:
        """The position that was shown last."""
        found: Doc = self.steps[-1]["state"]
        return found

    def wait_step(self) -> Doc:
        """Receive until a step has come."""
        while self._receive()["type"] != "step":
            pass
        return self.steps[-1]

    def wait_choice(self) -> Doc:
        """Receive until this seat must decide, or the game is over."""
        while self.state["pending"]["kind"] == "waiting":
            self._receive()
        return self.state

    def past_snipers(self) -> Doc:
        """Put the Snipers of this seat into the first hex that is offered for each."""
        while "Sniper" in self.wait_choice()["pending"].get("prompt", ""):
            assert self.answer([self.state["menu"]["entries"][0]["key"]])["ok"]
        return self.state

    def send(self, type: str, **body: Any) -> Doc:
        """A request and its reply."""
        rid = next(self.rids)
        self.socket.send_json({"type": type, "rid": rid, **body})
        return self.reply(rid)

    def reply(self, rid: int | None) -> Doc:
        """Receive until the reply to ``rid`` has come."""
        while True:
            found = self._receive()
            if found["type"] == "reply" and found["rid"] == rid:
                return found

    def ask(self, type: str, **body: Any) -> Any:
        """The result of a request that must succeed."""
        found = self.send(type, **body)
        assert found["ok"], found
        return found["result"]

    def answer(self, path: list[str], seq: int | None = None) -> Doc:
        """Answer; the steps that show it come before the reply."""
        return self.send("answer", seq=self.state["seq"] if seq is None else seq, path=path)

    def random_path(self, rng: random.Random) -> list[str]:
        """A path to a leaf of the open menu."""
        path: list[str] = []
        while True:
            entry = rng.choice(self.ask("menu", path=path)["entries"])
            path.append(entry["key"])
            if entry["leaf"]:
                return path


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "home")


@pytest.fixture
def web(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server in this process whose computer players answer without a pause."""
    monkeypatch.setattr("goodorder.web.live_game.answering", float)
    with TestClient(create_app(store)) as found:
        yield found


@pytest.fixture
def new_game(web: TestClient) -> Callable[..., str]:
    """Begins a game of the small scenario; both sides people unless told otherwise, set-ups taken."""

    def begin(scenario: str = "first", **more: Any) -> str:
        card = web.get(f"/api/scenarios/{scenario}").json()
        players = {side["id"]: "human" for side in card["sides"]} | more.pop("players", {})
        setups = more.pop("setups", {side: ready[0]["name"] for side, ready in card["setups"].items()})
        body = {"scenario": scenario, "players": players, "setups": setups, "seed": 7, **more}
        answer = web.post("/api/games", json=body)
        assert answer.status_code == 200, answer.text
        game: str = answer.json()["game"]
        return game

    return begin


@pytest.fixture
def sit(web: TestClient) -> Callable[..., Any]:
    """Takes a seat in a game, with the tokens of the seats that were taken in it before."""
    tokens: dict[str, list[str]] = {}

    @contextmanager
    def seat(game: str, side: str = "both") -> Iterator[Seat]:
        known = tokens.setdefault(game, [])
        with web.websocket_connect(f"/ws/{game}?side={side}", subprotocols=["goodorder", *known]) as socket:
            found = Seat(socket)
            known.extend(one for one in [found.hello.get("token")] if one)
            yield found

    return seat


def older_than_its_sources() -> bool:
    """Whether a source of the client has changed since it was built."""
    built = (STATIC / "index.html").stat().st_mtime
    return any(file.stat().st_mtime > built for file in client.sources())


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Any]:
    """A Chromium, for all tests that need one."""
    playwright = pytest.importorskip("playwright.sync_api")
    if not (STATIC / "index.html").exists():
        pytest.skip("the client is not built")
    if not client.is_fresh() and older_than_its_sources():
        pytest.fail("the client is older than ui/: run test.py, or npm run build in ui/")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=chromium_path, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path)
    yield found
    found.stop()


@contextmanager
def opened(browser: Any, address: str, **more: Any) -> Iterator[Any]:
    """A page of the game; console errors fail the test."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **more})
    context.set_default_timeout(PATIENCE * 1_000)
    found = context.new_page()
    errors: list[str] = []
    found.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.add_init_script("localStorage.setItem('goodorder.pace', '\"instant\"')")
    found.goto(address)
    yield found
    context.close()
    assert errors == []


@pytest.fixture
def page(browser: Any, served: Served) -> Iterator[Any]:
    """The game on screen."""
    with opened(browser, served.address) as found:
        yield found


@pytest.fixture
def tablet(browser: Any, served: Served) -> Iterator[Any]:
    """The game on a screen that is worked with fingers."""
    with opened(browser, served.address, has_touch=True) as found:
        yield found


@pytest.fixture
def play(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens a page on a game of a few counters."""
    held: list[Served] = []

    def begin(*args: Any, **more: Any) -> Any:
        window = {key: more.pop(key) for key in ("viewport", "has_touch", "is_mobile") if key in more}
        side = more.pop("side", "german")
        held.append(arena(tmp_path / str(len(held)), scenario(*args, **more), side))
        return opened(browser, held[-1].address, **window), held[-1]

    yield begin
    for served in held:
        served.stop()
