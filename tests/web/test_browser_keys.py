"""A real Chromium, worked by keys alone: no key is lost, and no two of them throw away what could be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright.sync_api")

from goodorder.web.hub import Hub
from goodorder.web.serve import default_game
from tests.web.conftest import opened
from tests.web.screen import Served, decline, phase, until, wait_turn
from tests.web.test_los_thread import place

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def to_phase(page: Page, served: Served, wanted: str) -> None:
    """Pass everything until a phase asks."""
    for _ in range(12):
        wait_turn(page)
        if phase(page) == wanted:
            return
        decline(page, served)
    raise AssertionError(f"no {wanted} came")


def test_two_spaces_do_not_end_a_phase_in_which_units_can_act(page: Page, served: Served) -> None:
    to_phase(page, served, "MPh")
    before = served.by_hand()
    page.keyboard.press("Space")
    asked = page.locator(".confirm-box.ending")
    asked.wait_for()
    glowing = page.locator("g.units g.unit.glow").count()
    assert f"{glowing} units can still act" in asked.inner_text()
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    asked.wait_for(state="detached")
    assert phase(page) == "MPh" and served.by_hand() == before
    page.locator("button.choice.pass").click()
    asked.wait_for()
    page.keyboard.press("Enter")
    until(lambda: len(served.by_hand()) > len(before))


HOLDING = """
const Real = window.WebSocket;
window.kept = [];
window.holding = sessionStorage.getItem('hold') === 'yes';
window.letIn = () => { window.holding = false; window.kept.splice(0).forEach(one => one()); };
window.WebSocket = class extends Real {
    set onmessage(hear) {
        super.onmessage = event => window.holding ? window.kept.push(() => hear(event)) : hear(event);
    }
};
"""
"""What the server says is held back until ``letIn()``: a line as slow as one likes."""


def test_a_key_pressed_while_the_game_opens_is_obeyed_when_it_is_there(browser: Any, served: Served) -> None:
    with opened(browser, served.address) as page:
        wait_turn(page)
        page.add_init_script(HOLDING)
        page.evaluate("() => sessionStorage.setItem('hold', 'yes')")
        page.reload()
        until(lambda: page.evaluate("() => window.kept.length") > 1)
        assert page.locator(".board .sheet").count() == 0
        page.keyboard.down("l")
        page.evaluate("() => window.letIn()")
        page.locator(".board.los-mode").wait_for(state="attached")
        page.mouse.move(*place(page, "F3"))
        page.mouse.move(*place(page, "K4"))
        page.locator(".thread.blocked").wait_for(state="attached")


def test_a_key_pressed_while_a_menu_is_under_way_waits_for_it(browser: Any, served: Served) -> None:
    with opened(browser, served.address) as page:
        page.add_init_script(HOLDING)
        page.reload()
        to_phase(page, served, "PFPh")
        page.evaluate("() => { window.holding = true; }")
        page.keyboard.press("n")
        chosen = page.locator("nav.crumbs button.own")
        chosen.wait_for()
        first = chosen.inner_text()
        until(lambda: page.evaluate("() => window.kept.length") > 0)
        page.keyboard.press("1")
        assert chosen.count() == 1
        page.evaluate("() => window.letIn()")
        until(lambda: chosen.count() == 2)
        assert chosen.first.inner_text() == first, "the 1 of the menu that came, not of the one before"


def test_the_threshold_stands_in_the_window_itself(browser: Any, served: Served) -> None:
    game = Hub(served.store).create_now(default_game("first", "russian"))
    with opened(browser, served.address.replace(served.game, game).replace("german", "russian")) as page:
        served.game = game
        chosen = page.locator(".window-from select")
        for _ in range(30):
            wait_turn(page)
            if chosen.count():
                break
            decline(page, served)
        assert chosen.input_value() == "0.1"
        chosen.select_option("null")
        until(lambda: page.locator(".panel select.threshold").last.input_value() == "null")
        assert page.locator("button.choice.pass", has_text="Hold fire").count(), "asked at any chance, so asked still"
