"""Seats in a real browser: the page keeps its token, another browser is refused, and an invitation lets it in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from goodorder.play.record import Options
from goodorder.web.messages.requests import NewGame, PlayerWord
from goodorder.web.seats import HOST, Seats
from tests.web.screen import Served, until

from .conftest import opened

pytestmark = [pytest.mark.browser]


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Served]:
    people: dict[str, PlayerWord] = {"german": "human", "russian": "human"}
    found = Served(tmp_path, wanted=NewGame(scenario="first", players=people, options=Options(), seed=5))
    yield found
    found.stop()


def test_a_seat_stays_with_the_browser_that_took_it_until_somebody_is_invited(browser: Any, two: Served) -> None:
    start = two.address.split("/#")[0]
    seat = two.address.split("?side=")[0] + "?side=german"
    with opened(browser, seat) as mine, opened(browser, start) as other:
        for _ in range(2):
            mine.wait_for_selector("header.top h1")
            assert "key" not in mine.url
            mine.reload()
        mine.wait_for_selector("header.top h1")
        other.goto(seat)
        told = other.wait_for_selector(".banner[role=alert]").inner_text()
        assert "taken" in told and "invited" in told
        assert other.locator("header.top h1").count() == 0
        key = Seats(two.store, two.game).give("german")
        other.goto(start)
        other.goto(f"{seat}&key={key}")
        other.wait_for_selector("header.top h1")
        assert key not in other.url
        other.reload()
        other.wait_for_selector("header.top h1")


def test_who_made_a_game_invites_from_its_menu_and_keeps_the_other_seat(browser: Any, two: Served) -> None:
    start = two.address.split("/#")[0]
    host = Seats(two.store, two.game).give(HOST)
    with opened(browser, start) as mine, opened(browser, start) as guest:
        kept = f'{{"{two.game}": {{"host": "{host}"}}}}'
        mine.evaluate("text => localStorage.setItem('goodorder.seats', text)", kept)
        mine.reload()
        mine.goto(two.address.split("?side=")[0] + "?side=both")
        mine.wait_for_selector("header.top h1")
        mine.locator("button.burger").click()
        mine.get_by_role("menuitem", name="Invite somebody to play Russian").click()
        link = mine.locator("label.invitation input").input_value()
        assert "side=russian&key=" in link
        until(lambda: "side=german" in mine.evaluate("location.hash"))
        mine.wait_for_selector("header.top h1")
        guest.goto(link)
        guest.wait_for_selector("header.top h1")
        assert "key" not in guest.url and guest.locator(".banner[role=alert]").count() == 0
        mine.goto(start)
        mine.goto(two.address.split("?side=")[0] + "?side=russian")
        assert "taken" in mine.wait_for_selector(".banner[role=alert]").inner_text()
