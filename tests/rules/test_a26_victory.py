"""Control of buildings and what units are worth (A26.11, A26.14, A26.211, A26.221)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.apply import apply
from goodorder.core.state import ELIMINATED, State
from goodorder.flow.shared.casualties import reduction
from goodorder.rules.a26_control import building_controller, control_gained, control_sweep, with_buildings
from goodorder.rules.a26_victory import casualty_points
from tests.rules.a10_morale.table import at, table

HOUSE = "size 8x8\nbuilding C3 C4 stone 1"


def controlled(*units: str) -> tuple[State, int]:
    st = table(HOUSE, *units)
    hexes = {at(st, "C3"): 0, at(st, "C4"): 0}
    st = st.with_(control=with_buildings(st.world.map, hexes))
    return st, st.world.map.hexes[at(st, "C3")].building


def gain(st: State, name: str) -> State:
    for event in control_gained(st, at(st, name)):
        st = apply(st, event)
    return st


def test_one_squad_in_one_hex_gains_the_whole_building_but_not_its_other_hexes() -> None:
    st, house = controlled("1 4-4-7 C3")
    assert building_controller(st, house) == 0
    after = gain(st, "C3")
    assert building_controller(after, house) == 1
    assert after.control[at(st, "C3")] == 1 and after.control[at(st, "C4")] == 0


def test_an_enemy_in_another_hex_even_broken_keeps_the_building() -> None:
    for word in ("", " broken"):
        st, house = controlled("1 4-4-7 C3", f"0 4-6-7 C4{word}")
        after = gain(st, "C3")
        assert building_controller(after, house) == 0 and after.control[at(st, "C3")] == 1


def test_the_building_is_gained_when_the_last_enemy_in_it_is_gone() -> None:
    st, house = controlled("1 4-4-7 C3", "0 4-6-7 C4 broken")
    st = gain(st, "C3").with_unit(replace(st.units[2], loc=-1, place=ELIMINATED))
    for event in control_sweep(st):
        st = apply(st, event)
    assert building_controller(st, house) == 1


def test_leaders_and_broken_units_gain_nothing() -> None:
    for unit in ("1 9-1 C3", "1 4-4-7 C3 broken"):
        st, house = controlled(unit)
        assert control_gained(st, at(st, "C3")) == () and building_controller(st, house) == 0


def test_units_are_worth_their_printed_points() -> None:
    st = table("size 8x8", "0 4-6-7 C3", "0 2-4-7 C3", "0 9-2 C3 wounded", "1 7-0 C4", "1 6+1 C4", "1 2-2-8 C4")
    assert [casualty_points(st, unit) for unit in st.units.values()] == [2, 1, 3, 1, 1, 2]


def test_a_squad_reduced_gives_the_enemy_the_point_of_its_lost_half() -> None:
    st = table("size 8x8", "0 4-6-7 C3", "0 2-4-7 C4")
    events, _ = reduction(st, (1, 2), "A7.302")
    for event in events:
        st = apply(st, event)
    assert st.points == (0, 1)
    assert sum(casualty_points(st, unit) for unit in st.units.values() if unit.place == ELIMINATED) == 1
