"""A real Chromium: one rule for a click, drags of whole stacks, and what stops them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

from goodorder.play.record import Answered
from tests.web.arena import at
from tests.web.screen import HOLDING, Served, announce_hex, click_unit, hexside, middle, to_phase, until, wait_turn

pytestmark = pytest.mark.browser

Play = Callable[..., Any]


def drag(page: Page, *names: str) -> None:
    """From the first hex over the others, and let go."""
    page.mouse.move(*middle(page, names[0]))
    page.mouse.down()
    for name in names[1:]:
        page.mouse.move(*middle(page, name), steps=4)
    page.mouse.up()


def answers(served: Served) -> list[dict[str, Any]]:
    """What the person answered."""
    entries = served.store.record(served.game).line()
    return [entry.action for entry in entries if isinstance(entry, Answered) and entry.by == "human"]


def steps(served: Served) -> list[dict[str, Any]]:
    """The steps of moves that were answered."""
    return [one for one in answers(served) if one["do"] in ("move", "go")]


def planned(page: Page) -> list[str]:
    """The hexes of the plan."""
    return page.locator(".confirm-box span").inner_text().removeprefix("Planned: ").split(" › ")


def test_a_first_click_on_a_hex_plans_and_a_second_one_announces(page: Page, served: Served) -> None:
    to_phase(page, served, "MPh")
    click_unit(page)
    before = len(served.by_hand())
    name = announce_hex(page)
    until(lambda: len(served.by_hand()) == before + 1)
    first = answers(served)[-1]
    assert first["do"] == "move" and name
    wait_turn(page)


def test_a_second_click_on_a_target_fires(page: Page, served: Served) -> None:
    to_phase(page, served, "PFPh")
    click_unit(page)
    announce_hex(page)
    until(lambda: "fire" in served.by_hand())


STACK = [at("4-6-7", "E4"), at("4-6-7", "E4"), at("8-0", "E4")]


def test_a_drag_takes_the_whole_stack_and_again_while_it_moves(play: Play) -> None:
    opening, served = play(STACK, [at("4-4-7", "P2")])
    with opening as page:
        to_phase(page, served, "MPh")
        page.locator("ul.choices button.choice.unit").first.click()
        for count in (1, 2):
            page.locator("g.units g.unit.on").nth(count - 1).wait_for(state="attached")
            wait_turn(page)
            page.locator("button.choice.unit", has_text="with ").first.click()
            page.locator("g.units g.unit.on").nth(count).wait_for(state="attached")
        drag(page, "E4", "F4", "F5")
        page.locator(".plan.firm").wait_for(state="attached")
        assert planned(page) == ["F4", "F5"]
        assert "move" not in served.by_hand()
        page.keyboard.press("Space")
        until(lambda: len(steps(served)) == 2)
        wait_turn(page)
        drag(page, "F5", "G6")
        page.locator(".plan.firm").wait_for(state="attached")
        page.keyboard.press("Space")
        until(lambda: len(steps(served)) == 3)
        assert [len(one["units"]) for one in steps(served)] == [3, 3, 3]


def test_a_drag_stops_at_its_mf_and_at_the_enemy_and_says_why(play: Play) -> None:
    opening, served = play([at("4-6-7", "E4")], [at("4-4-7", "G4")])
    with opening as page:
        to_phase(page, served, "MPh")
        drag(page, "E4", "F4", "G4")
        page.locator(".toast", has_text="enemy").wait_for()
        assert planned(page) == ["F4"]
        page.keyboard.press("Escape")
        drag(page, "E4", "E5", "E6", "E7", "E8", "E9", "E10")
        page.locator(".toast", has_text="MF").wait_for()
        assert 1 < len(planned(page)) < 6
        assert "move" not in served.by_hand()


def test_in_the_advance_phase_a_click_on_ones_own_units_in_a_lit_hex_advances_there(play: Play) -> None:
    opening, served = play([at("4-6-7", "E4"), at("4-6-7", "E5")], [at("4-4-7", "P2")])
    with opening as page:
        to_phase(page, served, "APh")
        page.mouse.click(*middle(page, "E4"))
        page.locator("polygon.offer[data-hex='E5']").wait_for(state="attached")
        page.mouse.click(*middle(page, "E5"))
        page.locator(".confirm-box button.go").wait_for()
        assert "advance" not in served.by_hand()
        page.mouse.click(*middle(page, "E5"))
        until(lambda: "advance" in served.by_hand())
        page.locator("g.unit[aria-label*=' in E5']").nth(1).wait_for(state="attached")


def test_a_fire_group_that_loses_a_squad_to_the_line_of_sight_says_so(play: Play) -> None:
    opening, served = play([at("4-6-7", "A1"), at("4-6-7", "B1")], [at("4-4-7", "E2"), at("4-4-7", "E1")])
    with opening as page:
        to_phase(page, served, "PFPh")
        page.mouse.click(*middle(page, "A1"))
        page.locator("button.choice", has_text="add squad").click()
        page.locator("g.units g.unit.on").nth(1).wait_for(state="attached")
        page.mouse.click(*middle(page, "E2"))
        page.locator(".toast", has_text="does not fire at E2 with the others").wait_for()
        assert page.locator("g.units g.unit.on").count() == 1
        page.mouse.click(*middle(page, "E2"))
        until(lambda: "fire" in served.by_hand())
        assert len(answers(served)[-1]["firers"]) == 1


def test_aiming_a_fire_group_at_another_target_keeps_who_can_fire_there(play: Play) -> None:
    opening, served = play([at("4-6-7", "A1"), at("4-6-7", "B1")], [at("4-4-7", "D1"), at("4-4-7", "E1")])
    with opening as page:
        to_phase(page, served, "PFPh")
        page.mouse.click(*middle(page, "A1"))
        page.locator("polygon.offer[data-hex='D1']").wait_for(state="attached")
        page.mouse.click(*middle(page, "D1"))
        page.locator(".prompt", has_text="at D1").wait_for()
        wait_turn(page)
        page.locator("button.choice", has_text="add squad").click()
        page.locator("g.units g.unit.on").nth(1).wait_for(state="attached")
        page.mouse.click(*middle(page, "E1"))
        page.locator(".prompt", has_text="at E1").wait_for()
        page.locator("g.units g.unit.on").nth(1).wait_for(state="attached")
        page.mouse.click(*middle(page, "E1"))
        until(lambda: "fire" in served.by_hand())
        assert len(answers(served)[-1]["firers"]) == 2


def test_a_dash_is_one_act(play: Play) -> None:
    opening, served = play([at("4-6-7", "N4")], [at("4-4-7", "A10")], profile="full")
    with opening as page:
        to_phase(page, served, "MPh")
        page.mouse.click(*middle(page, "N4"))
        page.locator("button.choice", has_text="Dash").click()
        page.locator("polygon.offer[data-hex='N6']").wait_for(state="attached")
        page.mouse.click(*middle(page, "N6"))
        page.locator(".confirm-box", has_text="N5 › N6").wait_for()
        page.mouse.click(*middle(page, "N6"))
        page.locator("g.unit[aria-label*='German'][aria-label*=' in N6']").wait_for(state="attached")
        assert steps(served)[0]["dash"] >= 0 and len(steps(served)) == 2


def test_a_click_on_a_hexside_goes_around_the_hex_and_the_counter_stands_there(play: Play) -> None:
    opening, served = play([at("4-6-7", "E4")], [at("4-4-7", "P2")], profile="full")
    with opening as page:
        to_phase(page, served, "MPh")
        page.mouse.click(*middle(page, "E4"))
        page.locator("polygon.offer[data-hex='F3']").wait_for(state="attached")
        page.mouse.click(*hexside(page, "F3", 1))
        page.locator(".plan.bypass").wait_for(state="attached")
        page.mouse.click(*hexside(page, "F3", 5))
        page.locator(".confirm-box", has_text="along F3-E3").wait_for()
        assert steps(served) == []
        page.mouse.click(*hexside(page, "F3", 5))
        until(lambda: len(steps(served)) == 1)
        assert steps(served)[0]["first"]["bypass"] == [5]
        page.locator("g.unit[aria-label*=' in F3']").wait_for(state="attached")
        box = page.locator("g.unit[aria-label*=' in F3'] .tile").bounding_box()
        assert box is not None
        (x, y), (sx, sy) = middle(page, "F3"), hexside(page, "F3", 5)
        cx, cy = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert math.hypot(cx - sx, cy - sy) < math.hypot(cx - x, cy - y)


def test_a_click_into_the_middle_of_the_same_hex_enters_it(play: Play) -> None:
    opening, served = play([at("4-6-7", "E4")], [at("4-4-7", "P2")], profile="full")
    with opening as page:
        to_phase(page, served, "MPh")
        page.mouse.click(*middle(page, "E4"))
        page.locator("polygon.offer[data-hex='F3']").wait_for(state="attached")
        page.mouse.click(*hexside(page, "F3", 1))
        page.locator(".plan.bypass").wait_for(state="attached")
        page.mouse.click(*middle(page, "F3"))
        page.locator(".confirm-box", has_text="Planned: F3").wait_for()
        page.mouse.click(*middle(page, "F3"))
        until(lambda: len(steps(served)) == 1)
        assert steps(served)[0]["first"].get("bypass", []) == []


def test_a_hex_with_several_ways_asks_which_and_takes_none_by_itself(play: Play) -> None:
    opening, served = play([at("4-6-7", "D5")], [at("4-4-7", "P2")], profile="full", board="woods")
    with opening as page:
        to_phase(page, served, "MPh")
        page.mouse.click(*middle(page, "D5"))
        page.locator("polygon.offer[data-hex='E6']").wait_for(state="attached")
        page.mouse.click(*middle(page, "E6"))
        page.locator(".fork button").nth(1).wait_for()
        page.keyboard.press("Escape")
        page.locator(".fork").wait_for(state="detached")
        assert steps(served) == []
        page.mouse.click(*middle(page, "E6"))
        page.locator(".fork button[data-key^='r:']").click()
        until(lambda: len(steps(served)) == 1)
        assert steps(served)[0]["first"]["road"]


def hold(page: Page) -> None:
    """Keep back what the server says until ``let_in``; it is held when something is."""
    page.evaluate("() => { window.holding = true; }")


def let_in(page: Page) -> None:
    """What the page waits for has come to it; now it is told."""
    until(lambda: page.evaluate("() => window.kept.length") > 0)
    page.evaluate("() => window.letIn()")


def test_a_drag_made_while_the_menu_of_its_unit_is_under_way_is_planned(play: Play) -> None:
    opening, served = play([at("4-6-7", "E4")], [at("4-4-7", "P2")])
    with opening as page:
        page.add_init_script(HOLDING)
        page.reload()
        to_phase(page, served, "MPh")
        hold(page)
        page.locator("ul.choices button.choice.unit").first.click()
        drag(page, "E4", "F4")
        let_in(page)
        wait_turn(page)
        assert planned(page) == ["F4"]


def test_space_announces_a_plan_drawn_while_the_menu_of_its_unit_is_under_way(play: Play) -> None:
    opening, served = play([at("4-6-7", "E4")], [at("4-4-7", "P2")])
    with opening as page:
        page.add_init_script(HOLDING)
        page.reload()
        to_phase(page, served, "MPh")
        hold(page)
        page.locator("ul.choices button.choice.unit").first.click()
        drag(page, "E4", "F4")
        page.keyboard.press("Space")
        assert steps(served) == []
        let_in(page)
        until(lambda: len(steps(served)) == 1)


def test_a_drag_into_a_hex_with_several_ways_asks_which_when_they_are_known(play: Play) -> None:
    opening, served = play([at("4-6-7", "D5")], [at("4-4-7", "P2")], profile="full", board="woods")
    with opening as page:
        page.add_init_script(HOLDING)
        page.reload()
        to_phase(page, served, "MPh")
        hold(page)
        drag(page, "D5", "E6")
        let_in(page)
        page.locator(".fork button").nth(1).wait_for()


def test_a_choice_clicked_while_another_menu_is_under_way_is_made_there(play: Play) -> None:
    opening, served = play([at("4-6-7", "A1"), at("4-6-7", "B1")], [at("4-4-7", "D1"), at("4-4-7", "E1")])
    with opening as page:
        page.add_init_script(HOLDING)
        page.reload()
        to_phase(page, served, "PFPh")
        page.mouse.click(*middle(page, "A1"))
        page.locator("polygon.offer[data-hex='D1']").wait_for(state="attached")
        hold(page)
        page.mouse.click(*middle(page, "D1"))
        page.locator("button.choice", has_text="add squad").click()
        let_in(page)
        page.locator("g.units g.unit.on").nth(1).wait_for(state="attached")
        page.locator(".prompt", has_text="at D1").wait_for()
