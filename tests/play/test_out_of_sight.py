"""Rolls, names and order of what a side does not see: nothing of it is told (A12.11, A12.14, A12.122)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from goodorder.cli.engine_do import EngineGames, Request
from goodorder.cli.engine_game import EngineGame
from goodorder.core import events as ev
from goodorder.core import saving
from goodorder.core.actions import Action, Climb, Deploy, Expose, Rally, Recover, Repair
from goodorder.core.apply import apply
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.errors import GoodOrderError, Illegal
from goodorder.core.frames import Choice
from goodorder.core.notation import parse
from goodorder.core.state import ON_MAP, State, Step, Trail, Vehicle, Weapon, with_stance
from goodorder.core.view import public_view, view
from goodorder.core.world import DUMMY
from goodorder.flow.fire.stray_hit import StrayHit
from goodorder.flow.move.acts.climb import climb_events
from goodorder.flow.move.detection import Detection
from goodorder.flow.rally.rally_phase import RALLYING, WEAPONS, RallyPhase
from goodorder.flow.sequence.concealment import GainConcealment
from goodorder.flow.shared.momentary import MomentaryReveal
from goodorder.play.log import lines
from goodorder.play.record import HUMAN, Options
from goodorder.play.seen import is_out_of_sight, seen_by, seen_by_all
from goodorder.play.session import Session
from goodorder.play.start import begin as begin_game
from goodorder.rules.a12_concealment.loss import Exposed
from goodorder.rules.ruleset import ruleset
from goodorder.web.documents import state_doc
from tests.support import Placed, begin, case_position, leader, loc, position, squad, unit

LONG = "size 4x24"
"""A map on which nobody at one end watches what is done at the other."""
VIEWER = 1
MASK = {"concealed": True}


def full(*counters: Placed, phase: str = "RPh", attacker: int = 0) -> State:
    """A position by the full rules, with a watcher of the other side far away."""
    st = position(LONG, squad("W", "A24", 1), *counters, phase=phase, attacker=attacker)
    held = {unit.loc: unit.side for unit in st.units.values()}
    return st.with_(world=replace(st.world, rules=ruleset("full")), control=held)


def told(before: State, after: State, events: tuple[Any, ...]) -> tuple[bytes, bytes, list[Any]]:
    """What the viewer has of a step: the position, its document, the lines."""
    seen = view(after, VIEWER)
    doc = state_doc(seen, None, seen.world.sides[VIEWER].id, controls=frozenset((VIEWER,)))
    return saving.encode(seen), msgspec.json.encode(doc), lines(before, after, events, viewer=VIEWER)


def armed(st: State, holder: int, **fields: Any) -> State:
    """The position with a LMG in somebody's hands (0: lying where unit 2 stands)."""
    place: dict[str, Any] = {} if holder else {"loc": st.units[2].loc}
    return st.with_weapon(Weapon(50, 0, "german:LMG", holder=holder, place=ON_MAP, **place, **fields))


def stack() -> State:
    return full(squad("A", "A1").now(**MASK), leader("9-1", "A1").now(**MASK))


ATTEMPTS: list[tuple[State, Action, list[tuple[int, ...]]]] = [
    (stack(), Deploy(2, 3), [(1, 1), (6, 6)]),
    (armed(stack(), 0), Recover(2, 50), [(1,), (6,)]),
    (armed(stack(), 2, malfunctioned=True), Repair(50), [(1,), (3,), (6,)]),
]


@pytest.mark.parametrize(("st", "action", "dice"), ATTEMPTS, ids=["deploy", "recover", "repair"])
def test_a_roll_of_units_that_a_side_cannot_see_is_not_told_to_it_whatever_comes_of_it(
    st: State, action: Action, dice: list[tuple[int, ...]]
) -> None:
    before, _ = begin(st, RallyPhase(WEAPONS))
    rolling, _ = answer(before, action)
    assert isinstance(pending(rolling), Roll)
    if isinstance(action, Recover):  # a weapon that lies in the open is seen to be gone
        dice = dice[1:]
    heard = []
    for faces in dice:
        after, events = answer(rolling.with_(), faces)
        assert any(isinstance(event, ev.DiceThrown) for event in events)
        assert seen_by(rolling, after, events, VIEWER)[2] == ()
        assert any(isinstance(event, ev.DiceThrown) for event in seen_by(rolling, after, events, 0)[2])
        heard.append(told(rolling, after, events))
    assert all(one == heard[0] for one in heard)
    assert heard[0][2] == [] and heard[0][0] == saving.encode(view(before, VIEWER))


