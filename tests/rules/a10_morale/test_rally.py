"""The Rally Phase (A3.1, A10.6)."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from goodorder.core import engine
from goodorder.core.actions import Done, Give, KeepDm, Rally, Recover, Repair
from goodorder.core.dice import Roll
from goodorder.core.errors import Stale
from goodorder.core.events import DiceThrown
from goodorder.core.frames import Series
from goodorder.core.state import ELIMINATED, OFF_BOARD, REINFORCEMENT, State, Turn
from goodorder.data.scenario import parse_scenario
from goodorder.flow.rally.rally_phase import RallyPhase
from goodorder.flow.sequence import edges
from goodorder.rules.a10_morale.rally import rally_facts, rally_ledger, rally_refusal
from tests.rules.a10_morale.table import assert_menu_is_check, begin, offered, over, play, play_at_random, roll, table

FORCES = """
version = 1
id = "late"
title = "Late"
year = 1942
month = 9
profile = "starter"
turns = 5
summary = "A reserve may come."
situation = "A reserve may come."
sets_up_first = "russian"
moves_first = "german"
boards = [{ name = "village", columns = "A-Q" }]

[[sides]]
id = "german"
nationality = "german"
name = "Germans"
elr = 3

[[sides.groups]]
id = "reserve"
name = "the reserve"
enters_turn = 2
provisional = 3
area = [{ rows = "3-6", edge = "west" }]
units = [{ type = "german:4-6-7" }]

[[sides]]
id = "russian"
nationality = "russian"
name = "Russians"
elr = 2

[[sides.groups]]
id = "mill"
area = [{ columns = "D-F" }]
units = [{ type = "russian:4-4-7" }]

[victory]
wins = "german"
text = "Take E5."

