"""Human Waves of the standard opponent: declared where they pay, not where fire takes more (A25.23)."""

from __future__ import annotations

import random
from typing import Any

from goodorder.bots.standard import StandardPlayer
from goodorder.core.actions import DeclareWave
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.view import imagined
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from tests.bots.test_positions import decision

LINE = [
    f"{name} russian 4-5-8 at {hex}" for name, hex in zip("ABCDEF", ("E4", "E4", "E5", "E5", "E6", "E6"), strict=True)
]
CLAUSE = {
    "id": "h",
    "kind": "control_hexes",
    "side": "russian",
    "area": [{"hexes": ["G5", "J5"]}],
    "at_least": 1,
    "text": "t",
}


def position(enemies: list[str], weapons: list[str]) -> dict[str, Any]:
    return {
        "title": "a line of Russians before a house",
        "profile": "full",
        "side": "russian",
        "phase": "MPh",
        "attacker": "russian",
        "turn": 4,
        "map": "size 14x10\nG5 wooden_building\nJ5 wooden_building\n",
        "units": [*LINE, "L russian 9-1 at E5", *enemies],
        "weapons": weapons,
        "scenario": {
            "like": "first",
            "victory": {"wins": "russian", "when": "all", "text": "t", "clauses": [CLAUSE]},
        },
    }


def test_a_few_men_before_a_line_are_run_down() -> None:
    assert "human_wave" in decision(position(["X german 2-2-8 at G5"], []), StandardPlayer())


def test_machine_guns_beyond_open_fields_are_not() -> None:
    enemies = ["X german 4-6-7 at J5", "Y german 4-6-7 at J5", "Z german 9-2 at J5"]
    raw = position(enemies, ["g german HMG held by X", "h german HMG held by Y"])
    assert "human_wave" not in decision(raw, StandardPlayer())


def test_guards_without_time_cross_the_rye_in_a_wave() -> None:
    st, dice, players = new_game(given("samovar").scenario), DiceStream("1"), (StandardPlayer(), StandardPlayer())
    for _ in range(400):
        asked = pending(st)
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        assert isinstance(asked, Choice)
        seen, choice = imagined(st, asked)
        action = players[choice.side].decide(seen, choice, random.Random(1))
        if st.turn.phase == "MPh":
            assert isinstance(action, DeclareWave)
            assert len(action.units) > 9
            return
        st, _ = answer(st, action)
    raise AssertionError("no MPh")
