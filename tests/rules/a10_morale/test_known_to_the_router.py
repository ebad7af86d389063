"""What makes a unit rout or surrender is what its own side can see: the position and its view tell the same."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.core.state import State
from goodorder.core.view import view
from goodorder.rules.a10_morale.interdiction import interdictors
from goodorder.rules.a10_morale.rout import must_rout, rout_options
from goodorder.rules.a20_surrender import surrenders_to
from goodorder.rules.ruleset import ruleset
from tests.support import Placed, leader, position, squad

ROUTER = squad("A", "E6")
CAPTOR = squad("X", "E5", 1)
CROWD = tuple(squad(letter, "B6", 1) for letter in "BCDF")
GUN = (replace(leader("9-1", "B6", 1), weapons=("MMG",)), leader("8-0", "B6", 1))


def facing(others: tuple[Placed, ...]) -> State:
    """A broken squad in woods beside an enemy; others, the last concealed, watch its way out of his sight."""
    st = position("size 10x10; E5 woods; E6 woods", ROUTER, CAPTOR, *others, phase="RtPh")
    st = st.with_(world=replace(st.world, rules=ruleset("full")))
    st = st.with_unit(replace(st.units[1], broken=True, dm=True))
    last = max(st.units)
    return st.with_unit(replace(st.units[last], concealed=True))


@pytest.mark.parametrize("others", [CROWD, CROWD[:2], GUN], ids=["a crowd", "a pair", "a gun"])
def test_surrender_and_routs_are_the_same_in_the_routers_view(others: tuple[Placed, ...]) -> None:
    st = facing(others)
    seen = view(st, 0)
    here, there = st.units[1], seen.units[1]
    assert [u.id for u in surrenders_to(st, here)] == [u.id for u in surrenders_to(seen, there)]
    assert (must_rout(st, here) is None) == (must_rout(seen, there) is None)
    assert rout_options(st, here).steps == rout_options(seen, there).steps
    for loc in range(len(st.world.map.hexes)):
        assert [u.id for u in interdictors(st, 0, loc)] == [u.id for u in interdictors(seen, 0, loc)]


def test_a_concealed_second_man_does_not_bring_a_surrender_about() -> None:
    st = facing(GUN)
    assert surrenders_to(st, st.units[1]) == ()
    known = st.with_unit(replace(st.units[max(st.units)], concealed=False))
    assert surrenders_to(known, known.units[1])
