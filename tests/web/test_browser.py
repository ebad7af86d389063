"""A real Chromium plays: a turn by clicking, a reload in the middle of a turn."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

from goodorder.play.record import Answered
from tests.web.screen import (
    Served,
    announce_hex,
    click_hex,
    click_unit,
    decline,
    phase,
    places,
    to_phase,
    until,
    wait_turn,
)

pytestmark = pytest.mark.browser


def fire(page: Page, served: Served) -> None:
    """A glowing unit, a lit target, the word."""
    click_unit(page)
    click_hex(page)
    page.locator(".confirm-box button.go").click()
    until(lambda: "fire" in served.by_hand())


def move(page: Page, served: Served) -> None:
    """A glowing unit, one lit hex: planned and announced."""
    click_unit(page)
    announce_hex(page)
    until(lambda: "move" in served.by_hand())


def test_a_player_turn_is_played_by_clicking(page: Page, served: Served) -> None:
    done: set[str] = set()
    for _ in range(80):
        wait_turn(page)
        now = phase(page)
        attacker = page.locator("span.attacker").inner_text()
        if "Russian" in attacker or page.locator("ol.turns li.now").inner_text() != "1":
            break
        acts = {"PFPh": fire, "MPh": move}
        if now in acts and now not in done:
            done.add(now)
            acts[now](page, served)
        else:
            decline(page, served)
    assert done == {"PFPh", "MPh"}
    assert {"fire", "move"} <= set(served.by_hand())
    log = page.locator("section.log, [aria-label='Log']").first.inner_text()
    assert "moves" in log or "move" in log
    rolls = [roll.locator(".die") for roll in page.locator("section.log .dice").all()]
    read = [[die.get_attribute("aria-label") or "" for die in roll.all()] for roll in rolls]
    pairs = [[name.split(" die")[0] for name in dice] for dice in read if len(dice) == 2]
    assert pairs and all(pair == ["colored", "white"] for pair in pairs)


def test_a_reload_in_mid_turn_shows_the_same_position(page: Page, served: Served) -> None:
    to_phase(page, served, "MPh")
    move(page, served)
    wait_turn(page)
    before = (page.locator(".now-head").inner_text(), places(page))
    page.reload()
    wait_turn(page)
    assert (page.locator(".now-head").inner_text(), places(page)) == before
    count = len(served.by_hand())
    decline(page, served)
    assert len(served.by_hand()) == count + 1


def test_two_people_at_one_screen_hand_over_go_back_and_replay(page: Page, served: Served) -> None:
    page.goto(served.address.split("#")[0] + "#/")
    players = page.locator("select[aria-label^='Who plays']")
    ready = page.locator("select[aria-label^='Set-up of']")
    players.first.wait_for()
    for number in range(2):
        players.nth(number).select_option("human")
        ready.nth(number).select_option(index=1)
    page.get_by_label("Practice", exact=False).check()
    page.get_by_role("button", name="Play").click()
    wait_turn(page)
    served.game = newest(served)
    before = places(page)
    move_by_hand(page, served)
    until(lambda: "move" in served.by_hand())
    wait_turn(page)
    assert places(page) != before
    take_over(page)
    page.keyboard.press("u")
    until(lambda: places(page) == before)
    wait_turn(page)
    entries = served.store.record(served.game).entries
    taken_back = [entry.action["do"] for entry in entries if isinstance(entry, Answered)]
    assert "move" in taken_back and "move" not in served.by_hand()
    take_over(page)
    page.locator("header.top button").first.click()
    page.get_by_role("menuitem", name="Replay from the start").click()
    page.locator(".replay-bar").wait_for()


def newest(served: Served) -> str:
    """The game that was played last."""
    return served.store.games()[0].id


def take_over(page: Page) -> None:
    """Leave the screen between two players, where it is shown."""
    cover = page.locator(".cover button.go")
    if cover.count():
        cover.click()


def move_by_hand(page: Page, served: Served) -> None:
    """Pass on to the Movement Phase, over the hand-overs, and move one unit a hex."""
    for _ in range(20):
        wait_turn(page)
        take_over(page)
        if phase(page) == "MPh":
            click_unit(page)
            announce_hex(page)
            return
        decline(page, served)
    raise AssertionError("no Movement Phase came")
