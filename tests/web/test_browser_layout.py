"""A real Chromium: what is on the screen, at which size, and what is said of it to who does not see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

from tests.web.arena import at
from tests.web.conftest import opened
from tests.web.screen import Served, centre, decline, middle, phase, to_phase, until, wait_turn

pytestmark = pytest.mark.browser

Play = Callable[..., Any]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def inside(page: Page) -> bool:
    """Whether every hex of the map, half hexes too, lies wholly within the board's frame."""
    found: bool = page.evaluate(
        """() => {
            const frame = document.querySelector('.board').getBoundingClientRect();
            const boxes = [...document.querySelectorAll('.rim polygon')].map(one => one.getBoundingClientRect());
            return boxes.length > 10 && boxes.every(one => one.left >= frame.left - 1 && one.right <= frame.right + 1
                && one.top >= frame.top - 1 && one.bottom <= frame.bottom + 1);
        }"""
    )
    return found


def test_the_board_fits_again_when_its_room_changes_half_hexes_whole(page: Page, served: Served) -> None:
    wait_turn(page)
    page.keyboard.press("0")
    until(lambda: inside(page))
    page.locator(".guide button").click()
    until(lambda: inside(page))
    page.set_viewport_size({"width": 1024, "height": 768})
    until(lambda: inside(page))
    page.set_viewport_size({"width": 1280, "height": 800})
    until(lambda: inside(page))
    page.reload()
    wait_turn(page)
    until(lambda: inside(page))


CROWD = [at("4-6-7", "E4", "LMG"), at("4-6-7", "E4"), at("4-6-7", "E4"), at("8-0", "E4"), at("9-1", "E4")]


def test_every_counter_of_a_stack_is_told_with_its_weapons_hex_and_terrain(play: Play) -> None:
    opening, _ = play(CROWD, [at("4-4-7", "P2")])
    with opening as page:
        wait_turn(page)
        told = page.locator("g.units [aria-label*=' in E4, wooden building']")
        until(lambda: told.count() == len(CROWD))
        words = [one.get_attribute("aria-label") or "" for one in told.all()]
        assert sum("with LMG" in one for one in words) == 1
        tree = page.locator(".board").aria_snapshot()
        assert tree.count(" in E4, wooden building") == len(CROWD)


def focused(page: Page) -> Any:
    """The id of the chosen unit that has the focus; False or None where none has it."""
    return page.evaluate("document.activeElement.matches('g.unit.on') && document.activeElement.dataset.unit")


def test_the_focus_follows_the_walk_over_the_units(play: Play) -> None:
    opening, served = play([at("4-6-7", "E4"), at("4-6-7", "E6")], [at("4-4-7", "P2")])
    with opening as page:
        to_phase(page, served, "MPh")
        seen: set[str] = set()
        for _ in range(2):
            page.keyboard.press("n")
            until(lambda: focused(page) not in (False, None, *seen))
            seen.add(focused(page))
        page.keyboard.press("Tab")
        assert len(seen) == 2


UPSTAIRS = [at("4-6-7", "G8/1", "HMG"), at("4-6-7", "G8")]


def test_a_hex_with_two_levels_shows_its_machine_gun_and_the_thread_starts_at_the_level_clicked(play: Play) -> None:
    opening, served = play(UPSTAIRS, [at("4-4-7", "S6")], board="city", columns="E-Y", profile="full")
    with opening as page:
        to_phase(page, served, "MPh")
        page.locator("g.units g.strip[aria-label*='HMG']").wait_for(state="attached")
        page.locator(".info-strip button", has_text="LOS").click()
        page.mouse.click(*centre(page, "g.units g.unit[aria-label*=' in G8 level 1'] .tile"))
        page.mouse.move(*middle(page, "J6"))
        page.locator(".los-level", has_text="level 1").first.wait_for()
        page.locator(".info-strip button", has_text="LOS").click()
        page.locator(".info-strip button", has_text="LOS").click()
        page.mouse.click(*centre(page, "g.units g.unit[aria-label*=' in G8,'] .tile"))
        page.mouse.move(*middle(page, "J6"))
        page.locator(".los-level", has_text="ground").first.wait_for()


