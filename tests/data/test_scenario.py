"""The scenario format: what is read, and one message for each fault."""

import pickle
import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from goodorder.core.apply.registry import apply
from goodorder.core.state import CAPTURED
from goodorder.data import DataError
from goodorder.data.hexarea import HexArea, column_number, split_name
from goodorder.data.scenario import ClauseKind, SpecialRule, molotov_groups, parse_scenario, with_balance
from goodorder.data.scenario_check import check, check_hexes
from goodorder.flow.sequence.opening import new_game, side_of
from goodorder.rules.a20_guards import released
from goodorder.rules.a26_victory import casualty_points, casualty_vp, standings

TEXT = """
version = 1
id = "mill"
title = "The Mill"
year = 1942
month = 9
profile = "starter"
turns = 5
summary = "A squad fight for a mill."
situation = "Two platoons meet at a mill."
sets_up_first = "russian"
moves_first = "german"
boards = [{ name = "village", columns = "A-Q" }]

[[sides]]
id = "german"
nationality = "german"
name = "1st Platoon"
elr = 3

[[sides.groups]]
id = "assault"
area = [{ columns = "A-C", rows = "1-10" }]
units = [{ type = "german:4-6-7", count = 2 }, { type = "german:9-1" }]
weapons = [{ type = "german:LMG" }]

[[sides.groups]]
id = "reserve"
enters_turn = 2
area = [{ rows = "3-6", edge = "west" }]
units = [{ type = "german:4-6-7" }]

[[sides.setups]]
name = "Together"
placements = [
  { unit = "german:4-6-7", hex = "B3", weapons = ["german:LMG"] },
  { unit = "german:4-6-7", hex = "B4" },
  { unit = "german:9-1", hex = "B4" },
]

[[sides]]
id = "russian"
nationality = "russian"
name = "Guards"
elr = 2

[[sides.groups]]
id = "mill"
area = [{ columns = "D-F" }]
units = [{ type = "russian:4-4-7", count = 2 }]

[victory]
wins = "german"
text = "Take the mill."

[[victory.clauses]]
id = "mill"
kind = "control_buildings"
side = "german"
area = [{ hexes = ["D4", "E5"] }]
at_least = 2
text = "Control both buildings."

[balance.german]
text = "Six turns."
clause = "turns"
turns = 6

[balance.russian]
text = "Another squad."
clause = "add"
side = "russian"
group = "mill"
units = [{ type = "russian:4-2-6" }]
"""

MAP = [f"{column}{row}" for column in "ABCDEFGH" for row in range(1, 11)]
EDGES = {f"A{row}": {"west"} for row in range(1, 11)}


def test_a_scenario_is_read_whole() -> None:
    found = parse_scenario(TEXT, "mill.toml")
    german = found.side("german")
    assert [group.id for group in german.on_board()] == ["assault"]
    assert german.groups[0].unit_types() == ["german:4-6-7", "german:4-6-7", "german:9-1"]
    assert found.other("german").id == "russian"
    assert found.victory.met({"mill": 2}) and not found.victory.met({"mill": 1})
    check_hexes(found, MAP, EDGES, {"D4", "E5"})


def test_balance_changes_length_and_forces() -> None:
    found = parse_scenario(TEXT, "mill.toml")
    assert with_balance(found, "german").turns == 6
    stronger = with_balance(found, "russian").side("russian")
    assert stronger.groups[0].unit_types() == ["russian:4-4-7", "russian:4-4-7", "russian:4-2-6"]
    assert found.turns == 5


