"""The shipped scenarios stand on their boards and keep to their own rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from goodorder.board import Map, compose
from goodorder.core.actions import Done, TakeSetup
from goodorder.core.engine import answer, settle
from goodorder.core.events import DummyRemoved
from goodorder.core.frames import Do
from goodorder.core.state import ON_MAP, State
from goodorder.core.world import DUMMY
from goodorder.data.catalogue import catalogue
from goodorder.data.charts import lessons
from goodorder.data.load import DATA_FOLDER, DataError
from goodorder.data.rules_index import rules_index
from goodorder.data.scenario import Scenario, ScenarioSide, load_scenario, scenario, scenario_ids, with_balance
from goodorder.data.scenario_check import check_hexes
from goodorder.flow.sequence.opening import new_game, world_of
from goodorder.flow.sequence.setup import SetUp, place_refusal
from goodorder.rules.a12_concealment.setup import masks

IDS = (
    "first",
    "assault",
    "breakout",
    "crossroads",
    "furrows",
    "gap",
    "meeting",
    "orchard",
    "ridge",
    "sluice",
    "stubble",
)
VEHICLES = {"furrows": (2, 1), "gap": (8, 2), "orchard": (4, 0), "ridge": (4, 6), "sluice": (3, 0), "stubble": (16, 14)}
"""How many vehicles the sides have where there are any, in the order of the file."""
FULL = (
    *("ambush", "bell", "bridges", "chapel", "cherries", "doors", "empties", "goats", "gramophone", "hedges"),
    *("houses", "kugelhopf", "lingon", "patrol", "piano", "plums", "rearguard", "samovar", "sawmill"),
)
"""Scenarios by the full rules; they come after the others in every list."""


def map_of(found: Scenario) -> Map:
    return compose(found.boards, found.join)


def men(side: ScenarioSide) -> list[str]:
    types = [id for group in side.groups for id in group.unit_types()]
    return [id for id in types if not catalogue().is_vehicle(id)]


def vehicles(side: ScenarioSide) -> list[str]:
    types = [id for group in side.groups for id in group.unit_types()]
    return [id for id in types if catalogue().is_vehicle(id)]


def squads(side: ScenarioSide) -> list[str]:
    types = men(side)
    return [id for id in types if catalogue().unit(id).kind == "squad"]


def leaders(side: ScenarioSide) -> list[str]:
    return [id for id in men(side) if catalogue().unit(id).kind == "leader"]


def weapons(side: ScenarioSide) -> list[str]:
    return [id for group in side.groups for id in group.weapon_types()]


def test_the_scenarios_are_there_and_the_small_one_is_first() -> None:
    assert scenario_ids() == (*IDS, *FULL)
    nationalities = {side.nationality for id in IDS for side in scenario(id).sides}
    assert nationalities == {"german", "russian", "american", "british"}


@pytest.mark.parametrize("id", IDS)
def test_every_hex_named_is_on_the_map(id: str) -> None:
    found = scenario(id)
    board = map_of(found)
    names = [hex.name for hex in board.hexes]
    edges = {hex.name: board.edge(hex.index) for hex in board.hexes if board.edge(hex.index)}
    check_hexes(found, names, edges, {hex.name for hex in board.hexes if hex.building >= 0})


@pytest.mark.parametrize("id", IDS)
def test_the_forces_are_of_the_size_announced(id: str) -> None:
    found = scenario(id)
    for side in found.sides:
        if id == "first":
            assert 5 <= len(squads(side)) <= 6 and len(leaders(side)) == 2 and 1 <= len(weapons(side)) <= 2
        elif id in VEHICLES:
            assert 3 <= len(squads(side)) <= 8 and 1 <= len(leaders(side)) <= 2 and len(weapons(side)) <= 6
        else:
            assert 8 <= len(squads(side)) <= 14 and 3 <= len(leaders(side)) <= 4 and 3 <= len(weapons(side)) <= 5
    assert found.turns == 5 if id == "first" else 6 <= found.turns <= 8


def test_vehicles_meet_guns_in_some_scenarios_and_vehicles_in_others() -> None:
    counts = {id: tuple(len(vehicles(side)) for side in scenario(id).sides) for id in IDS}
    assert {id: found for id, found in counts.items() if any(found)} == VEHICLES
    assert any(min(found) >= 14 for found in counts.values())
    guns = {
        id: [one for side in scenario(id).sides for one in weapons(side) if catalogue().is_gun(one)] for id in VEHICLES
    }
    assert {id: sorted(set(found)) for id, found in guns.items()} == {
        "furrows": ["british:oml_3_in_mortar_late", "german:5cm_pak_38", "german:8cm_grw_34"],
        "gap": ["american:m3a1_37mm_at_gun"],
        "orchard": ["russian:45mm_ptp_obr_32"],
        "ridge": [],
        "sluice": ["german:7_5cm_pak_40"],
        "stubble": [],
    }


@pytest.mark.parametrize("id", FULL)
def test_the_full_scenarios_fit_their_maps_and_two_of_them_are_large(id: str) -> None:
    found = scenario(id)
    assert new_game(found).units
    large = min(len(squads(side)) for side in found.sides) >= 12
    assert large == (id in ("bridges", "houses"))
    # A Human Wave is the way of those who have no time.
    assert found.turns == 4 if id == "samovar" else 6 <= found.turns <= 8


@pytest.mark.parametrize("id", FULL)
def test_every_ready_made_set_up_of_the_full_scenarios_is_legal_and_hides_something(id: str) -> None:
    found = scenario(id)
    hiding = {
        "ambush": {"russian"},
        "bell": {"german"},
        "bridges": {"german"},
        "chapel": {"russian"},
        "cherries": {"german"},
        "doors": {"german"},
        "empties": set(),
        "goats": {"greek"},
        "gramophone": {"british"},
        "hedges": {"german"},
        "houses": {"russian"},
        "kugelhopf": {"german"},
        "lingon": {"finnish"},
        "patrol": {"british", "german"},
        "piano": {"german"},
        "sawmill": {"russian", "german"},
        "plums": {"hungarian"},
        "rearguard": {"german"},
        "samovar": {"german"},
    }
    for number, side in enumerate(found.sides):
        for setup in side.setups:
            new = new_game(found)
            st = State(new.world, units=new.units, weapons=new.weapons, vehicles=new.vehicles)
            st, _ = settle(st, Do(push=(SetUp(number),)))
            st, _ = answer(st, TakeSetup(setup.name))
            for unit in st.units.values():
                if unit.side == number and unit.place == ON_MAP:
                    assert place_refusal(st, number, unit, unit.loc) is None, (setup.name, unit)
            gone = [event for event in masks(st, number) if isinstance(event, DummyRemoved)]
            placed = sum(unit.type == DUMMY and unit.place == ON_MAP for unit in st.units.values())
            assert (placed - len(gone) >= 2) == (side.id in hiding[id]), (setup.name, placed, len(gone))


@pytest.mark.parametrize("id", [*IDS, *FULL])
def test_each_side_has_two_set_ups_and_a_balance_provision(id: str) -> None:
    found = scenario(id)
    for side in found.sides:
        assert len(side.setups) == 2
        assert with_balance(found, side.id) != found
    assert found.situation.strip() and found.summary and found.victory.text


@pytest.mark.parametrize("id", [*IDS, *FULL])
def test_ready_made_set_ups_give_machine_guns_something_to_see_and_leaders_company(id: str) -> None:
    found = scenario(id)
    board = map_of(found)
    for side in found.sides:
        enemy = {
            board.index(name)
            for group in found.other(side.id).on_board()
            for area in group.area
            for name in area.select(hex.name for hex in board.hexes)
        }
        middle = [hex.index for hex in board.hexes if min(board.distance(hex.index, e) for e in enemy) <= 6]
        for setup in side.setups:
            for one in setup.placements:
                if one.unit == DUMMY or catalogue().is_vehicle(one.unit):
                    continue
                near = [other for other in setup.placements if other.hex == one.hex and other.unit != DUMMY]
                stack = [other for other in near if not catalogue().is_vehicle(other.unit)]
                if catalogue().unit(one.unit).kind == "leader":
                    assert any(catalogue().unit(other.unit).mmc for other in stack), (setup.name, one.hex)
                if any(weapon.endswith(("MMG", "HMG")) for weapon in one.weapons):
                    here = board.words[one.hex]
                    seen = sum(not board.los(here, there).blocked for there in middle if there != here)
                    assert seen >= 3, (setup.name, one.hex, seen)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"K6", "L3"', '"K66", "L3"', "$.victory.clauses[0].area[0].hexes"),
        ('hexes = ["K6"', 'hexes = ["A1"', "$.victory.clauses[0].area[0].hexes"),
        ('name = "village"', 'name = "vilage"', "$.boards[0].name"),
        ('columns = "A-Q" }', 'columns = "Q-A" }', "$.boards"),
    ],
)
def test_a_scenario_that_its_map_does_not_fit_begins_no_game(tmp_path: Path, old: str, new: str, place: str) -> None:
    text = (DATA_FOLDER / "scenarios" / "first.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "first.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as error:
        new_game(load_scenario(str(tmp_path / "first.toml")))
    assert (error.value.file, error.value.place) == ("first.toml", place)


def test_a_ready_made_set_up_puts_no_gun_where_none_may_be() -> None:
    found = scenario("first")
    board = new_game(found).world.map
    house = next(hex.name for hex in board.hexes if hex.terrain.building)
    field = next(hex.name for hex in board.hexes if hex.terrain.open_ground)

    def with_gun(hex: str, gun: str) -> Scenario:
        sides = []
        for side in found.sides:
            setups = []
            for setup in side.setups:
                first = replace(setup.placements[0], hex=hex, weapons=(gun,), facing=0)
                setups.append(replace(setup, placements=(first, *setup.placements[1:])))
            sides.append(replace(side, setups=tuple(setups)))
        return replace(found, sides=tuple(sides))

    assert world_of(with_gun(field, "german:8_8cm_flak_18_o_36"))
    assert world_of(with_gun(house, "german:5cm_pak_38"))
    with pytest.raises(DataError, match=r"placements\[0\]\.hex: .* is too large for a building or rubble \(C2\.7\)"):
        world_of(with_gun(house, "german:8_8cm_flak_18_o_36"))


def test_who_guards_prisoners_at_the_start_is_under_no_mark() -> None:
    found = scenario("sawmill")
    st = new_game(found)
    for side in (1, 0):
        st, _ = answer(st, TakeSetup(found.sides[side].setups[0].name))
        st, _ = answer(st, Done())
    guards = {unit.stance.guard for unit in st.units.values() if unit.stance.guard}
    assert len(guards) == 2 and not any(st.units[guard].concealed for guard in guards)
    here = [unit for unit in st.units.values() if unit.loc == st.units[min(guards)].loc and unit.id not in guards]
    assert any(unit.concealed for unit in here)


def test_every_scenario_teaches_something_and_every_lesson_is_taught(tmp_path: Path) -> None:
    assert all(scenario(id).teaches for id in scenario_ids())
    assert {word for id in scenario_ids() for word in scenario(id).teaches} == set(lessons())
    assert all(lesson.rule in rules_index() for lesson in lessons().values())
    text = (DATA_FOLDER / "scenarios" / "first.toml").read_text(encoding="utf-8")
    (tmp_path / "first.toml").write_text(text.replace('"first_steps"', '"first_step"', 1), encoding="utf-8")
    with pytest.raises(DataError, match=r"\$\.teaches\[0\]: unknown lesson 'first_step'"):
        load_scenario(str(tmp_path / "first.toml"))
