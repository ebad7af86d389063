"""A real Chromium: a Human Wave, and what engineers do, each by clicking (A20.2, A22.2, A23.3, A25.23)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright.sync_api")

from goodorder.core.dice import DiceStream
from goodorder.play.record import Answered
from goodorder.web.messages.requests import NewGame, PlayerWord
from tests.web.arena import arena, at, scenario
from tests.web.conftest import opened
from tests.web.screen import Served, decline, leave_board, middle, to_phase, until, wait_turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GERMANS = [at("4-6-7", "J5", "LMG"), at("8-0", "J5")]
GUARDS = [
    *(at("4-5-8", where) for where in ("H9", "I9", "I9", "J9", "K9")),
    *(at("6-2-8", where) for where in ("H9", "I9", "J9", "K9")),
    at("9-1", "I9"),
    at("4-4-7", "B8"),
]


@pytest.fixture(autouse=True)
def sevens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every roll is a three and a four: who passes and who breaks hangs on no stream of dice."""
    monkeypatch.setattr(DiceStream, "faces", lambda self, number, count: ((3, 4) * count)[:count])


@pytest.fixture
def guards(tmp_path: Path) -> Iterator[Served]:
    """Ten Guards and a squad that is too far away, before a German squad that the computer commands."""
    text = scenario(GERMANS, GUARDS, board="farmland", profile="full")
    text = text.replace('moves_first = "german"', 'moves_first = "russian"')
    players: dict[str, PlayerWord] = {"german": "standard", "russian": "human"}
    setups = {"german": "there", "russian": "there"}
    found = Served(tmp_path, side="russian", wanted=NewGame(scenario=text, players=players, setups=setups))
    yield found
    found.stop()


@pytest.fixture
def engineers(tmp_path: Path) -> Iterator[Served]:
    """Assault engineers with FT and DC beside two houses that are held; nobody commands the Russians."""
    german = [at("8-3-8", "J6", "FT"), at("8-3-8", "K5", "DC")]
    russian = [at("4-4-7", "J5"), at("4-4-7", "K4")]
    text = (
        scenario(german, russian, board="farmland", profile="full")
        + '\n[[ssr]]\nclause = "no_flames"\ntext = "It has rained."\n'
    )
    found = arena(tmp_path, text)
    yield found
    found.stop()


def done(served: Served, what: str, by: str = "human") -> list[Any]:
    """What one player has done of a kind."""
    entries = served.store.record(served.game).line()
    return [one.action for one in entries if isinstance(one, Answered) and one.by == by and one.action["do"] == what]


def click(page: Page, hex_name: str) -> None:
    """Click the middle of a hex, once nothing is under way."""
    leave_board(page)
    wait_turn(page)
    page.mouse.click(*middle(page, hex_name))


def choice(page: Page, key: str) -> Any:
    """The button of an entry of the menu."""
    return page.locator(f"section.now button.choice[data-key='{key}']")


def test_a_wave_is_declared_by_clicking_and_goes_through_three_impulses_under_fire(
    browser: Any, guards: Served
) -> None:
    with opened(browser, guards.address) as page:
        to_phase(page, guards, "MPh")
        choice(page, "wave").click()
        choice(page, "t:J5").wait_for()
        click(page, "J5")
        choice(page, "all0").click()
        page.locator(".grain.chosen").wait_for(state="attached")
        assert page.locator(".wave-from").count() == 4
        assert page.locator(".wave-way.forward").count() >= 8
        lone = page.locator(".wave-out")
        assert lone.count() == 1 and "4-4-7" in (lone.get_attribute("aria-label") or "")
        page.locator(".confirm-box button.go").click()
        choice(page, "announce").wait_for()
        assert len(done(guards, "human_wave")[0]["units"]) == 10
        page.locator(".grain.under-way").wait_for(state="attached")
        click(page, "J9")
        choice(page, "h:K9").wait_for()
        click(page, "K9")
        page.locator(".wave-way.go[data-from='J9'][data-to='K9']").wait_for(state="attached")
        assert page.locator(".wave-way.go").count() == 4, "one arrow from each Location"
        for number in range(1, 4):
            wait_turn(page)
            choice(page, "announce").click()
            until(partial(announced, guards, number))
            wait_turn(page)
        assert len(done(guards, "fire", "standard")) >= 2
        page.locator("g.unit .badge", has_text="RNG").first.wait_for(state="attached")


def announced(served: Served, number: int) -> bool:
    """Whether so many impulses of the Wave are done."""
    return len(done(served, "impulse")) == number


def test_engineers_fire_a_flamethrower_place_a_charge_and_take_a_prisoner(browser: Any, engineers: Served) -> None:
    with opened(browser, engineers.address) as page:
        to_phase(page, engineers, "PFPh")
        page.locator("g[data-weapon][aria-label*=' FT']").first.click(force=True)
        page.locator(".confirm-box button.go", has_text="J5").click()
        until(lambda: len(done(engineers, "fire")) == 1)
        to_phase(page, engineers, "MPh")
        click(page, "K5")
        page.locator("section.now button.choice", has_text="place its DC").click()
        page.locator("polygon.offer[data-hex='K4']").wait_for(state="attached")
        click(page, "K4")
        page.locator(".confirm-box button.go").click()
        until(lambda: len(done(engineers, "move")) == 1)
        wait_turn(page)
        page.locator("g.marker.charge[aria-label*='K4']").wait_for(state="attached")
        to_phase(page, engineers, "RtPh")
        for _ in range(3):
            if "surrender" in page.locator("section.now .prompt").inner_text():
                break
            decline(page, engineers)
            wait_turn(page)
        assert "could guard a US#" in page.locator("section.now .why").inner_text()
        denied = page.locator("button.choice", has_text="No Quarter")
        assert "they are eliminated" in denied.inner_text(), "its price is told before it is paid"
        click(page, "J6")
        until(lambda: len(done(engineers, "take_prisoners")) == 1)
        page.locator("g.unit .badge", has_text="PRIS").first.wait_for(state="attached")
        page.locator("g.unit .badge", has_text="GUARD").first.wait_for(state="attached")