[[victory.clauses]]
id = "mill"
kind = "control_hexes"
side = "german"
area = [{ hexes = ["E5"] }]
at_least = 1
text = "Control E5."
"""

OPEN = "size 9x9\nC4 woods\nE5 wooden_building"


WHOLE = Series((edges.BEGINS, RallyPhase()))
"""The RPh with what begins with it."""


def rallying(*units: str, terrain: str = OPEN, attacker: int = 0) -> State:
    return begin(table(terrain, *units, attacker=attacker), WHOLE)


def lines(st: State, unit: int, leader: int = 0) -> dict[str, int]:
    return {mod.id: mod.value for mod in rally_ledger(rally_facts(st, unit, leader)).mods}


def test_rally_modifiers_are_leader_dm_terrain_and_self_rally() -> None:
    st = table(OPEN, "0 4-6-7 C4 broken dm", "0 9-1 C4", "0 8-0 E6 broken", "0 4-6-7 B2 broken")
    assert lines(st, 1, 2) == {"leadership": -1, "dm": 4, "rally_terrain": -1}
    assert lines(st, 3) == {"self_rally": 1}
    assert lines(st, 4) == {"self_rally": 1}


def test_a_wounded_leader_rallies_one_worse() -> None:
    st = table(OPEN, "0 4-6-7 A1 broken", "0 9-1 A1 wounded")
    assert lines(st, 1, 2) == {}


def test_the_final_dr_must_not_exceed_the_broken_morale() -> None:
    st = rallying("0 4-6-7 A1 broken", "0 8-0 A1")
    st, _ = play(st, Rally(1, 2))
    assert roll(st).dice == ("white", "colored") and roll(st).need == "7 or less"
    good, log = play(st, (3, 4))
    assert not good.units[1].broken
    bad, _ = play(st, (4, 4))
    assert bad.units[1].broken
    thrown = next(event for event in log if isinstance(event, DiceThrown))
    assert (thrown.original, thrown.final, thrown.outcome) == (7, 7, "rallies")


def test_one_attempt_in_a_player_turn() -> None:
    st = rallying("0 4-6-7 A1 broken", "0 4-6-7 A1 broken", "0 8-0 A1")
    st, _ = play(st, Rally(1, 3), (6, 5))
    assert offered(st) == [Rally(2, 3), Done()]
    assert str(rally_refusal(st, 1, 3)).startswith("A10.6")


def test_of_two_leaders_the_player_picks_one() -> None:
    st = rallying("0 4-6-7 A1 broken", "0 8-0 A1", "0 9-2 A1")
    assert offered(st)[:2] == [Rally(1, 2), Rally(1, 3)]


def test_no_self_rally_beside_a_good_order_leader() -> None:
    st = table(OPEN, "0 8-0 A1 broken", "0 7-0 A1")
    assert str(rally_refusal(st, 1)) == "A10.63: a Good Order leader is with it"
    assert rally_refusal(st, 1, 2) is None


def test_the_attackers_extra_self_rally_is_his_first_mmc_attempt() -> None:
    st = rallying("0 4-6-7 A1 broken", "0 4-6-7 B1 broken", "0 8-0 B1", "0 8-0 E6 broken")
    st, _ = play(st, Rally(4), (6, 4))  # a leader's attempt does not count
    assert Rally(1) in offered(st)
    st, _ = play(st, Rally(2, 3), (6, 4))
    assert over(st)
    assert str(rally_refusal(st, 1)).startswith("A18.11")


def test_the_defender_has_no_extra_self_rally() -> None:
    st = rallying("0 4-6-7 A1 broken", "0 8-0 B5 broken", attacker=1)
    assert offered(st) == [Rally(2), Done()]


def test_attacker_rallies_before_the_defender() -> None:
    st = rallying("0 8-0 A1 broken", "1 8-0 I8 broken")
    assert offered(st) == [Rally(1), Done()]
    st, _ = play(st, Done())
    assert offered(st) == [Rally(2), Done()]
    st, _ = play(st, Done())
    assert over(st)


def test_a_leader_who_rallied_himself_may_rally_others() -> None:
    st = rallying("0 8-0 A1 broken", "0 4-6-7 A1 broken")
    assert Rally(2, 1) not in offered(st)
    st, _ = play(st, Rally(1), (1, 2))
    assert Rally(2, 1) in offered(st)


def test_an_original_12_is_casualty_reduction() -> None:
    st = rallying("0 4-6-7 A1 broken", "0 10-3 A1")
    st, _ = play(st, Rally(1, 2), (6, 6))
    assert st.units[1].broken and st.units[1].type == "german:2-4-7"


def test_a_leader_lost_to_fate_shakes_his_companions() -> None:
    st = rallying("0 9-2 A1 broken", "0 4-6-7 A1")
    st, _ = play(st, Rally(1), (6, 6), (6,))
    assert st.units[1].place == ELIMINATED
    assert "MC" in roll(st).purpose and roll(st).subjects == (2,)


def test_an_original_2_of_a_self_rallying_mmc_rallies_and_promotes() -> None:
    st = rallying("1 4-4-7 A1 broken dm", attacker=1)
    st, _ = play(st, Rally(1), (1, 1))
    assert "Leader" in roll(st).purpose
    st, _ = play(st, (1,))
    assert not st.units[1].broken
    assert any(st.units[u].type.startswith("russian:") and u >= 100 for u in st.units)


def test_an_original_2_with_a_leader_promotes_nobody() -> None:
    st = rallying("0 4-6-7 A1 broken", "0 8-0 A1")
    st, _ = play(st, Rally(1, 2), (1, 1))
    assert over(st) and len(st.units) == 2


def test_dm_comes_off_except_beside_an_enemy() -> None:
    st = rallying("0 4-6-7 C4 broken dm", "0 4-6-7 G2 broken dm", "1 4-4-7 G3", attacker=1)
    while not over(st):
        st, _ = play(st, Done())
    assert not st.units[1].dm and st.units[2].dm


def test_dm_may_be_kept_in_the_open_but_not_in_cover() -> None:
    st = rallying("0 4-6-7 C4 broken dm", "0 4-6-7 A1 broken dm", "0 4-6-7 E5 broken dm", attacker=1)
    assert_menu_is_check(st, [KeepDm(unit) for unit in (1, 2, 3)])
    assert offered(st) == [KeepDm(2), Done()]
    st, _ = play(st, KeepDm(2))
    assert over(st) and [u for u in st.units if st.units[u].dm] == [2]


def test_a_broken_unit_with_an_enemy_adjacent_rallies_under_dm() -> None:
    st = rallying("0 4-6-7 A1 broken", "0 8-0 A1", "1 4-4-7 A2")
    assert st.units[1].dm
    assert lines(st, 1, 2) == {"dm": 4}


def test_reinforcements_of_this_turn_are_placed_off_board() -> None:
    st = table(OPEN, "0 4-6-7 A1", "0 4-6-7 A1")
    for unit, turn in ((1, 1), (2, 2)):
        st = st.with_unit(replace(st.units[unit], loc=-1, place=REINFORCEMENT, enters=turn))
    st = begin(st, WHOLE)
    assert (st.units[1].place, st.units[2].place) == (OFF_BOARD, REINFORCEMENT)


def test_provisional_reinforcements_come_on_their_dr_and_try_again() -> None:
    scenario = parse_scenario(FORCES, "forces.toml")
    st = table(OPEN, "0 4-6-7 A1", "0 4-6-7 A1")
    st = st.with_(world=replace(st.world, scenario=scenario))
    late = replace(st.units[1], loc=-1, place=REINFORCEMENT, enters=2, group="reserve")
    st = st.with_unit(late).with_(turn=Turn(2, 0, "RPh", 0))
    asked = begin(st, WHOLE)
    assert roll(asked).need == "3 or less"
    come, _ = play(asked, (3,))
    assert come.units[1].place == OFF_BOARD
    wait, _ = play(asked, (4,))
    assert wait.units[1].place == REINFORCEMENT
    assert roll(begin(st.with_(turn=Turn(3, 0, "RPh", 0)), WHOLE)).subjects == (1,)
    early = begin(st.with_(turn=Turn(1, 0, "RPh", 0)), WHOLE)
    assert early.units[1].place == REINFORCEMENT and over(early)


def test_recovery_succeeds_below_six_and_is_harder_when_cx() -> None:
    st = begin(table(OPEN, "0 4-6-7 A1", "0 4-6-7 A1 cx", weapons=[("A1", "german:LMG")]), RallyPhase())
    assert {repr(a) for a in offered(st)} == {repr(a) for a in (Recover(1, 50), Recover(2, 50), Done())}
    for unit, face, holder in ((1, 5, 1), (1, 6, 0), (2, 4, 2), (2, 5, 0)):
        after, _ = play(st, Recover(unit, 50), (face,))
        assert after.weapons[50].holder == holder, (unit, face)


def test_recovery_is_tried_once_and_is_the_only_action() -> None:
    st = begin(
        table(OPEN, "0 8-0 A1", "0 4-6-7 A1 broken", weapons=[("A1", "german:LMG"), ("A1", "german:LMG")]), RallyPhase()
    )
    st, _ = play(st, Recover(1, 50), (6,))
    assert over(st)
    assert str(rally_refusal(st, 2, 1)).startswith("A3.1")


def roll_wanted(st: State) -> bool:
    return isinstance(engine.pending(st), Roll)


def test_leadership_never_modifies_recovery_and_repair() -> None:
    st = begin(table(OPEN, "0 4-6-7 A1", "0 9-2 A1", weapons=[(1, "german:MMG"), ("A1", "german:LMG")]), RallyPhase())
    st, _ = play(st, Recover(1, 51))
    assert not roll(st).leadership


def test_captured_weapons_are_refused_by_name() -> None:
    st = begin(table(OPEN, "0 4-6-7 A1", "0 8-0 A1", weapons=[("A1", "russian:LMG"), (1, "german:LMG")]), RallyPhase())
    assert_menu_is_check(st, [Recover(1, 50), Recover(2, 50)])
    assert Recover(1, 50) not in offered(st)


@pytest.mark.parametrize(("face", "broken", "gone"), [(1, False, False), (6, True, True), (5, True, False)])
def test_repair_by_number(face: int, broken: bool, gone: bool) -> None:
    st = table(OPEN, "0 4-6-7 A1", weapons=[(1, "german:MMG")])
    st = begin(st.with_weapon(replace(st.weapons[50], malfunctioned=True)), RallyPhase())
    st, _ = play(st, Repair(50), (face,))
    assert (st.weapons[50].place == ELIMINATED) == gone
    assert st.weapons[50].malfunctioned == broken


def test_transfer_between_good_order_units_of_one_location_once_a_phase() -> None:
    st = begin(
        table(OPEN, "0 4-6-7 A1", "0 8-0 A1", "0 4-6-7 A1 broken", "0 4-6-7 B1", weapons=[(1, "german:LMG")]),
        RallyPhase(),
    )
    assert_menu_is_check(st, [Give(50, unit) for unit in (1, 2, 3, 4)])
    assert Give(50, 2) in offered(st) and Give(50, 3) not in offered(st)
    st, _ = play(st, Give(50, 2))
    assert st.weapons[50].holder == 2
    with pytest.raises(Stale):
        play(st, Give(50, 1))


def test_the_menu_is_the_check_at_every_step_and_play_ends() -> None:
    candidates = [Rally(u, w) for u in range(1, 8) for w in range(8)]
    gives = [Give(w, u) for w in (50, 51, 52) for u in range(1, 8)]
    recovers = [Recover(u, w) for w in (50, 51, 52) for u in range(1, 8)]
    others = [*gives, *recovers, *(KeepDm(u) for u in range(1, 8)), Repair(50), Repair(51)]
    for seed in range(25):
        rng = random.Random(seed)
        units = []
        for side in (0, 1, 0, 1, 0, 0, 1):
            code = rng.choice(["4-6-7", "9-1", "8-0", "2-4-7"] if side == 0 else ["4-4-7", "8-1", "7-0"])
            words = rng.choice(["", "broken", "broken dm", "cx"])
            units.append(f"{side} {code} {rng.choice(['A1', 'C4'] if side == 0 else ['E5', 'G7'])} {words}")
        st = table(OPEN, *units, weapons=[(1, "german:LMG"), ("A1", "german:MMG"), (2, "russian:LMG")])
        st = begin(st, RallyPhase())
        for _ in range(60):
            if over(st):
                break
            if roll_wanted(st):
                st, _ = play(st, tuple(rng.randint(1, 6) for _ in roll(st).dice))
                continue
            assert_menu_is_check(st, [*candidates, *others])
            st, _ = play(st, rng.choice(offered(st)))
        st = play_at_random(st, rng)
        assert over(st)
