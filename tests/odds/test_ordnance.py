"""Exact odds of a shot that must hit first, with the dice that tell what kind of hit it is and whom it strikes."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from goodorder import odds
from goodorder.core.actions import Fire
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.flow.fire.declared import shot_of
from goodorder.flow.fire.effect import Effect
from goodorder.flow.fire.ordnance import OrdnanceShot
from goodorder.odds.fate import fate
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.rules.c_ordnance.shell import shell_of
from tests.rules.a11_close_combat.fights import begin

GUN = '''
version = 1
[[case]]
title = "a Gun and its targets"
profile = "full"
phase = "PFPh"
map = """
size 12x12
C7 woods
"""
units = ["A german 2-2-8 at C3", {}]
weapons = ["g german 7_5cm_pak_40 held by A facing 3"]
[[case.step]]
ask = "hex A1"
'''


def aimed(*targets: str) -> tuple[State, OrdnanceShot]:
    """A Gun that fires at these units in the woods four hexes away."""
    units = ", ".join(f'"X{number} russian {words} at C7"' for number, words in enumerate(targets))
    [case] = parse_cases(GUN.replace("{}", units), "guns")
    assert isinstance(case, Case)
    position = build(case)
    action = parse("fire A/g at C7 shot infantry", position.names)
    assert isinstance(action, Fire)
    st = position.state
    return st, OrdnanceShot(tuple(unit.id for unit in st.side_at(action.target, 1)), "PFPh", action)


def in_play(st: State, frame: OrdnanceShot, limit: int = 20_000) -> dict[int, dict[odds.Fate, Fraction]]:
    """Each target's fates by answering every roll of the engine with every face."""
    begun, _ = begin(st, frame)
    table: dict[int, dict[odds.Fate, Fraction]] = {unit: defaultdict(Fraction) for unit in frame.targets}
    for end in odds.enumerate_rolls(begun, limit).values():
        for unit, found in table.items():
            found[fate(st, end.state, unit)] += end.chance
    return {unit: dict(found) for unit, found in table.items()}


@pytest.mark.parametrize("targets", [("4-4-7",), ("8-1",), ("4-4-7", "4-4-7 broken"), ("8-1", "4-4-7")])
def test_the_odds_of_a_shot_of_ordnance_are_those_of_play(targets: tuple[str, ...]) -> None:
    st, frame = aimed(*targets)
    found = odds.of(st, frame)
    assert {unit: dict(fates) for unit, fates in found.fates.items()} == in_play(st, frame)
    assert sum(line.chance for line in found.first) == 1
    assert len({line.label for line in found.first}) == len(found.first)


def test_targets_that_nothing_tells_apart_share_the_chance_of_a_critical_hit() -> None:
    st, frame = aimed("4-4-7", "4-4-7")
    found = odds.of(st, frame)
    assert found.fates[frame.targets[0]] == found.fates[frame.targets[1]]
    assert {unit: dict(fates) for unit, fates in found.fates.items()} == in_play(st, frame)


def test_an_effect_reads_only_the_sum_of_its_dice() -> None:
    """The quick odds throw one pair of faces a sum; this holds the effect to it."""
    st, frame = aimed("8-1", "4-4-7", "4-4-7 broken")
    effect = Effect(frame.targets, frame.action.target, shell_of(frame.ledger(st).facts))
    by_sum: dict[int, set[object]] = {}
    for white in range(1, 7):
        for colored in range(1, 7):
            by_sum.setdefault(white + colored, set()).add(effect.brings(st, (white, colored)))
    assert all(len(results) == 1 for results in by_sum.values())


MANY = """
version = 1
[[case]]
title = "targets of several sorts"
profile = "full"
phase = "PFPh"
map = "C7 wooden_building 2"
units = [
  "A german 2-2-8 at C2", "X russian 2-2-8 at G7", "Z russian 4-4-7 at G7",
  "U russian 4-4-7 at C7", "V russian 8-1 at C7/1", "W russian 4-4-7 at C7/1",
]
weapons = ["g german {} held by A facing 3", "h russian 45mm_ptp_obr_32 held by X facing 5"]
[[case.step]]
ask = "hex A1"
"""


@pytest.mark.parametrize(
    ("weapon", "fire"),
    [
        ("7_5cm_pak_40", "fire A/g at G7 shot infantry"),
        ("3_7cm_pak_35_36", "fire A/g at G7 shot infantry"),
        ("8cm_grw_34", "fire A/g at G7 shot area"),
        ("8cm_grw_34", "fire A/g at C7 shot area"),
        ("7_5cm_leig_18", "fire A/g at C7/1 shot area"),
    ],
)
def test_the_odds_of_shots_at_guns_and_at_several_levels_are_those_of_play(weapon: str, fire: str) -> None:
    [case] = parse_cases(MANY.replace("{}", weapon), "many")
    assert isinstance(case, Case)
    position = build(case)
    st, action = position.state, parse(fire, position.names)
    assert isinstance(action, Fire)
    frame = shot_of(st, tuple(unit.id for unit in st.side_at(action.target, 1)), "PFPh", action)
    assert isinstance(frame, OrdnanceShot)
    found = odds.of(st, frame)
    assert {unit: dict(fates) for unit, fates in found.fates.items()} == in_play(st, frame, 200_000)
    assert sum(line.chance for line in found.first) == 1
