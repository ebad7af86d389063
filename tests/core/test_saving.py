"""Saved positions: what can't be read is one clear error, never half a position."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from goodorder.core import saving
from goodorder.core.errors import Unreadable
from goodorder.core.state import FireMark, Result, State, Trail
from tests.support import leader, position, squad


def rich() -> State:
    """A position in which every part holds something."""
    st = position("size 6x6", squad("A", "C3").armed("LMG"), leader("8-1", "C3"), residual=[("C4", 4)])
    shot = FireMark("prep", 7, (1, 2), 1, True)
    return st.with_(
        trails={1: Trail(shots=(shot,), directed=(1, -50), lent=("prep",), tried=("rally",))},
        weapon_shots={50: (shot,)},
        control={3: 0, 14: 1},
        result=Result(-1, "over"),
        points=(3, 4),
        rolls=9,
    )


def test_every_part_comes_back() -> None:
    st = rich()
    again = saving.decode(saving.encode(st), st.world)
    for name in ("units", "weapons", "markers", "trails", "weapon_shots", "control", "turn", "stack", "result"):
        assert getattr(again, name) == getattr(st, name), name
    assert (again.rolls, again.next_id, again.points) == (9, st.next_id, (3, 4))
    assert saving.decode(st.parts(), st.world).digest() == st.digest()


def _cut(data: dict[str, Any]) -> None:
    del data["units"]


def _extra(data: dict[str, Any]) -> None:
    data["vehicles"] = []


def _unit(data: dict[str, Any]) -> None:
    data["units"][0]["loc"] = "C3"


def _frame(data: dict[str, Any]) -> None:
    data["stack"][0]["frame"] = "Nobody"


def _trail(data: dict[str, Any]) -> None:
    data["trails"] = {"x": {}}


def _turn(data: dict[str, Any]) -> None:
    data["turn"] = 4


@pytest.mark.parametrize("damage", [_cut, _extra, _unit, _frame, _trail, _turn])
def test_a_damaged_position_is_unreadable(damage: Any) -> None:
    st = rich()
    data = copy.deepcopy(msgspec.json.decode(saving.encode(st)))
    damage(data)
    with pytest.raises(Unreadable):
        saving.decode(data, st.world)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b"{}"])
def test_what_is_no_position_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable):
        saving.decode(data, rich().world)
