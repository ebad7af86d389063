"""What the tests of Human Waves on a page share: what was done, and the DEFENDER's window over an impulse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from goodorder.play.record import Answered
from tests.web.screen import Served, wait_turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

WINDOW = re.compile(r"Defensive First Fire at (\d+) units at (.+)\?")


def done(served: Served, what: str, by: str) -> list[Any]:
    """What one player has done of a kind."""
    entries = served.store.record(served.game).line()
    return [one.action for one in entries if isinstance(one, Answered) and one.by == by and one.action["do"] == what]


def window(page: Page) -> tuple[int, list[str]]:
    """How many units the open window is over, and in which Locations; it is told in full, within its panel."""
    wait_turn(page)
    prompt = page.locator("section.now .prompt")
    found = WINDOW.search(prompt.inner_text())
    assert found is not None, prompt.inner_text()
    assert "Human Wave" in page.locator("section.now .crumbs").inner_text()
    fits = "e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 1"
    assert prompt.evaluate(fits)
    panel, words = page.locator("section.now").bounding_box(), prompt.bounding_box()
    assert panel is not None and words is not None
    assert panel["x"] <= words["x"] and words["x"] + words["width"] <= panel["x"] + panel["width"]
    touched = found[2].split(", ")
    assert page.locator("polygon.touched").count() == len(touched), "each is marked on the board"
    return int(found[1]), touched