def test_to_who_does_not_see_it_a_deployed_squad_looks_as_dummies_do() -> None:
    before, _ = begin(stack(), RallyPhase(WEAPONS))
    after, _ = answer(answer(before, Deploy(2, 3))[0], (1, 1))
    decoy, _ = begin(full(*(unit("", DUMMY, "A1").now(**MASK) for _ in "12")), RallyPhase(WEAPONS))
    assert saving.encode(view(after, VIEWER)) == saving.encode(view(decoy, VIEWER))


def test_a_deployment_in_sight_is_told_with_its_roll() -> None:
    before, _ = begin(full(squad("N", "A3", 1), squad("A", "A1"), leader("9-1", "A1")), RallyPhase(WEAPONS))
    rolling, _ = answer(before, Deploy(3, 4))
    after, events = answer(rolling, (1, 1))
    words = [line.text for line in lines(rolling, after, events, viewer=VIEWER)]
    assert any("Deployment of squad A" in text for text in words) and any("Deploys into two" in text for text in words)


def test_a_side_of_the_line_protocol_waits_while_the_other_rolls_out_of_its_sight() -> None:
    before, _ = begin(stack(), RallyPhase(WEAPONS))
    rolling, _ = answer(before, Deploy(2, 3))
    sides = [side.id for side in rolling.world.sides]
    header, _ = begin_game("first", dict.fromkeys(sides, HUMAN), Options(), {})
    game = EngineGame(header, rolling, VIEWER, None)
    games = EngineGames()
    games.add(game)
    assert msgspec.to_builtins(games.do(Request(do="pending")))["kind"] == "waiting"
    for request in (Request(do="menu"), Request(do="answer", path=("pass",))):
        with pytest.raises(GoodOrderError) as refused:
            games.do(request)
        assert "squad" not in refused.value.message and "Deploy" not in refused.value.message
    game.go_on()
    assert not isinstance(pending(game.state), Roll), "thrown by the program: who brings faces would learn of it"
    assert not msgspec.to_builtins(games.do(Request(do="events")))["events"] and game.seq == 0


def test_a_leader_beneath_a_question_mark_is_neither_named_nor_counted_in_a_rally_that_he_leads() -> None:
    st = full(squad("A", "A1").now(broken=True), leader("9-2", "A1").now(**MASK))
    before, _ = begin(st, RallyPhase(RALLYING))
    rolling, _ = answer(before, Rally(2, 3))
    after, events = answer(rolling, (3, 3))
    roll = next(event for event in seen_by(rolling, after, events, VIEWER)[2] if isinstance(event, ev.DiceThrown))
    own = next(event for event in events if isinstance(event, ev.DiceThrown))
    assert "9-2" in own.purpose and own.final == own.original - 2
    assert "9-2" not in roll.purpose and roll.final == roll.original == own.original
    assert all("9-2" not in line.reason for line in roll.lines)


@pytest.mark.parametrize("beside", [leader("9-2", "A1"), leader("8-0", "A1"), unit("", DUMMY, "A1")])
def test_the_final_of_a_concealment_dr_is_told_without_what_lies_under_a_question_mark(beside: Placed) -> None:
    counters = (squad("W", "A20", 1), squad("A", "A1"), beside.now(**MASK))
    st = position(LONG + "; A1 woods", *counters, phase="CCPh", attacker=0)
    before, _ = begin(st.with_(world=replace(st.world, rules=ruleset("full"))), GainConcealment())
    after, events = answer(before, (6,))
    roll = next(event for event in seen_by(before, after, events, VIEWER)[2] if isinstance(event, ev.DiceThrown))
    assert (roll.original, roll.final) == (6, 8), "the squad's size and the woods"
    assert [line.id for line in roll.lines] == ["size", "cover"]


def test_what_comes_to_several_question_marks_at_once_is_told_in_the_order_of_the_map() -> None:
    heard = []
    for hexes in (("A1", "C3"), ("C3", "A1")):
        first, second = (squad(name, where).now(**MASK, cx=True) for name, where in zip("AB", hexes, strict=True))
        st = full(first, second)
        events = (ev.CxRemoved(unit=2), ev.CxRemoved(unit=3))
        heard.append(seen_by(st, st, events, VIEWER)[2])
    assert heard[0] == heard[1] and len(heard[0]) == 2


