"""Vehicles that drive at random around woods and houses: what holds of every position in Bypass (D2.3-D2.34)."""

from __future__ import annotations

import random

from goodorder.board.map.bypass_ways import vehicle_ways
from goodorder.core.actions import DriveStep, DriveTo
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending, settle
from goodorder.core.frames import Choice, Do
from goodorder.core.saving import decode, encode
from goodorder.core.state import State
from goodorder.flow.drive.driving import Driving, drive_entries
from goodorder.flow.move.move_phase import MovePhase
from goodorder.play.cases.model import CaseResult
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.rules.d_vehicles.tracks import taken
from goodorder.rules.facts.bypass_path import bypass_path, hexsides, spine_along
from goodorder.rules.facts.ground import map_now
from tests.support import Stop

CASE = """
version = 1
[[case]]
title = "a drive"
profile = "full"
phase = "MPh"
attacker = "german"
map = '''
size 12x10
C4 woods; C5 woods; D4 stone_building 2; E5 woods; E6 wooden_building; F5 woods; G4 woods; G5 grain; G5 wooden_building
'''
vehicles = [
  "T german pzkpfw_ivh at D6 facing 0", "U german psw_234_2 at F6 facing 0 ce",
  "W russian t_34_m43 at D4 facing 3 bypass 1 wreck",
]
units = ["A german 4-6-7 at A1", "R russian 4-4-7 at D4", "S russian 4-4-7 at F3"]
[[case.step]]
ask = "hex A1"
"""


def start() -> State:
    (case,) = parse_cases(CASE, "bypass")
    assert not isinstance(case, CaseResult), case.message
    st = build(case).state
    return settle(st.with_(stack=(Stop(), MovePhase(True))), Do(then=MovePhase(True)))[0]


def in_order(st: State) -> None:
    """Every vehicle in Bypass points along its own free hexside."""
    for one in st.vehicles.values():
        path = bypass_path(one)
        if not path or one.loc < 0:
            continue
        assert len(path) == 2 and spine_along(path) == one.facing
        (side,) = hexsides(path)
        if not one.wreck:
            assert vehicle_ways(map_now(st), one.loc)[side] is not None
            assert not taken(st, one.loc, side, one.id)


def drives(seed: int) -> int:
    """Drive at random for 150 answers, looking at every position; how often a vehicle went into Bypass."""
    st, rng, dice = start(), random.Random(seed), DiceStream(f"bypass {seed}")
    went = 0
    for _ in range(150):
        asked = pending(st)
        if isinstance(asked, Roll):
            st = answer(st, dice.faces(st.rolls, len(asked.dice)))[0]
        elif isinstance(asked, Choice):
            tried = (asked.menu.sample(rng) for _ in range(12))
            action = next((one for one in tried if isinstance(one, DriveStep)), None) or asked.menu.sample(rng)
            if isinstance(frame := st.stack[-1], Driving):
                offered = drive_entries(st, st.vehicles[frame.vehicle])
                found = [one.action for one in offered if ":b" in one.key and one.lives()]
                action = found[0] if found and found[0] is not None and rng.random() < 0.7 else action
            went += isinstance(action, DriveTo) and bool(action.bypass)
            st = answer(st, action)[0]
        else:
            break
        in_order(st)
        assert encode(decode(encode(st), st.world)) == encode(st)
    return went


def test_vehicles_in_bypass_point_along_free_hexsides_and_every_position_is_saved() -> None:
    assert sum(drives(seed) for seed in range(7)) >= 7
