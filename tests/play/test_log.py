"""What the log says and what it leaves out."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core import events as ev
from goodorder.core.apply import apply
from goodorder.core.events.base import LedgerLine
from goodorder.core.state import State
from goodorder.flow.sequence.opening import new_game
from goodorder.play.log import lines
from tests.support import leader, position


def routed(before: State) -> tuple[ev.Event, ...]:
    unit = before.units[1]
    words = ev.Announced(text="8-0 routs to C2", rule="A10.5", side=0, kind="rout", subjects=(1,), locs=(unit.loc,))
    return (words, ev.UnitMoved(unit=1, loc=unit.loc + 1))


def test_a_step_of_a_rout_is_told_once_also_where_it_ends_the_phase() -> None:
    before = position("size 4x4", leader("8-0", "B2"), phase="RtPh")
    events = routed(before)
    after = before
    for event in events:
        after = apply(after, event)
    after = after.with_(turn=replace(after.turn, phase="APh"))
    assert [line.text for line in lines(before, after, events)] == ["8-0 routs to C2"]


def test_a_move_in_the_rout_phase_is_never_called_an_advance() -> None:
    before = position("size 4x4", leader("8-0", "B2"), phase="RtPh")
    moved = routed(before)[1:]
    after = apply(before, moved[0]).with_(turn=replace(before.turn, phase="APh"))
    (line,) = lines(before, after, moved)
    assert line.kind == "rout" and "routs" in line.text


def test_the_hexsides_gone_along_are_those_of_the_hex_entered() -> None:
    before = position("size 4x4", leader("8-0", "B2"), phase="MPh")
    events = (ev.UnitMoved(unit=1, loc=before.units[1].loc + 1), ev.Bypassed(unit=1, vertices=(0, 1)))
    after = before
    for event in events:
        after = apply(after, event)
    here = after.world.map.place_name(after.units[1].loc)
    (line,) = (line for line in lines(before, after, events) if "Bypass" in line.text)
    assert line.text.startswith(f"8-0 goes along {here}-")


def test_control_of_ground_that_nothing_counts_is_left_out() -> None:
    st = position("size 4x4", leader("8-0", "B2"))
    assert lines(st, st, (ev.ControlTaken(loc=1, side=0),)) == []


def test_a_roll_keeps_its_modifiers() -> None:
    st = position("size 4x4", leader("8-0", "B2"))
    why = (LedgerLine("tem", "+2", "building", "B23.3"),)
    thrown = ev.DiceThrown(
        dice=("white", "colored"), faces=(3, 4), purpose="attack", rule="A7.3", side=0, original=7, final=9, lines=why
    )
    (line,) = lines(st, st, (thrown,))
    assert line.lines == why and line.final == 9


def test_a_side_has_one_name_in_log_breadcrumb_and_question() -> None:
    game = new_game("kugelhopf")
    french = next(number for number, side in enumerate(game.world.sides) if side.id == "french")
    begun = ev.PlayerTurnBegan(number=1, attacker=french)
    (line,) = lines(game, apply(game, begun), (begun,))
    assert line.text == "Turn 1: Free French Player Turn"
    assert game.world.sides[french].short == "Free French"
    assert game.world.sides[1 - french].short == "German"