def test_a_stack_of_two_moves_as_one() -> None:
    st = full(squad("A", "A1").now(**MASK), squad("B", "A1").now(**MASK), phase="MPh")
    events = tuple(ev.UnitMoved(unit=unit, loc=loc(st, "A2")) for unit in (2, 3))
    assert len(seen_by(st, st, events, VIEWER)[2]) == 1


def test_a_name_that_a_unit_has_before_or_after_a_step_is_taken_out_of_what_is_told() -> None:
    before = full(squad("A", "A1").now(**MASK), squad("K", "C3"))
    after = before.with_unit(replace(before.units[2], type="german:2-4-7", ident=""))
    text = "squad A (4-6-7) and half-squad (2-4-7) stand by squad K (4-6-7)"
    event = ev.Announced(text=text, rule="A4.2", subjects=(3,))
    (found,) = seen_by(before, after, (event,), VIEWER)[2]
    assert isinstance(found, ev.Announced)
    assert found.text == 'a "?" stack and a "?" stack stand by squad K (4-6-7)'


def test_a_third_die_that_is_left_of_a_roll_is_in_no_view() -> None:
    st = stack()
    assert saving.encode(view(st.with_(third=5), VIEWER)) == saving.encode(view(st, VIEWER))


def test_who_answers_out_of_turn_is_not_told_what_the_other_side_is_asked() -> None:
    header, start = begin_game("patrol", {"british": HUMAN, "german": HUMAN}, Options(), {})
    session = Session(header, start)
    session.open()
    asked = session.choice()
    with pytest.raises(Illegal) as refused:
        session.decide(1 - asked.side, Deploy(2, 3))
    assert asked.prompt not in refused.value.message


SIDES = (0, 1)


@pytest.mark.parametrize("hider", SIDES)
def test_an_onlooker_sees_control_as_both_sides_know_it(hider: int) -> None:
    st = full(squad("A", "A1").now(**MASK), squad("W", "C20", 1).now(**MASK))
    mine, theirs = st.units[2 + hider].loc, loc(st, "D9")
    other = 1 - hider
    before = st.with_(control={theirs: other, mine: hider})
    after = before.with_(control={theirs: hider, mine: hider}, believed={2 * theirs + other: other})
    assert view(after, hider).control[theirs] == hider and view(after, other).control[theirs] == other
    assert public_view(after).control[theirs] == other
    event = ev.ControlTaken(loc=theirs, side=hider)
    assert seen_by(before, after, (event,), hider)[2] == (event,)
    assert seen_by_all(before, after, (event,))[2] == ()
    known = after.with_(believed={})
    assert seen_by_all(after, known, (ev.ControlSeen(viewer=other, loc=theirs, side=hider),))[2] == (event,)
    assert public_view(known).control[theirs] == hider


def test_a_reveal_that_the_view_offers_is_accepted_and_finds_who_gave_himself_away() -> None:
    """One of a "?" stack is out of sight beyond the woods that it goes around; to the enemy the stack is in sight."""
    counters = (squad("V", "C1", 1).now(**MASK), squad("A", "C4").now(**MASK), squad("B", "C4").now(**MASK))
    decoy = unit("", DUMMY, "C7", 1).now(**MASK)
    st = position("size 8x8; C4 woods", *counters, decoy, phase="MPh", attacker=0)
    there = loc(st, "C4")
    step = Step("enter", loc(st, "C5"), there, 2)
    trails = {2: Trail((step,), started=True), 3: Trail((step, step), started=True)}
    st = st.with_(world=replace(st.world, rules=ruleset("full")), trails=trails)
    st = st.with_unit(with_stance(st.units[2], bypass=(4, 3)))
    window, _ = begin(st, MomentaryReveal(VIEWER, (Exposed(2, "A12.14", "any"),)))
    asked = pending(window)
    assert isinstance(asked, Choice) and asked.check(Expose(1, there)) is not None, "really it is out of sight"
    after, _ = answer(window, Expose(1, there))
    assert not after.units[2].concealed and after.units[3].concealed and after.units[1].concealed


