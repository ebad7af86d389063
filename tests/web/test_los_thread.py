"""The LOS thread: what the server tells of it, and what hands do with it in a real browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from goodorder.flow.sequence.opening import world_of
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases
from goodorder.play.record import Options
from goodorder.play.start import given
from goodorder.web.serve import default_game
from goodorder.web.sight import los
from tests.web.conftest import opened
from tests.web.screen import Served, wait_turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

Begin = Callable[..., str]
Sit = Callable[..., Any]

# lines of the small scenario's map: woods in H3 between F3 and K4, orchards in L7 and K7 between M8 and J6


def test_a_blocked_thread_is_told_with_its_reason_and_its_two_pieces(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat:
        found = seat.ask("los", **{"from": "F3", "to": "K4"})
    assert found["blocked"] and found["label"] == "H3 woods, A6.2"
    near, far = found["thread"]
    assert (near["state"], far["state"]) == ("blocked", "beyond")
    assert near["line"] == found["line"][:2] + found["at"] and far["line"] == found["at"] + found["line"][2:]
    assert found["points"][-1]["hex"] == "H3" and found["points"][-1]["rule"] == "A6.2"


def test_a_hindered_thread_changes_colour_where_the_first_hindrance_lies(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat:
        found = seat.ask("los", **{"from": "M8", "to": "J6"})
    assert not found["blocked"] and found["hindrance"] == 2 and found["label"] == "Hindrance +2"
    assert [piece["state"] for piece in found["thread"]] == ["clear", "hindered"]
    assert len(found["dots"]) == 2 and found["thread"][1]["line"][:2] == found["dots"][0]
    assert [(p["hex"], p["rule"]) for p in found["points"] if "hinders" in p["text"]] == [("L7", "B14"), ("K7", "B14")]


def test_the_levels_of_both_ends_are_named_and_can_be_asked_for(new_game: Begin, sit: Sit) -> None:
    with sit(new_game("patrol")) as seat:
        # a wall at I8 hides the ground behind it from the ground floor of G7, not from above
        ground = seat.ask("los", **{"from": "G7", "to": "K9"})
        assert ground["blocked"] and [one["key"] for one in ground["levels"][0]] == ["", "1"]
        assert ground["levels"][1] == [{"key": "", "name": "K9 ground level"}]
        above = seat.ask("los", **{"from": "G7", "to": "K9", "from_level": "1"})
        assert not above["blocked"] and above["why"].startswith("G7 level 1 to K9")
        assert not seat.ask("los", **{"from": "K9", "to": "G7", "to_level": "1"})["blocked"]
        refused = seat.send("los", **{"from": "G7", "to": "K9", "to_level": "1"})
        assert refused["error"]["kind"] == "unreadable" and "K9" in refused["error"]["message"]


def test_a_game_without_levels_offers_the_ground_alone(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat:
        found = seat.ask("los", **{"from": "F3", "to": "K4"})
        assert [[one["key"] for one in held] for held in found["levels"]] == [[""], [""]]
        refused = seat.send("los", **{"from": "F3", "to": "K4", "from_level": "2"})
        assert refused["error"]["message"].startswith("B23.42")


SMOKE = """
version = 1
[[case]]
title = "SMOKE between"
phase = "PFPh"
map = "E7 grain ; B5 woods"
units = ["A german 4-6-7 at E3", "B russian 4-4-7 at E9"]
markers = ["smoke_grenade at E5", "smoke_grenade at B4"]
[[case.step]]
ask = "hex A1"
"""


def test_smoke_on_the_way_hinders_the_thread_but_not_one_beside_it_or_blocked_anyway() -> None:
    play = Play(next(one for one in parse_cases(SMOKE, "smoke") if isinstance(one, Case)))
    play.begin()
    through = los(play.state, "E3", "E6")
    assert through.smoke == 2 and {piece.state for piece in through.thread} == {"hindered"}
    assert through.label.endswith("SMOKE +2") and through.hindrance == 0
    beside = los(play.state, "E6", "E9")
    assert beside.smoke == 0 and beside.label == "Hindrance +1"
    blocked = los(play.state, "B3", "B7")
    assert blocked.blocked and blocked.smoke == 0
    assert [piece.state for piece in blocked.thread] == ["blocked", "beyond"]


def place(page: Page, name: str, scenario: str = "first") -> tuple[float, float]:
    """Where a hex of a scenario's map lies on the screen."""
    here = world_of(given(scenario).scenario).map.hex(name)
    x, y = page.evaluate(
        """([x, y]) => {
            const box = document.querySelector('.board').getBoundingClientRect();
            const at = new DOMMatrix(getComputedStyle(document.querySelector('.sheet')).transform);
            return [box.x + at.e + at.a * x, box.y + at.f + at.a * y];
        }""",
        [here.x, here.y],
    )
    return x, y


