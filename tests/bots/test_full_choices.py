"""What the standard opponent does with the rarer choices of the full rules, each beside a position where it doesn't."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from goodorder.bots.cc_choices import choose_break, choose_reveal, choose_way_out, choose_withdrawal
from goodorder.bots.declaring import minimum_move, mop_up, search, unsearched
from goodorder.bots.ground import ground_of
from goodorder.bots.moving import Planner
from goodorder.bots.objectives import Goal, Purpose
from goodorder.bots.shooting import Gunnery
from goodorder.bots.standard import StandardPlayer
from goodorder.bots.style import STANDARD
from goodorder.bots.threat_map import Threat, fire_positions
from goodorder.bots.unseen import MOST, guess, is_unknown
from goodorder.core.actions import (
    SNAP,
    Action,
    Done,
    Fire,
    Go,
    MopUp,
    Move,
    PickLocation,
    Reveal,
    Search,
    VoluntaryBreak,
    Withdraw,
)
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Frame
from goodorder.core.menu import Menu
from goodorder.core.state import MINIMUM, State
from goodorder.core.view import imagined
from goodorder.core.world import DUMMY
from goodorder.flow.combat.cc_withdrawal import Announcements, SlipAway
from goodorder.flow.combat.close_combat import LocationCombat
from goodorder.flow.fire.defensive_fire import Window
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.flow.fire.targets import aims
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.move.moving import Moving
from goodorder.flow.rout.rout_phase import RoutPhase
from goodorder.rules.ruleset import ruleset
from tests.support import Placed, asked, begin, leader, loc, map_of, position, squad, unit


def full(terrain: str, *counters: Placed, **more: Any) -> State:
    st = position(terrain, *counters, **more)
    return st.with_(world=replace(st.world, rules=ruleset("full")))


def planner(st: State, side: int = 0) -> Planner:
    ground = ground_of(st)
    return Planner(st, side, ground, Threat(ground, fire_positions(st, 1 - side)), Purpose(st, side, ground))


def begun(st: State, frame: Frame) -> tuple[State, Choice]:
    st, _ = begin(st, frame)
    return st, asked(st, type(frame))


def decided(st: State) -> Action:
    found = pending(st)
    assert isinstance(found, Choice)
    return StandardPlayer().decide(st, found, random.Random(1))


def test_a_stand_in_is_unknown_to_a_bot_in_either_guise() -> None:
    """In play a "?" stack is shown to a computer player as a middling squad (``imagined``)."""
    st = full("C3 woods; A5 woods", squad("A", "A5"), squad("X", "C3", 1).now(concealed=True))
    st, choice = begun(st, FirePhase(phase="PFPh"))
    seen, _ = imagined(st, choice)
    stand_in = next(u for u in seen.units.values() if u.side == 1)
    assert is_unknown(stand_in) and not is_unknown(seen.units[1])
    assert guess(seen, 1).fp <= MOST.fp and guess(seen, 1).worth <= MOST.worth


def test_a_mover_into_stone_is_met_by_a_snap_shot_where_that_does_more() -> None:
    def met(terrain: str) -> Fire:
        st = full(terrain, squad("A", "H1"), squad("B", "E2", 1), phase="MPh")
        st, _ = begin(st, MovePhase())
        st, _ = answer(st, Move((1,), 0, Go((1,), loc(st, "H2"))))
        asked(st, Window)
        found = decided(st)
        assert isinstance(found, Fire)
        return found

    assert met("H2 stone_building").via == SNAP
    assert met("size 8x8").via == -1


def test_two_stacks_side_by_side_are_sprayed_where_that_takes_more() -> None:
    def best(*enemies: Placed) -> Fire:
        st = full("size 8x8", squad("R", "E5", code="russian:6-2-8"), *enemies)
        return Gunnery(st, 0, "PFPh", aims(st, 0), ground_of(st)).best()[0].action

    assert best(squad("A", "E6", 1), squad("B", "F5", 1)).spray >= 0
    assert best(squad("A", "E6", 1), squad("B", "H6", 1)).spray == -1


def test_who_would_win_a_close_combat_drops_the_question_mark_and_who_would_lose_keeps_it() -> None:
    def reveals(*counters: Placed) -> Action | None:
        st = full("size 8x8", *counters, phase="CCPh")
        st, choice = begun(st, LocationCombat(loc(st, "C4"), step="unmask"))
        return choose_reveal(st, choice, loc(st, "C4"), STANDARD, [])

    one, two = (squad(name, "C4").now(concealed=True) for name in "AB")
    assert reveals(one, two, squad("X", "C4", 1)) == Reveal((1, 2))
    assert reveals(one, *(squad(name, "C4", 1) for name in "XYZ")) is None


def melee(*counters: Placed) -> State:
    return full("size 8x8", *counters, phase="CCPh", markers=[("melee", "C4")])


def test_a_fight_that_is_being_won_is_not_left_and_a_man_alone_leaves_a_hopeless_one() -> None:
    def leaves(*counters: Placed) -> Action | None:
        st = melee(*counters)
        frame = Announcements(loc(st, "C4"))
        st, choice = begun(st, frame)
        return choose_withdrawal(st, choice, frame, planner(st), [])

    assert leaves(squad("A", "C4"), squad("B", "C4"), squad("X", "C4", 1)) is None
    assert leaves(leader("9-1", "C4"), squad("X", "C4", 1), squad("Y", "C4", 1)) == Withdraw((1,))


def test_who_may_slip_away_goes_out_of_a_lost_fight_and_stays_in_a_won_one() -> None:
    def goes(must: bool, *counters: Placed) -> Action | None:
        st = melee(*counters)
        frame = SlipAway((1,), "A11.41", must=must)
        st, choice = begun(st, frame)
        return choose_way_out(st, choice, frame, planner(st), [])

    lost = goes(False, squad("A", "C4"), *(squad(name, "C4", 1) for name in "XYZ"))
    assert isinstance(lost, Withdraw) and lost.to >= 0
    assert goes(False, squad("A", "C4"), unit("X", "2-3-7", "C4", 1)) is None
    assert isinstance(goes(True, squad("A", "C4"), unit("X", "2-3-7", "C4", 1)), Withdraw)


def test_a_squad_that_is_about_to_be_overwhelmed_breaks_in_time() -> None:
    def breaks(*foes: Placed) -> Action | None:
        st = full("size 8x8; C7 woods", squad("A", "C4"), *foes, phase="RtPh", attacker=1)
        st, choice = begun(st, RoutPhase(step="break", second=True))
        return choose_break(st, choice, planner(st), [])

    near = [squad(name, at, 1, "6-2-8") for name, at in (("X", "C3"), ("Y", "B3"), ("Z", "D3"))]
    assert breaks(*near) == VoluntaryBreak(1)
    assert breaks(squad("X", "C3", 1)) is None


def test_too_few_mf_for_the_hill_and_yet_the_goal_is_up_there() -> None:
    """A CX squad with an HMG has one MF; the woods on the hill cost four."""
    st = full("C5 woods; C5 level 1", squad("A", "C6").now(cx=True).armed("HMG"), phase="MPh")
    st, choice = begun(st, MovePhase())
    assert minimum_move(choice, planner(st), [st.units[1]]) is None
    plans = planner(st)
    plans.purpose.goals.append(Goal(frozenset((loc(st, "C5"),)), 2.0, 9.0, True))
    found = minimum_move(choice, plans, [st.units[1]])
    assert found is not None and found[1] == Move((1,), MINIMUM, Go((1,), loc(st, "C5")))


def test_question_marks_all_around_are_searched_one_alone_is_not() -> None:
    def searched(count: int) -> Action | None:
        board = map_of("size 8x8")
        near = [board.hexes[h].name for h in board.around(board.index("C5")) if board.hexes[h].name != "C6"]
        masks = [unit("X", DUMMY, name, 1).now(concealed=True) for name in near[:count]]
        st = full("size 8x8", squad("A", "C6"), *masks, phase="MPh")
        st, _ = begin(st, MovePhase())
        st, _ = answer(st, Move((1,), 0, Go((1,), loc(st, "C5"))))
        while not isinstance(st.stack[-1], Moving):
            st, _ = answer(st, Done())
        seen, choice = imagined(st, asked(st, Moving))
        return search(choice, planner(seen), (1,))

    assert searched(5) == Search((1,))
    assert searched(1) is None


def test_a_search_leaves_out_a_hex_in_which_nothing_is_seen() -> None:
    st = full("size 8x8", squad("A", "C5"), squad("X", "C4", 1).now(concealed=True))
    near = (loc(st, "C4"), loc(st, "D5"))
    choice = Choice(0, "", "A12.152", Menu(tuple), lambda action: None)
    assert unsearched(st, choice, near) == PickLocation(near[1])


def test_a_wanted_building_with_a_broken_enemy_in_it_is_mopped_up_and_an_empty_one_is_not() -> None:
    def mopped(*enemies: Placed) -> Action | None:
        st = full("size 8x8; building C4 C5 stone 1", squad("A", "C4"), *enemies)
        st, choice = begun(st, FirePhase(phase="PFPh"))
        plans = planner(st)
        plans.purpose.goals[:] = [Goal(frozenset((loc(st, "C4"), loc(st, "C5"))), 1.0, 9.0, True)]
        return mop_up(choice, plans)

    far = squad("Y", "H8", 1)
    assert mopped(squad("X", "C5", 1).now(broken=True, dm=True), far) == MopUp((1,))
    assert mopped(far) is None
