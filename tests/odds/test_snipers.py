"""The chance that a DR of an attack activates a Sniper (A14.1), against play with every face of its dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from goodorder import odds
from goodorder.core import engine
from goodorder.core.actions import Action, Fire
from goodorder.core.dice import PAIRS
from goodorder.core.events import Event, SniperActivated
from goodorder.core.sniper import Sniper
from goodorder.core.state import State
from goodorder.flow.fire.declared import shot_of
from goodorder.play.cases.start import start_frames
from goodorder.rules.facts.firers import fire_phase
from tests.odds.followed import how_often
from tests.odds.shots import SHOTS, Shot, made
from tests.rules.a11_close_combat.fights import begin
from tests.support import loc, slow_after, without_heat

FIRERS, TARGETS = 0, 1
KINDS = Counter((sum(pair), pair[0] == pair[1]) for pair in PAIRS)
FACES = {(sum(pair), pair[0] == pair[1]): pair for pair in PAIRS}
BY_KIND = [(FACES[kind], Fraction(count, 36)) for kind, count in KINDS.items()]

MEN = Shot("fire A at C6", ("A german 4-6-7 at C3", "B german 4-6-7 at C3", "X russian 4-4-7 at C6"))
STACK = Shot(
    "fire A B at C6",
    (
        "A german 4-6-7 at C3",
        "B german 4-6-7 at C3",
        "X russian 4-4-7 at C6",
        "Y russian 2-2-7 at C6",
        "Z russian 4-4-7 at C6 pinned",
    ),
)
"""By a K a squad checks all the same, a half-squad does not; by a PTC not who is pinned."""
LED = Shot(
    "fire A B at C6",
    (
        "A german 4-6-7 at C3",
        "B german 4-6-7 at C3",
        "L russian 8-1 at C6",
        "X russian 4-4-7 at C6",
    ),
)
"""By a lost or broken leader the squad checks once more (A10.2)."""
TWO_LED = Shot(
    "fire A at C6",
    ("A german 2-2-8 at C3", "L russian 9-1 at C6", "M russian 7-0 at C6", "X russian 2-2-7 at C6"),
)
WORST_FIRST = Shot(
    "fire A at C6", ("A german 4-6-7 at C3", "M russian 7-0 at C6", "L russian 9-1 at C6", "X russian 2-2-7 at C6")
)
"""Leaders check in the order of their Morale Level however they are stacked, after the wounds of a K (A10.2)."""
THREE_LED = Shot(
    "fire A at C6",
    ("A german 2-2-8 at C3", "N russian 7-0 at C6", "L russian 9-1 at C6", "M russian 8-1 at C6"),
)
THREE_LED_BY_A_K = Shot(
    "fire A at C6",
    ("A german 4-6-7 at C3", "N russian 7-0 at C6", "L russian 9-1 at C6", "M russian 8-0 at C6"),
)
"""A wounded 8-0 leads worse than nobody, so that a 7-0 beside him helps (A17.1)."""
FOUR_LED = Shot(
    "fire A at C6",
    (
        "A german 2-2-8 at C3",
        "O russian 7-0 at C6",
        "L russian 9-1 at C6",
        "M russian 8-1 at C6",
        "N russian 7-0 at C6",
    ),
)
GUARDED = Shot(
    "fire A at C6",
    (
        *("A german 2-2-8 at C3", "G russian 4-4-7 at C6", "L russian 8-0 at C6"),
        *("P german 4-6-7 prisoner of G", "Q german 8-0 prisoner of G"),
    ),
)
"""Prisoners are drawn and check with their Guard, by a DR that no Sniper hears (A20.54)."""
AT_FRIENDS = Shot("fire A at C6", ("A german 2-2-8 at C3", "X russian 2-2-7 at C6", "U german 2-3-7 unarmed at C6"))
"""Free Unarmed men of the firer's side are struck too, and their MC is heard (A20.54)."""
AT_TANK = Shot(
    "fire A/g at H5 vehicle T shot vehicle AP",
    ("A german 2-2-8 at C3",),
    ("g german 7_5cm_pak_40 held by A facing 3",),
    ("T russian t_34_m43 at H5 facing 2",),
)


