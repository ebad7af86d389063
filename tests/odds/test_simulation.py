"""Exact odds against the game itself, played out many times."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt

import pytest
from msgspec.structs import replace

from goodorder import odds
from goodorder.core import engine
from goodorder.core.actions import Fire, Firer
from goodorder.core.dice import Roll
from goodorder.core.state import State
from goodorder.flow.fire.small_arms import SmallArms
from goodorder.odds.fate import fate
from tests.rules.a11_close_combat.fights import begin, fight


def simulate(st: State, attack: SmallArms, times: int, seed: int) -> dict[int, Counter[odds.Fate]]:
    """How often each target met each fate."""
    rng = random.Random(seed)
    first, _ = begin(st, attack)
    table: dict[int, Counter[odds.Fate]] = {unit: Counter() for unit in attack.targets}
    for _ in range(times):
        here = first
        while isinstance(asked := engine.pending(here), Roll):
            here, _ = engine.answer(here, tuple(rng.randint(1, 6) for _ in asked.dice))
        for unit in attack.targets:
            table[unit][fate(st, here, unit)] += 1
    return table


def compare(times: int, seed: int, units: tuple[str, ...]) -> None:
    """Each fate's frequency lies within five standard deviations of its probability."""
    st = fight(*units)
    st = st.with_(turn=replace(st.turn, phase="PFPh"))
    firers = tuple(Firer(u.id) for u in st.units.values() if u.side == 0)
    targets = tuple(u.id for u in st.units.values() if u.side == 1)
    action = Fire(firers, st.units[targets[0]].loc)
    found = odds.attack(st, action)
    table = simulate(st, SmallArms(targets, "PFPh", action), times, seed)
    for unit in targets:
        known = dict(found.fates[unit])
        assert set(table[unit]) <= set(known)
        for what, chance in known.items():
            p = float(chance)
            allowed = 5 * sqrt(p * (1 - p) * times) + 3
            assert abs(table[unit][what] - p * times) < allowed, (unit, str(what), table[unit][what], p * times)


STACK = ("0 4-6-7 @E3", "0 4-6-7 @E3", "1 9-1", "1 7-0", "1 4-4-7", "1 4-2-6")


def test_a_stack_with_two_leaders_shot_at_often() -> None:
    compare(1_500, 1, STACK)


@pytest.mark.slow
@pytest.mark.parametrize("times", [5_000, pytest.param(100_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    "units", [STACK, ("0 8-3-8 @D3", "0 8-3-8 @D3", "1 8-1 wounded", "1 german:8-3-8", "1 4-4-7 broken")]
)
def test_thousands_of_attacks(units: tuple[str, ...], times: int) -> None:
    compare(times, 2, units)