def label(page: Page) -> str:
    """The words at the thread, once it is there."""
    return str(page.locator(".thread text").text_content())


def test_while_l_is_held_pointing_shows_the_thread(page: Page) -> None:
    wait_turn(page)
    page.mouse.move(*place(page, "F3"))
    page.keyboard.down("l")
    page.mouse.move(*place(page, "K4"))
    page.locator(".thread.blocked line.beyond").wait_for(state="attached")
    assert label(page) == "H3 woods, A6.2"
    page.wait_for_timeout(400)
    page.keyboard.up("l")
    page.locator(".thread").wait_for(state="detached")
    assert page.locator(".board.los-mode").count() == 0


def test_a_long_verdict_leaves_the_board_where_it_is(browser: Any, served: Served) -> None:
    with opened(browser, served.address, viewport={"width": 800, "height": 700}) as page:
        wait_turn(page)
        words, board = page.locator(".info-text"), page.locator(".board")
        before = board.bounding_box()
        page.keyboard.press("l")
        page.mouse.click(*place(page, "F3"))
        page.mouse.move(*place(page, "K4"))
        page.locator(".thread.blocked").wait_for(state="attached")
        page.locator(".info-text b", has_text="LOS blocked").wait_for()
        told = words.bounding_box()
        assert told is not None and told["height"] > 34, "two lines or more"
        assert board.bounding_box() == before
        assert page.evaluate(
            "box => document.elementFromPoint(box.x + 4, box.y + 6).closest('.info-text') !== null", told
        )


def test_keys_climb_where_the_game_has_levels(browser: Any, served: Served) -> None:
    game = served.begin(default_game("patrol", "british"))
    seat = served.address.replace(served.game, game).split("?")[0] + "?side=british"
    with opened(browser, seat) as page:
        page.locator(".board .sheet").wait_for(state="attached")
        page.mouse.move(*place(page, "G7", "patrol"))
        page.keyboard.down("l")
        page.mouse.move(*place(page, "K9", "patrol"))
        page.locator(".thread.blocked line.beyond").wait_for(state="attached")
        page.keyboard.press("Shift+PageUp")
        page.locator(".thread.clear").wait_for(state="attached")
        assert "G7 level 1" in page.locator(".info-strip").inner_text()
        page.keyboard.press("Shift+PageDown")
        page.locator(".thread.blocked").wait_for(state="attached")
        page.keyboard.up("l")
        page.locator(".thread").wait_for(state="detached")


def tap_l(page: Page, heard_after: int = 0) -> None:
    """A short tap on L, of whose end a slow page hears only after so many milliseconds."""
    line, now = page.context.new_cdp_session(page), time.time()
    key = {"key": "l", "code": "KeyL", "windowsVirtualKeyCode": 76}
    line.send("Input.dispatchKeyEvent", {"type": "keyDown", "timestamp": now, **key})
    page.wait_for_timeout(heard_after)
    line.send("Input.dispatchKeyEvent", {"type": "keyUp", "timestamp": now + 0.05, **key})
    line.detach()


def test_a_tap_on_l_is_a_tap_also_where_the_page_hears_of_it_late(page: Page) -> None:
    wait_turn(page)
    tap_l(page, heard_after=500)
    page.wait_for_timeout(100)
    assert page.locator(".board.los-mode").count() == 1


def test_after_a_tap_on_l_a_thread_is_dragged_from_hex_to_hex(page: Page) -> None:
    wait_turn(page)
    tap_l(page)
    page.mouse.move(*place(page, "M8"))
    page.mouse.down()
    page.mouse.move(*place(page, "J6"), steps=4)
    page.locator(".thread.hindered text", has_text="Hindrance +2").wait_for(state="attached")
    assert page.locator(".thread circle.point").count() == 2
    page.mouse.up()
    page.mouse.move(*place(page, "K4"), steps=2)
    assert label(page) == "Hindrance +2", "the thread stays where it was let go"
    page.keyboard.press("Escape")
    page.locator(".thread").wait_for(state="detached")


def test_a_table_without_free_checks_shows_no_thread(browser: Any, served: Served) -> None:
    wanted = msgspec.structs.replace(default_game("first", "german"), options=Options(free_los=False))
    game = served.begin(wanted)
    with opened(browser, served.address.replace(served.game, game)) as page:
        wait_turn(page)
        assert page.locator(".info-strip button", has_text="LOS").count() == 0
        page.mouse.move(*place(page, "F3"))
        page.keyboard.down("l")
        page.locator(".toast", has_text="without free LOS checks").wait_for()
        page.mouse.move(*place(page, "K4"))
        page.wait_for_timeout(300)
        page.keyboard.up("l")
        assert page.locator(".thread").count() == 0
