"""A vehicle that drives under its "?" out of the enemy's sight is told like Dummies that go the same way (A12.2,
A12.11, A12.16): neither Starts nor Stops, nor turns, nor MP.
"""

from __future__ import annotations

import random

import pytest

from goodorder.core import saving
from goodorder.core.actions import Action, Done, DriveStep, DriveTo, ParkHere
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.core.view import asked_of, public_view, view
from goodorder.play.cases.playing import Play
from goodorder.play.log import lines
from goodorder.play.seen import seen_by, seen_by_all

from .told import begun

VIEWER = 0
TEXT = """
version = 1
[[case]]
title = "a drive"
profile = "full"
phase = "MPh"
attacker = "german"
sides = ["russian", "german"]
units = [
  "R russian 4-4-7 at A3", "S russian 2-2-8 at A7", "G german 4-6-7 at L10", "K german 4-6-7 at L9 concealed"{dummy}
]
map = \"\"\"
B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 stone_building 2
road G1 G2 G3 G4 G5 G6 G7 G8 G9
{ground}
\"\"\"
markers = [{markers}]
vehicles = [{vehicle}]
[[case.step]]
ask = "hex A3"
"""
GROUND = ("woods", "brush", "grain", "open_ground", "orchard", "open_ground")
TANKS = ("pzkpfw_ivh", "opel_6700_blitz", "marder_iii_t_h")


def positions(rng: random.Random) -> tuple[Play, Play]:
    """A vehicle under a "?" behind a row of houses, and Dummies in its place."""
    ground = [f"{column}{row} {rng.choice(GROUND)}" for column in "FHIJ" for row in range(2, 9)]
    spot = rng.choice(("G4", "G5", "G6", "H5", "I5"))
    ground = [one for one in ground if not one.startswith(f"{spot} ")] + [f"{spot} brush"] * (spot[0] != "G")
    smoke = rng.choice(("", '"smoke_grenade at H6"', '"smoke_grenade at G4"'))
    text = {"ground": "\n".join(ground), "markers": smoke}
    vehicle = f'"T german {rng.choice(TANKS)} at {spot} facing {rng.randrange(6)} concealed"'
    dummy = f', "T german dummy at {spot} concealed"'
    first = begun(TEXT.format(dummy="", vehicle=vehicle, **text))
    return first, begun(TEXT.format(dummy=dummy, vehicle="", **text))


class Told:
    """A game as it is played, and what its enemy and onlookers are told of it."""

    def __init__(self, play: Play) -> None:
        self.st, self.names, self.told = play.state, play.names, list[str]()

    def plays(self, action: Action) -> None:
        before = self.st
        self.st, events = answer(before, action)
        self.told += [line.text for line in lines(before, self.st, events, viewer=VIEWER)]
        self.told += [type(one).__name__ for one in seen_by(before, self.st, events, VIEWER)[2]]
        self.told += [repr(one) for one in seen_by_all(before, self.st, events)[2]]

    def asked(self) -> Choice | None:
        """The mover's next question, None where somebody else is asked or something is rolled."""
        asked = pending(self.st)
        return asked if isinstance(asked, Choice) and asked.side != VIEWER else None

    def looks(self) -> list[bytes]:
        return [saving.encode(look) for look in (view(self.st, VIEWER), public_view(self.st))]


def driven(st: State, asked: Choice, rng: random.Random) -> Action | None:
    """A hex to enter where there is one, now and then something else that it spends MP on."""
    found = [action for _, action in asked_of(st, asked)[1].menu.leaves(1_000) if isinstance(action, DriveStep)]
    ways = [one for one in found if isinstance(one, DriveTo) and one.to >= 0 and not one.bypass and not one.more]
    others = [one for one in found if not isinstance(one, DriveTo)]
    return rng.choice(ways if ways and rng.random() < 0.7 else others) if ways or others else None


def drive(seed: int) -> int:
    """Drive and go side by side; how many hexes they went."""
    rng = random.Random(f"drive {seed}")
    plays = positions(rng)
    real, other = (Told(play) for play in plays)
    assert real.looks() == other.looks()
    hexes = 0
    for _ in range(14):
        asked = real.asked()
        if asked is None or (action := driven(real.st, asked, rng)) is None:
            break
        before = real.st
        real.plays(action)
        if not all(one.concealed for one in real.st.vehicles.values()):
            break
        if isinstance(action, DriveTo):
            place = real.st.world.map.place_name(action.to)
            how = " road" if action.road else ""
            going = parse(f"{'go' if hexes else 'move'} T to {place}{how}", other.names)
            same = other.asked()
            if same is None or same.check(going) is not None:
                break
            other.plays(going)
            hexes += 1
        elif isinstance(action, ParkHere) and hexes:
            other.plays(Done())
        assert real.told == other.told, (seed, action)
        if real.asked() is None or before is real.st:
            break
        assert real.looks() == other.looks(), (seed, action)
    return hexes


@pytest.mark.slow
def test_a_drive_under_a_mark_reads_as_the_way_of_dummies() -> None:
    assert sum(drive(seed) for seed in range(12)) > 12


@pytest.mark.soak
def test_many_drives_under_a_mark_read_as_the_way_of_dummies() -> None:
    assert sum(drive(seed) for seed in range(1_000, 1_400)) > 400
