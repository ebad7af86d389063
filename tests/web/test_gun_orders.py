"""Standing orders for Guns: which of their shots and turns are asked for."""

from __future__ import annotations

from typing import Any

import pytest

from goodorder.core.actions import Done
from goodorder.core.engine import answer, pending
from goodorder.core.errors import Unreadable
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.flow.fire.defensive_fire import Window
from goodorder.flow.fire.turn_guns import TurnGuns
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases
from goodorder.web import queries
from goodorder.web.messages.requests import USUAL, GunOrders, Orders

HEAD = """
version = 1
[[case]]
title = "a Gun before a mover"
map = "size 14x30"
attacker = "russian"
weapons = ["g german 7_5cm_pak_40 held by A facing {facing}"]
phase = "{phase}"
whole_turn = {whole}
units = ["A german 2-2-8 at E2", "X russian 4-4-7 at E{row}"]
{trails}
[[case.step]]
ask = "hex A1"
"""


def asked(row: int = 9, facing: int = 3, phase: str = "MPh") -> tuple[State, Choice]:
    """The German's choice: in a window over a mover in row ``row``, or to turn his Gun as the DFPh ends."""
    moved = f'trails = {{ X = {{ steps = ["E{row + 1} to E{row} 1"] }} }}' if phase == "MPh" else ""
    text = HEAD.format(row=row, facing=facing, phase=phase, trails=moved, whole=str(phase != "MPh").lower())
    [case] = parse_cases(text, "guns")
    assert isinstance(case, Case)
    play = Play(case)
    play.begin()
    st = play.state
    for _ in range(3):
        choice = pending(st)
        assert isinstance(choice, Choice)
        if isinstance(st.stack[-1], Window | TurnGuns):
            return st, choice
        st, _ = answer(st, Done())
    raise AssertionError("nothing is asked")


def passes(orders: Orders, **where: Any) -> bool:
    st, choice = asked(**where)
    return queries.passes(st, choice, orders)


def gun(st: State) -> str:
    return str(next(iter(st.weapons)))


def test_a_window_in_which_a_gun_alone_has_a_good_shot_is_asked() -> None:
    assert not passes(USUAL)


@pytest.mark.parametrize(
    ("given", "row", "goes_by"),
    [
        ({"hold": True}, 9, True),
        ({"within": 6}, 9, True),
        ({"within": 7}, 9, False),
        ({"threshold": 0.3}, 9, False),
        ({"threshold": 0.99}, 9, True),
    ],
)
def test_the_orders_of_one_gun_say_which_of_its_shots_are_asked_for(
    given: dict[str, Any], row: int, goes_by: bool
) -> None:
    st, choice = asked(row)
    orders = Orders(threshold=0.1, guns=[GunOrders(gun(st), **given)])
    queries.check_orders(st, orders, (choice.side,))
    assert queries.passes(st, choice, orders) == goes_by


def test_orders_name_guns_of_ones_own() -> None:
    st, choice = asked()
    with pytest.raises(Unreadable, match="no Gun '99'"):
        queries.check_orders(st, Orders(guns=[GunOrders("99")]), (choice.side,))
    with pytest.raises(Unreadable, match="no Gun"):
        queries.check_orders(st, Orders(guns=[GunOrders(gun(st))]), (1 - choice.side,))


@pytest.mark.parametrize(
    ("word", "facing", "goes_by"),
    [("ask", 3, False), ("seen", 3, True), ("seen", 0, False), ("leave", 0, True)],
)
def test_a_gun_that_could_be_turned_is_asked_for_where_it_looks_away(word: Any, facing: int, goes_by: bool) -> None:
    st, choice = asked(facing=facing, phase="DFPh")
    assert isinstance(st.stack[-1], TurnGuns)
    assert queries.passes(st, choice, Orders(turn_guns=word)) == goes_by
