"""Weapons of an order of battle are with Infantry: never with a "?", a vehicle, or a group of vehicles alone (A4.4)."""

import re

import pytest
from msgspec.structs import replace

from goodorder.core.actions import Give, Place, TakeSetup
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.data import DataError
from goodorder.data.scenario import (
    Count,
    Placement,
    Scenario,
    ScenarioGroup,
    SpecialRule,
    scenario,
    with_balance,
)
from goodorder.data.scenario_check import check
from goodorder.flow.sequence.opening import new_game

TANK = "german:pzkpfw_ivh"


def armed(weapon: str, **holder: str) -> Scenario:
    """A scenario by the full rules whose first ready-made set-up has one weapon more, with a "?" or with a tank."""
    found = scenario("sawmill")
    german = found.side("german")
    index = found.sides.index(german)
    group = next(group for group in german.groups if not group.enters_turn and not group.hidden)
    marks = group.question_marks
    tanks = (Count(TANK),) if holder["unit"] == TANK else ()
    group = replace(
        group,
        units=(*group.units, *tanks),
        weapons=(*group.weapons, Count(weapon)),
        question_marks=marks + (not tanks),
    )
    first = german.setups[0]
    hex = next(one.hex for one in first.placements if one.group in (None, group.id))
    given = Placement(holder["unit"], hex, (weapon,), group.id, facing=2 if tanks else None)
    setup = replace(first, placements=(*first.placements, given))
    groups = tuple(group if one.id == group.id else one for one in german.groups)
    changed = replace(german, groups=groups, setups=(setup,))
    sides = tuple(changed if n == index else side for n, side in enumerate(found.sides))
    return replace(found, sides=sides)


@pytest.mark.parametrize("weapon", ["german:LMG", "german:DC", "german:FT"])
@pytest.mark.parametrize(("unit", "says"), [("dummy:?", 'with a "?"'), (TANK, "with a vehicle")])
def test_no_weapon_is_with_a_dummy_or_a_vehicle_in_a_ready_made_set_up(weapon: str, unit: str, says: str) -> None:
    given = armed(weapon, unit=unit)
    with pytest.raises(DataError) as caught:
        check(given, "mill.toml")
    assert caught.value.file == "mill.toml"
    assert re.search(r"sides\[\d\]\.setups\[0\]\.placements\[\d+\]\.weapons$", caught.value.place)
    assert says in caught.value.expected and "A4.4" in caught.value.expected
    assert ("A12.11" in caught.value.expected) == (unit == "dummy:?")


@pytest.mark.parametrize("turn", [0, 2])
def test_a_group_of_vehicles_alone_has_no_weapon(turn: int) -> None:
    found = scenario("sawmill")
    german = found.side("german")
    index = found.sides.index(german)
    area = german.groups[0].area if not turn else (replace(german.groups[0].area[0], edge="north"),)
    tanks = ScenarioGroup(id="tanks", area=area, enters_turn=turn, units=(Count(TANK),), weapons=(Count("german:DC"),))
    changed = replace(german, groups=(*german.groups, tanks), setups=())
    sides = tuple(changed if n == index else side for n, side in enumerate(found.sides))
    at = len(german.groups)
    with pytest.raises(DataError, match=r"without Infantry.*\(A4\.4\)") as caught:
        check(replace(found, sides=sides), "mill.toml")
    assert caught.value.place == f"$.sides[{index}].groups[{at}].weapons"


def test_a_weapon_that_a_balance_adds_joins_infantry_and_no_dummy() -> None:
    found = scenario("sawmill")
    russian = found.side("russian")
    setup = russian.setups[0]
    marked = (
        *(one for one in setup.placements if one.unit == "dummy:?"),
        *(one for one in setup.placements if one.unit != "dummy:?"),
    )
    setups = (replace(setup, placements=marked), *russian.setups[1:])
    sides = tuple(replace(side, setups=setups) if side.id == "russian" else side for side in found.sides)
    rule = SpecialRule("A charge.", "add", "russian", russian.groups[0].id, weapons=(Count("russian:DC"),))
    added = with_balance(replace(found, sides=sides, balance={"russian": rule}), "russian")
    placed = added.side("russian").setups[0].placements
    assert sum(one.weapons.count("russian:DC") for one in placed) == 2
    assert all(one.unit != "dummy:?" for one in placed if one.weapons)


def asked(st: State) -> Choice:
    found = pending(st)
    assert isinstance(found, Choice)
    return found


def test_the_menus_of_set_up_give_no_weapon_to_a_dummy_or_a_vehicle() -> None:
    st = new_game(scenario("sawmill"))
    german = st.world.sides[asked(st).side]
    ready = scenario("sawmill").side(german.id).setups[0].name
    [gun] = [one.id for one in st.weapons.values() if one.type == "german:MMG"]
    st, _ = answer(st, TakeSetup(ready))
    dummies = [unit.id for unit in st.units.values() if unit.type == "dummy:?" and unit.side == asked(st).side]
    assert dummies
    for dummy in dummies:
        refused = asked(st).check(Give(gun, dummy))
        assert refused is not None and refused.rule == "A4.43"
    offered = {int(entry.key.removeprefix("u")) for entry in asked(st).menu.entries((f"w{gun}",))}
    assert offered and all(st.units[unit].type != "dummy:?" for unit in offered)


def test_a_vehicle_that_sets_up_is_given_no_weapon() -> None:
    found = scenario("sawmill")
    german = found.side("german")
    picket = replace(german.groups[1], units=(*german.groups[1].units, Count(TANK)))
    changed = replace(german, groups=(german.groups[0], picket, german.groups[2]), setups=())
    st = new_game(replace(found, sides=tuple(changed if one is german else one for one in found.sides)))
    [tank] = st.vehicles
    st, _ = answer(st, Place(tank, st.world.map.words["S6"]))
    for weapon in st.weapons.values():
        refused = asked(st).check(Give(weapon.id, tank))
        assert refused is not None and refused.rule == "A4.43"