FAULTS = [
    ('hex = "B4" },', 'hex = "the mill" },', "$.sides[0].setups[0].placements[1].hex", "a hex name such as"),
    ("turns = 5", "turns = five", "line 8", "not valid TOML"),
    ("turns = 5", "turns = 0", "$.turns", "1 to 20"),
    ("turns = 5", 'turns = "5"', "$.turns", "Expected `int`, got `str`"),
    ("turns = 5", "turns = 5\nlength = 5", "line 9, the top level", "unknown key 'length'"),
    ('"german:9-1" }', '"german:9-7" }', "$.sides[0].groups[0].units[1].type", "nearest known"),
    ('"german:LMG" }', '"german:radio" }', "$.sides[0].groups[0].weapons[0].type", "a LATW, a FT or a DC, not radio"),
    ('"german:LMG" }', '"german:5cm_pak_38", count = 9 }', "$.sides[0].groups[0].weapons", "for each of 9 Guns"),
    ('"german:9-1" }', '"british:lee_a" }', "$.sides[0].groups[0].units[1].type", "its second gun has no data"),
    ("elr = 3", "elr = 7", "$.sides[0].elr", "0 to 5"),
    ('hex = "B3"', 'hex = "D3"', "$.sides[0].setups[0].placements[0].hex", "set-up area of 'assault'"),
    ('{ unit = "german:9-1", hex = "B4" },', "", "$.sides[0].setups[0].placements", "left over: german:9-1"),
    ("count = 2 }, {", "count = 1 }, {", "$.sides[0].setups[0].placements[1].unit", "no 'german:4-6-7' is left"),
    ("enters_turn = 2", "enters_turn = 9", "$.sides[0].groups[1].enters_turn", "0 (on board) to 5"),
    ('rows = "3-6", edge = "west"', 'rows = "3-6"', "$.sides[0].groups[1].area", "expected an edge"),
    ('columns = "A-C"', 'columns = "A:C"', "$.sides[0].groups[0].area[0]", "columns such as"),
    ("at_least = 2", "at_least = 2\nat_most = 3", "$.victory.clauses[0]", "either at_least or at_most"),
    ('wins = "german"', 'wins = "germans"', "$.victory.wins", "nearest known is 'german'"),
    ('kind = "control_buildings"', 'kind = "holding"', "$.victory.clauses[0].kind", "there are: casualties_lead"),
    ('profile = "starter"', 'profile = "stater"', "$.profile", "nearest known is 'starter'; there are: full, starter"),
    ("enters_turn = 2", "question_marks = 2", "$.sides[0].groups[1].question_marks", "A12"),
    ("enters_turn = 2", "hidden = true", "$.sides[0].groups[1].hidden", "it is by: full"),
    ("enters_turn = 2", "hip = 1", "$.sides[0].groups[1].hip", "not played by the profile starter"),
    ("turns = 6", "value = 6", "$.balance.german.value", "clause 'turns' has no value"),
    ('group = "mill"', 'group = "mil"', "$.balance.russian.group", "nearest known is 'mill'"),
    ('moves_first = "german"', 'moves_first = "british"', "$.moves_first", "unknown side"),
    ("month = 9", "month = 13", "$.month", "1 to 12"),
    ("month = 9", 'month = 9\nweather = { wind = "heavy" }', "$.weather", "B25.6 is not played by the profile starter"),
    ("month = 9", 'month = 9\nweather = { wind = "storm" }', "$.weather.wind", "storm"),
]


@pytest.mark.parametrize(("old", "new", "place", "expected"), FAULTS, ids=[fault[2] for fault in FAULTS])
def test_a_fault_is_one_message_with_file_place_and_expectation(old: str, new: str, place: str, expected: str) -> None:
    assert old in TEXT
    with pytest.raises(DataError) as caught:
        parse_scenario(TEXT.replace(old, new, 1), "mill.toml")
    assert caught.value.file == "mill.toml"
    assert caught.value.place.startswith(place)
    assert expected in caught.value.expected


