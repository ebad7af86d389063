"""Looking back: the replay belongs to its game, plays by keys, and can be played on from; losses are all counted."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from goodorder.web.serve import default_game
from tests.web.conftest import opened
from tests.web.screen import Served, decline, until, wait_turn

if TYPE_CHECKING:
    pass

Begin = Callable[..., str]
Sit = Callable[..., Any]


def moved_on(page: Any, before: str) -> bool:
    """Whether the replay shows another step than before."""
    found: str = page.locator(".replay-bar .tab").inner_text()
    return found != before


def test_a_practice_game_is_played_on_from_a_step_of_its_replay(new_game: Begin, sit: Sit, web: Any) -> None:
    game = new_game(options={"practice": True})
    rng = random.Random(5)
    with sit(game) as seat:
        for _ in range(12):
            seat.wait_choice()
            seat.answer(seat.random_path(rng))
        last = web.get(f"/api/games/{game}/replay?at=9999").json()["of"]
        at = last // 2
        then = web.get(f"/api/games/{game}/replay?at={at}").json()["state"]
        seat.ask("undo", at=at)
        while seat.state["pending"]["kind"] != "choice":
            seat.wait_step()
        now = web.get(f"/api/games/{game}/replay?at=9999").json()
        assert at <= now["of"] < last
        assert seat.state["turn"] == then["turn"] or now["of"] > at
        refused = seat.send("undo", at=9999)
        assert not refused["ok"] and refused["error"]["rule"] == "A.2"


def test_every_loss_is_counted_when_the_game_is_over(new_game: Begin, sit: Sit) -> None:
    with sit(new_game(), "both") as seat:
        assert "losses" not in seat.state
        seat.ask("concede", side="german")
        while "losses" not in seat.state:
            seat.wait_step()
        assert set(seat.state["losses"]) == {"german", "russian"}
        assert all(set(one) == {"lost", "reduced", "replaced", "cvp"} for one in seat.state["losses"].values())


@pytest.mark.browser
def test_the_replay_is_walked_by_keys_and_left_with_its_game(browser: Any, served: Served) -> None:
    other = served.begin(default_game("first", "russian"))
    with opened(browser, served.address) as page:
        wait_turn(page)
        for _ in range(2):
            decline(page, served)
            wait_turn(page)
        page.locator("header.top button").first.click()
        page.get_by_role("menuitem", name="Replay from the start").click()
        page.locator(".replay-bar").wait_for()
        page.locator(".board").focus()
        for _ in range(2):
            before = page.locator(".replay-bar .tab").inner_text()
            page.keyboard.press("ArrowRight")
            until(partial(moved_on, page, before))
        assert page.locator(".replay-bar .tab").inner_text().startswith("2 of")
        page.keyboard.press("ArrowLeft")
        until(lambda: page.locator(".replay-bar .tab").inner_text().startswith("1 of"))
        page.keyboard.press("Space")
        until(lambda: not page.locator(".replay-bar .tab").inner_text().startswith("1 of"))
        page.evaluate(f"() => {{ location.hash = '#/game/{other}?side=russian'; }}")
        wait_turn(page)
        assert page.locator(".replay-bar").count() == 0
        assert page.locator("section.now").inner_text().find("Replay") < 0


@pytest.mark.browser
def test_the_enemys_turn_ends_with_what_it_cost(page: Any, served: Served) -> None:
    told = page.locator(".summary")
    for _ in range(40):
        wait_turn(page)
        if told.count():
            break
        decline(page, served)
    assert "enemy's turn" in told.inner_text()
    lines = told.locator("li").all_inner_texts()
    harm = [any(word in line for word in ("eliminated", "surrenders")) for line in lines]
    assert harm == sorted(harm, reverse=True), "losses first"
    told.get_by_role("button", name="Understood").click()
    told.wait_for(state="detached")
