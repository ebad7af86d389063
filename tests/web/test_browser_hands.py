"""A real Chromium, worked by mouse, keys and fingers: what a hand may expect of the client."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

from tests.web.arena import at
from tests.web.screen import Served, centre, click_unit, leave_board, middle, phase, to_phase, until, wait_turn

pytestmark = pytest.mark.browser


def far_hex(page: Page) -> tuple[float, float]:
    """The middle of the hex in reach that is farthest from the mover."""
    page.locator("polygon.reach").first.wait_for(state="attached")
    x, y = centre(page, "g.units g.unit.on")
    boxes = [one.bounding_box() for one in page.locator("polygon.reach").all()]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    return max(middles, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)


def test_space_keeps_the_weapons_where_they_are(page: Page, served: Served) -> None:
    wait_turn(page)
    assert page.locator("button.choice.give").count()
    page.keyboard.press("Space")
    until(lambda: served.by_hand() == ["done"])


def test_a_standing_order_ends_the_questions_about_weapons(page: Page, served: Served) -> None:
    wait_turn(page)
    page.get_by_role("button", name="Don't ask again").click()
    until(lambda: phase(page) != "RPh")
    assert served.by_hand() == []


def test_a_click_draws_only_the_counters_that_change(page: Page, served: Served) -> None:
    to_phase(page, served, "MPh")
    leave_board(page)
    page.evaluate(
        """() => {
            window.drawn = new Set();
            const watch = changes => changes.forEach(change => {
                const unit = change.target.closest('g.unit') ?? [...change.addedNodes].find(n => n.matches?.('g.unit'));
                if (unit) window.drawn.add(unit.dataset.unit);
            });
            new MutationObserver(watch).observe(
                document.querySelector('g.units'), {subtree: true, childList: true, attributes: true});
        }"""
    )
    click_unit(page)
    page.locator("g.unit.on").first.wait_for(state="attached")
    page.wait_for_timeout(300)
    drawn = page.evaluate("() => [...window.drawn]")
    friends = page.locator("g.units g.unit.glow, g.units g.unit.on").count()
    everybody = page.locator("g.units g.unit").count()
    assert 0 < len(drawn) < everybody
    still = page.evaluate(
        "() => [...document.querySelectorAll('g.units g.unit')].filter(u => window.drawn.has(u.dataset.unit)"
        " && u.getAttribute('aria-label').startsWith('Russian')).length"
    )
    assert still == 0, f"{len(drawn)} of {everybody} were drawn, {friends} may act"


def test_a_planned_way_tells_each_step(page: Page, served: Served) -> None:
    to_phase(page, served, "MPh")
    click_unit(page)
    page.mouse.click(*far_hex(page))
    page.locator(".plan.firm").wait_for(state="attached")
    page.locator(".way tbody tr").first.wait_for()
    hexes = page.locator(".way tbody th").all_inner_texts()
    planned = page.locator(".confirm-box span").inner_text().removeprefix("Planned: ").split(" › ")
    assert hexes == planned and len(hexes) > 1
    assert served.by_hand().count("move") == 0


def test_a_target_is_named_by_keys(page: Page, served: Served) -> None:
    to_phase(page, served, "PFPh")
    page.keyboard.press("n")
    target = page.locator("polygon.offer.target").first
    target.wait_for(state="attached")
    name = target.get_attribute("data-hex")
    page.keyboard.press("g")
    page.keyboard.type(str(name).lower())
    page.keyboard.press("Enter")
    page.locator(".confirm-box button.go").wait_for()
    assert f"at {name}" in page.locator(".prompt").inner_text()
    page.keyboard.press("Space")
    until(lambda: "fire" in served.by_hand())


def test_a_name_that_is_being_typed_is_not_cut_off_when_the_board_has_been_drawn(page: Page, served: Served) -> None:
    to_phase(page, served, "PFPh")
    page.evaluate(
        """() => {
            const draw = window.requestAnimationFrame.bind(window);
            const late = job => { job(performance.now()); window.drawnLate = true; };
            window.requestAnimationFrame = job => draw(() => window.setTimeout(() => late(job), 400));
        }"""
    )
    page.keyboard.press("n")
    target = page.locator("polygon.offer.target").first
    target.wait_for(state="attached")
    name = str(target.get_attribute("data-hex"))
    page.keyboard.press("g")
    page.keyboard.type(name[:1].lower())
    page.wait_for_function("() => window.drawnLate")
    page.keyboard.type(name[1:])
    page.keyboard.press("Enter")
    page.locator(".confirm-box button.go").wait_for()
    assert f"at {name}" in page.locator(".prompt").inner_text()


def test_a_finger_lays_a_stack_out_and_plans_before_it_announces(tablet: Page, served: Served) -> None:
    to_phase(tablet, served, "MPh")
    crowded = tablet.evaluate(
        """() => {
            const stacks = [...document.querySelectorAll('g.stack')];
            const stack = stacks.find(one => one.querySelectorAll('g.unit.glow').length > 1);
            const box = [...stack.querySelectorAll('g.unit')].at(-1).querySelector('.tile').getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }"""
    )
    tablet.touchscreen.tap(*crowded)
    tablet.locator("g.fan g.unit").first.wait_for(state="attached")
    assert tablet.locator("g.unit.on").count() == 0
    tablet.touchscreen.tap(*centre(tablet, "g.fan g.unit .tile"))
    tablet.locator("g.units g.unit.on").first.wait_for(state="attached")
    step = centre(tablet, "polygon.offer.step")
    tablet.touchscreen.tap(*step)
    tablet.locator(".plan.firm").wait_for(state="attached")
    assert "move" not in served.by_hand()
    tablet.touchscreen.tap(*step)
    until(lambda: "move" in served.by_hand())


def test_a_finger_that_rests_asks_what_lies_there(tablet: Page, served: Served) -> None:
    wait_turn(tablet)
    x, y = centre(tablet, ".board")
    session = tablet.context.new_cdp_session(tablet)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    tablet.locator(".popover.inspect").wait_for()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert tablet.locator(".popover.inspect li").count() > 1
    assert served.by_hand() == []


def test_while_a_smoke_grenade_is_placed_only_its_hexes_are_lit_and_no_move_can_be_planned(play: Any) -> None:
    opening, served = play([at("4-6-7", "C4")], [at("4-4-7", "P9")])
    with opening as page:
        to_phase(page, served, "MPh")
        page.mouse.click(*middle(page, "C4"))
        page.locator("polygon.reach").first.wait_for(state="attached")
        page.locator("section.now button.choice", has_text="SMOKE grenade").first.click()
        wait_turn(page)
        page.locator("polygon.reach").first.wait_for(state="detached")
        leave_board(page)
        page.mouse.click(*middle(page, "F5"))
        page.locator(".toast").first.wait_for()
        assert page.locator(".confirm-box").count() == 0
        assert "move" not in served.by_hand()
