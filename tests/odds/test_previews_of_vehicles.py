"""What is told before fire at vehicles, or of a vehicle's gun, is what every face of the dice does in play."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from goodorder import odds
from goodorder.core.actions import Fire
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.data.charts import ift
from goodorder.flow.fire.declared import shot_of
from goodorder.flow.fire.vehicle_residual import VehicleResidual
from goodorder.odds.vehicle import vehicle_fate
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from tests.rules.a11_close_combat.fights import begin

POSITION = """
version = 1
[[case]]
title = "fire and a vehicle"
phase = "{phase}"
attacker = "german"
year = 1944
map = '''
size 12x12
E7 woods
'''
units = ["A russian 6-2-8 at C6", "R russian 4-4-7 at F5", "Z german 4-6-7 at A1"]
weapons = ["m russian FT held by A"{more}]
vehicles = ["T german {vehicle}"]
markers = [{markers}]
[[case.step]]
ask = "hex A1"
"""


def made(
    vehicle: str, words: str = "", *, phase: str = "PFPh", markers: str = "", more: str = ""
) -> tuple[State, Fire]:
    """The position, and the fire that is told of in it."""
    text = POSITION.format(vehicle=vehicle, phase=phase, markers=markers, more=more)
    [case] = parse_cases(text, "previews")
    assert isinstance(case, Case)
    position = build(case)
    found = parse(words, position.names)
    assert isinstance(found, Fire)
    return position.state, found


@pytest.mark.parametrize("vehicle", ["opel_6700_blitz at C7 facing 0", "opel_6700_blitz at C8 facing 0"])
def test_the_odds_of_flames_at_a_truck_are_those_of_play(vehicle: str) -> None:
    hexes = vehicle.split()[2]
    st, action = made(vehicle, f"fire A/m at {hexes} vehicle T", phase="DFPh")
    begun, _ = begin(st, shot_of(st, (), "DFPh", action))
    before, found = st.vehicles[action.vehicle], defaultdict[str, Fraction](Fraction)
    for end in odds.enumerate_rolls(begun, 60_000).values():
        found[vehicle_fate(before, end.state.vehicles[action.vehicle])] += end.chance
    assert odds.vehicle(st, action, "DFPh").fates == dict(found)
    column = ift().column(24 if hexes == "C7" else 12)
    assert column is not None
    pairs = [(white, colored) for white in range(1, 7) for colored in range(1, 7)]
    kills = [ift().vehicle_kill_number(column - (white == colored)).number for white, colored in pairs]
    burnt = sum(sum(pair) < kill for pair, kill in zip(pairs, kills, strict=True))
    assert found["burning"] == Fraction(burnt, 36)


def test_residual_fp_does_to_a_truck_what_the_vehicle_line_says() -> None:
    """An unarmed vehicle that is immobilized is eliminated (D8.1)."""
    st, action = made(
        "opel_6700_blitz at D9 facing 2", "fire A/m at D9 vehicle T", phase="MPh", markers='"residual 8 at D9"'
    )
    truck = st.vehicles[action.vehicle]
    begun, _ = begin(st, VehicleResidual(truck.id, truck.loc))
    found = defaultdict[str, Fraction](Fraction)
    for end in odds.enumerate_rolls(begun, 60_000).values():
        found[vehicle_fate(truck, end.state.vehicles[truck.id])] += end.chance
    column = ift().column(8)
    assert column is not None
    assert ift().vehicle_kill_number(column).number == 7
    ways = {dr: 6 - abs(dr - 7) for dr in range(2, 13)}
    assert found["burning"] == Fraction(ways[2] + ways[3], 36)
    assert found["destroyed"] == Fraction(ways[4] + ways[5] + ways[6] + ways[7], 36)


def test_residual_fp_rolls_nothing_for_a_crew_that_is_buttoned_up() -> None:
    st, action = made(
        "pzkpfw_ivh at D9 facing 2", "fire A/m at D9 vehicle T", phase="MPh", markers='"residual 8 at D9"'
    )
    begun, _ = begin(st, VehicleResidual(action.vehicle, st.vehicles[action.vehicle].loc))
    [end] = odds.enumerate_rolls(begun, 10).values()
    assert end.state.vehicles[action.vehicle] == st.vehicles[action.vehicle]


@pytest.mark.parametrize(("low", "want"), [(False, (2, 1, 0)), (True, (0, 3, 3))])
def test_low_ammo_comes_as_often_as_its_number_says(low: bool, want: tuple[int, int, int]) -> None:
    more = ', "T.MA low_ammo=true"' if low else ""
    st, action = made("marder_iii_t_h at D5 facing 2 ce", "fire T/T.MA at F5 shot infantry HE", more=more)
    targets = tuple(unit.id for unit in st.units.values() if unit.side == 1 and unit.loc == action.target)
    [gun] = action.firers[0].weapons
    begun, _ = begin(st, shot_of(st, targets, "PFPh", action))
    found = [Fraction(0)] * 3
    for end in odds.enumerate_rolls(begun, 600_000).values():
        after = end.state.weapons.get(gun)
        gone = after is None or after.place != st.weapons[gun].place
        found[0] += end.chance * (after is not None and after.low_ammo and not low)
        found[1] += end.chance * (after is not None and not gone and after.malfunctioned)
        found[2] += end.chance * gone
    assert found == [Fraction(one, 36) for one in want]
    told = odds.firer(st, action, targets, "PFPh")
    assert (told.low, told.malfunctions, told.removed) == tuple(found)
