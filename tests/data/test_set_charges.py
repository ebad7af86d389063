"""DC that special rules Set before play (A23.7)."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from goodorder.core.state import ON_MAP
from goodorder.core.view import view
from goodorder.data import DataError
from goodorder.data.hexarea import HexArea
from goodorder.data.scenario import Scenario, SpecialRule, scenario
from goodorder.data.scenario_check import check
from goodorder.flow.sequence.opening import new_game
from goodorder.play.cases.start import import_flow

import_flow()


def with_rule(name: str, group: str = "troop", side: str = "german") -> Scenario:
    found = scenario(name)
    rule = SpecialRule("A DC waits.", "set_charges", side, group, (HexArea(hexes=("K5",)),))
    return replace(found, ssr=(*found.ssr, rule))


def test_a_special_rule_sets_a_charge_that_the_enemy_does_not_see() -> None:
    st = new_game(with_rule("ambush"))
    [charge] = [one for one in st.weapons.values() if one.laid is not None]
    assert charge.laid is not None
    assert (charge.place, charge.hidden, st.world.map.word(charge.laid.loc)) == (ON_MAP, True, "K5")
    assert charge.laid.units == (next(one.id for one in st.units.values() if one.group == "troop"),)
    assert charge.laid.dud == 10
    assert (charge.id in view(st, charge.side).weapons, charge.id in view(st, 1 - charge.side).weapons) == (True, False)


def test_starter_has_no_set_charges() -> None:
    with pytest.raises(DataError, match=re.escape("A23.7 is not played by the profile starter")):
        check(with_rule("first", scenario("first").side("german").groups[0].id), "first.toml")