@pytest.mark.parametrize(
    ("weather", "place", "expected"),
    [
        ('{ wind = "heavy", direction = 7 }', "$.weather.direction", "1 to 6 (B25.64), got 7"),
        ('{ wind = "none", direction = 2 }', "$.weather.direction", "B25.64"),
        ("{ direction = 2 }", "$.weather.direction", "B25.64"),
        ('{ ec = "damp" }', "$.weather.ec", "damp"),
        ('{ depth = "flooded" }', "$.weather.depth", "B20.44"),
        ('{ depth = "rolled" }', "$.weather.depth", "an ec with which no dr comes to Flooded"),
        ('{ depth = "rolled", ec = "moist" }', "$.weather.depth", "B20.44"),
        ('{ depth = "waist" }', "$.weather.depth", "waist"),
    ],
)
def test_weather_that_cannot_be_is_one_message(weather: str, place: str, expected: str) -> None:
    text = TEXT.replace('profile = "starter"', f'profile = "full"\nweather = {weather}')
    with pytest.raises(DataError) as caught:
        parse_scenario(text, "mill.toml")
    assert caught.value.place == place and expected in caught.value.expected


@pytest.mark.parametrize(
    ("profile", "san", "expected"), [("full", 8, "got 8"), ("full", -1, "got -1"), ("starter", 3, "A14")]
)
def test_a_san_that_cannot_be_is_one_message(profile: str, san: int, expected: str) -> None:
    text = TEXT.replace('profile = "starter"', f'profile = "{profile}"').replace("elr = ", f"san = {san}\nelr = ", 1)
    with pytest.raises(DataError) as caught:
        parse_scenario(text, "mill.toml")
    assert caught.value.place == "$.sides[0].san" and expected in caught.value.expected


def test_an_elr_of_a_group_and_one_by_special_rule_are_read_into_the_sides_of_a_game() -> None:
    scenario = parse_scenario(TEXT, "mill.toml")
    side = scenario.sides[0]
    group = side.groups[0].id
    changed = replace(
        scenario,
        sides=(replace(side, groups=(replace(side.groups[0], elr=1), *side.groups[1:])), scenario.sides[1]),
        ssr=(SpecialRule(text="", clause="elr", side=scenario.sides[1].id, value=4),),
    )
    first, second = (side_of(changed, one) for one in changed.sides)
    assert dict(first.group_elr) == {group: 1} and first.ruled == ()
    assert second.elr == 4 and second.ruled == ("",)


@pytest.mark.parametrize("value", [-1, 6])
def test_an_elr_that_cannot_be_is_one_message(value: int) -> None:
    parsed = parse_scenario(TEXT, "mill.toml")
    rule = SpecialRule(text="", clause="elr", side=parsed.sides[0].id, value=value)
    with pytest.raises(DataError, match=r"A19\.1"):
        check(replace(parsed, ssr=(rule,)), "mill.toml")


@pytest.mark.parametrize("values", [(-5,), (0,), (400, 300)])
def test_a_total_for_battlefield_integrity_is_one_number_of_one_at_least(values: tuple[int, ...]) -> None:
    parsed = parse_scenario(TEXT, "mill.toml")
    rules = tuple(SpecialRule(text="", clause="integrity", side=parsed.sides[0].id, value=value) for value in values)
    with pytest.raises(DataError, match=r"A16\.1"):
        check(replace(parsed, ssr=rules), "mill.toml")


def test_more_than_three_squads_in_a_hex_are_refused_at_set_up() -> None:
    text = TEXT.replace("count = 2 }, {", "count = 4 }, {", 1).replace(
        '{ unit = "german:4-6-7", hex = "B4" },', '{ unit = "german:4-6-7", hex = "B3" },' * 3
    )
    with pytest.raises(DataError, match="B3 is overstacked"):
        parse_scenario(text, "mill.toml")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('hexes = ["D4", "E5"]', 'hexes = ["D4", "Z5"]', "$.victory.clauses[0].area[0].hexes"),
        ('hexes = ["D4", "E5"]', 'hexes = ["D4", "E6"]', "$.victory.clauses[0].area[0].hexes"),
        ('columns = "D-F"', 'columns = "C-F"', "$.sides"),
        ('columns = "D-F"', 'columns = "X-Z"', "$.sides[1].groups[0].area[0]"),
        ('edge = "west"', 'edge = "east"', "$.sides[0].groups[1].area[0].edge"),
    ],
)
def test_hex_names_are_checked_against_the_map(old: str, new: str, place: str) -> None:
    found = parse_scenario(TEXT.replace(old, new, 1), "mill.toml")
    with pytest.raises(DataError) as caught:
        check_hexes(found, MAP, EDGES, {"D4", "E5"})
    assert caught.value.place == place


