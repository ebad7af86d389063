"""How much goes over the line when a page opens: what is packed, and what a browser need not ask for again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from goodorder.play.store import Store
from goodorder.web import app

Begin = Callable[..., str]
Sit = Callable[..., Any]

PLAIN = {"accept-encoding": "identity"}
SCRIPT = "const board = 'a hex, a counter, a thread';\n" * 400
MONTH = 30 * 24 * 3600


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """A server of a small client with one page and one script."""
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text('<script src="./assets/index-AbC123.js"></script>', encoding="utf-8")
    (built / "assets" / "index-AbC123.js").write_text(SCRIPT, encoding="utf-8")
    monkeypatch.setattr(app, "STATIC", built)
    return TestClient(app.create_app(Store(tmp_path / "home")))


def kept_for(answer: Any) -> int:
    """Seconds for which a browser need not ask again."""
    found = re.search(r"max-age=(\d+)", answer.headers["cache-control"])
    return int(found.group(1)) if found else 0


def test_a_file_with_a_digest_in_its_name_is_packed_and_kept_for_good(pages: TestClient) -> None:
    plain, packed = pages.get("/assets/index-AbC123.js", headers=PLAIN), pages.get("/assets/index-AbC123.js")
    assert plain.text == packed.text == SCRIPT
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert kept_for(packed) > MONTH and "immutable" in packed.headers["cache-control"]


def test_the_page_itself_is_asked_for_each_time_and_sent_only_when_it_is_new(pages: TestClient) -> None:
    first = pages.get("/")
    assert first.status_code == 200 and first.headers["cache-control"] == "no-cache"
    again = pages.get("/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304 and again.headers["cache-control"] == "no-cache"


def test_a_file_that_is_not_there_is_not_kept(pages: TestClient) -> None:
    answer = pages.get("/assets/index-Gone.js")
    assert answer.status_code == 404 and "cache-control" not in answer.headers


def test_a_greeting_names_its_map_which_is_sent_once(new_game: Begin, sit: Sit, web: TestClient) -> None:
    with sit(new_game()) as seat, sit(new_game()) as other:
        name = seat.hello["map"]
        assert name == other.hello["map"], "two games on one map"
    first = web.get(f"/api/maps/{name}")
    assert kept_for(first) > MONTH and first.headers["content-encoding"] == "gzip"
    assert web.get(f"/api/maps/{name}", headers=PLAIN).json() == first.json()
    asked_again = web.get(f"/api/maps/{name}", headers={"if-none-match": first.headers["etag"]})
    assert asked_again.status_code == 304 and asked_again.content == b""


def test_another_map_has_another_name(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat, sit(new_game("patrol")) as other:
        assert seat.hello["map"] != other.hello["map"]


def test_a_map_that_was_not_drawn_is_asked_for_by_its_game(new_game: Begin, sit: Sit, web: TestClient) -> None:
    game = new_game()
    missing = web.get("/api/maps/0123456789abcdef0123")
    assert missing.status_code == 404 and missing.headers["cache-control"] == "no-store"
    with sit(game) as seat:
        found = web.get(f"/api/games/{game}/map")
        assert found.headers["etag"] == f'"{seat.hello["map"]}"' and found.headers["cache-control"] == "no-cache"
        assert found.json() == web.get(f"/api/maps/{seat.hello['map']}").json()


def test_long_answers_are_packed_and_short_ones_are_not(web: TestClient) -> None:
    assert web.get("/api/scenarios").headers["content-encoding"] == "gzip"
    assert "content-encoding" not in web.get("/api/hello").headers
