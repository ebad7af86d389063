"""What becomes of a target: in every preview of an attack, in the DEFENDER's windows, and in the log after the roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from goodorder.core.events import DiceThrown
from goodorder.play.log import lines
from tests.support import half_squad, leader, position, squad
from tests.web.test_ways_and_transfers import to_movement

WORDS = {"eliminated", "reduced", "breaks", "pinned", "wounded", "rallies", "untouched"}


def check_fates(doc: dict[str, Any]) -> None:
    """Every target's fates are told in the game's words and are all that can become of it."""
    assert doc["per_target"]
    for target in doc["per_target"]:
        assert {one["label"] for one in target["odds"]} <= WORDS
        assert abs(sum(one["p"] for one in target["odds"]) - 1) < 1e-9


def to_phase(seat: Any, wanted: str) -> None:
    """Pass until a phase asks."""
    while seat.wait_choice()["turn"]["phase"] != wanted:
        passing = next(entry for entry in seat.state["menu"]["entries"] if entry["kind"] == "pass")
        assert seat.answer([passing["key"]])["ok"]


def test_a_shot_at_one_unit_tells_its_fate(new_game: Callable[..., str], sit: Callable[..., Any]) -> None:
    with sit(new_game()) as seat:
        to_phase(seat, "PFPh")
        unit = next(entry["key"] for entry in seat.state["menu"]["entries"] if entry["kind"] == "unit")
        aims = [entry["key"] for entry in seat.ask("menu", path=[unit])["entries"] if entry["kind"] == "hex"]
        docs = [seat.ask("preview", path=[unit, aim, "go"]) for aim in aims]
        assert any(len(doc["per_target"]) == 1 for doc in docs)
        for doc in docs:
            check_fates(doc)


def step_into_sight(seat: Any) -> None:
    """Steps of the first mover until the enemy is asked whether he fires."""
    to_movement(seat)
    mover = seat.state["turn"]["attacker"]
    for entry in seat.state["menu"]["entries"]:
        if entry["kind"] != "unit":
            continue
        for hex in seat.ask("reach", path=[entry["key"]])["hexes"]:
            steps = seat.ask("way", path=[entry["key"]], via=hex["via"][:1])["steps"]
            if steps and steps[0]["threats"]:
                goal = next(
                    one["key"]
                    for one in seat.ask("menu", path=[entry["key"]])["entries"]
                    if one.get("hex") == hex["via"][0] and one["leaf"]
                )
                assert seat.answer([entry["key"], goal])["ok"]
                assert seat.wait_choice()["pending"]["side"] != mover
                return
    raise AssertionError("nobody can be shot at")


def test_the_defenders_window_opens_with_the_fate_of_the_mover_under_the_best_shot(
    new_game: Callable[..., str], sit: Callable[..., Any]
) -> None:
    with sit(new_game()) as seat:
        step_into_sight(seat)
        best = seat.ask("preview", path=[])
        check_fates(best)
        for entry in seat.state["menu"]["entries"]:
            if entry["kind"] == "unit":
                doc = seat.ask("preview", path=[entry["key"]])
                check_fates(doc)


def test_outside_the_defenders_windows_nothing_built_has_no_preview(
    new_game: Callable[..., str], sit: Callable[..., Any]
) -> None:
    with sit(new_game()) as seat:
        to_phase(seat, "PFPh")
        assert seat.ask("preview", path=[]) is None


def test_a_planned_step_tells_who_could_fire_and_the_fate_of_the_mover(
    new_game: Callable[..., str], sit: Callable[..., Any]
) -> None:
    with sit(new_game()) as seat:
        to_movement(seat)
        unit = next(entry["key"] for entry in seat.state["menu"]["entries"] if entry["kind"] == "unit")
        found = []
        for hex in seat.ask("reach", path=[unit])["hexes"][:6]:
            for step in seat.ask("way", path=[unit], via=hex["via"])["steps"]:
                found += step["threats"][:3]
        assert found
        for threat in found:
            spared = sum(one["p"] for one in threat["odds"] if one["label"] == "untouched")
            assert abs(threat["p"] + spared - 1) < 1e-9


def dr(rule: str, outcome: str, *subjects: int) -> DiceThrown:
    """A DR of one of the kinds that units are hurt by."""
    return DiceThrown(
        dice=("white", "colored"),
        faces=(4, 5),
        purpose="it",
        rule=rule,
        side=0,
        original=9,
        final=9,
        outcome=outcome,
        subjects=subjects,
    )


def test_after_the_roll_the_log_says_who_is_untouched() -> None:
    st = position("size 4x4", squad("A", "B2"), leader("8-1", "B2"), half_squad("B", "B2"))
    told = [
        line.text
        for event in (
            dr("A7.3", "Final 9: no effect", 1),
            dr("A7.3", "cowers; Final 9: no effect", 1),
            dr("A7.3", "squad A Final 8: PTC; 8-1 Final 9: no effect", 1, 2),
            dr("A10.1", "passes", 1),
            dr("A10.1", "passes, pinned", 1),
            dr("A10.6", "passes", 1),
            dr("A7.3", "Final 5: NMC", 1),
        )
        for line in lines(st, st, [event])
    ]
    assert [text.partition(", ")[2] for text in told] == [
        "squad A (4-6-7) untouched",
        "squad A (4-6-7) untouched",
        "8-1 untouched",
        "untouched",
        "pinned",
        "",
        "",
    ]
