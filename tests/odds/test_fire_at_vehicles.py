"""Exact odds of fire at vehicles are those of play, for what fires otherwise than a Gun (A9.61, A22.34, A23.5)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from goodorder import odds
from goodorder.core.actions import Fire
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.flow.fire.declared import shot_of
from goodorder.flow.fire.shot import Shot
from goodorder.odds.vehicle import vehicle_fate
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from tests.rules.a11_close_combat.fights import begin

POSITION = '''
version = 1
[[case]]
title = "men and a vehicle"
year = 1943
map = """
size 12x12
E7 woods
"""
units = ["A {firer}", "Z german 4-6-7 at A1", "Y russian 4-4-7 at L1"]
weapons = ["m {weapon} held by A"]
vehicles = ["T {target}"]
[[case.step]]
ask = "hex A1"
'''

SHOTS = {
    "the rear of a halftrack": ("russian 4-4-7 at C6", "russian HMG", "german spw_251_1 at C7 facing 3", "C7"),
    "an exposed crew": ("russian 4-4-7 at C4", "russian HMG", "german spw_251_1 at C7 facing 0 ce", "C7"),
    "an unarmored rear": ("russian 4-4-7 at C6", "russian MMG", "german marder_ii at C7 facing 3 ce", "C7"),
    "its own hex": ("russian 4-4-7 at C7", "russian LMG", "german spw_251_1 at C7 facing 0", "C7"),
    "one that moves in woods": ("russian 4-4-7 at E4", "russian HMG", "german psw_222 at E7 facing 0 motion", "E7"),
}


def made(firer: str, weapon: str, target: str, at: str) -> tuple[State, Shot, Fire]:
    """The position, the shot of a machine gun in it, and its action."""
    [case] = parse_cases(POSITION.format(firer=firer, weapon=weapon, target=target), "armor")
    assert isinstance(case, Case)
    position = build(case)
    action = parse(f"fire A/m at {at} vehicle T shot vehicle AP", position.names)
    assert isinstance(action, Fire)
    return position.state, shot_of(position.state, (), "PFPh", action), action


@pytest.mark.parametrize("name", SHOTS)
def test_the_odds_of_a_machine_gun_at_armor_are_those_of_play(name: str) -> None:
    st, shot, action = made(*SHOTS[name])
    begun, _ = begin(st, shot)
    before, found, crew = st.vehicles[action.vehicle], defaultdict[str, Fraction](Fraction), Fraction(0)
    for end in odds.enumerate_rolls(begun, 60_000).values():
        found[vehicle_fate(before, end.state.vehicles[action.vehicle])] += end.chance
        crew += end.chance if any(unit >= st.next_id for unit in end.state.units) else 0
    told = odds.vehicle(st, action, "PFPh")
    assert told.fates == dict(found)
    assert told.crew == crew
    assert sum(told.hits.values()) == 1
    assert "critical" not in told.hits


GUNS = {
    "one Gun": ("german 7_5cm_pak_40 held by A facing 3", '"h russian 45mm_ptp_obr_32 at C7 facing 0 emplaced"', "HE"),
    "a Gun of two": (
        "german 7_5cm_pak_40 held by A facing 3",
        '"h russian 45mm_ptp_obr_32 at C7 facing 0", "i russian 45mm_ptp_obr_32 at C7 facing 0"',
        "HE",
    ),
    "two hits": ("german 2cm_flak_38 held by A facing 3", '"h russian 45mm_ptp_obr_32 at C7 facing 0"', "HE"),
    "solid shot": ("german 8_8cm_pak_43 held by A facing 3", '"h russian 45mm_ptp_obr_32 at C7 facing 0"', "AP"),
}

LYING = """
version = 1
[[case]]
title = "a Gun that nobody mans"
year = 1943
units = ["A german 2-2-8 at C2", "Y russian 4-4-7 at L1"]
weapons = ["g {gun}", {targets}]
[[case.step]]
ask = "hex A1"
"""


@pytest.mark.parametrize("name", GUNS)
def test_the_odds_of_a_shot_at_an_unattended_gun_are_those_of_play(name: str) -> None:
    gun, targets, ammo = GUNS[name]
    [case] = parse_cases(LYING.format(gun=gun, targets=targets), "guns")
    assert isinstance(case, Case)
    position = build(case)
    st, action = position.state, parse(f"fire A/g at C7 gun h shot infantry {ammo}", position.names)
    assert isinstance(action, Fire)
    begun, _ = begin(st, shot_of(st, (), "PFPh", action))
    found: dict[str, Fraction] = defaultdict(Fraction)
    for end in odds.enumerate_rolls(begun, 600_000).values():
        after = end.state.weapons.get(action.gun)
        gone = after is None or after.place != st.weapons[action.gun].place
        found["destroyed" if gone else "malfunctions" if after and after.malfunctioned else "no effect"] += end.chance
    assert odds.gun(st, action, "PFPh") == dict(found)
