"""An attacker whom nobody hurts goes on faster; one who bleeds, the defender, and the first turns are as ever."""

from __future__ import annotations

from typing import Any

import pytest

from goodorder.bots.ground import Ground, ground_of
from goodorder.bots.moving import Planner
from goodorder.bots.objectives import Purpose
from goodorder.bots.style import Style
from goodorder.bots.threat_map import Threat, fire_positions
from goodorder.core.state import State
from tests.bots.test_captives import played
from tests.support import loc

AREA = [{"hexes": ["K9"]}]
CLAUSE = {"id": "c", "kind": "control_hexes", "side": "russian", "area": AREA, "at_least": 1, "text": "c"}
SCENARIO = {"like": "first", "victory": {"wins": "russian", "when": "all", "text": "t", "clauses": [CLAUSE]}}
WHOLE = ("A russian 4-4-7 at K3", "B russian 4-4-7 at K3", "C russian 4-4-7 at K4", "G german 4-6-7 at K10")


def attack(*units: str, **raw: Any) -> tuple[State, int]:
    st = played("MPh", *(units or WHOLE), attacker="russian", scenario=SCENARIO, **raw)
    return st, st.world.side_number("russian")


def nerve(st: State, side: int) -> float:
    return Purpose(st, side, Ground(st)).nerve


def test_after_two_turns_an_attacker_who_has_suffered_nothing_presses_on() -> None:
    st, russian = attack(turn=3)
    assert nerve(st, russian) == 1.0
    assert nerve(st, 1 - russian) == 0.0, "who defends has no haste"


@pytest.mark.parametrize("turn", [1, 2])
def test_in_the_first_turns_nobody_knows_what_the_enemy_does(turn: int) -> None:
    assert nerve(*attack(turn=turn)) == 0.0


def test_who_has_men_broken_heeds_all_danger() -> None:
    assert nerve(*attack("A russian 4-4-7 at K3 broken", *WHOLE[1:], turn=3)) == 0.0


def test_one_of_many_is_soon_borne() -> None:
    many = [f"{name} russian 4-4-7 at K{number}" for number, name in enumerate("BCDEFHIJ", 1)]
    early, late = (nerve(*attack("A russian 4-4-7 at J3 broken", *many, WHOLE[-1], turn=turn)) for turn in (3, 5))
    assert 0.0 <= early < late < 1.0


def test_then_danger_counts_less_and_the_goals_more() -> None:
    st, russian = attack(turn=3)
    ground = ground_of(st)
    threat = Threat(ground, fire_positions(st, 1 - russian))
    found = []
    for style in (Style(), Style(calm=0.0, press=0.0)):
        purpose = Purpose(st, russian, ground, style)
        unit = next(one for one in st.units.values() if one.side == russian)
        gain = purpose.pull(unit, loc(st, "K5")) - purpose.pull(unit, unit.loc)
        found.append((Planner(st, russian, ground, threat, purpose, style).entering(loc(st, "K6"), False), gain))
    (calm, drawn), (wary, held) = found
    assert 0 < calm < wary and drawn > held > 0
