"""The rout's search may stop early, but finds the same destinations (A10.51)."""

from __future__ import annotations

import random

import pytest

from goodorder.core.state import State
from goodorder.rules.a10_morale.direction import Walk, beside, goals_of, ignorable, is_cover, reach, walk_from
from tests.rules.a10_morale.table import at, table


def scattered(seed: int) -> State:
    """A broken squad amid random terrain and enemies."""
    dice = random.Random(seed)
    places = [f"{col}{row}" for col in "ABCDEFGHI" for row in range(1, 10)]
    dice.shuffle(places)
    kinds = ["woods", "woods", "grain", "brush", "stone_building 1", "wooden_building 1", "level 1"]
    terrain = "\n".join(["size 9x10", *(f"{places.pop()} {dice.choice(kinds)}" for _ in range(dice.randint(3, 22)))])
    enemies = [f"1 4-4-7 {places.pop()}" for _ in range(dice.randint(1, 5))]
    return table(terrain, f"0 4-6-7 {dice.choice(places)} broken dm", *enemies, phase="RtPh")


def slowly(walk: Walk) -> tuple[tuple[int, ...], bool]:
    """The destinations by a search of everything in reach."""
    found = {loc: cost for loc, cost in reach(walk).items() if is_cover(walk.st, loc) and not beside(walk, loc)}
    binding = [cost for loc, cost in found.items() if not ignorable(walk, loc)]
    if not binding:
        return (), True
    return tuple(sorted(loc for loc, cost in found.items() if cost <= min(binding))), False


@pytest.mark.parametrize("seed", range(40))
def test_the_short_search_finds_what_the_long_one_finds(seed: int) -> None:
    st = scattered(seed)
    unit = st.units[1]
    walk = walk_from(st, unit, unit.loc, unit.loc, 0, ())
    goals = goals_of(walk)
    assert (goals.locs, goals.free) == slowly(walk)
    if goals.locs:
        wanted = frozenset(goals.locs)
        assert len(reach(walk, wanted)) == 1 and not wanted.isdisjoint(reach(walk, wanted))


def test_the_search_that_stops_early_leaves_out_what_is_farther() -> None:
    st = table("size 12x11 ; C4 woods ; C10 woods", "0 4-6-7 C5 broken dm", phase="RtPh")
    unit = st.units[1]
    walk = walk_from(st, unit, unit.loc, unit.loc, 0, ())
    short = reach(walk, nearest=lambda loc: is_cover(st, loc))
    assert at(st, "C4") in short and at(st, "C10") not in short
    assert short.items() <= {**reach(walk), **short}.items() and at(st, "C10") in reach(walk)
