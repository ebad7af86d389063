"""A vehicle that drives under its "?" has the enemy's windows that Dummies have which go the same way, and no others:
before his men under a "?", far off in his sight, over Residual FP (A12.2, A12.11, A8.1).
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from goodorder.core import saving
from goodorder.core.actions import DriveStep, DriveTo, ParkHere, StartUp, TurnHull
from goodorder.core.dice import Roll
from goodorder.core.frames import Choice, Over
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.core.view import asked_of, public_view, view
from goodorder.play.seen import roll_asked
from goodorder.rules.facts.vehicles import vehicle_of

from .test_drives_at_marks import TANKS
from .test_play_at_marks import Reader, as_dummy, chosen, given
from .told import begun

VIEWER = 0
TEXT = """
version = 1
[[case]]
title = "a drive"
profile = "full"
phase = "MPh"
attacker = "german"
year = 1944
sides = ["russian", "german"]
units = [{units}]
map = \"\"\"
size 30x10
road T1 T2 T3 T4 T5 T6 T7 T8 T9
{ground}
\"\"\"
markers = [{markers}]
vehicles = [{vehicles}]
weapons = [{weapons}]
[[case.step]]
ask = "hex A3"
"""
GROUND = ("woods", "brush", "grain", "brush", "orchard", "grain")
FAR = ("A4", "A5", "A6", "B3", "B5", "C4", "C6")
NEAR = ("Q4", "Q6", "P5", "X4", "X6", "O5")


def text(rng: random.Random) -> str:
    """A drive in cover; the enemy is far away, or under a "?", or out of sight."""
    ground = [f"{column}{row} {rng.choice(GROUND)}" for column in "RSUVW" for row in range(2, 9)]
    spot = rng.choice(("S4", "S5", "U5", "U4", "V5"))
    units = [f"R{number} russian 6-2-8 at {rng.choice(FAR)}" for number in range(3)]
    units += ["L0 russian 9-1 at B5", "C0 russian 2-2-8 at A5", "C1 russian 2-2-8 at A6"]
    if rng.random() < 0.6:
        for number in range(3):
            place = rng.choice(NEAR)
            ground.append(f"{place} woods")
            units.append(f"N{number} russian 4-4-7 at {place} {rng.choice(('concealed', 'concealed', 'broken'))}")
    else:
        units += ["N0 russian 4-4-7 at A4", "N1 russian 4-4-7 at A4"]
    swept = [f"{column}{row}" for column in "SUTV" for row in (3, 4, 5) if rng.random() < 0.5]
    markers = [f"residual {rng.choice((2, 4, 6, 8))} at {one}" for one in swept if one != spot]
    weapons = ["h russian HMG held by R0", "m russian MMG held by R1", "g russian 76_2mm_p_obr_39 held by C0 facing 1"]
    weapons += ["o russian 82mm_bm_obr_37 held by C1 facing 1", "l russian MMG held by N0"]
    units += ["G german 4-6-7 at DD10"]
    vehicle = f"T german {rng.choice(TANKS)} at {spot} facing {rng.randrange(6)} concealed"
    if dict(one.split(" ", 1) for one in ground)[spot] == "woods":
        vehicle += " off_road"
    other = "W german opel_6700_blitz at DD9 facing 1 concealed off_road"
    ground.append("DD9 woods")
    quoted = [", ".join(f'"{one}"' for one in part) for part in (units, (vehicle, other), weapons, markers)]
    return TEXT.format(
        units=quoted[0], vehicles=quoted[1], weapons=quoted[2], markers=quoted[3], ground="\n".join(ground)
    )


def _driven(st: State, asked: Choice, key: int, rng: random.Random) -> DriveStep | None:
    """What the vehicle does next: rather an entry than anything else, None where it can do nothing."""
    leaves = asked_of(st, asked)[1].menu.leaves(600)
    found = [one for _, one in leaves if isinstance(one, DriveStep) and vehicle_of(one) == key]
    ways = [one for one in found if isinstance(one, DriveTo) and one.to >= 0 and not one.bypass and not one.more]
    others = [one for one in found if isinstance(one, StartUp | TurnHull)]
    return rng.choice(ways if ways and rng.random() < 0.8 else others or ways) if ways or others else None


def drive(seed: int) -> Counter[str]:
    """Drive and go side by side; what the enemy did on the way."""
    rng, done = random.Random(f"windows {seed}"), Counter[str]()
    play = begun(text(rng))
    names, key, hexes = play.names, play.names.units["T"], 0
    real, other = (Reader(st, str(seed)) for st in (play.state, as_dummy(play.state, key)))
    for _ in range(40):
        both = real.asked(), other.asked()
        there = real.st.fighter(key).loc
        if not (real.masked(key, there) and other.masked(key, there)) or real.st.trail(key).ended:
            break
        assert real.told == other.told, seed
        real.told, other.told = [], []
        for look in (lambda st: view(st, VIEWER), public_view):
            assert saving.encode(look(real.st)) == saving.encode(look(other.st)), seed
        asked, same = both
        if isinstance(asked, Over) or isinstance(same, Over):
            break
        if isinstance(asked, Roll):
            assert isinstance(same, Roll), (seed, asked, same)
            assert roll_asked(real.st, asked, VIEWER) == roll_asked(other.st, same, VIEWER), seed
            faces = tuple(rng.randint(1, 6) for _ in asked.dice)
            done["roll"] += 1
            real.answered(faces)
            other.answered(faces)
            continue
        assert isinstance(same, Choice), (seed, asked, same)
        assert asked.side == same.side, (seed, asked.prompt, same.prompt)
        if asked.side == VIEWER:
            throw = rng.random()
            docs = [given(one.st, ask, random.Random(throw)) for one, ask in ((real, asked), (other, same))]
            assert docs[0] == docs[1], seed
            reply = chosen(real.st, asked, random.Random(throw), there)
            done[type(reply).__name__] += 1
            real.answered(reply)
            other.answered(reply)
            continue
        action = _driven(real.st, asked, key, rng)
        if action is None:
            break
        real.answered(action)
        if isinstance(action, DriveTo):
            place = real.st.world.map.place_name(action.to)
            going = parse(f"{'go' if hexes else 'move'} T to {place}{' road' if action.road else ''}", names)
            if same.check(going) is not None:
                break
            other.answered(going)
            hexes += 1
            done["hexes"] += 1
        elif isinstance(action, ParkHere):
            break
    return done


@pytest.mark.slow
def test_who_drives_under_a_mark_has_the_windows_of_dummies() -> None:
    done = sum((drive(seed) for seed in range(15, 25)), Counter[str]())
    assert done["hexes"] > 6, done
    assert done["Fire"], done


@pytest.mark.soak
def test_many_who_drive_under_a_mark_have_the_windows_of_dummies() -> None:
    done = sum((drive(seed) for seed in range(1_000, 1_300)), Counter[str]())
    assert done["Expose"], done
    assert done["roll"] > 300, done
