"""Battlefield Integrity as players switch it on (A16)."""

import random

import pytest
from msgspec.structs import replace

import goodorder as go
from goodorder.core.errors import Unreadable
from goodorder.data.scenario import SpecialRule, scenario
from goodorder.play.log import lines

OPTION = ("battlefield_integrity",)


def test_a_side_with_fewer_than_ten_squads_is_one_message() -> None:
    with pytest.raises(Unreadable, match="fewer than 10 squad-equivalents") as caught:
        go.new_game(scenario("patrol"), OPTION)
    assert caught.value.rule == "A16"


def test_the_starter_profile_refuses_it_by_its_number() -> None:
    with pytest.raises(Unreadable, match="can't be used") as caught:
        go.new_game(scenario("first"), OPTION)
    assert caught.value.rule == "A16"


def big() -> str:
    for name in go.scenario_ids():
        found = scenario(name)
        squads = [
            sum(line.count for group in side.groups for line in group.units if line.type.count("-") == 2)
            for side in found.sides
        ]
        if found.profile == "full" and min(squads) >= 10:
            return name
    pytest.skip("no scenario with ten squads a side")


def test_a_scenario_that_gives_one_side_its_total_gives_it_to_that_side_alone() -> None:
    found = scenario(big())
    rule = SpecialRule(text="", clause="integrity", side=found.sides[0].id, value=95)
    game = go.new_game(replace(found, ssr=(*found.ssr, rule)))
    assert [one.base for one in game.integrity] == [10, 0]


@pytest.mark.parametrize("seed", range(2))
def test_random_games_with_it_end_without_a_fault(seed: int) -> None:
    game, rng, dice = go.new_game(scenario(big()), OPTION), random.Random(seed), go.DiceStream(f"integrity {seed}")
    for _ in range(500):
        asked = go.pending(game)
        if isinstance(asked, go.Over):
            break
        reply = dice.faces(game.rolls, len(asked.dice)) if isinstance(asked, go.Roll) else asked.menu.sample(rng)
        game, _ = go.answer(game, reply)
    for one, side in zip(game.integrity, game.world.sides, strict=True):
        assert 0 <= one.tally < one.base and 0 <= one.lost <= side.elr


def test_the_log_tells_of_losses_and_checks() -> None:
    found = scenario(big())
    rules = tuple(SpecialRule(text="", clause="integrity", side=side.id, value=40) for side in found.sides)
    game, rng, dice = go.new_game(replace(found, ssr=(*found.ssr, *rules))), random.Random(2), go.DiceStream("l2")
    told: set[str] = set()
    for _ in range(1500):
        asked = go.pending(game)
        if isinstance(asked, go.Over):
            break
        reply = dice.faces(game.rolls, len(asked.dice)) if isinstance(asked, go.Roll) else asked.menu.sample(rng)
        before = game
        game, events = go.answer(game, reply)
        told |= {line.rule for line in lines(before, game, events) if line.rule.startswith("A16")}
        if {"A16.1", "A16.2"} <= told:
            return
    raise AssertionError(f"told of {sorted(told)} only")
