"""Exact odds of ammunition, WP, light anti-tank weapons and Panzerfausts are those of play (C8, C13, A24.31)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from goodorder import odds
from goodorder.core.actions import Fire, Panzerfaust
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.flow.fire.declared import shot_of
from goodorder.flow.fire.panzerfaust import PanzerfaustShot
from goodorder.flow.fire.shot import Shot
from goodorder.odds.fate import fate
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.rules.c_ordnance.panzerfaust import in_hand
from tests.rules.a11_close_combat.fights import begin

POSITION = '''
version = 1
[[case]]
title = "men and their targets"
profile = "full"
year = {year}
map = """
size 12x12
C7 stone_building
D4 wooden_building
E7 woods
"""
units = ["A {firer}", {units}]
weapons = [{weapons}]
[[case.step]]
ask = "hex A1"
'''


def made(year: int, firer: str, units: str, weapons: str, fire: str) -> tuple[State, Shot]:
    """The position, and the shot that an action declares in it."""
    text = POSITION.format(year=year, firer=firer, units=units, weapons=weapons)
    [case] = parse_cases(text, "arms")
    assert isinstance(case, Case)
    position = build(case)
    st, action = position.state, parse(fire, position.names)
    if isinstance(action, Panzerfaust):
        st, shot = in_hand(st, action)
        return st, PanzerfaustShot(tuple(unit.id for unit in st.side_at(shot.target, 1)), "PFPh", shot)
    assert isinstance(action, Fire)
    targets = tuple(unit.id for unit in st.side_at(action.target, 1))
    return st, shot_of(st, targets, "PFPh", action)


def in_play(st: State, frame: Shot, limit: int = 60_000) -> dict[int, dict[odds.Fate, Fraction]]:
    """Each target's fates by answering every roll of the engine with every face."""
    begun, _ = begin(st, frame)
    table: dict[int, dict[odds.Fate, Fraction]] = {unit: defaultdict(Fraction) for unit in frame.targets}
    for end in odds.enumerate_rolls(begun, limit).values():
        for unit, found in table.items():
            found[fate(st, end.state, unit)] += end.chance
    return {unit: dict(found) for unit, found in table.items()}


GUN = '"g german 7_5cm_pak_40 held by A facing 3"'
CREW = "german 2-2-8 at C3"
SHOTS = {
    "APCR that may not be there": (1942, CREW, '"X russian 4-4-7 at C7"', GUN, "fire A/g at C7 shot infantry APCR"),
    "AP at a Gun": (
        1942,
        CREW,
        '"X russian 2-2-8 at C7"',
        f'{GUN}, "h russian 45mm_ptp_obr_32 held by X facing 0"',
        "fire A/g at C7 shot infantry AP",
    ),
    "HEAT at men in a building": (
        1943,
        CREW,
        '"X russian 4-4-7 at C7", "L russian 8-1 at C7"',
        '"g german 7_5cm_leig_18 held by A facing 3"',
        "fire A/g at C7 shot infantry HEAT",
    ),
    "WP at a squad and a broken one": (
        1944,
        "american 2-2-7 at C3",
        '"X german 4-6-7 at C7", "Y german 4-6-7 at C7 broken"',
        '"g american m1a1_75mm_pack_howitzer held by A facing 3"',
        "fire A/g at C7 shot area WP",
    ),
    "WP of a mortar at a leader in woods": (
        1944,
        "american 2-2-7 at E3",
        '"X german 4-6-7 at E7", "L german 8-1 at E7"',
        '"g american m1_81mm_mortar held by A facing 3"',
        "fire A/g at E7 shot area WP",
    ),
    "HE of a mortar at a leader beside a machine gun that nobody has": (
        1944,
        "american 2-2-7 at E3",
        '"X german 8-1 at E7"',
        '"g american m1_81mm_mortar held by A facing 3", "m german HMG at E7"',
        "fire A/g at E7 shot area HE",
    ),
    "a Panzerschreck": (
        1944,
        "german 4-6-7 at C4",
        '"X russian 4-4-7 at D4", "Y russian 4-4-7 at D4"',
        '"p german PSK held by A"',
        "fire A/p at D4 shot infantry HEAT",
    ),
    "a Panzerfaust, which strikes one of two": (
        1944,
        "german 4-6-7 at C4",
        '"X russian 4-4-7 at D4", "Y russian 8-1 at D4"',
        "",
        "panzerfaust A at D4 shot infantry HEAT",
    ),
    "a flamethrower": (
        1944,
        "german 5-4-8 at C4",
        '"X russian 4-4-7 at D4", "L russian 8-1 at D4"',
        '"f german FT held by A"',
        "fire A/f at D4",
    ),
}


@pytest.mark.parametrize("name", SHOTS)
def test_the_odds_are_those_of_play(name: str) -> None:
    st, frame = made(*SHOTS[name])
    found = odds.of(st, frame)
    assert {unit: dict(fates) for unit, fates in found.fates.items()} == in_play(st, frame)
    assert sum(line.chance for line in found.first) == 1
