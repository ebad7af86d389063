"""Gun Duels between vehicles and Guns, some Known, some under a "?" and some hidden: whether one is asked for, and with
what words, hangs on nothing that a side does not know (C2.2401, A12).
"""

from __future__ import annotations

import random

import pytest

from goodorder.core import saving
from goodorder.core.actions import DriveStep, Fire
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending, settle
from goodorder.core.frames import Choice, Do
from goodorder.core.state import State
from goodorder.core.view import asked_of, public_view, view
from goodorder.flow.fire.gun_duel import GunDuel
from goodorder.flow.move.move_phase import MovePhase
from goodorder.play.cases.model import CaseResult
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from tests.support import Stop

from .test_twins import compared_position

CASE = """
version = 1
[[case]]
title = "a meeting"
profile = "full"
phase = "MPh"
attacker = "%s"
map = '''
size 14x10
%s
'''
units = [%s]
weapons = [%s]
vehicles = [%s]
[[case.step]]
ask = "hex A1"
"""
GERMANS, RUSSIANS = ("psw_234_2", "pzkpfw_ivh", "psw_222"), ("t_34_m43",)
FEW, SEEDS, MORE = (1, 19, 49, 51), range(110, 120), range(120, 150)
STEPS = 70


def meeting(rng: random.Random) -> State:
    """Vehicles and Guns of both sides a few hexes apart, some of them out of the other's sight."""
    spots = [f"{column}{row}" for column in "CDEFGHI" for row in range(2, 8)]
    rng.shuffle(spots)
    woods = "; ".join(f"{spot} woods" for spot in spots if rng.random() < 0.25)

    def vehicle(ident: str, nation: str, types: tuple[str, ...]) -> str:
        words = rng.choice(("", " ce", " concealed", " ce concealed"))
        return f'"{ident} {nation} {rng.choice(types)} at {spots.pop()} facing {rng.randrange(6)}{words}"'

    def hiding() -> str:
        return rng.choice(("", "", " concealed", " hidden"))

    vehicles = [vehicle(ident, "german", GERMANS) for ident in "TUV"[: rng.randint(1, 3)]]
    vehicles += [vehicle(ident, "russian", RUSSIANS) for ident in "WX"[: rng.randint(1, 2)]]
    units, weapons = [], ['"b german LMG held by B"']
    for ident, gun in (("R", "57mm_ptp_obr_43"), ("S", "45mm_ptp_obr_42")):
        spot = spots.pop()
        units.append(f'"{ident} russian 2-2-8 at {spot}{hiding()}"')
        weapons.append(f'"{ident.lower()} russian {gun} held by {ident} facing {rng.randrange(6)}"')
        units.append(f'"{ident}2 russian {rng.choice(("4-4-7", "8-1"))} at {spot}{hiding()}"')
    units.append(f'"A german 2-2-8 at {spots.pop()}{hiding()}"')
    units.append(f'"B german 4-6-7 at {spots.pop()}{hiding()}"')
    weapons.append(f'"a german 7_5cm_pak_40 held by A facing {rng.randrange(6)}"')
    parts = (", ".join(units), ", ".join(weapons), ", ".join(vehicles))
    (case,) = parse_cases(CASE % (rng.choice(("german", "russian")), woods, *parts), "meeting")
    assert not isinstance(case, CaseResult), case.message
    st = build(case).state
    return settle(st.with_(stack=(Stop(), MovePhase(True))), Do(then=MovePhase(True)))[0]


def duels(seed: int, *, often: float) -> int:
    """Play a MPh at random; save and look at every position, compare twins of Gun Duels and of some others."""
    rng, dice, found = random.Random(seed), DiceStream(f"meeting {seed}"), 0
    st = meeting(rng)
    for _ in range(STEPS):
        asked, copied = pending(st), saving.decode(saving.encode(st), st.world)
        if isinstance(asked, Roll):
            st = answer(st, dice.faces(st.rolls, len(asked.dice)))[0]
            continue
        if not isinstance(asked, Choice) or isinstance(st.stack[-1], Stop):
            break
        public_view(st)
        for side in (0, 1):
            seen = view(st, side)
            pending(seen)
            saving.decode(saving.encode(seen), seen.world)
        duel = isinstance(st.stack[-1], GunDuel)
        found += duel
        if duel or rng.random() < often:
            list(compared_position("meeting", st, rng))
        menu = asked_of(st, asked)[1].menu
        tried = [menu.sample(rng) for _ in range(8)]
        shots = [one for one in tried if isinstance(one, Fire) and (one.vehicle or one.ordnance is not None)]
        acts = [one for one in tried if isinstance(one, DriveStep | Fire)]
        action = (shots or acts or tried)[0] if rng.random() < 0.75 else tried[0]
        st = answer(st, action)[0]
        assert saving.encode(answer(copied, action)[0]) == saving.encode(st)
    return found


def test_a_gun_duel_tells_nothing_of_who_is_hidden() -> None:
    assert sum(duels(seed, often=0.0) for seed in FEW) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [SEEDS, pytest.param(MORE, marks=pytest.mark.soak)], ids=["ten", "more"])
def test_many_meetings_of_guns_and_vehicles_tell_nothing_of_who_is_hidden(seeds: range) -> None:
    assert sum(duels(seed, often=0.1) for seed in seeds)