def with_sniper(st: State, side: int, san: int, *, pinned: bool = False) -> State:
    """The position with the Sniper of one side on the map."""
    both = [Sniper(), Sniper()]
    both[side] = Sniper(san, loc(st, "J2"), pinned)
    return without_heat(st).with_(snipers=tuple(both))


def heard(st: State, action: Action, side: int) -> Fraction:
    """How often play activates the Sniper of a side before the attack is over, over all faces of the dice."""
    asked, _ = begin(st, *start_frames(st))
    return how_often(engine.answer(asked, action)[0], lambda _, events: _activates(events, side), BY_KIND)


def _activates(events: tuple[Event, ...], side: int) -> bool:
    return any(isinstance(event, SniperActivated) and event.side == side for event in events)


def told(st: State, action: Action) -> dict[int, Fraction]:
    assert isinstance(action, Fire)
    return odds.attack(st, action, aside=True).snipers


def test_by_hand_the_enemy_hears_the_attack_itself_and_the_own_sniper_the_checks_of_its_target() -> None:
    st, action = made(MEN)
    assert isinstance(action, Fire)
    # 4 FP, no DRM: the squad checks by all of 2 to 7, a K leaves it a half-squad that does
    checks = sum((one.chance for one in odds.first(st, action) if one.kind in ("K", "MC", "PTC")), Fraction(0))
    assert told(with_sniper(st, TARGETS, 4), action) == {TARGETS: Fraction(3, 36)}
    assert told(with_sniper(st, FIRERS, 5), action) == {FIRERS: checks * Fraction(4, 36)}
    assert checks == Fraction(21, 36)


@pytest.mark.parametrize("san", [2, 6])
@pytest.mark.parametrize("side", [FIRERS, TARGETS])
@pytest.mark.parametrize(
    "shot",
    [
        MEN,
        STACK,
        LED,
        TWO_LED,
        GUARDED,
        AT_FRIENDS,
        SHOTS["HE of a Gun at a squad in the open"],
        SHOTS["two hits of a small Gun"],
        SHOTS["HE of a light mortar"],
        SHOTS["WP at a squad and a broken one"],
    ],
    ids=["men", "stack", "leader", "two leaders", "Guard", "friends", "Gun", "two hits", "mortar", "WP"],
)
def test_play_activates_it_as_often(shot: Shot, side: int, san: int) -> None:
    st, action = made(shot)
    st = with_sniper(st, side, san)
    assert told(st, action).get(side, 0) == heard(st, action, side)


@pytest.mark.parametrize(
    "shot",
    slow_after(2, [WORST_FIRST, THREE_LED, THREE_LED_BY_A_K, FOUR_LED]),
)
def test_with_many_leaders_each_fall_is_followed_to_the_checks_beside_it(shot: Shot) -> None:
    st, action = made(shot)
    assert isinstance(action, Fire)
    st = with_sniper(st, FIRERS, 6)
    assert told(st, action)[FIRERS] == heard(st, action, FIRERS)
    assert not odds.attack(st, action, aside=True).least


def test_without_fates_the_same_is_told_of_snipers_and_heat_of_battle() -> None:
    st, action = made(THREE_LED)
    st = with_sniper(st, FIRERS, 6)
    assert isinstance(action, Fire)
    targets = tuple(unit.id for unit in st.units.values() if unit.side == TARGETS)
    found, fates = odds.only_aside(st, action, targets, "PFPh"), odds.attack(st, action, aside=True)
    assert (found.snipers, found.heat, found.first) == (fates.snipers, fates.heat, fates.first)
    assert found.fates == {}


def test_a_shot_at_a_vehicle_counts_its_to_hit_dr_and_no_to_kill_dr() -> None:
    st, action = made(AT_TANK)
    st = with_sniper(st, TARGETS, 6)
    assert isinstance(action, Fire)
    assert odds.own_dice(st, shot_of(st, (), fire_phase(st, action), action)) == {TARGETS: Fraction(5, 36)}


def test_there_is_none_without_a_san_nor_of_one_that_is_pinned() -> None:
    st, action = made(MEN)
    assert told(st, action) == {}
    assert told(with_sniper(st, TARGETS, 0), action) == {}
    assert told(with_sniper(st, TARGETS, 4, pinned=True), action) == {}
