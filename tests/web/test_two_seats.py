"""Two people, each in a Chromium of his own, play a game that hides units: no page gets what its side can't know."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, WebSocket
from playwright.sync_api import TimeoutError as PageTimeout

from goodorder.core.state import ON_MAP, Unit
from goodorder.play import start
from goodorder.play.record import Options, Record
from goodorder.play.session import positions
from goodorder.web.messages.requests import NewGame, PlayerWord
from tests.web.screen import ASKED, PATIENCE, Served, leave_board

from .conftest import opened

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ACTS = [60, pytest.param(160, marks=pytest.mark.soak)]
"""Clicks of both together: about a turn of each side, and two."""

SOON = 1_500
"""Milliseconds after which what was to be clicked counts as gone: the other seat may have changed the page."""


@pytest.fixture
def patrol(tmp_path: Path) -> Iterator[Served]:
    people: dict[str, PlayerWord] = {"british": "human", "german": "human"}
    found = Served(tmp_path, wanted=NewGame(scenario="patrol", players=people, options=Options(), seed=5))
    yield found
    found.stop()


def _hand(page: Page, rng: random.Random) -> bool:
    """One click of a person who takes the first set-up and then whatever there is; whether there was anything that
    was still there when he clicked.
    """
    if not page.locator(ASKED).count():
        return False
    try:
        _click(page, rng)
    except PageTimeout:
        return False
    page.wait_for_selector("section.now[aria-busy='false']", state="attached")
    return True


def _click(page: Page, rng: random.Random) -> None:
    """That click; a PageTimeout where what was to be clicked has gone."""
    leave_board(page)
    box = page.locator("section.now.mine .confirm-box button:visible")
    ready = page.locator("button.choice[data-key='setup:0']:visible")
    done = page.locator("button.choice.pass:visible")
    buttons = page.locator("section.now.mine button.choice:visible")
    lit = page.locator("polygon.offer").all()
    many = buttons.count()
    if box.count():
        box.first.click(timeout=SOON)
    elif ready.count() and not page.locator("g.unit").count():
        ready.first.click(timeout=SOON)
    elif "Set-up" in page.locator("section.now").inner_text() and done.count():
        done.last.click(timeout=SOON)
    elif lit and (not many or rng.random() < 0.5):
        at = rng.choice(lit).bounding_box(timeout=SOON)
        if at is None:
            raise PageTimeout("a hex that is lit no more")
        page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    elif done.count() and rng.random() < 0.6:
        done.first.click(timeout=SOON)
    elif many:
        buttons.nth(rng.randrange(many)).click(timeout=SOON)
    else:
        page.keyboard.press("Escape")


def _never_known(record: Record, side: int) -> list[Unit]:
    """The other side's units that this side has not known at any time."""
    beats = positions(record.line(), start.again(record.header))
    known = {
        unit.id
        for beat in beats
        if beat.after.turn.phase != "setup"
        for unit in beat.after.units.values()
        if unit.place == ON_MAP and not unit.concealed
    }
    last = beats[-1].after
    masked = (unit for unit in last.units.values() if unit.side != side and unit.concealed and unit.place == ON_MAP)
    return [unit for unit in masked if unit.id not in known]


def listen(heard: list[str], line: WebSocket) -> None:
    """Keep every frame that a page receives on a line."""
    line.on("framereceived", lambda data: heard.append(str(data)))


@pytest.mark.parametrize("most", ACTS)
def test_neither_page_is_given_what_its_side_cannot_know(browser: Any, patrol: Served, most: int) -> None:
    base, rng = patrol.address.split("?side=")[0], random.Random(2)
    frames: dict[str, list[str]] = {"german": [], "british": []}
    with (
        opened(browser, f"{base}?side=german") as german,
        opened(browser, f"{base}?side=british") as british,
    ):
        pages: dict[str, Page] = {"german": german, "british": british}
        for side, page in pages.items():
            page.on("websocket", partial(listen, frames[side]))
            page.reload()
        acts, end = 0, time.monotonic() + PATIENCE
        while acts < most:
            assert time.monotonic() < end, "nobody was asked any more"
            if any(_hand(page, rng) for page in pages.values()):
                acts, end = acts + 1, time.monotonic() + PATIENCE
            else:
                german.wait_for_timeout(50)
        shown = {side: page.content() + page.title() for side, page in pages.items()}
        heard = {side: list(frames[side]) for side in pages}
        # Read last: what a page shows is known by then to whom it belongs.
        record = patrol.store.record(patrol.game)
        for number, side in enumerate(("british", "german")):
            steps = [frame for frame in heard[side] if frame.startswith('{"type":"step"')]
            assert len(steps) > 20
            secret = _never_known(record, number)
            assert secret, "somebody is hidden yet"
            for unit in secret:
                assert f'data-unit="{unit.id}"' not in shown[side]
                assert not any(f'"id":"{unit.id}"' in frame or f'"holder":"{unit.id}"' in frame for frame in steps)
