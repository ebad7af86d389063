"""Previews of shots that close a ring of Encirclement, held to every sum of the dice in play (A7.7)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from goodorder.core.actions import Fire
from goodorder.core.dice import PAIRS, Roll
from goodorder.core.engine import answer, pending, settle
from goodorder.core.frames import Do
from goodorder.core.notation import parse
from goodorder.core.state import ON_MAP, State
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.odds.spread import Settled
from goodorder.web.preview import preview_action
from tests.support import case_position, without_heat

TEXT = '''version = 1
[[case]]
title = "x"
rules = ["A7.7"]
profile = "full"
phase = "PFPh"
attacker = "german"
map = """
size 14x14
"""
units = ["A german 2-2-8 at E5", "B german 4-6-7 at E12", "X russian 4-4-7 at E9"]
weapons = ["g german 7_5cm_pak_40 held by A facing 3"]
[[case.step]]
ask = "unit A"
'''
KINDS = Counter((sum(pair), pair[0] == pair[1]) for pair in PAIRS)
FACES = {(sum(pair), pair[0] == pair[1]): pair for pair in PAIRS}
"""Doubles are told apart: by them fire cowers (A7.9)."""


def counted(st: State, target: int) -> Fraction:
    """The chance that a shot leaves its target as it was, by every sum of its dice."""
    asked = pending(st)
    if not isinstance(asked, Roll):
        unit = st.units[target]
        whole = unit.place == ON_MAP and unit.type == "russian:4-4-7" and not (unit.broken or unit.pinned)
        return Fraction(int(whole))
    assert len(asked.dice) in (1, 2)
    if len(asked.dice) == 1:
        return sum((counted(answer(st, (face,))[0], target) for face in range(1, 7)), Fraction(0)) / 6
    ways = ((count, answer(st, FACES[total])[0]) for total, count in KINDS.items())
    return sum((count * counted(after, target) for count, after in ways), Fraction(0)) / len(PAIRS)


@pytest.mark.parametrize("ring", [False, True])
@pytest.mark.parametrize("last", ["fire A/g at E9 shot infantry", "fire B at E9"])
def test_the_preview_of_a_shot_that_closes_a_ring_tells_what_play_does(ring: bool, last: str) -> None:
    at = case_position(TEXT)
    first, dice = ("fire B at E9", [(6, 5)]) if "/g" in last else ("fire A/g at E9 shot infantry", [(2, 1), (6, 6)])
    st = settle(at.state, Do(then=Settled(), push=(FirePhase(phase="PFPh"),)))[0]
    if ring:
        st = answer(st, parse(first, at.names))[0]
        for pair in dice:
            st = answer(st, pair)[0]
        while isinstance(pending(st), Roll):
            st = answer(st, (1, 2))[0]
    action = parse(last, at.names)
    assert isinstance(action, Fire)
    [target] = (unit.id for unit in st.units.values() if unit.side == 1)
    doc = preview_action(st, action)
    assert doc is not None
    [told] = (one for one in doc.per_target if one.unit == str(target))
    spared = sum(one.p for one in told.odds if one.class_ == "none")
    assert spared == pytest.approx(float(counted(without_heat(answer(st, action)[0]), target)))
