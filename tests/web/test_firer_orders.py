"""Standing orders for Guns and vehicles: which of their shots and turns are asked for."""

from __future__ import annotations

from types import UnionType
from typing import Any

import msgspec
import pytest

from goodorder.core.actions import Done
from goodorder.core.engine import answer, pending
from goodorder.core.errors import Unreadable
from goodorder.core.frames import Choice, Frame
from goodorder.core.state import State
from goodorder.flow.drive.phase_end_turns import TurnVehicles
from goodorder.flow.fire.defensive_fire import Window
from goodorder.flow.fire.turn_guns import TurnGuns
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases
from goodorder.web import queries
from goodorder.web.messages.requests import USUAL, FirerOrders, Orders, Standing, read_message

JUNK = ["", "0", "-1", "01", "\u0663", "1.0", "9" * 60_000, "A" + "9" * 5_000, "C4/" + "9" * 5_000, "C4/\u00b2", "#24"]


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("field", ["hexes", "units", "givers", "firers"])
def test_orders_that_name_nothing_of_the_game_are_refused(field: str, junk: str) -> None:
    st, _ = asked()
    named = [{"firer": junk}] if field == "firers" else [junk]
    message = read_message(msgspec.json.encode({"type": "standing", "rid": 1, "orders": {field: named}}))
    assert isinstance(message, Standing)
    with pytest.raises(Unreadable):
        queries.check_orders(st, message.orders, (0, 1))


def test_one_gun_written_in_two_ways_has_no_two_orders() -> None:
    st, _ = asked()
    [gun] = st.weapons
    queries.check_orders(st, Orders(firers=[FirerOrders(str(gun))]), (0, 1))
    with pytest.raises(Unreadable, match="no Gun"):
        queries.check_orders(st, Orders(firers=[FirerOrders(str(gun)), FirerOrders(f"0{gun}")]), (0, 1))


@pytest.mark.parametrize(
    "orders",
    [
        '{"threshold": NaN}',
        '{"threshold": 1e999}',
        '{"firers": [{"firer": "1", "threshold": 1e400}]}',
        '{"firers": [{"firer": "1", "within": -1}]}',
        '{"firers": [{"firer": "1", "within": 99999999999999999999999}]}',
        '{"firers": [{"firer": "1", "within": 2.5}]}',
        '{"firers": [{"firer": "1", "facings": ["top"]}]}',
        '{"firers": [{"firer": 1}]}',
        '{"firers": ' + "[" * 5_000 + "]" * 5_000 + "}",
    ],
)
def test_orders_of_wrong_types_and_sizes_are_one_short_error(orders: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_message(f'{{"type": "standing", "rid": 1, "orders": {orders}}}')
    assert len(str(refused.value)) < 500


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
    return first_asked(text, Window | TurnGuns)


def first_asked(text: str, frames: type[Frame] | UnionType) -> tuple[State, Choice]:
    """The first choice of such a frame in a case, when those before it were declined."""
    [case] = parse_cases(text, "orders")
    assert isinstance(case, Case)
    play = Play(case)
    play.begin()
    st = play.state
    for _ in range(3):
        choice = pending(st)
        assert isinstance(choice, Choice)
        if isinstance(st.stack[-1], frames):
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
    orders = Orders(threshold=0.1, firers=[FirerOrders(gun(st), **given)])
    queries.check_orders(st, orders, (choice.side,))
    assert queries.passes(st, choice, orders) == goes_by


def test_orders_name_guns_of_ones_own() -> None:
    st, choice = asked()
    with pytest.raises(Unreadable, match="no Gun or vehicle '99'"):
        queries.check_orders(st, Orders(firers=[FirerOrders("99")]), (choice.side,))
    with pytest.raises(Unreadable, match="no Gun or vehicle"):
        queries.check_orders(st, Orders(firers=[FirerOrders(gun(st))]), (1 - choice.side,))


@pytest.mark.parametrize(
    ("word", "facing", "goes_by"),
    [("ask", 3, False), ("seen", 3, True), ("seen", 0, False), ("leave", 0, True)],
)
def test_a_gun_that_could_be_turned_is_asked_for_where_it_looks_away(word: Any, facing: int, goes_by: bool) -> None:
    st, choice = asked(facing=facing, phase="DFPh")
    assert isinstance(st.stack[-1], TurnGuns)
    assert queries.passes(st, choice, Orders(turns=word)) == goes_by


TANKS = """
version = 1
[[case]]
title = "vehicles that turn as the DFPh ends"
map = "size 14x30"
attacker = "russian"
phase = "DFPh"
whole_turn = true
vehicles = ["T german pzkpfw_ivh at E2 facing {facing} turret {turret}"]
units = ["X russian 4-4-7 at E9"]
[[case.step]]
ask = "hex A1"
"""


def turning(facing: int, turret: int) -> tuple[State, Choice]:
    """The German's choice to turn his tank as the DFPh ends."""
    return first_asked(TANKS.format(facing=facing, turret=turret), TurnVehicles)


@pytest.mark.parametrize(
    ("word", "facing", "turret", "goes_by"),
    [("ask", 3, 3, False), ("seen", 3, 3, True), ("seen", 0, 3, True), ("seen", 0, 0, False), ("leave", 0, 0, True)],
)
def test_a_vehicle_that_could_be_turned_is_asked_for_where_no_weapon_of_it_looks_at_the_enemy(
    word: Any, facing: int, turret: int, goes_by: bool
) -> None:
    st, choice = turning(facing, turret)
    assert queries.passes(st, choice, Orders(turns=word)) == goes_by


DUEL = """
version = 1
[[case]]
title = "a tank drives past a tank"
map = "size 14x30"
attacker = "russian"
phase = "MPh"
vehicles = ["T german pzkpfw_ivh at E2 facing 3", "X russian t_34_m41 at E9 facing {facing} motion"]
trails = {{ X = {{ steps = ["E10 to E9 1"] }} }}
[[case.step]]
ask = "hex A1"
"""


@pytest.mark.parametrize(
    ("given", "facing", "goes_by"),
    [
        ({}, 0, False),
        ({"hold": True}, 0, True),
        ({"within": 6}, 0, True),
        ({"facings": ["side", "rear"]}, 0, True),
        ({"facings": ["side", "rear"]}, 3, False),
        ({"threshold": 0.99}, 0, True),
    ],
)
def test_the_orders_of_one_vehicle_say_which_of_its_shots_are_asked_for(
    given: dict[str, Any], facing: int, goes_by: bool
) -> None:
    st, choice = first_asked(DUEL.format(facing=facing), Window)
    tank = next(one.id for one in st.vehicles.values() if one.side == choice.side)
    orders = Orders(threshold=0.0, firers=[FirerOrders(str(tank), **given)])
    queries.check_orders(st, orders, (choice.side,))
    assert queries.passes(st, choice, orders) == goes_by
