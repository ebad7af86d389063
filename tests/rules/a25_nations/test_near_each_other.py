"""Troops that make the chain of a Human Wave are seen to be near one another before each is judged (A25.23)."""

from __future__ import annotations

import random

from goodorder.flow.move.wave_menu import grown, members
from goodorder.play.cases.start import import_flow
from goodorder.rules.a25_nations.wave_declared import near_each_other
from tests.support import case_position

import_flow()

CASE = """version = 1
[[case]]
title = "x"
rules = ["A25.23"]
profile = "full"
phase = "MPh"
attacker = "russian"
units = [UNITS]
[[case.step]]
ask = "legal pass"
"""
PLACES = [f"{column}{row}" for column in "CDEF" for row in (3, 4, 5)]


def test_nobody_makes_a_chain_who_is_not_near() -> None:
    rng, near, chains = random.Random(2), 0, 0
    for _ in range(150):
        troops = [
            f'"{name} russian 4-4-7 at {rng.choice(PLACES)}{rng.choice(["", "", " pinned"])}"' for name in "ABCDFGH"
        ]
        leaders = [f'"{name} russian 8-0 at {rng.choice(PLACES)}"' for name in "LM"]
        st = case_position(CASE.replace("UNITS", ", ".join([*troops, *leaders]))).state
        seen = near_each_other(st, st.turn.attacker)
        made = any(grown(st, st.turn.attacker, (loc,)) is not None for loc in members(st, st.turn.attacker))
        assert seen or not made
        near, chains = near + seen, chains + made
    assert 0 < chains <= near < 150
