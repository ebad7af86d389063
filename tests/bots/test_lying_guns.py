"""Crews go back to Guns that nobody mans, squads do not (C3.41, A4.44)."""

from __future__ import annotations

import random

import pytest

from goodorder.bots.standard import StandardPlayer
from goodorder.core.actions import Action, Go, Move, Recover
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from tests.bots.test_driving import drive

LYING = """
units = ["A german {kind} at D5", "R russian 4-4-7 at L9 broken"]
weapons = ["g german 5cm_pak_38 at F4 facing 1{state}"]
"""


def acts(st: State) -> list[Action]:
    """What the computer does in the MPh, with dice that succeed."""
    player, rng, found = StandardPlayer(), random.Random(1), list[Action]()
    for _ in range(20):
        if isinstance(asked := pending(st), Roll):
            st = answer(st, (1,) * len(asked.dice))[0]
        elif isinstance(asked, Choice) and asked.side == 0 and st.turn.phase == "MPh":
            found.append(player.decide(st, asked, rng))
            st = answer(st, found[-1])[0]
        else:
            break
    return found


def recovered(found: list[Action]) -> bool:
    return any(isinstance(one.first if isinstance(one, Move) else one, Recover) for one in found)


@pytest.mark.parametrize("profile", ["", "full"])
def test_a_crew_goes_back_to_a_gun_and_takes_it(profile: str) -> None:
    found = acts(drive(LYING.format(kind="2-2-8", state=""), "", profile))
    assert any(isinstance(one, Move | Go) for one in found) and recovered(found)


def test_a_squad_does_not_leave_its_place_for_a_gun() -> None:
    assert not recovered(acts(drive(LYING.format(kind="4-6-7", state=""))))


def test_a_crew_does_not_go_back_to_a_gun_that_is_malfunctioned() -> None:
    assert not recovered(acts(drive(LYING.format(kind="2-2-8", state=" malfunctioned"))))
