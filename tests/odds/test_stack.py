"""A stack's odds, of which every check is worked out once and multiplied, against following every frame."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from goodorder import odds
from goodorder.core.actions import Fire, Firer
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.notation import parse
from goodorder.core.state import ON_MAP, State, Step, Trail
from goodorder.flow.fire.small_arms import SmallArms
from goodorder.flow.sequence.opening import new_game
from goodorder.odds import fire
from goodorder.odds.fate import fate
from goodorder.odds.spread import TOTAL
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.play.start import given
from goodorder.rules.facts.units import is_smc
from tests.rules.a11_close_combat.fights import begin, fight

GAMES = (("first", 0), ("bridges", 0), ("houses", 1), ("first", 3))
ATTACKS = 50


def followed(st: State, frame: SmallArms, unit: int) -> dict[odds.Fate, Fraction]:
    """A target's fates by following every frame of the attack, with the SMC beside it."""
    singles = tuple(one for one in frame.targets if one != unit and is_smc(st, st.units[one]))
    table: Counter[odds.Fate] = Counter()
    openings = fire._openings(st, frame).openings
    for conditions, weight in fire._followed(st, openings, (unit, *singles), frame.targets):
        units = {one.id: one for one in conditions[0]}
        table[fate(st, st.with_(units=units), unit)] += weight
    return {found: Fraction(weight, TOTAL) for found, weight in table.items()}


def shots(scenario: str, seed: int) -> Iterator[tuple[State, SmallArms]]:
    """The small-arms attacks of a random game whose dice are about to be thrown."""
    st = new_game(given(scenario).scenario)
    rng, dice = random.Random(seed), DiceStream(str(seed))
    while not isinstance(asked := pending(st), Over):
        if not isinstance(asked, Roll):
            st, _ = answer(st, asked.menu.sample(rng))
            continue
        frame = st.stack[-1]
        if isinstance(frame, SmallArms) and frame.targets:
            yield st, frame
        st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))


def crowded(st: State, frame: SmallArms, rng: random.Random) -> tuple[State, SmallArms]:
    """The same attack with a SMC and other units of the game among the targets, some of them pinned or wounded."""
    first = st.units[frame.targets[0]]
    others = [one for one in st.units.values() if one.side == first.side and one.place == ON_MAP and not one.concealed]
    others = [one for one in others if one.id not in frame.targets and not one.stance.bypass]
    smc = [one for one in others if is_smc(st, one)]
    mmc = [one for one in others if not is_smc(st, one)]
    more = [
        *rng.sample(smc, min(len(smc), rng.choice((1, 1, 1, 2)))),
        *rng.sample(mmc, min(len(mmc), rng.choice((0, 1, 2)))),
    ]
    for one in more:
        marks = {"pinned": one.pinned or (not one.broken and rng.random() < 0.2)}
        if is_smc(st, one):
            marks["wounded"] = one.wounded or rng.random() < 0.2
        st = st.with_unit(replace(one, loc=first.loc, stance=first.stance, **marks))
    return st, replace(frame, targets=(*frame.targets, *(one.id for one in more)))


def test_attacks_of_random_games_come_out_as_by_following_every_frame() -> None:
    rng = random.Random(1)
    sizes: Counter[int] = Counter()
    for number, (scenario, seed) in enumerate(GAMES, 1):
        for st, frame in shots(scenario, seed):
            if sizes.total() >= ATTACKS * number // len(GAMES):
                break
            st, frame = crowded(st, frame, rng)
            singles = sum(is_smc(st, st.units[unit]) for unit in frame.targets)
            if not 1 <= singles <= 2 or len(frame.targets) < 2:
                continue
            sizes[singles] += 1
            found = odds.of(st, frame)
            for unit in frame.targets:
                assert dict(found.fates[unit]) == followed(st, frame, unit), (scenario, seed, frame, unit)
    assert sizes.total() == ATTACKS and sizes[2] >= 10, sizes


@pytest.mark.slow
@pytest.mark.parametrize(
    "targets",
    [
        pytest.param(("1 9-1", "1 8-1", "1 8-0", "1 4-4-7", "1 4-4-7"), marks=pytest.mark.soak),
        ("1 4-2-6", "1 9-2 wounded", "1 10-2 pinned", "1 7-0", "1 4-4-7 broken"),
        ("1 8-1 broken", "1 8-1", "1 6+1 wounded", "1 german:8-3-8", "1 german:4-4-7 pinned"),
    ],
)
def test_a_stack_with_three_leaders_comes_out_as_by_following_every_frame(targets: tuple[str, ...]) -> None:
    st = fight("0 4-6-7 @E3", "0 4-6-7 @E3", *targets)
    st = st.with_(turn=replace(st.turn, phase="PFPh"))
    frame = SmallArms((3, 4, 5, 6, 7), "PFPh", Fire((Firer(1), Firer(2)), st.units[3].loc))
    found = odds.of(st, frame)
    for unit in frame.targets:
        assert dict(found.fates[unit]) == followed(st, frame, unit)


def test_random_selection_among_others_is_none_of_a_unit_that_is_hit_otherwise() -> None:
    """A squad in the open is hit harder than the pinned beside it, among whom a K chooses one."""
    st = fight("0 2-4-7 @F3", "0 2-4-7 @F3", "1 4-4-7", "1 9-1 pinned", "1 4-4-7 pinned")
    targets = (3, 4, 5)
    action = Fire((Firer(1), Firer(2)), st.units[3].loc)
    trail = Trail(started=True, steps=(Step("enter", 0, action.target, 2),))
    st = st.with_(turn=replace(st.turn, phase="MPh", attacker=1), trails=dict.fromkeys(targets, trail))
    frame = SmallArms(targets, "MPh", action)
    assert "1KIA / 2MC" in [line.label for line in odds.of(st, frame).first]
    for unit in targets:
        assert dict(odds.of(st, frame).fates[unit]) == followed(st, frame, unit)


ABOVE = """
version = 1
[[case]]
title = "upstairs"
profile = "full"
phase = "PFPh"
map = "building E4 E5 stone 2.5; stairwell E4"
units = ["R russian 6-2-8 at E7", "A german 4-6-7 at E4/1"{men}]
vehicles = [{vehicles}]
[[case.step]]
ask = "hex A1"
"""


@pytest.mark.parametrize(
    ("men", "vehicles"),
    [
        (', "X russian 4-4-7 at E4"', ""),
        (', "X russian 4-4-7 at E5/1"', ""),
        ("", '"T russian russian:t_34_m41 at E4 facing 1"'),
    ],
)
def test_an_enemy_on_the_only_stairs_counts_in_the_checks_of_who_is_fired_at_upstairs(men: str, vehicles: str) -> None:
    """Cut off upstairs its Morale is one lower (A7.72), whoever fires at it, be it by men or by an armed tank."""
    [case] = parse_cases(ABOVE.replace("{men}", men).replace("{vehicles}", vehicles), "stairs")
    assert isinstance(case, Case)
    position = build(case)
    action = parse("fire R at E4/1", position.names)
    assert isinstance(action, Fire)
    st = position.state
    targets = tuple(unit.id for unit in st.side_at(action.target, 1))
    frame = SmallArms(targets, "PFPh", action)
    begun, _ = begin(st, frame)
    table: dict[odds.Fate, Fraction] = defaultdict(Fraction)
    for end in odds.enumerate_rolls(begun).values():
        table[fate(st, end.state, targets[0])] += end.chance
    assert dict(odds.of(st, frame).fates[targets[0]]) == table