def test_areas_read_columns_rows_and_boards() -> None:
    area = HexArea(columns="A-C,FF", rows="1-4", hexes=("Z9",), without=("B2",))
    assert [area.contains(name) for name in ("A1", "FF4", "D1", "A5", "Z9", "B2")] == [
        True,
        True,
        False,
        False,
        True,
        False,
    ]
    assert HexArea(board="2").contains("2C4") and not HexArea(board="2").contains("1C4")
    assert HexArea(edge="west", rows="3-4").at_edge(EDGES) == {"A3", "A4"}
    assert HexArea(edge="west").at_edge(EDGES) == set(EDGES)
    assert (column_number("A"), column_number("Z"), column_number("GG")) == (0, 25, 32)
    assert split_name("2AA10") == ("2", 26, 10)
    with pytest.raises(ValueError, match="hex name"):
        split_name("4C")


def test_the_example_of_the_documentation_loads() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    assert parse_scenario(example, "docs").victory.clauses[0].kind == "control_buildings"
    kinds = {clause for clause in get_args(ClauseKind) if f"| `{clause}` |" in page}
    assert kinds == set(get_args(ClauseKind))


def test_a_fault_of_a_file_comes_back_whole_from_another_process() -> None:
    fault = DataError("mill.toml", "$.turns", "expected 1 to 20 turns, got 40")
    back = pickle.loads(pickle.dumps(fault))
    assert (back.file, back.place, back.expected, str(back)) == (fault.file, fault.place, fault.expected, str(fault))


def test_a_gun_of_a_ready_made_set_up_points_along_a_hexspine_in_both_profiles() -> None:
    manned = TEXT.replace('weapons = [{ type = "german:LMG" }]', 'weapons = [{ type = "german:5cm_pak_38" }]')
    placed = manned.replace('weapons = ["german:LMG"] }', 'weapons = ["german:5cm_pak_38"], facing = 3 }')
    for profile in ("starter", "full"):
        told = placed.replace('profile = "starter"', f'profile = "{profile}"')
        assert parse_scenario(told, "guns").sides[0].setups[0].placements[0].facing == 3
    with pytest.raises(DataError, match=r"facing: expected a hexspine from 0 to 5 for a Gun"):
        parse_scenario(placed.replace("facing = 3", "facing = 6"), "guns")
    with pytest.raises(DataError, match=r"facing: expected a hexspine from 0 to 5 for a Gun"):
        parse_scenario(manned.replace('weapons = ["german:LMG"] }', 'weapons = ["german:5cm_pak_38"] }'), "guns")


def test_a_crew_with_its_gun_alone_may_set_up_hidden_without_an_allotment_and_nobody_in_the_starter_game() -> None:
    manned = TEXT.replace('weapons = [{ type = "german:LMG" }]', 'weapons = [{ type = "german:5cm_pak_38" }]')
    placed = 'weapons = ["german:5cm_pak_38"], facing = 3, hidden = true }'
    hidden = manned.replace('weapons = ["german:LMG"] }', placed)
    crewed = hidden.replace('"german:4-6-7"', '"german:2-2-8"')
    full = crewed.replace('profile = "starter"', 'profile = "full"')
    assert parse_scenario(full, "guns").sides[0].setups[0].placements[0].hidden
    with pytest.raises(DataError, match=r"hidden: nobody of 'assault' may hide \(hip\), but a crew with its Gun"):
        parse_scenario(hidden.replace('profile = "starter"', 'profile = "full"'), "guns")
    with pytest.raises(DataError, match=r"placements\[0\]\.hidden: expected none: A12 is not played"):
        parse_scenario(crewed, "guns")


