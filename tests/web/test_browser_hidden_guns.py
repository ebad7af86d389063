"""Two pages of one game: a hidden Gun fires at a tank; the other page is told the dice, the target and the effect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from goodorder.web.messages.requests import NewGame, PlayerWord
from tests.web.arena import at, scenario, vehicle
from tests.web.conftest import opened
from tests.web.screen import Served, centre, leave_board, middle, to_phase, until, wait_turn

pytestmark = pytest.mark.browser

RIGHT = 2
HEX = "D4"
SECRET = ("7.5cm", "7_5cm", "PaK", "pak_40", "75L", "2-2-8", "2\u20112\u20118", HEX)
"""What would tell the other side who fired: the Gun, its caliber, its crew, its hex."""


@pytest.fixture
def ambush(tmp_path: Path) -> Iterator[Served]:
    gun = ("2-2-8", HEX, ("7_5cm_pak_40",), f"facing = {RIGHT}, hidden = true")
    text = scenario([gun, at("4-6-7", "I6")], [vehicle("kv_1_m41", "H6", RIGHT), at("4-4-7", "P9")], profile="full")
    people: dict[str, PlayerWord] = {"german": "human", "russian": "human"}
    setups = {"german": "there", "russian": "there"}
    found = Served(tmp_path, wanted=NewGame(scenario=text, players=people, setups=setups))
    yield found
    found.stop()


def test_a_hidden_gun_that_fires_tells_the_other_page_dice_target_and_effect_alone(
    browser: Any, ambush: Served
) -> None:
    other = ambush.address.replace("side=german", "side=russian")
    with opened(browser, ambush.address) as page, opened(browser, other) as theirs:
        frames: list[str] = []
        theirs.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(str(data))))
        theirs.reload()
        theirs.locator("g.units g.piece[data-vehicle]").wait_for(state="attached")
        to_phase(page, ambush, "PFPh")
        gun = page.locator("g.units g.piece[data-weapon]")
        assert "hidden" in (gun.get_attribute("aria-label") or "")
        assert theirs.locator("g.units g.piece[data-weapon]").count() == 0
        page.mouse.click(*centre(page, "g.units g.piece[data-weapon] rect.tile"))
        page.locator("g.units g.piece[data-vehicle] .ring.aim").wait_for(state="attached")
        page.mouse.click(*middle(page, "H6"))
        page.locator("section.now button.choice", has_text="AP").first.click()
        page.locator(".confirm-box button.go").wait_for()
        leave_board(page)
        page.keyboard.press(" ")
        until(lambda: "fire" in ambush.by_hand())
        wait_turn(page)
        log = theirs.locator("section[aria-label='Log'] li")
        log.filter(has_text="To Hit at KV-1 M41").first.wait_for(state="attached")
        told = "\n".join(log.all_inner_texts())
        own = "\n".join(page.locator("section[aria-label='Log'] li").all_inner_texts())
        assert "PaK 40 at KV-1 M41 1 at H6" in own, "its owner reads it all"
        assert "fires ordnance at KV-1 M41 1 at H6" in told, "the target"
        assert re.search(r"To Hit at KV-1 M41 1 at H6: \d+: \w+", told), "the dice and what they brought, no Final"
        steps = [frame for frame in frames if frame.startswith('{"type":"step"')]
        assert any("To Hit at KV-1 M41" in step for step in steps)
        for word in SECRET:
            assert word not in told, word
            assert not any(word in step for step in steps if word != HEX), word
        assert re.search("hidden|concealed", gun.get_attribute("aria-label") or "")
        assert gun.locator(".cover-mark").count() == 1
        assert theirs.locator("g.units g.piece[data-weapon]").count() == 0
