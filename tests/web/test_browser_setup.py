"""A real Chromium, a set-up by hand: counters come from the tray to the map, weapons to who is to carry them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

from goodorder.play.record import Answered
from goodorder.web.messages.requests import NewGame, PlayerWord
from tests.web.conftest import opened
from tests.web.screen import Served, click_hex, until, wait_turn

pytestmark = pytest.mark.browser


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[Served]:
    """The small scenario, whose Germans set up by hand."""
    players: dict[str, PlayerWord] = {"german": "human", "russian": "standard"}
    found = Served(tmp_path, side="german", wanted=NewGame(scenario="first", players=players))
    yield found
    found.stop()


def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of the first element of a kind."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def put_first(page: Page, served: Served) -> None:
    """The first counter of the tray, onto the first lit hex."""
    wait_turn(page)
    page.locator(".tray-unit[data-unit]").first.click()
    click_hex(page)
    until(lambda: len(served.by_hand()) == 1)
    wait_turn(page)
    page.locator("g.units g.unit.glow").first.wait_for(state="attached")


def test_a_counter_from_the_tray_joins_the_unit_that_is_clicked(browser: Any, begun: Served) -> None:
    with opened(browser, begun.address) as page:
        put_first(page, begun)
        page.locator(".tray-unit[data-unit]").first.click()
        page.locator("polygon.offer").first.wait_for(state="attached")
        page.mouse.click(*middle(page, "g.units g.unit"))
        until(lambda: len(begun.by_hand()) == 2)
        first, second = (
            e.action for e in begun.store.record(begun.game).line() if isinstance(e, Answered) and e.by == "human"
        )
        assert first["unit"] != second["unit"]
        assert first["loc"] == second["loc"]


def test_a_weapon_is_dragged_to_the_unit_that_is_to_have_it(browser: Any, begun: Served) -> None:
    with opened(browser, begun.address) as page:
        put_first(page, begun)
        page.mouse.move(*middle(page, ".tray-unit:not([data-unit])"))
        page.mouse.down()
        x, y = middle(page, "g.units g.unit")
        page.mouse.move(x, y - 30, steps=4)
        page.mouse.move(x, y, steps=2)
        page.mouse.up()
        until(lambda: begun.by_hand()[1:] == ["give"])
