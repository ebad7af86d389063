"""Who mans a Gun in the set-up, and where it may stand (C2.1, C2.7, A21.13)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Action, Give, Place, TurnGun
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.data.scenario import Count, Scenario, scenario
from goodorder.flow.sequence.opening import new_game

SMALL, LARGE = "german:5cm_pak_38", "german:8_8cm_flak_18_o_36"


def with_guns(*guns: str) -> Scenario:
    """The small scenario with Guns for the Germans, who set up first."""
    found = scenario("first")
    german = found.side("german")
    weapons = tuple(Count(gun) for gun in guns)
    group = replace(german.groups[0], weapons=weapons)
    armed = replace(german, groups=(group, *german.groups[1:]), setups=())
    return replace(found, sides=(armed, *found.sides[1:]), sets_up_first="german")


def refused(st: State, action: Action) -> str:
    """The rule that refuses an action now, "" where it may be done."""
    asked = pending(st)
    assert isinstance(asked, Choice)
    found = asked.check(action)
    return "" if found is None else found.rule


def ids(st: State, type: str) -> list[int]:
    units = [unit.id for unit in st.units.values() if unit.type == type]
    return units or [weapon.id for weapon in st.weapons.values() if weapon.type == type]


def test_a_gun_is_given_to_an_mmc_that_mans_no_other() -> None:
    st = new_game(with_guns(SMALL, SMALL))
    one, other = ids(st, "german:4-6-7")[:2]
    [leader] = ids(st, "german:9-1")
    first, second = ids(st, SMALL)
    words = st.world.map.words
    for unit in (one, other, leader):
        st, _ = answer(st, Place(unit, words["F7" if unit != other else "E7"]))
    assert refused(st, Give(first, leader)) == "A21.13"
    assert refused(st, Give(first, one)) == ""
    st, _ = answer(st, Give(first, one))
    assert refused(st, Give(second, one)) == "C2.1"
    st, _ = answer(st, Give(second, other))
    assert refused(st, TurnGun(second, 1)) == ""


def test_a_large_gun_is_set_up_in_no_building() -> None:
    st = new_game(with_guns(LARGE, SMALL))
    one, other = ids(st, "german:4-6-7")[:2]
    board = st.world.map
    area = [hex for hex in board.hexes if hex.name[0] in "ABCDEF"]
    house = next(hex.index for hex in area if hex.terrain.building)
    field = next(hex.index for hex in area if hex.terrain.open_ground)
    large, small = ids(st, LARGE) + ids(st, SMALL)
    for unit in (one, other):
        st, _ = answer(st, Place(unit, house))
    assert refused(st, Give(large, one)) == "C2.7"
    assert refused(st, Give(small, one)) == ""
    st, _ = answer(st, Place(other, field))
    st, _ = answer(st, Give(large, other))
    assert refused(st, Place(other, house)) == "C2.7"
    assert refused(st, Place(other, field)) == ""
