"""A real Chromium: a person defends against a Human Wave of the computer, one window for each impulse (A25.23)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright.sync_api")

from goodorder.core.dice import DiceStream
from goodorder.play.start import given
from goodorder.web.messages.requests import NewGame, PlayerWord
from tests.web.conftest import opened
from tests.web.screen import Served, leave_board, middle, to_phase, until
from tests.web.waves import done, window

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def sevens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every roll is a three and a four: who passes and who breaks hangs on no stream of dice."""
    monkeypatch.setattr(DiceStream, "faces", lambda self, number, count: ((3, 4) * count)[:count])


@pytest.fixture
def samovar(tmp_path: Path) -> Iterator[Served]:
    """A person with the Germans of the scenario in which the Russians, whom the computer commands, come as a Wave."""
    setups = {side.id: side.setups[0].name for side in given("samovar").scenario.sides}
    players: dict[str, PlayerWord] = {"german": "human", "russian": "standard"}
    found = Served(tmp_path, side="german", wanted=NewGame(scenario="samovar", players=players, setups=setups))
    yield found
    found.stop()


def fire(page: Page, served: Served, firer: str, but: set[str]) -> str:
    """Fire with the unit in a hex at the first Location of the window that is offered but for these; which it was."""
    before = len(done(served, "fire", "human"))
    _, touched = window(page)
    page.locator("section.now button.choice.unit", has=page.locator(".note", has_text=firer)).first.click()
    page.locator("polygon.offer").first.wait_for(state="attached")
    offers = page.locator("polygon.offer").evaluate_all("them => them.map(one => one.dataset.hex)")
    assert set(offers) <= set(touched), "he fires at those of the Wave who have just moved"
    target: str = next(one for one in offers if one not in but)
    leave_board(page)
    page.mouse.click(*middle(page, target))
    page.locator(".confirm-box button.go", has_text="First Fire").click()
    until(lambda: len(done(served, "fire", "human")) == before + 1)
    return target


def test_a_person_meets_an_impulse_in_one_window_and_fires_at_two_locations_out_of_it(
    browser: Any, samovar: Served
) -> None:
    with opened(browser, samovar.address) as page:
        to_phase(page, samovar, "MPh")
        units, touched = window(page)
        assert units >= 15 and len(touched) >= 5
        impulses = len(done(samovar, "impulse", "standard"))
        first = fire(page, samovar, "I7", set())
        assert set(window(page)[1]) <= set(touched), "what is left of the same window"
        second = fire(page, samovar, "K6", {first})
        assert len({one["target"] for one in done(samovar, "fire", "human")}) == 2 and first != second
        assert set(window(page)[1]) <= set(touched)
        assert len(done(samovar, "impulse", "standard")) == impulses, "nobody has moved between the shots"
        page.locator("section.now button.choice.pass").click()
        until(lambda: len(done(samovar, "impulse", "standard")) == impulses + 1)
        _, then = window(page)
        assert set(then) - set(touched), "the next impulse has come nearer"
        assert len(done(samovar, "fire", "human")) == 2
