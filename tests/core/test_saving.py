"""Saved positions: what can't be read is one clear error, never half a position."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any, get_args

import msgspec
import pytest

from goodorder.core import saving, view
from goodorder.core.actions import Fire, Firer, Ordnance
from goodorder.core.errors import Unreadable
from goodorder.core.frames import AtOnce, Frame, Series, Turns
from goodorder.core.notes import Note
from goodorder.core.state import PARTS, FireMark, Result, State, Trail, Turn
from goodorder.flow.rally.rally_phase import RallyPhase
from goodorder.play.cases.start import import_flow
from tests.support import leader, position, squad


def rich() -> State:
    """A position in which every part holds something."""
    st = position("size 6x6", squad("A", "C3").armed("LMG"), leader("8-1", "C3"), residual=[("C4", 4)])
    shot = FireMark("prep", 7, (1, 2), 1, True)
    led = Note("directed", when="prep", firers=(1, -50))
    return st.with_(
        trails={
            1: Trail(shots=(shot,), directed=(1, -50), lent=(led,), tried=(Note("recover", weapon=50, when="RPh"),))
        },
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


def test_every_field_of_a_position_but_world_and_caches_is_a_declared_part() -> None:
    assert {part.name for part in PARTS} == set(State.__struct_fields__) - {"world", "memo", "tables", "waits"}
    assert {part.name for part in PARTS if part.known == "view"} == {*view._PARTS, *view._AT_HAND}


def test_what_is_at_its_default_is_left_out() -> None:
    st = position("size 6x6", squad("A", "C3"))
    built = st.parts()
    assert not {"weapons", "markers", "trails", "control", "believed", "result", "points", "third"} & set(built)
    assert built["units"] == [
        {"id": 1, "side": 0, "type": "german:4-6-7", "loc": st.units[1].loc, "place": 0} | _order(st)
    ]


def _order(st: State) -> dict[str, Any]:
    return {"order": st.units[1].order, "ident": "A"}


def test_a_default_is_left_out_whichever_object_it_is() -> None:
    """Of texts and tuples there may be many equal objects; equal positions have one digest all the same."""
    st = position("size 6x6", squad("A", "C3"))
    words = ["".join(["set", "up"]), "setup"], ["".join(["beg", "in"]), "begin"]
    first, second = (
        st.with_(turn=Turn(0, 0, turn), stack=(RallyPhase(step),)) for turn, step in zip(*words, strict=True)
    )
    assert words[0][0] is not words[0][1] and saving.encode(first) == saving.encode(second)
    assert saving.copy(first).digest() == first.digest() == second.digest()


def test_a_shot_that_was_read_is_written_as_that_of_a_menu() -> None:
    shot = Fire((Firer(1, False, (50,)),), 7, ordnance=Ordnance(facing=3))
    told = json.loads(msgspec.json.encode(shot))
    told["ordnance"] |= {"ammo": "HE", "target_type": "infantry"}
    for read in (msgspec.json.decode(json.dumps(told), type=Fire), pickle.loads(pickle.dumps(shot))):
        assert read == shot and msgspec.json.encode(read) == msgspec.json.encode(shot)


def _cut(data: dict[str, Any]) -> None:
    del data["units"]


def _extra(data: dict[str, Any]) -> None:
    data["balloons"] = []


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


INNER: tuple[Any, ...] = (
    7,
    10**30,
    "x",
    None,
    {},
    [7],
    ["x"],
    [[]],
    [{"frame": "Series", "frames": 7}],
    [{"frame": 7}],
)


@pytest.mark.parametrize("inner", INNER)
@pytest.mark.parametrize(
    ("name", "word"), [("Series", "frames"), ("Turns", "frames"), ("AtOnce", "frames"), ("AtOnce", "first")]
)
def test_frames_in_frames_that_are_none_are_one_clear_error(inner: Any, name: str, word: str) -> None:
    st = rich()
    doc = {**json.loads(saving.encode(st)), "stack": [{"frame": name, "frames": [], word: inner}]}
    with pytest.raises(Unreadable):
        saving.decode(json.dumps(doc).encode(), st.world)


@pytest.mark.parametrize("deep", [100, 5_000])
def test_frames_in_frames_without_end_are_one_clear_error(deep: int) -> None:
    st = rich()
    text = '{"frame": "Series", "frames": [' * deep + "7" + "]}" * deep
    doc = {**json.loads(saving.encode(st)), "stack": [msgspec.Raw(text.encode())]}
    with pytest.raises(Unreadable):
        saving.decode(msgspec.json.encode(doc), st.world)


def kinds_of_frames(base: type[Frame] = Frame) -> set[type[Frame]]:
    """Every class of frame."""
    return {base}.union(*(kinds_of_frames(one) for one in base.__subclasses__()))


def named_in(hint: Any) -> set[Any]:
    """The types that an annotation is made of."""
    return {hint}.union(*(named_in(one) for one in get_args(hint)))


def test_a_frame_holds_frames_by_their_own_class_so_that_they_are_read_back_as_what_they_are() -> None:
    import_flow()
    for kind in kinds_of_frames() - {Series, Turns, AtOnce}:
        if kind.__module__.startswith("goodorder."):
            fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
            assert [name for name, hint in fields.items() if Frame in named_in(hint)] == [], kind
