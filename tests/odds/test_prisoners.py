"""Fire at a Guard takes its chances with his prisoners: Random Selection is among all of them (A20.54)."""

from __future__ import annotations

import pytest

from tests.odds.shots import Shot, farthest, made, played, told

OFTEN, LOOSELY = 600, 5
GUARDED = Shot(
    "fire A at C6",
    (
        *("A russian 6-2-8 at C4", "L german 8-1 at C6", "G german 4-6-7 at C6"),
        *("P russian 4-4-7 prisoner of G", "Q russian 8-0 prisoner of G"),
    ),
)


@pytest.mark.parametrize("often", [OFTEN, pytest.param(20_000, marks=pytest.mark.soak)])
def test_a_shot_at_a_guard_comes_out_as_often_as_its_odds_tell(often: int) -> None:
    st, action = made(GUARDED)
    read, known = told(st, action)
    off, word = farthest(known, played(st, action, read, often, 1), often)
    assert off < LOOSELY, (word, off)


def test_a_prisoner_beside_him_makes_a_guard_the_less_likely_to_be_the_one_reduced() -> None:
    def reduced(shot: Shot) -> float:
        st, action = made(shot)
        guard = next(unit.id for unit in st.units.values() if unit.ident == "G")
        _, known = told(st, action)
        return float(sum(chance for word, chance in known.items() if word.startswith(f"{guard} reduced")))

    alone = Shot(GUARDED.action, GUARDED.units[:3])
    assert 0 < reduced(GUARDED) < reduced(alone)
