"""The ground as it is now: what works lay upon the printed map, shown with rules that no chapter has yet.

``rubble`` puts a hex in stone rubble, ``blaze`` sets its Location alight, ``breach`` opens a building's bars.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from goodorder.board.sight.layers import Blaze, Layers, Rubble
from goodorder.core import saving
from goodorder.core.state import State, Work
from goodorder.core.view import view
from goodorder.core.way import Way
from goodorder.rules.a04_movement.costs import entry_cost
from goodorder.rules.a26_control import location_key
from goodorder.rules.facts.attack_facts import sight
from goodorder.rules.facts.ground import Laid, WorkFacts, ground, map_now
from goodorder.rules.facts.places import beside, ground_terrain, links
from goodorder.rules.facts.smoke import hindered
from goodorder.rules.facts.tem import terrain_tem
from goodorder.rules.points import LAID
from goodorder.rules.registry import RuleFn
from goodorder.rules.ruleset import RuleSet, ruleset
from tests.support import loc, map_of, position, squad

TERRAIN = "size 8x8 ; building D4 D5 stone 2 ; building F4 F5 stone ; F4-F5 bar"


def lays(facts: WorkFacts) -> Laid | None:
    """A rule at ``LAID`` for three synthetic works."""
    here = facts.board.hex_of(facts.work.loc)
    if facts.work.type == "rubble":
        return Laid(Layers(rubble=(Rubble(here.index, stone=True),)))
    if facts.work.type == "blaze":
        return Laid(Layers(blazes=(Blaze(facts.work.loc),)))
    if facts.work.type == "breach":
        hexes = (here, facts.board.hexes[facts.board.around(here.index)[3]])
        return Laid(hexes=tuple(replace(one, bars=(False,) * 6) for one in hexes))
    return None


def played(profile: str = "full") -> State:
    """Squad A above C3, a house of two levels in D4 between it and D7, by rules that know the synthetic works."""
    st = position(TERRAIN, squad("A", "D3"), squad("B", "D7", side=1))
    known = ruleset(profile)
    more = {**known.rules, "lays": RuleFn("lays", "B24.2", LAID, (), lays, 0)}
    rules = RuleSet(profile, more, known.refused, known.removed)
    board = rules.played_on(map_of(TERRAIN))
    return st.with_(world=replace(st.world, map=board, rules=rules))


def with_work(st: State, kind: str, where: str, **fields: Any) -> State:
    work = Work(800 + len(st.works), 0, kind, loc=st.world.map.words[where], **fields)
    return st.with_(works={**st.works, work.id: work})


def tem(st: State, where: str) -> tuple[str, int]:
    found = terrain_tem(st, None, loc(st, where))
    assert found is not None
    return found.reason, found.value


def cost(st: State, frm: str, to: str) -> int:
    return entry_cost(st, (st.units[1],), Way(loc(st, frm), loc(st, to)))


def test_without_works_the_ground_is_the_printed_map_itself() -> None:
    st = played()
    assert map_now(st) is st.world.map and ground(st, loc(st, "D4")) is st.world.map.hex("D4")


@pytest.mark.parametrize("profile", ["starter", "full"])
def test_rubble_changes_terrain_its_modifier_and_what_it_costs(profile: str) -> None:
    st = played(profile)
    fallen = with_work(st, "rubble", "D4")
    assert (ground(st, loc(st, "D4")).terrain.id, ground(fallen, loc(st, "D4")).terrain.id) == (
        st.world.map.hex("D4").terrain.id,
        "stone_rubble",
    )
    assert tem(st, "D4")[0] != tem(fallen, "D4")[0] and tem(fallen, "D4")[1] == 3
    assert (cost(st, "D3", "D4"), cost(fallen, "D3", "D4")) == (4, 6)
    assert tem(fallen, "D5") == tem(st, "D5") and cost(fallen, "D4", "D5") == cost(st, "D4", "D5")


def test_rubble_opens_the_view_of_who_looks_over_it() -> None:
    st = played()
    fallen = with_work(st, "rubble", "D4")
    above = st.world.map.words["D5/2"]
    assert sight(st, loc(st, "D2"), above).blocked != sight(fallen, loc(st, "D2"), above).blocked


def test_storeys_that_fell_are_reached_by_nobody_and_others_keep_their_numbers() -> None:
    st = played()
    fallen = with_work(st, "rubble", "D4")
    first, ground_floor = st.world.map.words["D4/1"], loc(st, "D4")
    assert first in beside(st, ground_floor) and first not in beside(fallen, ground_floor)
    assert first in {link.to for link in links(map_now(st), st.world.map.words["D5/1"])}
    assert first not in {link.to for link in links(map_now(fallen), st.world.map.words["D5/1"])}
    assert map_now(fallen).words == st.world.map.words
    assert location_key(map_now(fallen), ground_floor) == location_key(st.world.map, ground_floor)
    assert ground(fallen, loc(st, "D5")).building == ground(st, loc(st, "D5")).building


def test_the_ground_is_printed_again_as_the_work_goes() -> None:
    st = played()
    fallen = with_work(st, "rubble", "D4")
    before = tem(st, "D4"), cost(st, "D3", "D4")
    assert (tem(fallen, "D4"), cost(fallen, "D3", "D4")) != before
    cleared = fallen.with_(works={})
    assert (tem(cleared, "D4"), cost(cleared, "D3", "D4")) == before and map_now(cleared) is st.world.map
    assert (tem(st, "D4"), cost(st, "D3", "D4")) == before
    elsewhere = with_work(cleared, "rubble", "F4")
    assert (tem(elsewhere, "D4"), cost(elsewhere, "D3", "D4")) == before and tem(elsewhere, "F4") == tem(fallen, "D4")


def test_the_ground_is_worked_out_once_for_equal_works() -> None:
    st = with_work(played(), "rubble", "D4")
    moved = st.with_unit(replace(st.units[1], loc=loc(st, "C3")))
    assert map_now(moved) is map_now(st) is map_now(saving.copy(st))
    assert map_now(with_work(st, "foxhole", "C3")) is map_now(st)
    assert map_now(with_work(played(), "foxhole", "C3")) is st.world.map


def test_a_breach_changes_its_hexes_alone() -> None:
    st = played()
    open_house = with_work(st, "breach", "F4")
    kinds = [
        [link.kind for link in links(map_now(one), loc(st, "F4")) if link.to == loc(st, "F5")]
        for one in (st, open_house)
    ]
    assert kinds == [["around"], ["storey"]]
    assert map_now(open_house).hexes[loc(st, "D4")] is st.world.map.hex("D4")
    assert sight(open_house, loc(st, "D2"), loc(st, "F2")) == sight(st, loc(st, "D2"), loc(st, "F2"))


def test_a_blaze_hinders_lines_of_sight_and_leaves_the_terrain() -> None:
    st = played()
    frm, to = loc(st, "B3"), loc(st, "B7")
    burning = with_work(st, "blaze", "B5")
    assert hindered(st, frm, to).smoke == 0 < hindered(burning, frm, to).smoke
    assert map_now(burning) is st.world.map


def test_rubble_that_a_side_knows_nothing_of_is_no_part_of_its_ground() -> None:
    st = with_work(played(), "rubble", "D4", hidden=True)
    assert ground(view(st, 0), loc(st, "D4")).terrain.id == "stone_rubble"
    assert ground(view(st, 1), loc(st, "D4")) is st.world.map.hex("D4")


def test_upper_locations_have_the_terrain_of_their_hex_as_it_is() -> None:
    st = with_work(played(), "rubble", "D4")
    assert ground_terrain(map_now(st), loc(st, "D4")).id == "stone_rubble"
    assert ground_terrain(map_now(st), st.world.map.words["D5/1"]).building
