"""Fire Groups that only come about together are on the menu (A7.5, A9.4)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Fire, Firer
from goodorder.core.engine import pending
from goodorder.core.frames import Choice, Over
from goodorder.core.state import State
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.rules.ruleset import ruleset
from tests.support import begin, half_squad, leader, map_of, position, squad


def fires(st: State, phase: str) -> list[Fire]:
    """Every attack on the menu; each is legal."""
    asked = pending(begin(st, FirePhase(phase))[0])
    if isinstance(asked, Over):
        return []
    assert isinstance(asked, Choice)
    found = [action for _, action in asked.menu.leaves() if isinstance(action, Fire)]
    assert all(asked.check(action) is None for action in found)
    return found


def test_two_half_squads_of_half_a_factor_each_make_one_attack() -> None:
    far = "size 8x12"
    st = position(far, half_squad("A", "C1"), half_squad("B", "C1"), squad("C", "C9", 1), phase="AFPh")
    assert {action.firers for action in fires(st, "AFPh")} == {
        (Firer(1), Firer(2)),
        (Firer(2), Firer(1)),
    }
    alone = position(far, half_squad("A", "C1"), squad("C", "C9", 1), phase="AFPh")
    assert fires(alone, "AFPh") == []


def test_a_machine_gun_fires_beyond_sixteen_hexes_by_way_of_a_leader() -> None:
    st = position("size 4x20", squad("A", "A1").armed("HMG"), leader("8-1", "A1"), squad("C", "A18", 1))
    assert fires(st, "PFPh") == [Fire((Firer(1, False, (50,)),), st.units[3].loc, (2,))]


def test_a_leader_stays_with_a_group_that_grows_in_his_hex_and_not_with_one_that_leaves_it() -> None:
    st = position(
        "size 6x6",
        squad("A", "B3"),
        squad("B", "B3"),
        squad("D", "C3"),
        leader("8-1", "B3"),
        squad("C", "B5", 1),
        phase="PFPh",
    )
    asked = pending(begin(st, FirePhase("PFPh"))[0])
    assert isinstance(asked, Choice)
    led = ("u1", "l4")
    labels = {entry.key: entry.label for entry in asked.menu.entries(led)}
    assert labels["+u3"].endswith("undirected") and not labels["+u2"].endswith("undirected")
    grown = asked.menu.entry((*led, "+u2", "go")).action
    assert isinstance(grown, Fire) and grown.leaders == (4,)
    apart = asked.menu.entry((*led, "+u3", "go")).action
    assert isinstance(apart, Fire) and apart.leaders == ()


HOUSE = "size 6x8\nbuilding C3 C4 stone 2 "


def upstairs(*places: str) -> State:
    """A squad at each place of a house of three storeys, and an enemy in the open; by the full rules."""
    st = position(HOUSE, *(squad(chr(65 + n), place[:2]) for n, place in enumerate(places)), squad("Z", "F4", 1))
    st = st.with_(world=replace(st.world, map=map_of(HOUSE), rules=ruleset("full")))
    units = {n: replace(st.units[n], loc=st.world.map.words[place]) for n, place in enumerate(places, 1)}
    return st.with_(units={**st.units, **units})


def test_squads_side_by_side_upstairs_are_a_fire_group_of_the_menu() -> None:
    groups = {frozenset(f.unit for f in action.firers) for action in fires(upstairs("C3/2", "C4/2"), "PFPh")}
    assert frozenset((1, 2)) in groups


def test_squads_on_storeys_that_no_way_joins_are_no_fire_group() -> None:
    groups = {frozenset(f.unit for f in action.firers) for action in fires(upstairs("C3/2", "C4"), "PFPh")}
    assert groups == {frozenset((1,)), frozenset((2,))}
