"""A real Chromium shows what the full game adds: levels of one hex, several ways into it, and "?" counters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from tests.web.conftest import opened
from tests.web.screen import Served, decline, middle, until, wait_turn

pytestmark = pytest.mark.browser


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path, "houses", "german")
    yield found
    found.stop()


@pytest.fixture
def patrol(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path, "patrol", "british")
    yield found
    found.stop()


def test_counters_on_an_upper_level_carry_its_tag_and_an_inspected_hex_tells_who_is_where(
    browser: Any, houses: Served
) -> None:
    with opened(browser, houses.address) as page:
        wait_turn(page)
        upper = page.locator("g.unit[aria-label*=' level ']")
        upper.first.wait_for(state="attached")
        for n in range(upper.count()):
            label = upper.nth(n).get_attribute("aria-label") or ""
            level = label.split(" level ")[1].split(",")[0]
            assert upper.nth(n).locator(".level-tag").text_content() == f"L{level}"
        box = upper.first.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button="right")
        page.locator(".inspect").wait_for()
        assert "level" in page.locator(".inspect h4").first.inner_text().lower()


def test_what_a_hex_at_the_bottom_tells_stays_on_the_screen(browser: Any, tmp_path: Path) -> None:
    served = Served(tmp_path, "sawmill", "russian")
    try:
        with opened(browser, served.address) as page:
            wait_turn(page)
            size = page.viewport_size
            assert size is not None
            x, y = middle(page, "U9")
            assert y > size["height"] / 2
            page.mouse.click(x, y, button="right")
            told = page.locator(".popover.inspect")
            told.wait_for()
            box = told.bounding_box()
            assert box is not None
            assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
            assert told.evaluate("one => one.scrollHeight") > size["height"] - y, "below the click it would not fit"
    finally:
        served.stop()


def test_a_stack_that_is_laid_out_stays_within_the_board_that_is_seen(browser: Any, tmp_path: Path) -> None:
    served = Served(tmp_path, "sawmill", "russian")
    try:
        with opened(browser, served.address) as page:
            wait_turn(page)
            x, y = middle(page, "T8")
            page.mouse.move(x, y)
            for _ in range(6):
                page.mouse.wheel(0, -300)
            fan = page.locator("g.fan rect").first
            fan.wait_for(state="attached")
            board = page.locator(".board-holder").bounding_box()
            assert board is not None
            until(
                lambda: (
                    (box := fan.bounding_box()) is not None and box["x"] + box["width"] <= board["x"] + board["width"]
                )
            )
            box = fan.bounding_box()
            assert box is not None and box["width"] > board["width"] / 3
    finally:
        served.stop()


def test_stacks_of_the_other_side_show_a_question_mark_and_no_message_says_more(browser: Any, patrol: Served) -> None:
    with opened(browser, patrol.address) as page:
        frames: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(str(data))))
        page.reload()
        for _ in range(12):
            wait_turn(page)
            decline(page, patrol)
        wait_turn(page)
        stacks = page.locator("g.unit[aria-label*='stack under ?']")
        assert stacks.count() > 0
        assert stacks.first.locator(".question").text_content() == "?"
        assert page.locator("g.unit .cover-mark").count() > 0
        steps = [json.loads(frame) for frame in frames if frame.startswith('{"type":"step"')]
        assert len(steps) > 5
        for step in steps:
            units = {unit["id"]: unit for unit in step["state"]["units"]}
            for unit in units.values():
                if unit["side"] == "german" and unit.get("concealed"):
                    assert (unit["kind"], unit["name"], unit["ident"]) == ("unknown", "?", "")
                assert unit["side"] == "british" or unit["kind"] != "dummy"
            assert all(weapon["holder"] is None or weapon["holder"] in units for weapon in step["state"]["weapons"])
