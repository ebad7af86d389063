"""A side that has denied Quarter is offered no Mopping Up (A20.3)."""

from __future__ import annotations

import pytest

from goodorder.flow.shared.searching import mop_entries
from goodorder.play.cases.start import import_flow
from tests.support import case_position

import_flow()

TEXT = """version = 1
[[case]]
title = "x"
rules = ["A20.3"]
profile = "full"
phase = "PFPh"
attacker = "german"
map = "building C4 C5 stone 1.5"
units = ["A german 4-6-7 at C4", "D german 4-6-7 at C5", "Z russian 4-4-7 at I8"]
no_quarter = [{denied}]
[[case.step]]
ask = "captives C4"
"""


@pytest.mark.parametrize(("denied", "offered"), [("", True), ('"russian"', True), ('"german"', False)])
def test_the_menu_offers_what_the_referee_accepts(denied: str, offered: bool) -> None:
    entries = mop_entries(case_position(TEXT.format(denied=denied)).state, 0)
    assert any(entry.lives() for entry in entries) is offered
