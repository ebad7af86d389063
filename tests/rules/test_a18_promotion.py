"""Field Promotion in CC and by Self-Rally, with the worked examples of A18.2."""

from __future__ import annotations

import pytest

from goodorder.core import engine
from goodorder.core.actions import CloseCombat, Done
from goodorder.core.dice import Roll
from goodorder.core.events import DiceThrown
from goodorder.core.state import ELIMINATED, ON_MAP, State
from goodorder.flow.shared.promotion import FieldPromotion
from goodorder.rules.a18_promotion import CLOSE_COMBAT, SELF_RALLY, PromotionFacts, leader_created, promotion_ledger
from tests.rules.a11_close_combat.fights import begin, fight, over, play, waits


def drm(unit: str, trigger: str, columns: int = 0) -> int:
    """The total drm for a unit."""
    st = fight(f"0 {unit}", "1 4-4-7")
    return promotion_ledger(PromotionFacts(st, st.units[1], trigger, columns)).total()


def wants(st: State) -> Roll:
    found = waits(st)
    assert isinstance(found, Roll)
    return found


@pytest.mark.parametrize(
    ("unit", "trigger", "columns", "total"),
    [
        ("4-3-6", CLOSE_COMBAT, 2, -2),
        ("russian:4-2-6 broken", SELF_RALLY, 0, 3),
        ("4-6-8", CLOSE_COMBAT, 0, -2),
        ("4-6-7", CLOSE_COMBAT, 0, -1),
        ("french:4-5-7", CLOSE_COMBAT, 0, 0),
    ],
)
def test_drm_of_leader_creation(unit: str, trigger: str, columns: int, total: int) -> None:
    assert drm(unit, trigger, columns) == total


def test_table_gives_each_leader_and_none_from_seven() -> None:
    st = fight("0 french:4-5-7", "1 4-4-7")
    facts = PromotionFacts(st, st.units[1], CLOSE_COMBAT)
    codes = [leader_created(facts, face)[1].removeprefix("french:") for face in (1, 2, 3, 4, 5, 6, 7)]
    assert codes == ["8-1", "8-0", "8-0", "7-0", "7-0", "6+1", ""]


def test_an_original_two_creates_a_leader_who_joins_the_attack() -> None:
    start = fight("0 2-4-7", "1 4-4-7", "1 4-4-7")  # 2-8 is 1-4, with the leader 3-8 still 1-4
    st, _ = play(start, CloseCombat((1,), (2, 3)), Done(), (1, 1))
    assert wants(st).rule == "A18.2"
    st, events = engine.answer(st, (3,))  # -1 German, -2 odds: 0, an 8-1
    assert st.units[100].type == "german:8-1" and st.units[100].loc == st.units[1].loc
    assert [st.units[u].place for u in (2, 3)] == [ELIMINATED, ELIMINATED]
    assert any(type(event).__name__ == "UnitCreated" for event in events) and over(st)


def test_the_new_leader_changes_the_enemy_attack_as_well() -> None:
    """4-4 is 1-1 and a 5 reduces; with a leader it is 4-5, 1-2, and a 5 does nothing."""
    start = fight("0 4-6-7", "1 4-4-7")
    st, _ = play(start, CloseCombat((1,), (2,)), CloseCombat((2,), (1,)), (1, 1), (3,), (2, 3))
    assert st.units[1].type == "german:4-6-7"
    none, _ = play(start, CloseCombat((1,), (2,)), CloseCombat((2,), (1,)), (1, 2), (2, 3))
    assert none.units[1].type == "german:2-4-7"


def test_a_bad_leader_must_add_his_modifier_too() -> None:
    st, _ = play(fight("0 russian:4-4-7", "1 german:4-6-7"), CloseCombat((1,), (2,)), Done(), (1, 1))
    st, events = engine.answer(st, (5,))  # +1 Russian: 6
    assert st.units[100].type == "russian:6+1"
    values = {line.id: line.value for event in events for line in getattr(event, "lines", ())}
    assert values["created_leader"] == "+1"


def test_no_leader_from_a_lone_leaders_original_two_or_from_finns() -> None:
    st, _ = play(fight("0 9-1", "1 4-4-7"), CloseCombat((1,), (2,)), Done(), (1, 1))
    assert over(st)
    st, _ = play(fight("0 finnish:6-4-8", "1 4-4-7"), CloseCombat((1,), (2,)), Done(), (1, 1))
    assert over(st) and 100 not in st.units


def test_random_selection_places_the_leader_only_where_it_matters() -> None:
    units = ("0 4-6-7", "0 4-6-7", "1 4-4-7", "1 4-4-7")
    same, _ = play(fight(*units), CloseCombat((1, 2), (3, 4)), CloseCombat((3, 4), (1, 2)), (1, 1), (3,))
    assert wants(same).rule == "A11.11"
    split, _ = play(fight(*units), CloseCombat((1, 2), (3, 4)), CloseCombat((3, 4), (1,)), (1, 1), (3,))
    assert wants(split).rule == "A18.2" and len(wants(split).dice) == 2
    with_one, _ = engine.answer(split, (6, 1))
    assert "german" in with_one.units[100].type
    assert wants(with_one).subjects == (3, 4, 1, 100)


def test_self_rally_rallies_the_unit_and_counts_its_broken_morale() -> None:
    st, _ = begin(fight("0 4-6-7 broken", "1 4-4-7 @A1"), FieldPromotion(1, SELF_RALLY))
    st, events = engine.answer(st, (1,))
    thrown = events[0]
    assert isinstance(thrown, DiceThrown) and thrown.final == 1  # -1 German, +1 broken
    assert not st.units[1].broken
    assert st.units[100].type == "german:8-1" and st.units[100].place == ON_MAP


def test_the_new_leader_is_added_to_the_one_who_directs() -> None:
    start = fight("0 8-1", "0 4-6-7", "1 4-4-7")
    st, _ = play(start, Done(), CloseCombat((1, 2), (3,), 1), Done(), (1, 1))
    st, events = engine.answer(st, (2,))  # -1 German: 1, an 8-1
    values = [(line.id, line.value) for event in events for line in getattr(event, "lines", ())]
    assert ("leader_direction", "-1") in values and ("created_leader", "-1") in values
