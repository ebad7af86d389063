"""What the browser draws of a Human Wave before it is declared, and of an impulse before it is announced (A25.23)."""

from __future__ import annotations

from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.move.wave import WaveMove
from goodorder.play.cases.floor import Floor
from goodorder.play.cases.start import import_flow
from goodorder.web import queries
from goodorder.web.documents import state_doc
from goodorder.web.messages.preview import WaveDoc, WaveWay
from tests.support import begin, case_position

import_flow()

CASE = """version = 1
[[case]]
title = "x"
rules = ["A25.23"]
profile = "full"
phase = "MPh"
attacker = "russian"
map = "E8 stone_building"
units = [
  "A russian 4-4-7 at D4", "B russian 4-4-7 at D4", "C russian 4-4-7 at E5", "D russian 4-4-7 at E5",
  "L russian 8-0 at E5", "F russian 4-4-7 at F4", "H russian 4-4-7 at F4", "N russian 4-4-7 at F4 broken",
  "G german 4-6-7 at E8",
]
WAVE
[[case.step]]
ask = "legal pass"
"""
TOLD = CASE.replace("WAVE\n", "")
UNDER_WAY = CASE.replace("WAVE", 'wave = "A B C D L F H at E8 grain 3"')


def asked(st: State) -> Choice:
    found = pending(st)
    assert isinstance(found, Choice)
    return found


def wave_at(st: State, path: list[str]) -> WaveDoc:
    doc = queries.preview(st, asked(st), path)
    assert doc is not None and doc.wave is not None
    return doc.wave


def test_who_takes_part_who_does_not_and_why_is_told_before_a_target_is_chosen() -> None:
    position = case_position(TOLD)
    st, _ = begin(position.state.with_(stack=(Floor(),)), MovePhase())
    told = wave_at(st, ["wave"])
    assert set(told.units) == {str(position.names.unit(name)) for name in "ABCDLFH"}
    assert [(one.unit, one.why, one.rule) for one in told.out] == [
        (str(position.names.unit("N")), "is not in Good Order", "A25.23")
    ]
    assert told.grain == () and told.ways == ()


def test_a_declaration_shows_its_grain_the_other_legal_ones_and_what_lies_ahead() -> None:
    st, _ = begin(case_position(TOLD).state.with_(stack=(Floor(),)), MovePhase())
    choice = asked(st)
    target = choice.menu.entries(["wave"])[0].key
    whole = choice.menu.entries(["wave", target])[0].key
    told = wave_at(st, ["wave", target, whole])
    assert told.grain[:8] == ("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8")
    assert wave_at(st, ["wave", target]) == told, "of the branches before it as well"
    ahead = {(way.frm, way.to) for way in told.ways if way.kind == "forward"}
    assert {("E5", "E6"), ("E5", "D5"), ("E5", "F5")} <= ahead
    assert all(way.kind == "forward" for way in told.ways), "a Hex Grain has no side hexes"
    leaves = [entry for entry in choice.menu.entries(["wave", target, whole]) if entry.leaf]
    assert len(told.others) == len(leaves) - 1


def test_an_impulse_shows_where_everybody_goes_and_what_it_costs() -> None:
    position = case_position(UNDER_WAY)
    st, _ = begin(position.state.with_(stack=(Floor(),)), WaveMove())
    told = wave_at(st, ["announce"])
    name = position.names.unit
    assert (
        WaveWay(frm="E5", to="E6", kind="go", units=tuple(sorted(str(name(one)) for one in "CDL")), mf=1.0) in told.ways
    )
    assert (told.mf, told.left, told.out) == (1.0, 7.0, ())
    assert not any(way.enemy for way in told.ways)
    marks = [one.hex for one in state_doc(st, None, "russian", controls=frozenset((1,))).markers if one.kind == "wave"]
    assert marks[:4] == ["E1", "E2", "E3", "E4"], "in the order of the grain, along which it is drawn"


def test_who_goes_around_an_obstacle_in_an_impulse_is_told_by_hexsides_and_drawn_along_them() -> None:
    text = UNDER_WAY.replace('map = "E8 stone_building"', 'map = "E6 stone_building"')
    st, _ = begin(case_position(text).state.with_(stack=(Floor(),)), WaveMove())
    ways = asked(st).menu.entries(["at:E5", "b:E6"])
    assert {("s:1", (1, 2)), ("s:5,4", (0, 5, 4))} <= {(entry.key, entry.vertices) for entry in ways}
    told = wave_at(st, ["at:E5", "b:E6", "s:1,2", "announce"])
    assert [(way.to, way.around, way.mf) for way in told.ways if way.frm == "E5"] == [("E6", (1, 2, 3), 1.0)]
