"""The CCPh as it is played: order, declarations, simultaneous results, Ambush, Melee (A11.12-A11.4)."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from goodorder.core import engine
from goodorder.core.actions import Action, CloseCombat, Done, PickLocation, StandWith
from goodorder.core.dice import ONE_DIE, TWO_DICE, Roll
from goodorder.core.errors import Illegal
from goodorder.core.events import DiceThrown, MarkerRemoved
from goodorder.core.frames import Choice, Over, decode_frame
from goodorder.core.state import ELIMINATED, MK_MELEE, ON_MAP, State
from goodorder.rules.a11_close_combat.aftermath import ended_melees
from goodorder.rules.a11_close_combat.permission import directors
from tests.rules.a11_close_combat.fights import begin, fight, over, play, waits


def asks(st: State) -> Choice:
    found = waits(st)
    assert isinstance(found, Choice)
    return found


def wants(st: State) -> Roll:
    found = waits(st)
    assert isinstance(found, Roll)
    return found


def melee_at(st: State, loc: int) -> bool:
    return st.marker_at(MK_MELEE, loc) is not None


def test_both_attacks_are_made_even_if_one_side_is_gone() -> None:
    st, _ = play(fight("0 4-6-7", "1 4-4-7"), CloseCombat((1,), (2,)), CloseCombat((2,), (1,)), (1, 2), (2, 2))
    assert over(st)
    assert [u.place for u in st.units.values()] == [ELIMINATED, ELIMINATED]
    assert not melee_at(st, 0)


def test_results_wait_for_the_last_dr() -> None:
    st, _ = play(fight("0 4-6-7", "1 4-4-7"), CloseCombat((1,), (2,)), CloseCombat((2,), (1,)), (1, 2))
    assert wants(st).side == 1
    assert st.units[2].place == ON_MAP


def test_survivors_of_both_sides_are_in_melee_and_pins_come_off() -> None:
    start = fight("0 4-6-7 pinned", "1 4-4-7", "1 4-4-7 pinned @A1")
    st, _ = play(start, CloseCombat((1,), (2,)), CloseCombat((2,), (1,)), (6, 6), (6, 5))
    assert over(st)
    assert melee_at(st, st.units[1].loc)
    assert not any(u.pinned for u in st.units.values())


def test_equal_to_the_kill_number_reduces_by_random_selection_with_ties() -> None:
    start = fight("0 4-6-7", "0 4-6-7", "1 4-4-7", "1 4-4-7")
    st, _ = play(start, CloseCombat((1, 2), (3, 4)), Done(), (2, 3))
    assert wants(st).dice == ("slot 1", "slot 2")
    assert wants(st).side == 1
    tied, _ = engine.answer(st, (4, 4))
    assert [tied.units[u].type for u in (3, 4)] == ["russian:2-3-7"] * 2
    one, _ = engine.answer(st, (5, 4))
    assert [one.units[u].type for u in (3, 4)] == ["russian:2-3-7", "russian:4-4-7"]


def test_a_leader_picked_by_random_selection_checks_his_wound() -> None:
    st, _ = play(fight("0 4-6-7", "0 2-4-7", "1 8-0", "1 4-4-7"), Done(), CloseCombat((1, 2), (3, 4)), Done(), (2, 3))
    st, _ = engine.answer(st, (6, 1))
    assert wants(st).rule == "A17.11"
    st, _ = engine.answer(st, (2,))
    assert st.units[3].wounded and over(st)


def test_no_unit_attacks_or_is_attacked_twice() -> None:
    st, _ = play(fight("0 4-6-7", "0 4-6-7", "1 4-4-7", "1 4-4-7"), CloseCombat((1,), (3,)))
    check = asks(st).check
    assert str(check(CloseCombat((1,), (4,)))) == "A11.12: a unit attacks once in a CCPh"
    assert str(check(CloseCombat((2,), (3,)))) == "A11.12: a unit is attacked once in a CCPh"
    assert check(CloseCombat((2,), (4,))) is None


def test_a_broken_unit_never_attacks() -> None:
    st, _ = play(fight("0 4-6-7", "1 4-4-7 broken"), CloseCombat((1,), (2,)))
    assert isinstance(waits(st), Roll)  # the other side has nobody to attack with
    refused, _ = begin(fight("0 4-6-7", "1 4-4-7", "1 4-4-7 broken", attacker=1))
    with pytest.raises(Illegal, match="broken unit never attacks"):
        engine.answer(refused, CloseCombat((2, 3), (1,)))


def test_the_attacker_picks_the_order_of_locations() -> None:
    start = fight("0 4-6-7", "1 4-4-7", "0 4-6-7 @D4", "1 4-4-7 @D4", attacker=1)
    st, _ = begin(start)
    assert asks(st).side == 1
    with pytest.raises(Illegal):
        engine.answer(st, PickLocation(0))
    st, _ = engine.answer(st, PickLocation(start.units[3].loc))
    assert engine.breadcrumb(st) == ("CCPh", "CC in D4")
    st, _ = engine.answer(engine.answer(st, Done())[0], Done())
    assert engine.breadcrumb(st) == ("CCPh", "CC in C3")


def test_a_leader_fights_with_the_squad_beneath_him_unless_he_is_put_alone() -> None:
    st, _ = begin(fight("0 8-1", "0 4-6-7", "1 4-4-7"))
    together, _ = engine.answer(st, Done())
    assert str(asks(together).check(CloseCombat((1,), (3,)))).startswith("A11.14")
    assert asks(together).check(CloseCombat((1, 2), (3,), 1)) is None
    alone, _ = engine.answer(st, StandWith(1, 0))
    check = asks(alone).check
    assert check(CloseCombat((1,), (3,))) is None
    assert str(check(CloseCombat((1,), (3,), 1))).startswith("A11.141")
    assert str(check(CloseCombat((1, 2), (3,)))).startswith("A11.14")


def test_a_leader_on_a_squad_is_not_singled_out() -> None:
    st, _ = play(fight("0 4-6-7", "1 8-1", "1 4-4-7"), Done())
    assert str(asks(st).check(CloseCombat((1,), (2,)))).startswith("A11.14")
    assert asks(st).check(CloseCombat((1,), (2, 3))) is None


def test_weapons_of_the_dead_may_be_lost_when_the_colored_die_shows_one() -> None:
    start = fight("0 4-6-7", "1 4-4-7", weapons=((2, "russian:LMG"),))
    st, _ = play(start, CloseCombat((1,), (2,)), Done(), (3, 1))
    assert wants(st).rule == "A11.13"
    gone, _ = engine.answer(st, (5,))
    assert gone.weapons[50].place == ELIMINATED
    left, _ = engine.answer(st, (6,))
    assert left.weapons[50].place == ON_MAP and left.weapons[50].loc == start.units[1].loc
    kept, _ = play(start, CloseCombat((1,), (2,)), Done(), (1, 3))
    assert over(kept) and kept.weapons[50].loc == start.units[1].loc


def test_ambush_is_checked_in_woods_and_buildings_but_not_in_a_melee_or_the_open() -> None:
    for terrain, melee, checked in (("C3 woods", False, True), ("C3 woods", True, False), ("C3 brush", False, False)):
        st, _ = begin(fight("0 4-6-7", "1 4-4-7", terrain=terrain, melee=melee))
        found = waits(st)
        assert not isinstance(found, Over)
        assert (found.rule == "A11.4") is checked


def test_the_ambusher_attacks_first_and_the_dead_do_not_strike_back() -> None:
    start = fight("0 4-6-7", "1 4-4-7", terrain="C3 woods")
    st, _ = play(start, (5,), (2,))
    assert asks(st).side == 1
    st, _ = engine.answer(st, CloseCombat((2,), (1,)))
    assert wants(st).dice == TWO_DICE
    st, _ = engine.answer(st, (2, 3))  # 1-1, below 5 after -1
    assert st.units[1].place == ELIMINATED and over(st)
    assert st.control[start.units[1].loc] == 1


def test_a_difference_of_two_is_no_ambush() -> None:
    st, _ = play(fight("0 4-6-7", "1 4-4-7", terrain="C3 woods"), (5,), (3,))
    assert asks(st).side == 0


@pytest.mark.parametrize(
    ("units", "need"),
    [
        (("0 4-6-7", "1 4-4-7"), 0),
        (("0 9-1", "0 4-6-7", "1 4-4-7"), -1),
        (("0 9-1 pinned", "0 4-6-7", "1 4-4-7"), 1),
        (("0 9-1", "1 4-4-7"), 0),
        (("0 4-6-7 cx", "0 4-6-7 broken", "0 4-6-7 pinned", "0 4-6-7 cx", "1 4-4-7"), 3),
        (("0 4-3-6", "1 4-4-7"), 1),
    ],
)
def test_ambush_modifiers(units: tuple[str, ...], need: int) -> None:
    st, _ = begin(fight(*units, terrain="C3 woods"))
    assert wants(st).dice == ONE_DIE
    _, events = engine.answer(st, (4,))
    assert isinstance(events[0], DiceThrown)
    assert events[0].final == 4 + need


def test_broken_units_held_in_melee_are_lost_at_the_end_of_the_phase() -> None:
    st, _ = play(fight("0 4-6-7", "1 4-4-7 broken", melee=True), Done())
    assert st.units[2].place == ELIMINATED
    fresh, _ = play(fight("0 4-6-7", "1 4-4-7 broken"), Done())
    assert fresh.units[2].place == ON_MAP and melee_at(fresh, fresh.units[2].loc)


def test_the_last_side_gains_control_and_the_melee_counter_goes() -> None:
    start = fight("0 4-6-7", "1 4-4-7", melee=True)
    st, _ = play(start, CloseCombat((1,), (2,)), Done(), (1, 2))
    assert st.control == {start.units[1].loc: 0}
    assert not st.markers


SMALL = [
    ("0 8-1", "0 4-6-7", "1 4-4-7", "1 4-4-7"),
    ("0 4-6-7", "0 8-0", "0 9-1", "1 8-1", "1 4-4-7 broken", "1 7-0 broken"),
    ("0 8-0", "0 9-1", "1 7-0", "1 4-4-7"),
]


@pytest.mark.parametrize("units", SMALL)
def test_menus_and_checks_agree(units: tuple[str, ...]) -> None:
    """Every choice's leaves are exactly what its check accepts, among all attacks and places that could be named."""
    st, _ = begin(fight(*units))
    ids = sorted(st.units)
    subsets = [c for n in range(1, 4) for c in itertools.combinations(ids, n)]
    wanted: list[Action] = [CloseCombat(a, d, x) for a in subsets for d in subsets for x in (0, *ids)]
    wanted += [StandWith(a, b) for a in ids for b in (0, *ids)]
    seen = 0
    todo, known = [st], set()
    while todo and seen < 12:
        here = todo.pop()
        found = waits(here)
        if not isinstance(found, Choice):
            continue
        seen += 1
        leaves = {action for _, action in found.menu.leaves()}
        assert leaves == {a for a in (*wanted, Done()) if found.check(a) is None}
        for action in sorted(leaves, key=str)[:6]:
            after, _ = engine.answer(here, action)
            if after.digest() not in known:
                known.add(after.digest())
                todo.append(after)
    assert seen > 3


