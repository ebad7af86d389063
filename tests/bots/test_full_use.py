"""In whole games by the full rules the standard opponent uses what they offer: played until all of it was used."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from goodorder.bots import player
from goodorder.core.actions import SNAP, Action, Fire, Go, Move, Opportunity, Reveal, Smoke, Wall
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.state import ASSAULT, DASH, DOUBLE_TIME, State
from goodorder.core.view import imagined
from goodorder.data.scenario import scenario, scenario_ids
from goodorder.flow.sequence.opening import new_game
from tests.support import large

SCENARIOS = [name for name in scenario_ids() if scenario(name).profile == "full"]
SOONEST = ("cherries", "goats")
"""Scenarios in which most is used: they are played first."""

EVERYWHERE = {
    "Bypass",
    "Assault Movement",
    "Double Time",
    "Dash",
    "Opportunity Fire",
    "fire from under a ?",
    "fire at a ?",
    "Snap Shot",
    "SMOKE",
    "upper level",
    "stairs",
    "fire from an upper level",
    "Wall Advantage",
    "a ? dropped to fight",
}
"""What must have been used at least once in these games together; OVR, Search and such want a chance: see the tests
of single decisions.
"""


def words(st: State, side: int, action: Action) -> Iterator[str]:
    """What of the full rules an action uses."""
    board = st.world.map
    grounds = len(board.hexes)
    acts: list[object] = [action]
    if isinstance(action, Move):
        acts.append(action.first)
        for bit, word in ((ASSAULT, "Assault Movement"), (DOUBLE_TIME, "Double Time"), (DASH, "Dash")):
            if action.declared & bit:
                yield word
    for act in acts:
        if isinstance(act, Go):
            frm = st.units[act.units[0]].loc
            if act.bypass:
                yield "Bypass"
            if act.to >= grounds:
                yield "upper level"
            if min(act.to, frm) >= 0 and act.to != frm and board.hex_at(act.to) == board.hex_at(frm):
                yield "stairs"
        if isinstance(act, Smoke):
            yield "SMOKE"
    if isinstance(action, Fire):
        yield from fire_words(st, side, action)
    if isinstance(action, Opportunity):
        yield "Opportunity Fire"
    if isinstance(action, Wall):
        yield "Wall Advantage"
    if isinstance(action, Reveal):
        yield "a ? dropped to fight"


def fire_words(st: State, side: int, action: Fire) -> Iterator[str]:
    """What of the full rules an attack uses."""
    if action.via == SNAP:
        yield "Snap Shot"
    if any(st.fighter(firer.unit).concealed for firer in action.firers):
        yield "fire from under a ?"
    if any(unit.concealed for unit in st.side_at(action.target, 1 - side)):
        yield "fire at a ?"
    if any(st.fighter(firer.unit).loc >= len(st.world.map.hexes) for firer in action.firers):
        yield "fire from an upper level"


def uses(sid: str, seed: int) -> Counter[str]:
    """How often each system is used in one game of the standard opponent against itself."""
    st = new_game(scenario(sid))
    rng, dice = random.Random(seed), DiceStream(f"use {seed}")
    players = [player("standard"), player("standard")]
    found: Counter[str] = Counter()
    while not isinstance(asked := pending(st), Over):
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        seen, choice = imagined(st, asked)
        action = choice.menu.only() or players[asked.side].decide(seen, choice, rng)
        found.update(words(seen, asked.side, action))
        st, _ = answer(st, action)
    return found


@pytest.mark.slow
def test_each_system_of_the_full_rules_is_used_in_two_games_of_each_scenario(count: Any) -> None:
    found: Counter[str] = Counter()
    for seed, sid in product((2, 4), sorted(SCENARIOS, key=lambda one: (one not in SOONEST, large(one)))):
        if found.keys() >= EVERYWHERE:
            break
        found += uses(sid, seed)
        count.games()
    assert found.keys() >= EVERYWHERE, EVERYWHERE - found.keys()
