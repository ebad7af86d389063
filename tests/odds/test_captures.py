"""Exact odds of Close Combat that takes prisoners (A20.22): counted by hand from the Kill Number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from goodorder import odds
from goodorder.core.actions import CloseCombat
from goodorder.core.notation import parse
from goodorder.play.cases.start import import_flow
from tests.support import case_position

import_flow()

TEXT = """version = 1
[[case]]
title = "x"
rules = ["A20.22"]
profile = "full"
phase = "CCPh"
attacker = "german"
units = ["A german 8-3-8 at C4", {defenders}]
[[case.step]]
ask = "captives C4"
"""


@pytest.mark.parametrize(
    ("defenders", "on", "captured", "reduced"),
    [
        # 8 to 4 is 2-1, Kill Number 7: at +1 an Original 5 or less captures (10 of 36), a 6 one half-squad (5 of 36)
        (["B russian 4-4-7 at C4"], "B", 10, 5),
        # A Conscript at -1: 7 or less (21), 8 one half-squad (5)
        (["B russian 4-2-6 at C4"], "B", 21, 5),
    ],
)
def test_a_capture_takes_the_whole_below_its_number_and_half_at_it(
    defenders: list[str], on: str, captured: int, reduced: int
) -> None:
    at = case_position(TEXT.format(defenders=", ".join(f'"{one}"' for one in defenders)))
    action = parse(f"cc A on {on} capture", at.names)
    assert isinstance(action, CloseCombat)
    found = odds.close_combat(at.state, action).units[at.names.unit(on)]
    assert found["captured"] == Fraction(captured, 36)
    assert sum(found.values()) == 1
    assert found["reduced"] == Fraction(reduced, 36), "a half-squad of it is taken"
    assert found["unharmed"] == Fraction(36 - captured - reduced, 36)
