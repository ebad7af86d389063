"""A real Chromium: vehicles set up, drive and turn by clicks and keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

from goodorder.web.messages.requests import NewGame
from tests.web.arena import at, scenario, vehicle
from tests.web.conftest import opened
from tests.web.screen import Served, centre, leave_board, middle, phase, to_phase, until, wait_turn

pytestmark = pytest.mark.browser

RIGHT = 2


def tank_in(page: Page, where: str) -> None:
    """Until the only vehicle on the map stands in a hex, and the player is asked again."""
    page.locator(f"g.units g.piece[data-vehicle][aria-label*=' in {where},']").wait_for(state="attached")
    wait_turn(page)


def press(page: Page, served: Served, key: str, act: str) -> None:
    """Press a key that leads to an act of this kind."""
    before = served.by_hand().count(act)
    page.keyboard.press(key)
    until(lambda: served.by_hand().count(act) == before + 1)
    wait_turn(page)


def choose(page: Page, key: str) -> None:
    """Click the choice with this key."""
    page.locator(f"section.now button.choice[data-key='{key}']").click()
    wait_turn(page)


def test_a_tank_starts_drives_turns_and_stops_by_clicks(play: Callable[..., Any]) -> None:
    opening, served = play([vehicle("pzkpfw_iiif", "C4", RIGHT), at("4-6-7", "A2")], [at("4-4-7", "P9")])
    with opening as page:
        to_phase(page, served, "MPh")
        page.mouse.click(*middle(page, "C4"))
        page.locator("button.choice[data-key='start']").wait_for()
        assert page.locator("g.units g.piece[data-vehicle] .ring.on").count() == 1
        choose(page, "start")
        until(lambda: served.by_hand().count("start") == 1)
        page.locator("g.piece g.badge", has_text="MOTION").wait_for(state="attached")
        assert page.locator("g.piece g.mp.left text").text_content() == "13"
        choose(page, "tca")
        assert (page.locator("section.now .prompt").text_content() or "").strip() == "Turn its turret"
        assert page.locator("button.choice[data-key='t0'] .label").text_content() == "Turret to the upper left"
        assert page.locator("form.hex-by-name").count() == 0
        page.keyboard.press("Escape")
        wait_turn(page)
        page.mouse.move(*middle(page, "F4"))
        page.locator(".info-text b + .accent", has_text=" MP, ").wait_for()
        leave_board(page)
        page.locator("polygon.offer[data-hex='D4']").wait_for(state="attached")
        page.mouse.click(*middle(page, "D4"))
        page.locator(".confirm-box button.go").wait_for()
        leave_board(page)
        page.mouse.click(*middle(page, "D4"))
        tank_in(page, "D4")
        press(page, served, "e", "turn_hull")
        press(page, served, "q", "turn_hull")
        press(page, served, "q", "turn_hull")
        page.locator("g.piece[aria-label*='front to the upper right']").wait_for(state="attached")
        choose(page, "stop")
        until(lambda: served.by_hand().count("stop") == 1)
        page.locator("g.piece g.badge", has_text="MOTION").wait_for(state="detached")
        assert page.locator("g.piece g.mp.left text").text_content() == "8"
        choose(page, "park")
        until(lambda: "park" in served.by_hand())


def test_a_vehicle_is_placed_and_turned_with_its_turret_by_keys_and_the_wheel(tmp_path: Path, browser: Any) -> None:
    text = scenario([vehicle("pzkpfw_iiif", "C4", RIGHT), at("4-6-7", "A2")], [at("4-4-7", "P9")])
    ours = NewGame(scenario=text, players={"german": "human", "russian": "idle"}, setups={"russian": "there"})
    served = Served(tmp_path, wanted=ours)
    try:
        with opened(browser, served.address) as page:
            wait_turn(page)
            page.locator(".tray-unit[aria-label*='PzKpfw IIIF']").click()
            page.locator("polygon.offer[data-hex='C4']").wait_for(state="attached")
            page.mouse.click(*middle(page, "C4"))
            tank_in(page, "C4")
            page.locator(".prompt", has_text="Which way does PzKpfw IIIF").wait_for()
            leave_board(page)
            press(page, served, "e", "face")
            press(page, served, "e", "face")
            press(page, served, "Shift+Q", "face")
            tank = page.locator("g.units g.piece[data-vehicle]")
            words = tank.get_attribute("aria-label") or ""
            assert "front to the upper right" in words and "turret to the upper left" in words
            page.mouse.move(*middle(page, "E4"))
            page.keyboard.down("Shift")
            page.mouse.wheel(0, 100)
            page.keyboard.up("Shift")
            page.locator("g.units g.piece[aria-label*='front to the right']").wait_for(state="attached")
            wait_turn(page)
            choose(page, "ce")
            page.locator("g.units g.crew-tag.CE").wait_for(state="attached")
    finally:
        served.stop()


def test_a_card_of_vehicles_is_read_and_their_armament_is_no_weapon_of_the_side(play: Callable[..., Any]) -> None:
    opening, _ = play([vehicle("pzkpfw_iiif", "C4", RIGHT), at("4-6-7", "A2", "LMG")], [at("4-4-7", "P9")])
    with opening as page:
        wait_turn(page)
        told = page.locator(".one-side").first.inner_text()
        assert "PzKpfw IIIF" in told and "BMG" not in told and "LMG" in told


def test_a_drive_over_several_hexes_is_planned_by_a_click_and_announced_act_by_act(play: Callable[..., Any]) -> None:
    opening, served = play([vehicle("pzkpfw_iiif", "C4", RIGHT), at("4-6-7", "A2")], [at("4-4-7", "P9")])
    with opening as page:
        to_phase(page, served, "MPh")
        page.mouse.click(*middle(page, "C4"))
        page.locator("text.mf", has_text="5").first.wait_for(state="attached")
        leave_board(page)
        wait_turn(page)
        page.mouse.click(*middle(page, "E6"))
        box = page.locator(".confirm-box", has_text="Planned")
        box.wait_for()
        told = box.inner_text()
        assert told.startswith("Planned: start › ") and "turn right" in told and "E6" in told and "MP," in told
        leave_board(page)
        page.keyboard.press(" ")
        tank_in(page, "E6")
        done = served.by_hand()
        assert done.count("start") == 1 and done.count("turn_hull") >= 1 and done.count("drive") >= 2
        assert page.locator(".confirm-box").count() == 0


def test_a_gun_destroys_a_tank_by_clicks_after_its_odds_were_read(play: Callable[..., Any]) -> None:
    gun = ("2-2-8", "E5", ("7_5cm_pak_40",), f"facing = {RIGHT}")
    opening, served = play([gun], [vehicle("t_34_m41", "H6", RIGHT), at("4-4-7", "P9")])
    with opening as page:
        to_phase(page, served, "PFPh")
        page.mouse.click(*centre(page, "g.units g.piece[data-weapon] rect.tile"))
        tank = page.locator("g.units g.piece[data-vehicle]")
        tank.locator(".ring.aim").wait_for(state="attached")
        assert page.locator("path.covered.gun").count() == 1, "its Covered Arc is drawn"
        page.mouse.move(*middle(page, "H6"))
        panel = page.locator("section.preview, section[aria-label='Preview']").first
        panel.locator("h3", has_text="AP at T-34 M41").wait_for()
        assert page.locator("g.facings.hull g.rear line").count() == 2
        told = panel.inner_text()
        assert "destroyed" in told and "To Kill" in told and "by other ammunition" in told
        page.mouse.click(*middle(page, "H6"))
        choose(page, page.locator("section.now button.choice", has_text="AP").first.get_attribute("data-key") or "")
        page.locator(".confirm-box button.go").wait_for()
        leave_board(page)
        press(page, served, " ", "fire")
        page.locator("g.units g.piece[data-vehicle] g.broken text", has_text="T-34 M41 wreck").wait_for(
            state="attached"
        )
        assert page.locator("g.units g.unit.glow[data-vehicle]").count() == 0
        assert any("To Kill" in line for line in page.locator("section[aria-label='Log'] li").all_inner_texts())


def test_a_vehicle_that_may_be_aimed_at_comes_into_sight_when_its_firer_is_chosen(play: Callable[..., Any]) -> None:
    gun = ("2-2-8", "E5", ("7_5cm_pak_40",), f"facing = {RIGHT}")
    opening, served = play([gun], [vehicle("t_34_m41", "K6", RIGHT), at("4-4-7", "P9")])
    with opening as page:
        to_phase(page, served, "PFPh")
        page.mouse.move(*middle(page, "C5"))
        board = page.locator(".sheet").locator("xpath=..").bounding_box()
        assert board is not None
        right = board["x"] + board["width"]
        while middle(page, "K6")[0] < right:
            page.mouse.wheel(0, -200)
            page.wait_for_timeout(50)
        page.mouse.click(*centre(page, "g.units g.piece[data-weapon] rect.tile"))
        page.locator("g.units g.piece[data-vehicle] .ring.aim").wait_for(state="attached")
        until(lambda: middle(page, "K6")[0] < right)
        assert middle(page, "E5")[0] > board["x"]


def test_a_tank_destroys_another_by_clicks_and_a_second_click_takes_its_machine_guns(play: Callable[..., Any]) -> None:
    german = [vehicle("pzkpfw_ivh", "E5", RIGHT)]
    opening, served = play(german, [vehicle("t_34_m41", "H6", RIGHT), at("4-4-7", "H4")])
    with opening as page:
        to_phase(page, served, "PFPh")
        page.mouse.click(*middle(page, "E5"))
        enemy = page.locator("g.units g.piece[data-vehicle][aria-label*='T-34']")
        enemy.locator(".ring.aim").wait_for(state="attached")
        page.mouse.click(*middle(page, "E5"))
        page.locator("nav.crumbs button.own", has_text="machine guns").wait_for()
        page.keyboard.press("Escape")
        page.locator("nav.crumbs button.own").wait_for(state="detached")
        page.mouse.click(*middle(page, "E5"))
        enemy.locator(".ring.aim").wait_for(state="attached")
        page.mouse.click(*middle(page, "H6"))
        choose(page, page.locator("section.now button.choice", has_text="AP").first.get_attribute("data-key") or "")
        page.locator(".confirm-box button.go").wait_for()
        leave_board(page)
        press(page, served, " ", "fire")
        enemy.locator("g.broken text", has_text="T-34 M41 wreck").wait_for(state="attached")


def test_vehicles_are_left_as_they_are_by_one_key_as_a_phase_ends(play: Callable[..., Any]) -> None:
    opening, served = play([vehicle("pzkpfw_ivh", "E5", RIGHT)], [at("4-4-7", "D6")])
    with opening as page:
        to_phase(page, served, "PFPh")
        page.keyboard.press("Space")
        page.locator(".confirm-box.ending").wait_for()
        page.keyboard.press("Enter")
        page.locator("section.now button.choice.pass", has_text="Leave the vehicles as they are").wait_for()
        assert page.locator("section.now button.choice", has_text="Pz").inner_text().split()[-2] == "E5"
        page.keyboard.press("Space")
        until(lambda: phase(page) == "MPh")


def test_escape_while_the_menu_of_a_click_is_under_way_lets_go_of_what_was_clicked(play: Callable[..., Any]) -> None:
    german = [vehicle("pzkpfw_ivh", "E5", RIGHT)]
    opening, served = play(german, [vehicle("t_34_m41", "H6", RIGHT), at("4-4-7", "H4")])
    with opening as page:
        to_phase(page, served, "PFPh")
        page.mouse.click(*middle(page, "E5"))
        page.locator("g.units g.piece[aria-label*='T-34'] .ring.aim").wait_for(state="attached")
        page.evaluate(
            """() => {
                const send = WebSocket.prototype.send;
                WebSocket.prototype.send = function (text) {
                    setTimeout(() => { send.call(this, text); window.late = (window.late ?? 0) + 1; }, 400);
                };
            }"""
        )
        page.mouse.click(*middle(page, "E5"))
        page.locator("nav.crumbs button.own", has_text="machine guns").wait_for()
        page.keyboard.press("Escape")
        assert page.locator("nav.crumbs button.own").count() == 0
        until(lambda: bool(page.evaluate("() => (window.late ?? 0) > 0")))
        page.wait_for_timeout(600)
        assert page.locator("nav.crumbs button.own").count() == 0


def test_a_tank_is_ordered_to_hold_its_fire_in_the_panel_of_standing_orders(play: Callable[..., Any]) -> None:
    opening, _ = play([vehicle("pzkpfw_iiif", "C4", RIGHT), at("4-6-7", "A2")], [at("4-4-7", "P9")])
    with opening as page:
        wait_turn(page)
        page.get_by_role("button", name="Standing orders").click()
        page.locator("summary", has_text="Single Guns and vehicles").click()
        page.get_by_label("When PzKpfw IIIF asks").select_option("hold")
        page.get_by_role("button", name="Standing orders: set").wait_for()
        page.locator("summary", has_text="1 with orders").wait_for()
        page.get_by_label("When PzKpfw IIIF asks").select_option("")
        page.locator("summary", has_text="1 with orders").wait_for(state="detached")


def test_infantry_and_a_tank_move_as_one_stack_by_clicks(play: Callable[..., Any]) -> None:
    """Armored Assault with an AFV under a "?" (D9.31): the other side, which doesn't know it, is told nothing of it."""
    german = [vehicle("pzkpfw_iiif", "C4", RIGHT), at("4-6-7", "C4"), at("4-6-7", "A2")]
    opening, served = play(german, [at("4-4-7", "P9")], profile="full")
    with opening as page:
        to_phase(page, served, "MPh")
        panel = page.locator("section.now")
        panel.locator("button.choice", has_text="Armored Assault").click()
        panel.locator("button.choice", has_text="with squad").first.click()
        panel.locator("button.choice", has_text="Begin").click()
        until(lambda: served.by_hand().count("armored_assault") == 1)
        wait_turn(page)
        choose(page, "start")
        until(lambda: served.by_hand().count("start") == 1)
        leave_board(page)
        page.locator("polygon.offer[data-hex='D4']").wait_for(state="attached")
        page.mouse.click(*middle(page, "D4"))
        box = page.locator(".confirm-box", has_text="Planned")
        box.wait_for()
        told = box.inner_text()
        assert "PzKpfw IIIF" in told and "4-6-7" in told.replace("\u2011", "-")
        assert "together to D4" in told and "1 MP, 1 MF" in told
        leave_board(page)
        press(page, served, " ", "drive_along")
        tank_in(page, "D4")
        page.locator("g.units g.unit:not([data-vehicle])[aria-label*=' in D4']").wait_for(state="attached")
        assert "12 MP and 3 MF left" in panel.inner_text()
        assert page.locator("g.piece g.mp.left text").text_content() == "12"