def test_a_gun_is_manned_and_sets_up_on_the_map() -> None:
    gun = TEXT.replace('weapons = [{ type = "german:LMG" }]', 'weapons = [{ type = "german:5cm_pak_38" }]')
    to_leader = gun.replace('hex = "B3", weapons = ["german:LMG"] }', 'hex = "B3" }').replace(
        'unit = "german:9-1", hex = "B4" }',
        'unit = "german:9-1", hex = "B4", weapons = ["german:5cm_pak_38"], facing = 1 }',
    )
    with pytest.raises(DataError, match=r"placements\[2\]\.weapons: expected a squad, half-squad or crew to man a Gun"):
        parse_scenario(to_leader, "guns")
    later = TEXT.replace(
        'units = [{ type = "german:4-6-7" }]',
        'units = [{ type = "german:4-6-7" }]\nweapons = [{ type = "german:5cm_pak_38" }]',
    )
    with pytest.raises(DataError, match=r"groups\[1\]\.weapons: Guns in tow \(C10\.1, not built\)"):
        parse_scenario(later, "guns")


def test_by_the_full_rules_every_afv_has_a_radio() -> None:
    radioless = TEXT.replace('units = [{ type = "german:4-6-7" }]', 'units = [{ type = "russian:t_34_m41" }]')
    assert parse_scenario(radioless, "tanks").profile == "starter"
    told = r"units\[0\]\.type: T-34 M41 has no radio: Platoon movement \(D14, not built\)"
    with pytest.raises(DataError, match=rf"groups\[1\]\.{told}"):
        parse_scenario(radioless.replace('profile = "starter"', 'profile = "full"'), "tanks")
    full = TEXT.replace('profile = "starter"', 'profile = "full"')
    tank = 'clause = "add", side = "german", group = "assault", units = [{ type = "russian:t_34_m41" }]'
    with pytest.raises(DataError, match=rf"ssr\[0\]\.{told}"):
        parse_scenario(
            full.replace("\n[[sides]]", f'\nssr = [{{ text = "A tank.", {tank} }}]\n\n[[sides]]', 1), "tanks"
        )
    radio = radioless.replace("russian:t_34_m41", "russian:kv_1_m42").replace('profile = "starter"', 'profile = "full"')
    assert parse_scenario(radio, "tanks").profile == "full"


def test_vehicles_and_guns_are_of_the_scenarios_date_and_the_nearest_one_is_named() -> None:
    tanks = TEXT.replace('units = [{ type = "german:4-6-7" }]', 'units = [{ type = "german:pzkpfw_ivh" }]')
    dated = re.sub(r"(?m)^year = .*", "year = 1943", tanks)
    assert parse_scenario(dated, "tanks").year == 1943
    early = re.sub(r"(?m)^year = .*", "year = 1941", tanks)
    told = r"groups\[1\]\.units\[0\]\.type: german:pzkpfw_ivh is in use 8/42-45, not in \d+/1941; .*'german:pzkpfw_iv"
    with pytest.raises(DataError, match=told):
        parse_scenario(early, "tanks")
    gun = re.sub(r"(?m)^year = .*", "year = 1941", TEXT).replace("german:LMG", "german:7_5cm_pak_40")
    with pytest.raises(
        DataError, match=r"weapons\[0\]\.type: german:7_5cm_pak_40 is in use 42-45, not in 9/1941; .*'german:7_5cm_"
    ):
        parse_scenario(gun, "guns")
    unknown = dated.replace("german:pzkpfw_ivh", "german:pzkpfw_ivx")
    with pytest.raises(DataError, match=r"unknown unit 'german:pzkpfw_ivx', the nearest known is 'german:pzkpfw_iv"):
        parse_scenario(unknown, "tanks")


