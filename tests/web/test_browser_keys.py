"""A real Chromium, worked by keys alone: no key is lost, and no two of them throw away what could be done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright.sync_api")

from msgspec.structs import replace

from goodorder.play.record import Options
from goodorder.web.messages.requests import NewGame, PlayerWord
from goodorder.web.serve import default_game
from tests.web.conftest import opened
from tests.web.screen import HOLDING, Served, decline, phase, to_phase, until, wait_turn
from tests.web.test_los_thread import place

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


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
    game = served.begin(default_game("first", "russian"))
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


def test_space_plays_after_a_tick_in_the_orders_and_leaves_the_tick_alone(page: Page, served: Served) -> None:
    to_phase(page, served, "MPh")
    page.locator("aside.left button.fold", has_text="Standing orders").click()
    box = page.locator("label.row.check", has_text="wherever the computer would fire").locator("input")
    box.click()
    ticked = box.is_checked()
    assert page.evaluate("document.activeElement.type") == "checkbox"
    page.keyboard.press("Space")
    page.locator(".confirm-box.ending").wait_for()
    assert box.is_checked() == ticked


@pytest.fixture
def practice(browser: Any, tmp_path: Path) -> Iterator[tuple[Page, Served]]:
    """A game in which play may go back."""
    wanted = replace(default_game("first", "german"), options=Options(practice=True))
    served = Served(tmp_path, wanted=wanted)
    with opened(browser, served.address) as page:
        yield page, served
    served.stop()


def test_undo_takes_back_what_is_planned_before_what_is_announced(practice: tuple[Page, Served]) -> None:
    page, served = practice
    undo = page.get_by_role("button", name="Undo", exact=True)
    to_phase(page, served, "PFPh")
    announced = served.by_hand()
    page.locator("ul.choices button.choice.unit").first.click()
    page.locator("nav.crumbs button.own").wait_for()
    undo.click()
    page.locator("nav.crumbs button.own").wait_for(state="detached")
    assert phase(page) == "PFPh" and served.by_hand() == announced
    undo.click()
    until(lambda: phase(page) == "RPh")
    wait_turn(page)
    assert len(served.by_hand()) < len(announced)
    decline(page, served)
    until(lambda: phase(page) == "PFPh")


def test_what_is_done_right_after_going_back_is_not_lost(practice: tuple[Page, Served]) -> None:
    page, served = practice
    to_phase(page, served, "PFPh")
    announced = served.by_hand()
    lines: list[str] = []
    page.on("websocket", lambda line: lines.append(line.url))
    page.get_by_role("button", name="Undo", exact=True).click()
    until(lambda: phase(page) == "RPh")
    page.keyboard.press("Space")
    until(lambda: phase(page) == "PFPh")
    assert served.by_hand() == announced
    assert lines == [], "the story is told anew on the line that is open"


def test_enter_ends_the_phase_all_the_same_while_the_focus_is_on_a_unit(page: Page, served: Served) -> None:
    to_phase(page, served, "PFPh")
    page.locator("g.units g.unit.glow").first.focus()
    page.keyboard.press("Space")
    page.locator(".confirm-box.ending").wait_for()
    assert page.evaluate("document.activeElement.closest('g.unit') !== null"), "the focus has stayed where it was"
    page.keyboard.press("Enter")
    until(lambda: phase(page) == "MPh")


def test_where_what_is_announced_stands_no_undo_is_offered(page: Page, served: Served) -> None:
    to_phase(page, served, "PFPh")
    assert page.get_by_role("button", name="Undo", exact=True).count() == 0


ONE_ANSWER = """
const Real = window.WebSocket;
window.WebSocket = class extends Real {
    set onmessage(hear) {
        super.onmessage = event => {
            const told = JSON.parse(event.data);
            const menu = told.type === 'step' && told.state.pending.side === 'russian' ? told.state.menu : null;
            if (menu) menu.entries = menu.entries.filter(one => one.kind === 'pass');
            hear(menu ? { data: JSON.stringify(told) } : event);
        };
    }
};
"""
"""The Russian side is never asked anything to which there is more than one answer."""


@pytest.mark.parametrize("script", ["", ONE_ANSWER])
def test_nobody_is_called_to_the_screen_for_a_question_with_one_answer(
    browser: Any, tmp_path: Path, script: str
) -> None:
    people: dict[str, PlayerWord] = {"german": "human", "russian": "human"}
    setups = {"german": "North of the road", "russian": "Forward houses"}
    served = Served(tmp_path, wanted=NewGame(scenario="first", players=people, options=Options(), setups=setups))
    try:
        with opened(browser, served.address.split("/#")[0]) as page:
            page.add_init_script("localStorage.setItem('goodorder.handOver', '\"always\"')")
            page.add_init_script(script)
            page.goto(served.address.split("?side=")[0] + "?side=both")
            page.reload()
            wait_turn(page)
            page.locator("button.choice.pass").click()
            until(lambda: "Russian" in page.title())
            wait_turn(page)
            assert page.get_by_role("dialog", name="Hand over").count() == (0 if script else 1)
    finally:
        served.stop()
