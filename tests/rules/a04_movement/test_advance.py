"""The Advance Phase (A3.7, A4.7, A4.72)."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from msgspec.structs import replace

from goodorder.core.actions import Advance, Done, Drop, Give
from goodorder.core.errors import Illegal
from goodorder.core.state import MK_CC, MK_MELEE, OFF_BOARD, UNPLACED, Marker, State, Turn
from goodorder.core.way import CROSSED, Way
from goodorder.data.scenario import scenario
from goodorder.flow.advance import AdvancePhase, must_enter
from goodorder.flow.sequence.opening import new_game
from goodorder.rules.a04_movement.advance import advance_cost, advance_refusal, exhausts
from goodorder.rules.a04_movement.edges import EXIT, exit_cost
from goodorder.rules.ruleset import ruleset
from tests.rules.a10_morale.table import assert_menu_is_check, at, begin, offered, over, play, play_at_random, table

HILL = "size 9x9\nC4 woods\nD4 level 1 ; D5 level 1 ; D5 woods\nE5 wooden_building"


def advancing(*units: str, terrain: str = HILL, weapons: list[tuple[int | str, str]] | None = None) -> State:
    return begin(table(terrain, *units, phase="APh", weapons=weapons or []), AdvancePhase())


def test_units_that_moved_or_fired_still_advance_but_not_broken_or_pinned_ones() -> None:
    st = table(HILL, "0 4-6-7 A1", "0 4-6-7 A1 pinned", "0 4-6-7 A1 broken", "1 4-4-7 I1", phase="APh")
    assert advance_refusal(st, (1,)) is None
    assert str(advance_refusal(st, (2,))).startswith("A7.8")
    assert str(advance_refusal(st, (3,))).startswith("A4.7")
    assert str(advance_refusal(st, (4,))) == "A4.7: only the ATTACKER advances"


def test_nobody_leaves_the_map_for_a_crest() -> None:
    st = table(HILL, "0 4-6-7 A1", phase="APh")
    full = st.with_(world=replace(st.world, rules=ruleset("full")))
    assert str(advance_refusal(full, (1,), Way(at(full, "A1"), EXIT, crest=CROSSED))).startswith("B20.91")
    assert advance_refusal(full, (1,), Way(at(full, "A1"), EXIT)) is None


def test_an_advance_is_one_hex() -> None:
    st = advancing("0 4-6-7 B2")
    st, _ = play(st, Advance((1,), at(st, "B3")))
    assert st.units[1].loc == at(st, "B3") and over(st)


def test_two_hexes_are_refused() -> None:
    st = advancing("0 4-6-7 B2")
    with pytest.raises(Illegal, match="one hex"):
        play(st, Advance((1,), at(st, "B4")))


@pytest.mark.parametrize("units", [(), (9,)])
def test_an_advance_of_nobody_is_refused(units: tuple[int, ...]) -> None:
    st = advancing("0 4-6-7 B2")
    with pytest.raises(Illegal, match="one or more different units"):
        play(st, Advance(units, at(st, "B3")))


def test_an_enemy_hex_is_marked_cc_and_holds_the_unit() -> None:
    st = advancing("0 4-6-7 B2", "0 4-6-7 B3", "1 4-4-7 C3")
    st, _ = play(st, Advance((1,), at(st, "C3")))
    assert st.marker_at(MK_CC, at(st, "C3")) is not None
    assert str(advance_refusal(st, (1,))).startswith("A4.7")


def test_no_cc_marker_on_a_melee_already_there_nor_on_an_empty_hex() -> None:
    st = table(HILL, "0 4-6-7 B2", "0 4-6-7 C3", "1 4-4-7 C3", phase="APh")
    st = begin(st.with_(markers={90: Marker(90, MK_MELEE, at(st, "C3"))}), AdvancePhase())
    assert str(advance_refusal(st, (2,))).startswith("A11.15")
    joined, _ = play(st, Advance((1,), at(st, "C3")))
    assert joined.marker_at(MK_CC, at(st, "C3")) is None
    away, _ = play(st, Advance((1,), at(st, "B3")))
    assert away.marker_at(MK_CC, at(st, "B3")) is None


def test_four_mf_make_it_cx_and_a_cx_unit_can_not() -> None:
    st = advancing("0 4-6-7 C5", "0 4-6-7 C5 cx")
    woods = at(st, "D5")
    assert advance_cost(st, (st.units[1],), Way(at(st, "C5"), woods)) == 8  # half MF: woods, one level up
    assert str(advance_refusal(st, (2,), Way(at(st, "C5"), woods))).startswith("A4.72")
    st, _ = play(st, Advance((1,), woods))
    assert st.units[1].cx


def test_an_easy_hex_leaves_it_fresh() -> None:
    st = advancing("0 4-6-7 C5")
    st, _ = play(st, Advance((1,), at(st, "C4")))
    assert not st.units[1].cx


def test_all_its_mf_is_difficult_too() -> None:
    heavy: list[tuple[int | str, str]] = [(1, "german:HMG"), (1, "german:LMG")]
    st = advancing("0 4-6-7 C5", "0 8-0 C5", weapons=heavy)
    units = (st.units[1], st.units[2])
    assert exhausts(st, st.units[1], (st.units[1],), Way(at(st, "C5"), at(st, "C4")))  # 5 PP leave two MF
    assert not exhausts(st, st.units[1], units, Way(at(st, "C5"), at(st, "C4")))  # a leader lends MF and capacity


def test_a_unit_without_mf_after_portage_stays() -> None:
    load: list[tuple[int | str, str]] = [(1, "german:HMG"), (1, "german:HMG")]
    st = table(HILL, "0 4-6-7 C5", phase="APh", weapons=load)
    assert str(advance_refusal(st, (1,), Way(at(st, "C5"), at(st, "C4")))).startswith("A4.72")


def test_overstacking_costs_and_is_allowed() -> None:
    st = advancing("0 4-6-7 C4", "0 4-6-7 C5", "0 4-6-7 C5", "0 4-6-7 C5", terrain="size 9x9")
    assert advance_cost(st, (st.units[1],), Way(at(st, "C4"), at(st, "C5"))) == 4
    assert advance_refusal(st, (1,), Way(at(st, "C4"), at(st, "C5"))) is None


def test_a_stack_keeps_its_order() -> None:
    st = advancing("0 9-1 B2", "0 4-6-7 B2", "0 4-6-7 B2")
    st, _ = play(st, Advance((1, 2, 3), at(st, "B3")))
    assert [unit.id for unit in st.at(at(st, "B3"))] == [1, 2, 3]


def test_weapons_change_hands_only_before_the_first_advance() -> None:
    st = advancing("0 4-6-7 B2", "0 4-6-7 B2", "0 4-6-7 F5", weapons=[(1, "german:LMG")])
    assert Give(50, 2) in offered(st)
    st, _ = play(st, Advance((3,), at(st, "F6")))
    assert Give(50, 2) not in offered(st)
    assert Drop(1, 50) in offered(st)


def test_nothing_to_do_ends_the_phase_at_once() -> None:
    assert over(advancing("0 4-6-7 B2 broken", "1 4-4-7 E5"))


def test_without_a_scenario_nobody_leaves_the_map() -> None:
    st = advancing("0 4-6-7 A1")
    with pytest.raises(Illegal, match=r"A2\.6"):
        play(st, Advance((1,), -2))


def test_the_menu_is_the_check_and_play_ends() -> None:
    groups = [group for size in (1, 2, 3) for group in combinations(range(1, 7), size)]
    for seed in range(12):
        rng = random.Random(seed)
        units = []
        for _ in range(5):
            code, where = rng.choice(["4-6-7", "9-1", "2-4-7", "4-3-6"]), rng.choice(["C5", "D4", "C4"])
            units.append(f"0 {code} {where} {rng.choice(['', '', 'cx', 'pinned'])}")
        st = advancing(*units, "1 4-4-7 D5", weapons=[(1, "german:HMG"), (2, "german:LMG")])
        near = [at(st, name) for name in ("C3", "C4", "C5", "D3", "D4", "D5", "E5", "B4")]
        candidates = [Advance(group, to) for group in groups for to in near]
        extra = [*(Give(50, u) for u in range(1, 7)), *(Drop(u, w) for u in range(1, 7) for w in (50, 51))]
        for _ in range(3):
            if over(st):
                break
            assert_menu_is_check(st, [*candidates, *extra])
            st, _ = play(st, rng.choice([a for a in offered(st) if not isinstance(a, Done)] or [Done()]))
        play_at_random(st, rng)


def test_reinforcements_still_off_board_must_enter_in_the_advance_phase() -> None:
    st = new_game(scenario("breakout"))
    late = next(u for u in st.units.values() if u.enters)
    others = {u.id: replace(u, loc=-1, place=UNPLACED) for u in st.units.values() if u.id != late.id}
    units = {**others, late.id: replace(late, place=OFF_BOARD)}
    st = begin(st.with_(units=units, turn=Turn(late.enters, late.side, "APh", 0)), AdvancePhase())
    assert must_enter(st, late.side) == (late.id,)
    assert offered(st) and Done() not in offered(st)
    with pytest.raises(Illegal, match="must enter"):
        play(st, Done())
    action = offered(st)[0]
    assert isinstance(action, Advance)
    after, _ = play(st, action)
    assert after.units[late.id].loc == action.to and over(after)


def test_leaving_the_map_costs_what_the_hex_at_its_edge_costs_or_the_road() -> None:
    st = table("size 8x8\nA3 woods ; H4 woods\nroad G4 H4", "0 4-6-7 A3", "0 4-6-7 A5")
    assert (exit_cost(st, at(st, "A3")), exit_cost(st, at(st, "A5"))) == (4, 2)