def test_a_version_that_is_not_known_says_which_is() -> None:
    with pytest.raises(DataError, match=r"\$\.version: expected 1, got 9"):
        parse_scenario(TEXT.replace("version = 1", "version = 9"), "later")


@pytest.mark.parametrize("profile", ["starter", "full"])
@pytest.mark.parametrize("hero", ["german:1-4-9", "german:9-1:heroic"])
def test_no_hero_sets_up(hero: str, profile: str) -> None:
    told = TEXT.replace('profile = "starter"', f'profile = "{profile}"')
    why = "not played by the profile starter" if profile == "starter" else "without a clause 'heroes'"
    with pytest.raises(DataError, match=rf"{why}.* \(A15\.2\)"):
        parse_scenario(told.replace('"german:9-1"', f'"{hero}"'), "heroes")


HEROES = """
[[ssr]]
clause = "heroes"
side = "german"
text = "One of them is a hero."
"""
FANATIC = """
[[ssr]]
clause = "fanatic"
side = "russian"
text = "They are Fanatic."
"""
PRISONERS = """
[[ssr]]
clause = "prisoners"
side = "german"
group = "mill"
units = [{ type = "german:4-6-7", count = 2 }, { type = "german:8-0" }]
text = "They are prisoners of those at the mill."
"""
FULL = TEXT.replace('profile = "starter"', 'profile = "full"')


@pytest.mark.parametrize("hero", ["german:1-4-9", "german:9-1:heroic"])
def test_a_special_rule_lets_heroes_set_up(hero: str) -> None:
    found = parse_scenario(FULL.replace('"german:9-1"', f'"{hero}"') + HEROES, "mill.toml")
    assert hero in found.sides[0].groups[0].unit_types()
    other = HEROES.replace("german", "russian")
    with pytest.raises(DataError, match=r"A15\.2"):
        parse_scenario(FULL.replace('"german:9-1"', f'"{hero}"') + other, "mill.toml")


def test_prisoners_at_the_start_stand_with_their_guards_and_are_counted_free() -> None:
    freed = FULL.replace('kind = "control_buildings"', 'kind = "freed_vp"')
    freed = freed.replace('area = [{ hexes = ["D4", "E5"] }]\nat_least', "at_least") + PRISONERS
    st = new_game(parse_scenario(freed, "mill.toml"))
    held = [unit for unit in st.units.values() if unit.place == CAPTURED]
    guards = {st.units[unit.stance.guard].group for unit in held}
    assert (len(held), {unit.side for unit in held}, guards) == (3, {0}, {"mill"})
    free = apply(st, released(st, held[:1], st.world.map.words["D4"])[0])
    assert [standing.value for one in (st, free) for standing in standings(one)] == [0, casualty_points(st, held[0])]


def test_prisoners_at_the_start_are_losses_of_their_side_twice_while_they_are_guarded() -> None:
    st = new_game(parse_scenario(FULL.replace('"D4", "E5"', '"E4", "E7"') + PRISONERS, "mill.toml"))
    squad, *others = sorted((unit for unit in st.units.values() if unit.place == CAPTURED), key=lambda unit: unit.type)
    assert [st.world.unit_type(unit.type).smc for unit in (squad, *others)] == [False, False, True]
    free = apply(st, released(st, [squad], st.world.map.words["D4"])[0])
    # two squads of 2 VP and a leader of 1 (A26.22), of whom one squad is let go
    assert [casualty_vp(one, 1) for one in (st, free)] == [10, 6]
    assert [casualty_vp(one, 0) for one in (st, free)] == [0, 0]