@pytest.mark.parametrize("more", [0, 1, 4])
def test_the_dice_that_find_somebody_do_not_count_what_else_lies_under_the_question_mark(more: int) -> None:
    """Each counter has its die, weapons and Dummies too; the enemy sees those of who is found (A12.15, A.9)."""
    hiders = [squad("A", "A3").now(**MASK), *(unit("", DUMMY, "A3").now(**MASK) for _ in range(1 + more))]
    st = armed(full(squad("V", "A4", 1), *hiders, phase="MPh", attacker=VIEWER), 3)
    before, _ = begin(st, Detection((2,), loc(st, "A4"), loc(st, "A3"), (2,)))
    asked = pending(before)
    assert isinstance(asked, Roll) and len(asked.dice) == 3 + more
    assert is_out_of_sight(before, asked, VIEWER), "who brings dice from outside would count them"
    after, events = answer(before, (6, 5, *(1 for _ in range(1 + more))))
    told = [event for event in seen_by(before, after, events, VIEWER)[2] if isinstance(event, ev.DiceThrown)]
    assert [event.faces for event in told] == [(6, 5)], "of the squad and its LMG"
    own = [event for event in seen_by(before, after, events, 0)[2] if isinstance(event, ev.DiceThrown)]
    assert [len(event.faces) for event in own] == [3 + more]


@pytest.mark.parametrize("known", [False, True])
def test_of_an_armored_assault_a_side_is_told_the_afv_only_where_it_is_known(known: bool) -> None:
    st = full(squad("A", "C3"), phase="MPh")
    [man] = (one for one in st.units.values() if one.side != VIEWER)

    def begun(afv: int) -> tuple[State, State, tuple[Any, ...]]:
        tank = Vehicle(afv, 0, "german:pzkpfw_iiif", loc=man.loc, facing=2, concealed=not known)
        before = st.with_(vehicles={afv: tank})
        declared = ev.MoveDeclared(unit=man.id, declared=0, afv=afv)
        return before, apply(before, declared), (declared,)

    seen, document, found = told(*begun(70))
    assert ["Armored Assault" in line.text for line in found] == [True] * known
    assert view(begun(70)[1], VIEWER).trail(man.id).afv == (70 if known else 0)
    assert known or told(*begun(71)) == (seen, document, found)


@pytest.mark.parametrize(("faces", "outcome"), [((5, 2), 'a vehicle under a "?"'), ((2, 5), "ZIS-5"), ((4, 4), "both")])
def test_of_a_near_miss_nobody_is_told_which_vehicle_lies_under_a_question_mark(
    faces: tuple[int, int], outcome: str
) -> None:
    """The Random Selection names it before it is hit, and the hull of one that is Hull Down is not (A5.132, A12.2)."""
    st = full(squad("A", "A4"), phase="PFPh")
    lorries = [
        Vehicle(key, 0, "russian:zis_5", st.units[2].loc, 2, concealed=key == 70, place=ON_MAP) for key in (70, 71)
    ]
    st = st.with_(vehicles={one.id: one for one in lorries})
    before, _ = begin(st, StrayHit(VIEWER, (70, 71), (None, None), hits=True))
    after, events = answer(before, faces)
    [roll] = (event for event in seen_by(before, after, events, VIEWER)[2] if isinstance(event, ev.DiceThrown))
    assert roll.outcome == ('a vehicle under a "?", ZIS-5' if outcome == "both" else outcome)
    assert after.vehicles[70].concealed


CLIFF = """
version = 1
[[case]]
title = "a concealed squad below a cliff"
profile = "full"
map = '''
D4 level 3
D4-D5 cliff
'''
units = ["A german 4-6-7 at D5 concealed", "W russian 4-4-7 at K9"]
phase = "MPh"
[[case.step]]
do = "climb A to D5/climb1-0.0"
"""


def test_a_concealed_squad_that_begins_to_climb_is_told_as_the_question_mark_on_the_cliff() -> None:
    found = case_position(CLIFF)
    before, climber = found.state, found.names.units["A"]
    action = parse("climb A to D5/climb1-0.0", found.names)
    assert isinstance(action, Climb)
    events = climb_events(before, action)
    after = before
    for event in events:
        after = apply(after, event)
    assert after.units[climber].loc not in (before.units[climber].loc, action.to)
    steps = [event for event in seen_by(before, after, events, VIEWER)[2] if isinstance(event, ev.StepTaken)]
    assert [event.unit in view(after, VIEWER).units for event in steps] == [True]
    assert lines(before, after, events, viewer=VIEWER)[0].text == 'a "?" stack spends all MF'
