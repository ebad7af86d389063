"""Where a client is told that a vehicle can drive, and that its keys lead there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.arena import at, scenario, vehicle

Begin = Callable[..., str]
Sit = Callable[..., Any]


def to_move(seat: Any) -> Any:
    """Pass until the German MPh."""
    while (state := seat.wait_choice())["turn"]["phase"] != "MPh":
        seat.answer([next(one["key"] for one in state["menu"]["entries"] if one["kind"] == "pass")])
    return state


@pytest.fixture
def driver(web: Any, sit: Sit) -> Any:
    """A seat with a tank in C4 that points to the right, in its MPh."""
    text = scenario([vehicle("pzkpfw_iiif", "C4", 2), at("4-6-7", "A2")], [at("4-4-7", "P9")])
    body = {
        "scenario": text,
        "players": {"german": "human", "russian": "idle"},
        "setups": {"german": "there", "russian": "there"},
        "seed": 7,
    }
    game = web.post("/api/games", json=body).json()["game"]
    with sit(game, "german") as seat:
        to_move(seat)
        yield seat


def chosen(seat: Any) -> str:
    """The key of the tank's branch."""
    tank = seat.state["vehicles"][0]["id"]
    return str(next(one["key"] for one in seat.state["menu"]["entries"] if one.get("unit") == tank))


def test_each_hex_in_reach_has_its_acts_and_their_mp(driver: Any) -> None:
    found = {one["hex"]: one for one in driver.ask("reach", path=[chosen(driver)])["hexes"]}
    ahead = found["D4"]
    assert ahead["acts"] == ["start", "h:D4"] and ahead["via"] == ["D4"] and ahead["spent"] == [ahead["mf"]]
    assert ahead["left"] == 14 - ahead["mf"] and ahead["facing"] == 2
    assert "C4" not in found
    assert all(one["spent"][-1] == one["mf"] for one in found.values() if not one.get("bog"))
    turned = found["C5"]
    assert turned["acts"][0] == "start" and turned["acts"].count("right") == 1


def test_the_acts_lead_there_one_after_the_other(driver: Any) -> None:
    way = {one["hex"]: one for one in driver.ask("reach", path=[chosen(driver)])["hexes"]}["E6"]
    first = [chosen(driver)]
    for act in way["acts"]:
        assert driver.answer([*first, act])["ok"]
        first = []
        state = driver.wait_choice()
    tank = state["vehicles"][0]
    assert (tank["hex"], tank["facing"], tank["points"]["left"]) == ("E6", way["facing"], way["left"])


def test_what_costs_more_than_the_mp_left_is_out_of_reach_once_the_tank_has_moved(driver: Any) -> None:
    assert driver.answer([chosen(driver), "start"])["ok"]
    dear = 0
    while (left := driver.wait_choice()["vehicles"][0]["points"]["left"]) > 1:
        leaves = {one["key"] for one in driver.ask("menu", path=[])["entries"] if one["leaf"]}
        found = driver.ask("reach", path=[])["hexes"]
        assert {one["acts"][0] for one in found} <= leaves, f"what is told with {left} MP left can be done"
        dear += left < 5
        assert driver.answer(["right"])["ok"]
    assert dear > 2


def test_a_way_has_its_mp_hex_by_hex_and_no_other_way_has_any(driver: Any) -> None:
    path = [chosen(driver)]
    found = {one["hex"]: one for one in driver.ask("reach", path=path)["hexes"]}["E6"]
    told = driver.ask("way", path=path, via=found["via"])
    assert [(one["hex"], one["mf"]) for one in told["steps"]] == list(zip(found["via"], found["spent"], strict=True))
    assert driver.ask("way", path=path, via=["C5", "E6"])["steps"] == []


def test_the_guns_that_could_fire_at_a_hex_of_the_way_are_told_with_the_harm(web: Any, sit: Sit) -> None:
    gun = ("4-4-7", "H6", ("45mm_ptp_obr_32",), "facing = 5")
    text = scenario([vehicle("pzkpfw_iiif", "C4", 2), at("4-6-7", "A2")], [gun])
    players = {"german": "human", "russian": "idle"}
    body = {"scenario": text, "players": players, "setups": dict.fromkeys(players, "there"), "seed": 7}
    with sit(web.post("/api/games", json=body).json()["game"], "german") as seat:
        to_move(seat)
        path = [chosen(seat)]
        found = {one["hex"]: one for one in seat.ask("reach", path=path)["hexes"]}["F6"]
        steps = seat.ask("way", path=path, via=found["via"])["steps"]
        near = steps[-1]["threats"]
        assert [one["hex"] for one in near] == ["H6"] and 0 < near[0]["p"] < 1 and near[0]["fp"] in ("AP", "APCR", "HE")
        assert {odds["label"] for odds in near[0]["odds"]} >= {"destroyed", "burning"}