def test_the_fanatic_are_so_from_the_start() -> None:
    st = new_game(parse_scenario(FULL.replace('"D4", "E5"', '"E4", "E7"') + FANATIC, "mill.toml"))
    assert {(unit.side, unit.fanatic) for unit in st.units.values()} == {(0, False), (1, True)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (FULL + PRISONERS.replace("count = 2", "count = 12"), "5 for each US# (A20.51)"),
        (
            FULL + PRISONERS.replace('group = "mill"', 'group = "assault"'),
            "unknown group of the enemy 'assault', the nearest known is 'mill'; prisoners have a Guard (A20.5)",
        ),
        (FULL + PRISONERS.replace("german:8-0", "german:1-4-9"), "no hero is a prisoner at the start (A15.2)"),
        (FULL + PRISONERS.replace("german:8-0", "russian:8-0"), "not russian:8-0"),
        (FULL + PRISONERS.replace("count = 2", "count = 999999999"), "at most 200 prisoners, got 1000000000"),
        (FULL + PRISONERS.replace("count = 2", "count = -2"), "counts of 1 and more"),
        (FULL + PRISONERS + PRISONERS, "one clause 'prisoners' for each group"),
        (FULL + PRISONERS.replace('group = "mill"\n', ""), "clause 'prisoners' needs group (A20)"),
        (
            FULL.replace('area = [{ columns = "D-F" }]', 'area = [{ columns = "D-F" }]\nhidden = true') + PRISONERS,
            "A20.5",
        ),
        (FULL.replace('kind = "control_buildings"', 'kind = "freed_vp"'), "freed_vp counts those (A20.5)"),
        (TEXT + PRISONERS, "A20 is not played by the profile starter"),
        (TEXT + FANATIC, "A10.8 is not played by the profile starter"),
        (TEXT + HEROES, "A15.2 is not played by the profile starter"),
    ],
)
def test_prisoners_the_fanatic_and_heroes_of_an_order_of_battle_are_checked(text: str, says: str) -> None:
    with pytest.raises(DataError, match=re.escape(says)):
        parse_scenario(text, "mill.toml")


TRUCK = FULL.replace('"D4", "E5"', '"E4", "E7"').replace(
    '"russian:4-4-7", count = 2 }', '"russian:4-4-7", count = 2 }, { type = "russian:gaz_mm" }'
)
CARRIED = """
[[ssr]]
clause = "carried"
side = "russian"
vehicle = "russian:gaz_mm"
weapons = [{ type = "russian:ATR" }]
text = "Each truck has one aboard."
"""


def test_a_special_rule_has_support_weapons_aboard_each_vehicle_of_a_type_in_all_groups_or_in_one() -> None:
    st = new_game(parse_scenario(TRUCK + CARRIED, "mill.toml"))
    assert [one.carries for one in st.vehicles.values()] == [("russian:ATR",)]
    assert not any(weapon.type == "russian:ATR" for weapon in st.weapons.values())
    two = CARRIED.replace('"russian:ATR" }', '"russian:ATR", count = 2 }') + 'group = "mill"\n'
    st = new_game(parse_scenario(TRUCK + two, "mill.toml"))
    assert [one.carries for one in st.vehicles.values()] == [("russian:ATR", "russian:ATR")]
    assert [one.carries for one in new_game(parse_scenario(TRUCK, "mill.toml")).vehicles.values()] == [()]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (FULL + CARRIED, "ssr[0].vehicle"),
        (TRUCK + CARRIED.replace("russian:gaz_mm", "russian:gaz_m"), "ssr[0].vehicle"),
        (TRUCK + CARRIED.replace("russian:ATR", "russian:FT"), "not FT (D10.51)"),
        (TRUCK + CARRIED.replace("russian:ATR", "russian:bazooka"), "ssr[0].weapons[0].type"),
        (TRUCK + CARRIED.replace('weapons = [{ type = "russian:ATR" }]\n', ""), "needs weapons"),
        (TRUCK + CARRIED.replace('vehicle = "russian:gaz_mm"\n', ""), "needs vehicle"),
        (TRUCK + CARRIED.replace('weapons = [{ type = "russian:ATR" }]', "weapons = []"), "needs weapons"),
        (TRUCK + CARRIED.replace('"russian:ATR" }', '"russian:ATR", count = 0 }'), "counts from 1 to"),
        (TRUCK + CARRIED.replace("russian:ATR", "russian:76_2mm_p_obr_39"), "ssr[0].weapons[0].type"),
        (TRUCK + CARRIED.replace('side = "russian"', 'side = "german"'), "ssr[0].vehicle"),
        (TRUCK + CARRIED + 'group = "mil"\n', "ssr[0].group"),
        (TRUCK.replace('"full"', '"starter"') + CARRIED, "D10.5 is not played by the profile starter"),
    ],
)
def test_what_a_vehicle_carries_is_checked(text: str, says: str) -> None:
    with pytest.raises(DataError, match=re.escape(says)):
        parse_scenario(text, "mill.toml")


