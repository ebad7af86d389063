"""Infantry and AFV that move as one stack, some Known, some under a "?", among hidden enemies (D9.31, A12).

What the other side sees, reads and is asked tells nothing of who is there; a save in the middle of it, and the words of
its actions, give back the same.
"""

from __future__ import annotations

import random

import pytest

from goodorder.core import saving
from goodorder.core.actions import ArmoredAssault, DriveAlong
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending, settle
from goodorder.core.frames import Choice, Do
from goodorder.core.notation import Names, parse, write
from goodorder.core.state import State
from goodorder.core.view import asked_of, public_view, view
from goodorder.flow.move.armored_assault import Assault
from goodorder.flow.move.move_phase import MovePhase
from goodorder.play.cases.model import CaseResult
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.play.log import lines
from tests.support import Stop

from .test_twins import compared_position

CASE = """
version = 1
[[case]]
title = "a stack"
profile = "full"
phase = "MPh"
attacker = "german"
map = '''
size 9x9
%s
'''
units = [%s]
weapons = ["g russian 57mm_ptp_obr_43 held by G facing 3"]
vehicles = ["T german pzkpfw_ivh at E8 facing 0%s", "U german pzkpfw_ivh at C8 facing 1%s"]
[[case.step]]
ask = "hex A1"
"""
FEW, SEEDS, MORE = (1, 2, 3, 4), range(100, 110), range(110, 150)
STEPS = 60


def stack(rng: random.Random) -> State:
    """Two tanks with Infantry beneath them, and Russians before them."""
    spots = [f"{column}{row}" for column in "BCDEF" for row in range(3, 8)]
    rng.shuffle(spots)
    woods = "; ".join(f"{spot} woods" for spot in spots if rng.random() < 0.3)
    men = [
        f'"{ident} german {rng.choice(("4-6-7", "2-4-7", "8-1", "dummy"))} at {at}'
        for ident, at in (("A", "E8"), ("B", "E8"), ("C", "C8"), ("D", "C8"))
    ]
    men = [man + (' concealed"' if "dummy" in man or rng.random() < 0.5 else '"') for man in men]
    for ident, code in (("P", "4-4-7"), ("Q", "4-4-7"), ("R", "8-1"), ("S", "dummy"), ("G", "2-2-8")):
        hides = "concealed" if ident == "S" else rng.choice(("", "concealed", "hidden"))
        men.append(f'"{ident} russian {code} at {spots.pop()} {hides}"')
    words = (rng.choice(("", " motion")) + rng.choice(("", " concealed", " ce")) for _ in "TU")
    (case,) = parse_cases(CASE % (woods, ", ".join(men), *words), "stack")
    assert not isinstance(case, CaseResult), case.message
    st = build(case).state
    return settle(st.with_(stack=(Stop(), MovePhase(True))), Do(then=MovePhase(True)))[0]


def assaults(seed: int, *, often: float) -> int:
    """Play a MPh at random, in Armored Assault where one can; look at every position from both sides."""
    rng, dice, found = random.Random(seed), DiceStream(f"stack {seed}"), 0
    st = stack(rng)
    for _ in range(STEPS):
        asked, copied = pending(st), saving.decode(saving.encode(st), st.world)
        if isinstance(asked, Roll):
            after, events = answer(st, dice.faces(st.rolls, len(asked.dice)))
        elif not isinstance(asked, Choice) or isinstance(st.stack[-1], Stop):
            break
        else:
            inside = any(isinstance(frame, Assault) for frame in st.stack)
            found += inside
            if inside and rng.random() < often:
                list(compared_position("stack", st, rng))
            menu = asked_of(st, asked)[1].menu
            tried = [menu.sample(rng) for _ in range(8)]
            together = [one for one in tried if isinstance(one, ArmoredAssault | DriveAlong)]
            action = (together or tried)[0] if rng.random() < 0.8 else tried[0]
            if isinstance(action, ArmoredAssault | DriveAlong):
                names = Names.of(st)
                assert parse(write(action, names), names) == action
            after, events = answer(st, action)
            assert saving.encode(answer(copied, action)[0]) == saving.encode(after)
        public_view(after)
        for side in (0, 1):
            seen = view(after, side)
            pending(seen)
            lines(st, after, events, viewer=side)
            named = {trail.afv for trail in seen.trails.values() if trail.afv}
            assert named <= set(seen.vehicles), "the trail of Infantry names an AFV that the side does not know"
        st = after
    return found


def test_an_armored_assault_tells_nothing_of_who_is_concealed() -> None:
    assert sum(assaults(seed, often=0.3) for seed in FEW) > 4


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [SEEDS, pytest.param(MORE, marks=pytest.mark.soak)], ids=["ten", "more"])
def test_many_armored_assaults_tell_nothing_of_who_is_concealed(seeds: range) -> None:
    assert sum(assaults(seed, often=0.1) for seed in seeds)
