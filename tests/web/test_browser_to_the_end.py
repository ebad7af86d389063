"""A real Chromium: games with Guns and vehicles played to their end by the page alone, against the computer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from goodorder.play.start import given
from goodorder.web.messages.requests import NewGame, PlayerWord
from tests.web.arena import at, scenario, vehicle
from tests.web.conftest import opened
from tests.web.hand import Hand, Keys
from tests.web.screen import Served

pytestmark = pytest.mark.browser

SMALL = scenario(
    [vehicle("pzkpfw_iiif", "D5", 2), at("4-6-7", "C4"), at("8-1", "C4")],
    [("2-2-8", "J6", ("45mm_ptp_obr_32",), "facing = 5"), at("4-4-7", "I4")],
    turns=2,
)
"""A tank and a squad against an anti-tank gun and a squad."""
SOAK = [
    ("orchard", "german", 3, 0.6),
    ("orchard", "russian", 4, 0.6),
    ("ridge", "german", 3, 0.6),
    ("gap", "american", 3, 0.6),
    ("furrows", "british", 3, 0.6),
    ("stubble", "german", 3, 0.4),
]
"""Of whole scenarios: the side that the hand plays, its seed, how often it does something where it could pass."""


def against_the_computer(scenario: str, side: str, seed: int, folder: Path) -> Served:
    """The game of a scenario between the page and the standard player, ready-made set-ups for both."""
    found = given(scenario).scenario
    players: dict[str, PlayerWord] = {one.id: "human" if one.id == side else "standard" for one in found.sides}
    setups = {one.id: one.setups[0].name for one in found.sides}
    return Served(folder, side=side, wanted=NewGame(scenario=scenario, players=players, setups=setups, seed=seed))


@pytest.fixture
def served_as(tmp_path: Path) -> Iterator[Any]:
    """Serves one game after another, each from a folder of its own."""
    held: list[Served] = []

    def begin(scenario: str, side: str, seed: int) -> Served:
        held.append(against_the_computer(scenario, side, seed, tmp_path / str(len(held))))
        return held[-1]

    yield begin
    for one in held:
        one.stop()


def to_the_end(browser: Any, served: Served, seed: int, eager: float, seconds: float, kind: type[Hand] = Hand) -> Hand:
    """Play the game until the closing page tells who has won; a console error fails."""
    with opened(browser, served.address) as page:
        hand = kind(page, served, seed, eager)
        assert hand.play(seconds=seconds), f"not over after {hand.acted} acts: {hand.clicks[-8:]}"
        assert page.locator(".closing h2").inner_text().strip()
        assert page.locator(".closing .clauses li").count() > 0
        return hand


@pytest.mark.parametrize("side", ["german", pytest.param("russian", marks=pytest.mark.soak)])
def test_a_tank_against_a_gun_is_played_to_the_end_by_clicks(browser: Any, served_as: Any, side: str) -> None:
    served = served_as(SMALL, side, 7)
    hand = to_the_end(browser, served, 7, 0.8, 240)
    assert 10 <= hand.acted <= len(served.by_hand())
    hexes = sum(one.startswith("hex") for one in hand.clicks)
    assert hexes > 0 and hand.clicks.count("out of sight") <= hexes / 4, "it finds what is lit on the board"


def test_a_tank_against_a_gun_is_played_to_the_end_by_keys(browser: Any, served_as: Any) -> None:
    served = served_as(SMALL, "german", 7)
    hand = to_the_end(browser, served, 7, 0.5, 240, Keys)
    assert hand.acted >= 10 and not any(one.startswith(("button", "hex")) for one in hand.clicks)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "side", "seed", "eager"), SOAK)
def test_a_scenario_with_vehicles_is_played_to_the_end_by_clicks(
    browser: Any, served_as: Any, name: str, side: str, seed: int, eager: float
) -> None:
    to_the_end(browser, served_as(name, side, seed), seed, eager, 900)
