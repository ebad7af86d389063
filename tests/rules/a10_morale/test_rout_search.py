"""The rout's search may stop early, but finds the same destinations (A10.51)."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from goodorder.board.map.per_map_cache import forget
from goodorder.core.state import MK_SMOKE, ON_MAP, Marker, State, Unit
from goodorder.rules.a10_morale.direction import (
    Goals,
    Walk,
    beside,
    goal_costs,
    goals_of,
    ignorable,
    is_cover,
    leads_to,
    reach,
    walk_from,
)
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


def found(st: State) -> tuple[Goals, list[bool]]:
    """The destinations of unit 1, and to which of them it gets from where it is."""
    unit = st.units[1]
    walk = walk_from(st, unit, unit.loc, unit.loc, 0, ())
    goals = goals_of(walk)
    return goals, [leads_to(walk, Goals((loc,), False)) for loc in goals.locs]


def with_changes(st: State, dice: random.Random) -> State:
    """The position with something else in it, on the map or of the router itself, that a rout may go by."""
    loc, last = dice.randrange(len(st.world.map.hexes)), max(st.units)
    friends = {n: Unit(n, 0, "german:4-6-7", loc, ON_MAP, 100 - n) for n in range(last + 1, last + dice.randint(2, 5))}
    unit = st.units[1]
    return dice.choice(
        [
            st.with_(units={**st.units, **friends}),
            st.with_(markers={900: Marker(900, MK_SMOKE, loc, strength=3)}),
            st.with_unit(Unit(last + 1, 1, "russian:4-4-7", loc, ON_MAP, 1, concealed=True)),
            st.with_unit(Unit(last + 1, 1, "russian:4-4-7", loc, ON_MAP, 1)),
            st.with_unit(replace(unit, wounded=not unit.wounded)),
            st.with_unit(replace(unit, loc=dice.choice(st.world.map.around(unit.loc)))),
            st.with_unit(replace(st.units[last], loc=loc)),
        ]
    )


@pytest.mark.parametrize("seed", range(20))
def test_what_a_search_has_found_is_known_again_only_where_it_still_holds(seed: int) -> None:
    dice, st = random.Random(seed), scattered(seed)
    for _ in range(25):
        remembered = found(st)
        forget()
        assert remembered == found(st.with_())
        changed = with_changes(st, dice)
        st = changed if min(unit.loc for unit in changed.units.values()) >= 0 else st


def test_a_search_is_not_made_again_for_those_who_find_nothing_else_in_their_way() -> None:
    st = table("size 12x11 ; C4 woods", "0 4-6-7 C6 broken dm", "1 4-4-7 C9", phase="RtPh")

    def costs(st: State) -> dict[int, int]:
        return goal_costs(walk_from(st, st.units[1], st.units[1].loc, st.units[1].loc, 0, ()))

    once, friends = costs(st), {n: Unit(n, 0, "german:4-6-7", at(st, "C5"), ON_MAP, n) for n in (11, 12, 13)}
    assert set(once) == {at(st, "C4")}
    assert costs(st.with_unit(friends[11])) is once
    assert costs(st.with_(units={**st.units, **friends})) != once  # overstacked, it costs more
