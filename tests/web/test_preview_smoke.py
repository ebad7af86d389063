"""What a preview tells of SMOKE fired at a hex (C8.5, C8.9)."""

from __future__ import annotations

import pytest

from goodorder.core.actions import Fire
from goodorder.core.notation import parse
from goodorder.play.cases.start import import_flow
from goodorder.web.preview import preview_action
from tests.support import case_position

import_flow()

TEXT = """version = 1
[[case]]
title = "x"
rules = ["C8.5"]
profile = "{profile}"
phase = "PFPh"
attacker = "german"
map = '''
size 10x12
{terrain}
'''
units = ["A german 2-2-8 at C2", "X russian 4-4-7 at C10"]
weapons = ["g german 8cm_grw_34 held by A facing 3"]
[[case.step]]
ask = "legal fire A at C10"
"""


@pytest.mark.parametrize("profile", ["starter", "full"])
@pytest.mark.parametrize(
    ("terrain", "placed"),
    [
        ("", 26),  # 7 and 2 for SMOKE hit with 9 or less, but there is none above the Depletion Number 8: 2 to 8
        ("C4 C5 C6 orchard", 15),  # three Hindrances: 2 to 6
    ],
)
def test_a_preview_says_how_many_rolls_place_smoke(profile: str, terrain: str, placed: int) -> None:
    at = case_position(TEXT.format(profile=profile, terrain=terrain))
    action = parse("fire A/g at C7 shot area smoke", at.names)
    assert isinstance(action, Fire)
    found = preview_action(at.state, action)
    assert found is not None
    assert f"SMOKE is placed: {placed} of 36" in found.text
