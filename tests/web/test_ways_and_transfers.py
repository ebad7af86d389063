"""What waits along a planned way, and the standing order about handing weapons over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from goodorder.play.record import Answered
from goodorder.play.store import Store

NOTHING: dict[str, Any] = {"threshold": None, "units": [], "hexes": [], "silent_until": None}


def to_movement(seat: Any) -> None:
    """Pass everything until the first Movement Phase asks."""
    while seat.past_snipers()["turn"]["phase"] != "MPh":
        passing = next(entry for entry in seat.state["menu"]["entries"] if entry["kind"] == "pass")
        assert seat.answer([passing["key"]])["ok"]


def ways(seat: Any) -> list[tuple[str, dict[str, Any]]]:
    """The way to each hex that the first three movers can reach, with the mover's key."""
    keys = [entry["key"] for entry in seat.state["menu"]["entries"] if entry["kind"] == "unit"][:3]
    return [(key, hex) for key in keys for hex in seat.ask("reach", path=[key])["hexes"]]


def test_a_planned_way_adds_up_to_the_mf_of_its_last_hex(new_game: Callable[..., str], sit: Callable[..., Any]) -> None:
    with sit(new_game()) as seat:
        to_movement(seat)
        far = [(key, hex) for key, hex in ways(seat) if len(hex["via"]) > 2]
        assert far
        for key, hex in far[:4]:
            steps = seat.ask("way", path=[key], via=hex["via"])["steps"]
            assert [step["hex"] for step in steps] == hex["via"]
            assert (steps[-1]["mf"], steps[-1]["left"]) == (hex["mf"], hex["left"])


def test_only_enemies_that_see_a_hex_of_the_way_threaten_it(
    new_game: Callable[..., str], sit: Callable[..., Any]
) -> None:
    with sit(new_game()) as seat:
        to_movement(seat)
        mover = seat.state["turn"]["attacker"]
        enemies = {unit["hex"] for unit in seat.state["units"] if unit["side"] != mover and unit["hex"]}
        seen: set[bool] = set()
        for key, hex in ways(seat)[:8]:
            for step in seat.ask("way", path=[key], via=hex["via"])["steps"]:
                blocked = {enemy: seat.ask("los", **{"from": enemy, "to": step["hex"]})["blocked"] for enemy in enemies}
                assert not any(blocked[one["hex"]] for one in step["threats"])
                seen.add(bool(step["threats"]))
        assert seen == {True, False}


def test_a_question_mark_that_sees_a_hex_of_the_way_is_told(
    new_game: Callable[..., str], sit: Callable[..., Any]
) -> None:
    with sit(new_game("patrol", players={"german": "idle"}), "british") as seat:
        to_movement(seat)
        covered = {unit["hex"] for unit in seat.state["units"] if unit["kind"] == "unknown"}
        told: set[bool] = set()
        for key, hex in ways(seat)[:6]:
            for step in seat.ask("way", path=[key], via=hex["via"])["steps"]:
                seen = {one for one in covered if not seat.ask("los", **{"from": one, "to": step["hex"]})["blocked"]}
                assert seen - {step["hex"]} == set(step["covered"])
                told.add(bool(step["covered"]))
        assert told == {True, False}


def test_a_way_ends_where_a_hex_is_not_adjacent(new_game: Callable[..., str], sit: Callable[..., Any]) -> None:
    with sit(new_game()) as seat:
        to_movement(seat)
        key, hex = ways(seat)[0]
        far = next(one for k, one in ways(seat) if k == key and len(one["via"]) > 2)
        assert seat.ask("way", path=[key], via=[far["hex"]])["steps"] == []
        assert len(seat.ask("way", path=[key], via=[hex["via"][0], far["hex"]])["steps"]) <= 1


def order(seat: Any, **change: Any) -> None:
    """Give standing orders."""
    seat.ask("standing", orders={**NOTHING, **change})


def test_an_unmarked_transfer_is_passed_by_standing_order(
    new_game: Callable[..., str], sit: Callable[..., Any], store: Store
) -> None:
    game = new_game()
    with sit(game) as seat:
        assert seat.wait_choice()["pending"]["prompt"].startswith("Recover, repair")
        order(seat, transfers="marked")
        while seat.state["turn"]["phase"] == "RPh":
            seat.wait_step()
    answers = [entry for entry in store.record(game).line() if isinstance(entry, Answered) and entry.by == "standing"]
    assert [entry.action["do"] for entry in answers] and {entry.action["do"] for entry in answers} == {"done"}


def test_a_marked_unit_is_still_asked_about_its_transfer(new_game: Callable[..., str], sit: Callable[..., Any]) -> None:
    with sit(new_game()) as seat:
        state = seat.wait_choice()
        giving = next(entry for entry in state["menu"]["entries"] if entry["kind"] == "give")
        order(seat, transfers="marked", givers=[giving["unit"]])
        menu = seat.ask("menu", path=[])
        assert giving["key"] in [entry["key"] for entry in menu["entries"]]
        assert seat.state["turn"]["phase"] == "RPh"


@pytest.mark.parametrize("walls", ["ask", "leave"])
def test_wall_advantage_alone_is_passed_by_standing_order_only(
    new_game: Callable[..., str], sit: Callable[..., Any], store: Store, walls: str
) -> None:
    game = new_game("patrol")
    asked = False
    with sit(game) as seat:
        order(seat, walls=walls)
        seat.past_snipers()
        while (state := seat.wait_choice())["turn"]["phase"] in ("setup", "RPh"):
            if state["pending"]["prompt"] == "Wall Advantage":
                asked = True
            passing = [entry for entry in seat.state["menu"]["entries"] if entry["kind"] == "pass"]
            assert seat.answer([passing[0]["key"]])["ok"]
    answers = [entry for entry in store.record(game).line() if isinstance(entry, Answered) and entry.by == "standing"]
    assert asked == (walls == "ask")
    assert bool(answers) == (walls == "leave")


def test_a_hex_with_several_levels_is_in_reach_once_by_its_cheapest_and_tells_the_others(
    new_game: Callable[..., str], sit: Callable[..., Any]
) -> None:
    """Up the stairs of one's own hex is one MF (B23.42), so each storey of a house costs at least that more."""
    with sit(new_game("houses")) as seat:
        to_movement(seat)
        several = 0
        for key in [entry["key"] for entry in seat.state["menu"]["entries"] if entry["kind"] == "unit"]:
            found = seat.ask("reach", path=[key])["hexes"]
            assert len({one["hex"] for one in found}) == len(found)
            for one in found:
                for other in one.get("levels", ()):
                    several += 1
                    assert other["level"] != one.get("level", "") and other["mf"] >= one["mf"]
                    assert other["mf"] + other["left"] == one["mf"] + one["left"]
        assert several
