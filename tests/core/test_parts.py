"""Parts of a position that are declared by one line: copied, saved, seen, named and placed like the rest."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.errors import Unreadable
from goodorder.core.notation import Names
from goodorder.core.state import NOWHERE, ON_MAP, PARTS, Battery, State, Vehicle, Weapon, Work
from goodorder.core.view import hides_anything, public_view, view
from goodorder.play.cases import run_case
from goodorder.play.cases.model import Case, CaseResult
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.rules.facts.bearers import bearer, place_of
from tests.support import loc, position, squad

OWNER, ENEMY = 0, 1
KINDS = {"vehicles": Vehicle, "works": Work, "batteries": Battery}


def bare() -> State:
    return position("size 6x6", squad("A", "C3").armed("LMG"), squad("B", "C5", side=1))


def placed(name: str, **fields: Any) -> State:
    """A position with one counter of a part, 700."""
    st = bare()
    piece = KINDS[name](700, OWNER, "synthetic", loc=loc(st, "D4"), facing=2)
    return st.with_(**{name: {700: replace(piece, **fields)}})


def test_they_are_the_parts_whose_hidden_counters_only_their_owner_knows() -> None:
    assert {part.name: part.kind for part in PARTS if part.known == "owner"} == KINDS


@pytest.mark.parametrize("name", KINDS)
def test_a_counter_is_copied_and_saved(name: str) -> None:
    st = placed(name)
    assert getattr(st.with_(rolls=3), name) == getattr(saving.copy(st), name) == getattr(st, name)
    assert saving.copy(st).digest() == st.digest() != bare().digest()
    written = {"id": 700, "side": OWNER, "type": "synthetic", "loc": loc(st, "D4"), "facing": 2}
    assert msgspec.json.decode(saving.encode(st))[name] == [written]


@pytest.mark.parametrize("name", KINDS)
def test_a_position_without_any_is_written_as_if_the_part_did_not_exist(name: str) -> None:
    assert name not in bare().parts()
    assert placed(name).with_(**{name: {}}).digest() == bare().digest()


@pytest.mark.parametrize("name", KINDS)
def test_a_hidden_counter_is_in_the_view_of_its_own_side_alone(name: str) -> None:
    st = placed(name, hidden=True)
    assert getattr(view(st, OWNER), name) == getattr(st, name) and not hides_anything(st, OWNER)
    assert not getattr(view(st, ENEMY), name) and not getattr(public_view(st), name)
    known = placed(name)
    assert getattr(view(known, ENEMY), name) == getattr(known, name)


@pytest.mark.parametrize("name", KINDS)
def test_a_hidden_counter_changes_no_byte_of_what_the_enemy_is_sent(name: str) -> None:
    here, there = placed(name, hidden=True), placed(name, hidden=True, loc=NOWHERE, type="another")
    assert saving.encode(view(here, ENEMY)) == saving.encode(view(there, ENEMY))


def test_a_vehicle_is_named_among_the_units() -> None:
    names = Names.of(placed("vehicles"))
    assert names.unit_word(700) == "v700" and names.unit("v700") == 700


@pytest.mark.parametrize("name", ["works", "batteries"])
def test_a_counter_has_a_name_that_reads_back(name: str) -> None:
    names = Names.of(placed(name))
    word = names.other_word(700)
    assert re.fullmatch(r"(work|battery)700", word) and names.other(word) == 700
    with pytest.raises(Unreadable, match=word):
        names.other(word + "0")


CASE = """
version = 1
[[case]]
title = "A counter lies there"
rules = ["A1.1"]
map = "size 6x6"
units = ["A german 4-6-7 at C3", "B russian 4-4-7 at C5"]
{name} = ["german synthetic at D4 facing=2 hidden"]
[[case.step]]
ask = "los C3 C5"
"""


def _case(text: str) -> Case:
    (case,) = parse_cases(text, "a.toml")
    assert not isinstance(case, CaseResult), case.message
    return case


def test_a_case_places_a_vehicle_with_its_armament() -> None:
    text = CASE.replace("synthetic", "T german pzkpfw_ivh").replace('["german T german', '["T german')
    case = _case(text.format(name="vehicles").replace("facing=2", "facing 2 turret 4 motion"))
    st = build(case).state
    (tank,) = st.vehicles.values()
    assert (tank.type, tank.facing, tank.turret, tank.motion) == ("german:pzkpfw_ivh", 2, 4, True) and tank.hidden
    assert [weapon.type.rpartition(":")[2] for weapon in st.weapons_of(tank.id)] == ["MA", "CMG", "BMG"]
    assert st.vehicles_at(loc(st, "D4")) == (tank,) == st.all_at(loc(st, "D4")) and st.fighter(tank.id) is tank
    assert run_case(case).status == "passed"


@pytest.mark.parametrize("name", ["works", "batteries"])
def test_a_case_can_place_a_counter_and_no_more(name: str) -> None:
    case = _case(CASE.format(name=name))
    st = build(replace(case, raw={key: value for key, value in case.raw.items() if key != "step"})).state
    (piece,) = getattr(st, name).values()
    assert piece == KINDS[name](piece.id, OWNER, "synthetic", loc=loc(st, "D4"), facing=2, hidden=True)
    result = run_case(case)
    assert result.status == "not_built" and f"no rule reads {name}" in result.message


# -- weapons ---------------------------------------------------------------------------------


def weapon_of(st: State) -> Weapon:
    (found,) = st.weapons_of(1)
    return found


def test_a_weapon_is_where_its_bearer_is_and_one_with_a_place_of_its_own_stays() -> None:
    st = bare()
    carried = weapon_of(st)
    assert bearer(st, carried) == st.units[1] and place_of(st, carried) == loc(st, "C3") and carried.facing == -1
    gun = replace(carried, loc=loc(st, "C3"), facing=4)
    left = st.with_weapon(gun).with_unit(replace(st.units[1], loc=loc(st, "C4")))
    assert place_of(left, gun) == loc(st, "C3") and bearer(left, gun) == left.units[1]
    lying = replace(carried, holder=0, loc=loc(st, "D4"))
    assert bearer(st, lying) is None and place_of(st, lying) == loc(st, "D4")
    assert place_of(st, replace(carried, holder=0)) == NOWHERE


def test_a_weapon_of_a_vehicle_is_where_that_is() -> None:
    st = placed("vehicles")
    borne = Weapon(701, OWNER, "german:LMG", holder=700, place=ON_MAP)
    assert bearer(st, borne) is None and place_of(st, borne) == loc(st, "D4")


@pytest.mark.parametrize("manned", [True, False])
def test_a_hidden_weapon_is_unknown_to_the_enemy_whoever_mans_it(manned: bool) -> None:
    st = bare()
    gun = replace(weapon_of(st), hidden=True, loc=loc(st, "C3"), holder=1 if manned else 0)
    hidden, known = st.with_weapon(gun), st.with_weapon(replace(gun, hidden=False))
    assert hides_anything(hidden, ENEMY) and not view(hidden, ENEMY).weapons
    assert view(hidden, OWNER).weapons == hidden.weapons
    assert view(known, ENEMY).weapons == known.weapons