def test_choices_take_the_room_that_is_free_in_their_column(page: Page, served: Served) -> None:
    to_phase(page, served, "MPh")
    now = page.locator("section.now").bounding_box()
    column = page.locator("aside.right").bounding_box()
    assert now is not None and column is not None
    assert now["height"] > 0.5 * column["height"]


def test_a_legend_tells_what_the_numbers_of_a_counter_mean(page: Page, served: Served) -> None:
    wait_turn(page)
    page.locator("button.burger").click()
    page.get_by_role("menuitem", name="What the counters say").click()
    legend = page.get_by_role("dialog", name="What the counters say")
    text = legend.inner_text()
    assert all(word in text for word in ("Firepower", "Normal Range", "Morale Level", "leadership", "ROF"))
    legend.get_by_role("button", name="Close").click()
    legend.wait_for(state="detached")


def test_a_phone_shows_the_board_over_its_full_width_and_half_its_height(browser: Any, served: Served) -> None:
    from tests.web.conftest import opened

    with opened(browser, served.address, **PHONE) as page:
        wait_turn(page)
        board = page.locator(".board").bounding_box()
        assert board is not None
        assert board["width"] == 390 and board["height"] >= 422
        assert page.locator(".guide").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        for name, panel in (("Preview", "section.preview"), ("Log", "section.log"), ("Sides", "aside.left")):
            page.locator(".sheet-tabs button", has_text=name).tap()
            page.locator(panel).wait_for()
            assert not page.locator("section.now").is_visible()
        page.locator(".sheet-tabs button", has_text="Now").tap()
        page.locator("section.now").wait_for()


NEAREST = """() => {
    const frame = document.querySelector('.board').getBoundingClientRect();
    const middle = box => [box.x + box.width / 2, box.y + box.height / 2];
    const [fx, fy] = middle(frame);
    const own = name => document.querySelector(`g.units [aria-label^='German'][aria-label*=' in ${name},']`);
    return [...document.querySelectorAll('polygon.offer')].filter(one => !own(one.dataset.hex))
        .map(one => middle(one.getBoundingClientRect()))
        .sort((a, b) => Math.hypot(a[0] - fx, a[1] - fy) - Math.hypot(b[0] - fx, b[1] - fy))[0];
}"""
"""The middle of the lit hex nearest to the middle of the board; a tap on a counter of one's own would choose that."""


def tap_hex(page: Page, served: Served) -> None:
    """Tap a lit hex as soon as it is lit, which plans, and again at the same place, which announces."""
    wait_turn(page)
    before = len(served.by_hand())
    page.locator("polygon.offer").first.wait_for(state="attached")
    spot = page.evaluate(NEAREST)
    page.touchscreen.tap(*spot)
    page.locator(".confirm-box button.go").wait_for()
    page.touchscreen.tap(*spot)
    until(lambda: len(served.by_hand()) > before)


def test_a_turn_is_played_by_touch_on_a_phone(browser: Any, served: Served) -> None:
    from tests.web.conftest import opened

    with opened(browser, served.address, **PHONE) as page:
        done: set[str] = set()
        for _ in range(60):
            wait_turn(page)
            now = phase(page)
            if "Russian" in (page.locator("span.attacker").inner_text() or ""):
                break
            if now in ("PFPh", "MPh") and now not in done:
                done.add(now)
                page.locator("ul.choices button.choice.unit").first.tap()
                tap_hex(page, served)
            else:
                decline(page, served, touch=True)
        assert done == {"PFPh", "MPh"}
        assert {"fire", "move"} <= set(served.by_hand())


SHEET = "document.querySelector('.sheet').style.transform"


def test_a_choice_leaves_the_board_where_it_is_while_all_it_is_about_is_in_sight(play: Play) -> None:
    opening, served = play([at("4-6-7", "D6"), at("4-6-7", "K6")], [at("4-4-7", "P2")], **PHONE)
    with opening as page:
        to_phase(page, served, "MPh")
        page.evaluate(f"window.places = [{SHEET}]")
        page.evaluate(
            "new MutationObserver(() => places.push(document.querySelector('.sheet').style.transform))"
            ".observe(document.querySelector('.sheet'), {attributes: true, attributeFilter: ['style']})"
        )
        for unit in page.locator("ul.choices button.choice.unit").all():
            unit.tap()
            page.locator("polygon.offer").first.wait_for(state="attached")
            page.locator(".foot-row button", has_text="Back").tap()
            page.locator("polygon.offer").first.wait_for(state="detached")
        assert len(set(page.evaluate("places"))) == 1


