"""Control at the start of a game (A26.11)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Done, TakeSetup
from goodorder.core.engine import answer
from goodorder.core.state import State
from goodorder.data.hexarea import HexArea
from goodorder.data.scenario import Scenario, scenario
from goodorder.flow.sequence.opening import new_game

RUSSIAN = 1


def _after_setup(told: Scenario, *setups: str) -> State:
    st = new_game(told)
    for name in setups:
        for action in (TakeSetup(name), Done()):
            st, _ = answer(st, action)
    return st


def _owner(st: State, name: str) -> int | None:
    return st.control.get(st.world.map.index(name))


def test_a_board_on_which_one_side_alone_sets_up_is_that_sides() -> None:
    first = scenario("first")
    german, russian = first.sides
    marching = replace(german.groups[0], enters_turn=1, area=(HexArea(edge="west"),))
    told = replace(first, sides=(replace(german, groups=(marching,), setups=()), russian))
    st = _after_setup(told, "Forward houses")
    assert {_owner(st, place.name) for place in st.world.map.hexes} == {RUSSIAN}


def test_a_board_on_which_both_set_up_is_theirs_by_their_areas() -> None:
    st = _after_setup(scenario("first"), "Forward houses", "Both sides of the road")
    assert (_owner(st, "B5"), _owner(st, "I5"), _owner(st, "L3")) == (1 - RUSSIAN, None, RUSSIAN)
