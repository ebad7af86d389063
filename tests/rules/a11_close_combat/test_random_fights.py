"""Random fights played to the end of the phase: never a dead end, never an unknown state."""

from __future__ import annotations

import random

import pytest

from goodorder.core import engine
from goodorder.core.dice import Roll
from goodorder.core.frames import Choice
from goodorder.core.state import ELIMINATED, MK_CC, MK_MELEE, ON_MAP
from tests.rules.a11_close_combat.fights import begin, fight, over, waits

GERMAN = ("german:4-6-7", "german:2-4-7", "german:8-1", "german:6+1")
RUSSIAN = ("russian:4-4-7", "russian:4-2-6", "russian:8-0", "russian:6-2-8")
KINDS = (*GERMAN, *RUSSIAN)
MARKS = ("", "", "", "", "broken", "pinned", "cx")


@pytest.mark.parametrize("seed", range(60))
def test_random_fight_comes_to_its_end(seed: int) -> None:
    rng = random.Random(seed)
    units = []
    for number in range(rng.randint(2, 9)):
        side = number % 2 if number < 2 else rng.randint(0, 1)
        mark = rng.choice(MARKS)
        place = rng.choice(("", "", "@D4"))
        units.append(f"{side} {rng.choice(KINDS)} {mark} {place}")
    terrain = rng.choice(("", "C3 woods", "C3 stone_building"))
    weapons = ((1, "german:LMG"),) if rng.random() < 0.5 else ()
    start = fight(*units, terrain=terrain, melee=rng.random() < 0.3, attacker=rng.randint(0, 1), weapons=weapons)
    st, _ = begin(start)
    for _ in range(300):
        if over(st):
            break
        asked = waits(st)
        if isinstance(asked, Choice):
            action = asked.menu.sample(rng)
            assert asked.check(action) is None
            st, _ = engine.answer(st, action)
        else:
            assert isinstance(asked, Roll)
            st, _ = engine.answer(st, tuple(rng.randint(1, 6) for _ in asked.dice))
    assert over(st)
    assert {unit.place for unit in st.units.values()} <= {ON_MAP, ELIMINATED}
    both = {loc for loc, here in st.occupied().items() if len({u.side for u in here}) == 2}
    assert {m.loc for m in st.markers.values() if m.kind == MK_MELEE} == both
    assert not any(m.kind == MK_CC for m in st.markers.values())
    assert not any(u.pinned for u in st.units.values())
    for weapon in st.weapons.values():
        if weapon.place == ON_MAP and weapon.holder:
            assert st.units[weapon.holder].place == ON_MAP