def test_frames_of_the_phase_are_data() -> None:
    st, _ = play(fight("0 8-1", "0 4-6-7", "1 4-4-7"), Done(), CloseCombat((1, 2), (3,), 1), Done())
    for frame in st.stack[1:]:
        assert decode_frame(frame.encoded()) == frame


def test_a_melee_whose_fighters_fell_to_fire_is_over_and_a_new_fight_there_a_new_one() -> None:
    st = fight("0 4-6-7", "1 4-4-7 @D4", terrain="C3 woods", melee=True)
    assert [event.marker for event in ended_melees(st) if isinstance(event, MarkerRemoved)] == [90]
    held = fight("0 4-6-7", "1 4-4-7", melee=True)
    assert ended_melees(held) == ()


def test_a_pinned_leader_directs_nobody() -> None:
    st = fight("0 9-2 pinned", "0 8-1", "0 4-6-7", "1 4-4-7")
    assert directors(st, (1, 2, 3)) == (2,)


def test_a_broken_unit_that_survives_an_attack_is_under_dm() -> None:
    start = fight("0 4-6-7", "1 4-4-7 broken")
    start = start.with_unit(replace(start.units[2], dm=False))
    st, _ = play(start, CloseCombat((1,), (2,)), (6, 6))
    assert st.units[2].dm and st.units[2].broken
