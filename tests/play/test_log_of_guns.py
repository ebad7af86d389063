"""Guns and vehicles in the log: which of several it is and whereto it turns, and nothing of what a side cannot see."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.core import events as ev
from goodorder.core.apply import apply
from goodorder.core.events import Event
from goodorder.core.events.base import EVERYBODY
from goodorder.core.state import State
from goodorder.play.log import lines
from tests.support import case_position

TEXT = """
version = 1
[[case]]
title = "t"
profile = "full"
attacker = "russian"
phase = "{phase}"
units = ["A german 2-2-8 at C4", "B german 2-2-8 at E4{hidden}", "X russian 4-4-7 at C9"]
weapons = ["g german 7_5cm_pak_40 held by A facing 3", "h german 7_5cm_pak_40 held by B facing 3"]
vehicles = ["T german pzkpfw_ivh at G4 facing 3", "U russian t_34_m43 at G9 facing 0"]
[[case.step]]
ask = "hex A1"
"""
GERMAN, RUSSIAN = 0, 1


def position(phase: str = "DFPh", hidden: str = "") -> State:
    """Two like Guns and a tank, and a tank of the other side."""
    return case_position(TEXT.format(phase=phase, hidden=hidden)).state


def gun(st: State, hex_name: str) -> int:
    """The Gun in a hex."""
    men = (unit for unit in st.units.values() if st.world.map.place_name(unit.loc) == hex_name)
    return next(weapon.id for one in men for weapon in st.weapons_of(one.id))


def tank(st: State, side: int) -> int:
    """The tank of a side."""
    return next(one.id for one in st.vehicles.values() if one.side == side)


def told(st: State, *events: Event, viewer: int = EVERYBODY) -> list[str]:
    """What a viewer reads of events."""
    after = st
    for event in events:
        after = apply(after, event)
    return [line.text for line in lines(st, after, events, viewer=viewer)]


@pytest.mark.parametrize("hex_name", ["C4", "E4"])
def test_of_two_like_guns_the_log_says_whose_it_is(hex_name: str) -> None:
    st = position()
    (line,) = told(st, ev.TargetAcquired(weapon=gun(st, hex_name), acquired=None))
    man = st.units[st.weapons[gun(st, hex_name)].holder]
    assert line == f"7.5cm PaK 40 of crew {man.ident} (2-2-8) loses its acquired target"


def test_beside_a_hidden_gun_the_other_is_called_as_if_it_were_alone() -> None:
    st = position(hidden=" hidden")
    lost = ev.TargetAcquired(weapon=gun(st, "C4"), acquired=None)
    assert told(st, lost, viewer=RUSSIAN) == ["7.5cm PaK 40 loses its acquired target"]
    assert " of crew " in told(st, lost, viewer=GERMAN)[0]


def test_nothing_is_told_of_a_hidden_gun() -> None:
    st = position(hidden=" hidden")
    gone = ev.TargetAcquired(weapon=gun(st, "E4"), acquired=None)
    turned = ev.WeaponTurned(weapon=gun(st, "E4"), facing=2)
    assert told(st, gone, turned, viewer=RUSSIAN) == []


def test_a_gun_that_is_turned_is_told_whereto() -> None:
    st = position()
    (line,) = told(st, ev.WeaponTurned(weapon=gun(st, "C4"), facing=2))
    assert line.endswith("is turned to the right")


def test_a_turret_that_turns_has_its_line_and_one_that_goes_with_its_hull_none() -> None:
    st = position("MPh")
    driven = tank(st, RUSSIAN)
    (line,) = told(st, ev.VehicleTurned(vehicle=driven, facing=0, turret=1))
    assert line.endswith("turns its turret to the upper right")
    assert told(st, ev.VehicleTurned(vehicle=driven, facing=1)) == []


def test_a_hull_that_turns_outside_of_its_movement_has_its_line() -> None:
    st = position()
    (line,) = told(st, ev.VehicleTurned(vehicle=tank(st, GERMAN), facing=4))
    assert line.endswith("turns to the lower left")
    (line,) = told(st, ev.VehicleTurned(vehicle=tank(st, GERMAN), facing=4, turret=5))
    assert line.endswith("turns to the lower left and turns its turret to the left")


def test_which_of_several_tanks_has_lost_its_target_is_told() -> None:
    st = position()
    kept = tank(st, GERMAN)
    main = next(weapon.id for weapon in st.weapons_of(kept) if weapon.type.endswith(":MA"))
    st = st.with_(vehicles={**st.vehicles, kept: replace(st.vehicles[kept], ident="2")})
    (line,) = told(st, ev.TargetAcquired(weapon=main, acquired=None))
    assert line == "PzKpfw IVH 2 75L loses its acquired target"
