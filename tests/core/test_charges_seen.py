"""What a side's view tells of demolition charges: no concealed unit by its id (A12, A23)."""

from __future__ import annotations

from goodorder.core.state import State
from goodorder.core.view import view
from goodorder.play.cases import position
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import parse_cases
from goodorder.play.cases.start import import_flow

import_flow()

TEXT = """
version = 1
[[case]]
title = "charges"
profile = "full"
phase = "PFPh"
units = [{units}]
weapons = ["w german DC set at C7 by A{hidden}"]
[[case.step]]
ask = "hex A1"
"""


def built(units: str, hidden: str = "") -> tuple[State, int]:
    [case] = parse_cases(TEXT.format(units=units, hidden=hidden), "charges")
    assert isinstance(case, Case), case
    st = position.build(case).state
    return st, next(iter(st.weapons))


def test_a_set_charge_in_sight_does_not_tell_which_concealed_unit_has_set_it() -> None:
    st, charge = built('"A german 8-3-8 at C4 concealed", "B russian 4-4-7 at C8"')
    [user] = [unit.id for unit in st.units.values() if unit.side == 0]
    laid = view(st, 1).weapons[charge].laid
    assert laid is not None
    assert user not in laid.units
    own = view(st, 0).weapons[charge].laid
    assert own is not None
    assert own.units == (user,)


def test_a_hidden_set_charge_is_in_no_view_of_the_enemy_even_where_nothing_else_hides() -> None:
    st, charge = built('"A german 8-3-8 at C4", "B russian 4-4-7 at C8"', " hidden")
    assert (charge in view(st, 0).weapons, charge in view(st, 1).weapons) == (True, False)
