"""Fire at a Location with Known units and a "?": how high the "?" lies among them is told by no sum, line or result
(A12.11).
"""

from __future__ import annotations

import pytest

from .told import told

TEXT = """
version = 1
[[case]]
title = "twins"
profile = "full"
phase = "{phase}"
attacker = "{attacker}"
sides = ["german", "russian"]
units = ["A german 4-6-7 at C4", {there}]
weapons = ["w german LMG held by A", "g german 7_5cm_pak_40 held by C facing 3"]
[[case.step]]
do = "pass"
"""
THERE = '"K russian 4-4-7 at C8{} order={}", "B russian 4-4-7 at C8 concealed order={}"'
GUN = '"C german 2-2-8 at C3"'


def tales(phase: str, how: str, answer: str, *dice: tuple[int, ...]) -> list[list[str]]:
    """What the firer is told with the "?" on top of the Known unit and beneath it."""
    stacks = (THERE.format(how, *heights) for heights in ((2, 1), (1, 2)))
    texts = (TEXT.format(phase=phase, attacker="german", there=f"{GUN}, {stack}") for stack in stacks)
    return [told(text, 0, (answer,), dice) for text in texts]


@pytest.mark.parametrize("how", ["", " broken"])
@pytest.mark.parametrize("dice", [(4, 3), (6, 6)])
def test_the_height_of_a_mark_is_not_told_by_small_arms(how: str, dice: tuple[int, int]) -> None:
    one, other = tales("PFPh", how, "fire A+w at C8", dice)
    assert len(one) > 4
    assert one == other


def test_the_height_of_a_mark_is_not_told_by_ordnance() -> None:
    one, other = tales("PFPh", "", "fire C/g at C8 shot infantry HE", (5, 4))
    assert len(one) > 4
    assert one == other
