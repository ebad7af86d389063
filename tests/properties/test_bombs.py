"""Petrol bombs and Set charges in games: what a side's view offers is allowed and has a preview (A22.6, A23.7)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from goodorder.bots.standard import StandardPlayer
from goodorder.core.actions import Action
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.menu import Entry
from goodorder.core.view import imagined, view
from goodorder.data.hexarea import HexArea
from goodorder.data.scenario import Scenario, SpecialRule, scenario
from goodorder.flow.sequence.opening import new_game
from goodorder.play.cases.start import import_flow
from goodorder.web.preview import preview_action

import_flow()

TURNS, MOST = 3, 6_000
"""Turns of a game, and more steps than it has."""


def armed() -> Scenario:
    """A street fight in which both sides have MOL, and one has charges in two houses."""
    found = scenario("houses")
    sides = [side.id for side in found.sides]
    group = found.side(sides[0]).groups[0].id
    rules = [SpecialRule("They have MOL.", "molotovs", side) for side in sides]
    rules.append(SpecialRule("Nothing burns.", "no_flames"))
    houses = tuple(one.hex_name for one in found.side(sides[1]).setups[0].placements)
    rules.append(SpecialRule("Charges wait.", "set_charges", sides[0], group, (HexArea(hexes=tuple(set(houses))),)))
    return replace(found, turns=TURNS, ssr=(*found.ssr, *rules))


def leaf_of(entry: Entry, rng: random.Random) -> Action:
    while entry.action is None:
        entry = rng.choice([one for one in entry.opened() if one.lives()])
    return entry.action


@pytest.mark.parametrize("seed", [2])
def test_what_a_view_offers_is_allowed_and_previewed(seed: int) -> None:
    rng, st, players = random.Random(seed), new_game(armed()), (StandardPlayer(), StandardPlayer())
    tried: Counter[str] = Counter()
    for _ in range(MOST):
        asked = pending(st)
        if isinstance(asked, Roll):
            st = answer(st, tuple(rng.randint(1, 6) for _ in asked.dice))[0]
            continue
        if not isinstance(asked, Choice):
            break
        seen = view(st, asked.side)
        mine = pending(seen)
        assert isinstance(mine, Choice)
        special = [one for one in mine.menu.top() if one.key.startswith(("molotov", "detonate"))]
        if special:
            action = leaf_of(rng.choice(special), rng)
            tried[type(action).__name__] += 1
            assert preview_action(seen, action) is not None
        else:
            thought, guessed = imagined(st, asked)
            action = players[asked.side].decide(thought, guessed, rng)
        assert asked.check(action) is None
        st = answer(st, action)[0]
    assert not isinstance(pending(st), Choice | Roll)
    assert tried["Molotov"] and tried["Detonate"]
