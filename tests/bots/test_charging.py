"""The computer places its DC where they do more than they risk (A23.3, A23.5)."""

from __future__ import annotations

import random

import pytest

from goodorder.bots.standard import StandardPlayer
from goodorder.core.actions import Action, Move, PlaceCharge
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from tests.bots.test_driving import drive

AT_MEN = """
units = ["A german 5-4-8 at C4", "X russian 4-4-7 at D4{state}", "Y russian 4-4-7 at D4{state}"]
weapons = ["d german DC held by A"]
"""

AT_TANK = """
units = ["A german 5-4-8 at G5", "R russian 4-4-7 at L9"]
weapons = ["d german DC held by A"]
vehicles = ["T russian t_34_m43 at H5 facing {facing}{state}"]
"""


def acts(st: State) -> list[Action]:
    """What the computer's Infantry does in the MPh, the enemy's fire and dice aside."""
    player, rng, found = StandardPlayer(), random.Random(1), list[Action]()
    for _ in range(30):
        asked = pending(st)
        if isinstance(asked, Roll):
            st = answer(st, (3,) * len(asked.dice))[0]
        elif not isinstance(asked, Choice) or st.turn.phase != "MPh":
            break
        elif asked.side == 1:
            st = answer(st, next(e.action for e in asked.menu.plain() if e.kind == "pass" and e.action is not None))[0]
        else:
            found.append(player.decide(st, asked, rng))
            st = answer(st, found[-1])[0]
    return found


def charges(found: list[Action]) -> list[PlaceCharge]:
    firsts = [one.first if isinstance(one, Move) else one for one in found]
    return [one for one in firsts if isinstance(one, PlaceCharge)]


@pytest.mark.parametrize("profile", ["", "full"])
def test_a_dc_is_placed_at_enemies_in_a_house_who_cannot_fire_back(profile: str) -> None:
    st = drive(AT_MEN.format(state=" broken"), "D4 stone_building", profile)
    (found,) = charges(acts(st))
    assert found.to == next(unit.loc for unit in st.units.values() if unit.side == 1) and not found.vehicle


def test_nobody_places_a_dc_where_there_is_no_enemy() -> None:
    st = drive(AT_MEN.format(state=" broken").replace("at D4", "at F4"), "D4 stone_building")
    assert all(one.to != next(u.loc for u in st.units.values() if u.side == 0) for one in charges(acts(st)))
    assert not charges(acts(drive(AT_TANK.format(facing=1, state=" wreck"))))


@pytest.mark.parametrize("profile", ["", "full"])
def test_a_dc_is_placed_against_a_tank_beside_it(profile: str) -> None:
    st = drive(AT_TANK.format(facing=1, state=""), "", profile)
    (found,) = charges(acts(st))
    assert found.vehicle == next(iter(st.vehicles))