MOLOTOVS = """
[[ssr]]
clause = "molotovs"
side = "german"
text = "They have petrol bombs."
"""
NO_FLAMES = """
[[ssr]]
clause = "no_flames"
text = "What would start a fire starts none."
"""


def test_a_special_rule_gives_a_side_or_one_of_its_groups_petrol_bombs() -> None:
    full = TEXT.replace('profile = "starter"', 'profile = "full"')
    every = parse_scenario(full + MOLOTOVS + NO_FLAMES, "mill.toml")
    some = parse_scenario(
        full + MOLOTOVS.replace('side = "german"', 'side = "german"\ngroup = "assault"') + NO_FLAMES, "mill.toml"
    )
    assert (molotov_groups(every, "german"), molotov_groups(every, "russian")) == (("",), ())
    assert molotov_groups(some, "german") == ("assault",)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (TEXT.replace('profile = "starter"', 'profile = "full"') + MOLOTOVS, "A22.6111"),
        (TEXT + MOLOTOVS + NO_FLAMES, "A22.6 is not played by the profile starter"),
    ],
)
def test_petrol_bombs_need_the_full_rules_and_a_word_about_fires(text: str, says: str) -> None:
    with pytest.raises(DataError, match=re.escape(says)):
        parse_scenario(text, "mill.toml")


DC = ('weapons = [{ type = "german:LMG" }]', 'weapons = [{ type = "german:LMG" }, { type = "german:DC" }]')
HELD = ('weapons = ["german:LMG"]', 'weapons = ["german:LMG", "german:DC"]')
CHARGES = """
[[ssr]]
clause = "set_charges"
side = "german"
group = "assault"
area = [{ hexes = ["A3"] }]
text = "A DC waits."
"""
ADDED = ('units = [{ type = "russian:4-2-6" }]', 'weapons = [{ type = "russian:FT" }]')


@pytest.mark.parametrize(
    ("text", "place", "rule"),
    [
        (FULL.replace(*DC).replace(*HELD), "$.sides[0].groups[0].weapons[1].type", "A23.41"),
        (FULL.replace(*ADDED), "$.balance.russian.weapons[0].type", "A22.35"),
        (FULL + CHARGES, "$.ssr[0].clause", "A23.41"),
    ],
)
def test_a_card_says_that_flamethrowers_and_charges_start_no_fire(text: str, place: str, rule: str) -> None:
    with pytest.raises(DataError, match=r"needs a clause 'no_flames'") as caught:
        parse_scenario(text, "mill.toml")
    assert caught.value.place == place and rule in caught.value.expected
    parse_scenario(text + NO_FLAMES, "mill.toml")


def test_no_card_by_the_starter_rules_speaks_of_fires() -> None:
    parse_scenario(TEXT.replace(*DC).replace(*HELD), "mill.toml")