def test_who_is_chosen_out_of_sight_comes_into_sight_before_his_hexes_light_up(play: Play) -> None:
    opening, served = play([at("4-6-7", "B2"), at("4-6-7", "P9")], [at("4-4-7", "P2")], **PHONE)
    with opening as page:
        to_phase(page, served, "MPh")
        for hex_name in ("P9", "B2", "P9"):
            page.locator("ul.choices button.choice.unit", has_text=hex_name).tap()
            page.locator("polygon.offer").first.wait_for(state="attached")
            lit, seen = page.evaluate(IN_SIGHT, hex_name)
            assert lit > 1 and seen
            page.locator(".foot-row button", has_text="Back").tap()
            page.locator("polygon.offer").first.wait_for(state="detached")


def test_on_a_phone_what_is_asked_comes_into_sight_when_a_choice_from_below_is_made(play: Play) -> None:
    many = [at("4-6-7", f"{column}6") for column in "BCDEFGHI"]
    opening, served = play(many, [at("4-4-7", "P2")], **PHONE)
    with opening as page:
        to_phase(page, served, "MPh")
        page.locator("ul.choices button.choice.unit").last.tap()
        page.locator("polygon.offer").first.wait_for(state="attached")
        until(lambda: within(page, "section.now .prompt"))
        page.locator("section.now .now-list button.choice").last.tap()
        page.locator("section.now .prompt", has_text="moving").wait_for()
        until(lambda: within(page, "section.now .prompt"))


def within(page: Page, selector: str) -> bool:
    """Whether an element lies in sight in the panel of what is asked."""
    panel, found = page.locator("section.now").bounding_box(), page.locator(selector).first.bounding_box()
    assert panel is not None and found is not None
    return panel["y"] <= found["y"] and found["y"] + found["height"] <= panel["y"] + panel["height"]


IN_SIGHT = """name => {
    const frame = document.querySelector('.board').getBoundingClientRect();
    const within = box => box.left >= frame.left && box.right <= frame.right && box.top >= frame.top
        && box.bottom <= frame.bottom;
    const lit = [...document.querySelectorAll('polygon.offer')].filter(one => within(one.getBoundingClientRect()));
    const unit = document.querySelector(`g.units [aria-label*=' in ${name},'] .tile`);
    return [lit.length, within(unit.getBoundingClientRect())];
}"""
"""How many lit hexes the board shows whole, and whether it shows the counter in a hex."""


def test_a_large_map_opens_over_the_units_of_a_ready_made_set_up(browser: Any, tmp_path: Path) -> None:
    served = Served(tmp_path, "houses", "german")
    try:
        with opened(browser, served.address) as page:
            page.locator("ol.phases li.now").wait_for()
            wait_turn(page)
            in_sight = """() => {
                const frame = document.querySelector('.board').getBoundingClientRect();
                const boxes = [...document.querySelectorAll("g.units g.unit[aria-label^='German']")].map(
                    one => one.querySelector('rect.tile').getBoundingClientRect());
                const seen = boxes.filter(one => one.left >= frame.left && one.right <= frame.right);
                return boxes.length > 8 ? seen.length / boxes.length : 0;
            }"""
            until(lambda: page.evaluate(in_sight) > 0.9)
    finally:
        served.stop()


def test_a_choice_that_is_pointed_at_stays_under_the_pointer_whatever_the_preview_has_to_tell(
    play: Callable[..., Any],
) -> None:
    german = [at("4-6-7", where) for where in ("C2", "C3", "C4", "C5", "C6", "D3", "D4", "D5")]
    opening, served = play(german, [at("4-4-7", "F4")], columns="A-G")
    with opening as page:
        to_phase(page, served, "PFPh")
        now, buttons = page.locator("section.now"), page.locator("section.now button.choice.unit")
        room = now.bounding_box()
        told = 0
        for number in range(buttons.count()):
            buttons.nth(number).hover()
            page.wait_for_timeout(400)
            told += page.locator("section.preview h3").count()
            assert now.bounding_box() == room, "a list that shrinks takes the button from under the pointer"
        assert told > 0, "one of them has a preview"
