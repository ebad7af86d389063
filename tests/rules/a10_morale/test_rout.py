"""The Rout Phase (A10.5-A10.53, A10.711)."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from goodorder.core import engine
from goodorder.core.actions import Abandon, Action, Done, Rout
from goodorder.core.dice import Roll
from goodorder.core.errors import Illegal
from goodorder.core.events import UnitEliminated, UnitPinned
from goodorder.core.state import ELIMINATED, MK_MELEE, MK_SMOKE_GRENADE, Marker, State
from goodorder.flow.rout.rout_phase import RoutPhase
from goodorder.rules.a10_morale.direction import step_refusal, walk_from
from goodorder.rules.a10_morale.interdiction import interdictors
from goodorder.rules.a10_morale.rout import can_rout, must_rout, rout_options, rout_refusal
from tests.rules.a10_morale.table import (
    assert_menu_is_check,
    at,
    begin,
    offered,
    over,
    play,
    play_at_random,
    roll,
    table,
)

PLAIN = "size 12x11"


def routing(terrain: str, *units: str, attacker: int = 0, weapons: list[tuple[int | str, str]] | None = None) -> State:
    return begin(table(terrain, *units, phase="RtPh", attacker=attacker, weapons=weapons or []), RoutPhase())


def steps(st: State, unit: int = 1) -> set[str]:
    return {st.world.map.hexes[to].name for to in rout_options(st, st.units[unit]).steps}


def goals(st: State, unit: int = 1) -> set[str]:
    return {st.world.map.hexes[to].name for to in rout_options(st, st.units[unit]).goals.locs}


def go(st: State, name: str, unit: int = 1, *, crawl: bool = False, leader: int = 0) -> Rout:
    return Rout(unit, at(st, name), crawl, leader)


# -- who routs ---------------------------------------------------------------------------------


def test_a_broken_unit_next_to_an_unbroken_enemy_must_rout() -> None:
    st = table(PLAIN + "\nC5 woods ; C4 woods", "0 4-6-7 C5 broken", "1 4-4-7 C6", phase="RtPh")
    assert must_rout(st, st.units[1]) is not None
    broken = table(PLAIN + "\nC5 woods ; C4 woods", "0 4-6-7 C5 broken", "1 4-4-7 C6 broken", phase="RtPh")
    assert must_rout(broken, broken.units[1]) is None


def test_a_broken_unit_where_it_could_be_interdicted_must_rout() -> None:
    near = table(PLAIN, "0 4-6-7 C5 broken", "1 4-4-7 C9", phase="RtPh")
    assert must_rout(near, near.units[1]) is not None
    far = table(PLAIN, "0 4-6-7 C5 broken", "1 4-4-7 C10", phase="RtPh")
    assert must_rout(far, far.units[1]) is None  # range 5, Normal Range 4


def test_cover_and_hindrance_spare_the_rout() -> None:
    for terrain in ("C5 woods", "C5 brush", "C7 grain"):
        st = table(f"{PLAIN}\n{terrain}", "0 4-6-7 C5 broken", "1 4-4-7 C9", phase="RtPh")
        assert must_rout(st, st.units[1]) is None, terrain


@pytest.mark.parametrize("state", ["pinned", "cx", "broken"])
def test_hampered_enemies_do_not_interdict(state: str) -> None:
    st = table(PLAIN, "0 4-6-7 C5 broken", f"1 4-4-7 C9 {state}", phase="RtPh")
    assert interdictors(st, 0, at(st, "C5")) == ()


def test_a_leader_interdicts_only_with_a_weapon_and_a_helper() -> None:
    for units, weapons, many in (
        (["1 8-0 C8"], [], 0),
        (["1 8-0 C8"], [(2, "russian:MMG")], 0),
        (["1 8-0 C8", "1 7-0 C8"], [(2, "russian:MMG")], 1),
    ):
        st = table(PLAIN, "0 4-6-7 C5 broken", *units, phase="RtPh", weapons=weapons)
        assert len(interdictors(st, 0, at(st, "C5"))) == many


def test_a_malfunctioned_weapon_does_not_interdict() -> None:
    st = table(PLAIN, "0 4-6-7 C2 broken", "1 4-4-7 C9", phase="RtPh", weapons=[(2, "russian:MMG")])
    assert interdictors(st, 0, at(st, "C2"))
    st = st.with_weapon(replace(st.weapons[50], malfunctioned=True))
    assert not interdictors(st, 0, at(st, "C2"))


def test_smoke_and_melee_prevent_interdiction() -> None:
    st = table(PLAIN, "0 4-6-7 C5 broken", "1 4-4-7 C9", phase="RtPh")
    smoke = st.with_(markers={90: Marker(90, MK_SMOKE_GRENADE, at(st, "C7"), 2)})
    assert not interdictors(smoke, 0, at(st, "C5"))
    engaged = table(PLAIN, "0 4-6-7 C5 broken", "1 4-4-7 C9", "0 4-6-7 C9", phase="RtPh")
    assert not interdictors(engaged, 0, at(st, "C5"))
    melee = engaged.with_(markers={90: Marker(90, MK_MELEE, at(st, "C9"))})
    assert not interdictors(melee, 0, at(st, "C5"))


def test_dm_is_placed_as_the_phase_begins() -> None:
    st = routing(PLAIN + "\nC5 woods ; G2 woods", "0 4-6-7 C5 broken", "1 4-4-7 C6 broken", "0 4-6-7 G2 broken")
    assert [unit for unit in st.units if st.units[unit].dm] == [1, 2]


def test_under_dm_a_unit_may_stay_and_without_it_may_not_rout() -> None:
    st = routing(PLAIN + "\nC5 woods ; C3 woods ; G2 woods", "0 4-6-7 C5 broken dm", "0 4-6-7 G2 broken")
    assert Done() in offered(st)
    assert {a.unit for a in offered(st) if isinstance(a, Rout)} == {1}
    assert str(rout_refusal(st, st.units[2])).startswith("A10.5")


def test_a_unit_that_must_rout_can_not_be_passed_over() -> None:
    st = routing(PLAIN + "\nC3 woods", "0 4-6-7 C5 broken", "1 4-4-7 C6")
    assert Done() not in offered(st)
    with pytest.raises(Illegal, match="next to an unbroken enemy"):
        play(st, Done())


def test_the_attacker_routs_first() -> None:
    st = routing(PLAIN + "\nC3 woods ; J3 woods", "0 4-6-7 C5 broken dm", "1 4-4-7 J6 broken dm", attacker=1)
    assert {a.unit for a in offered(st) if isinstance(a, Rout)} == {2}
    st, _ = play(st, Done())
    assert {a.unit for a in offered(st) if isinstance(a, Rout)} == {1}


# -- where -------------------------------------------------------------------------------------


def test_it_heads_for_the_nearest_cover_by_mf() -> None:
    st = table(PLAIN + "\nC1 woods ; H4 woods", "0 4-6-7 C5 broken dm", phase="RtPh")
    assert goals(st) == {"C1"}
    # six MF leave one for a way round, not two
    assert "C4" in steps(st) and "C6" not in steps(st)


def test_equally_near_cover_is_the_players_choice() -> None:
    st = table(PLAIN + "\nC2 woods ; C8 woods", "0 4-6-7 C5 broken dm", phase="RtPh")
    assert goals(st) == {"C2", "C8"}


def test_never_adjacent_to_an_enemy_nor_closer_to_one_in_sight() -> None:
    st = table(PLAIN + "\nC2 woods", "0 4-6-7 C5 broken dm", "1 4-4-7 C8", phase="RtPh")
    assert steps(st) <= {"C4", "B4", "D4", "B5", "D5"}
    hidden = table(PLAIN + "\nC7 woods ; B7 woods ; D7 woods", "0 4-6-7 C5 broken dm", "1 4-4-7 C9", phase="RtPh")
    assert "C6" in steps(hidden)  # out of its sight the enemy may be approached


def test_an_enemy_seen_earlier_in_the_rout_is_remembered() -> None:
    st = table(PLAIN + "\nC7 woods ; B7 woods ; D7 woods", "0 4-6-7 C5 broken dm", "1 4-4-7 C9", phase="RtPh")
    here, enemy = at(st, "C5"), at(st, "C9")
    unseen = walk_from(st, st.units[1], at(st, "C4"), here, 2, ())
    assert step_refusal(unseen, at(st, "C6")) is None
    seen = walk_from(st, st.units[1], at(st, "C4"), here, 2, (enemy,))
    assert str(step_refusal(seen, at(st, "C6"))) == "A10.51: it would come closer to the enemy in C9"


def test_cover_no_farther_from_an_enemy_may_be_ignored() -> None:
    terrain = PLAIN + "\nB5 woods ; C2 woods"
    alone = table(terrain, "0 4-6-7 C5 broken dm", phase="RtPh")
    assert goals(alone) == {"B5"}
    watched = table(terrain, "0 4-6-7 C5 broken dm", "1 4-4-7 C9 broken", phase="RtPh")
    assert goals(watched) == {"B5", "C2"}


def test_hexes_of_its_own_building_may_be_ignored() -> None:
    terrain = PLAIN + "\nbuilding C5 C4 wooden 1 ; C1 woods"
    st = table(terrain, "0 4-6-7 C5 broken dm", phase="RtPh")
    assert goals(st) == {"C4", "C1"}


def test_without_cover_in_reach_it_routs_where_it_likes() -> None:
    st = routing(PLAIN, "0 4-6-7 F5 broken dm")
    assert rout_options(st, st.units[1]).goals.free
    assert len(steps(st)) == 6
    st, _ = play(st, go(st, "F4"))
    assert Done() in offered(st)
    st, _ = play(st, Done())
    assert over(st) and st.units[1].loc == at(st, "F4")


@pytest.mark.slow
def test_who_can_rout_is_told_without_a_search_for_cover() -> None:
    rng = random.Random(1)
    names = [f"{column}{row}" for column in "CDEFG" for row in range(3, 8)]
    found = set()
    for _ in range(60):
        here, *enemies = rng.sample(names, 5)
        woods = " ; ".join(f"{name} {rng.choice(('woods', 'grain', 'pond'))}" for name in rng.sample(names, 14))
        foes = [f"1 4-4-7 {name}{rng.choice(('', ' broken'))}" for name in enemies]
        st = table(f"{PLAIN}\n{woods}", f"0 4-6-7 {here} broken dm", *foes, phase="RtPh")
        assert can_rout(st, st.units[1]) == bool(steps(st))
        found.add((can_rout(st, st.units[1]), rout_options(st, st.units[1]).goals.free))
    assert found >= {(True, True), (True, False), (False, True)}


def test_six_mf_and_three_when_wounded() -> None:
    st = table(PLAIN + "\nC1 woods", "0 8-0 C6 broken dm", "0 8-0 C6 broken dm wounded", phase="RtPh")
    assert goals(st, 1) == {"C1"}
    assert goals(st, 2) == set()


def test_it_stops_in_cover_unless_the_next_hex_is_cover() -> None:
    st = routing(PLAIN + "\nC4 woods ; C3 woods", "0 4-6-7 C5 broken dm")
    st, _ = play(st, go(st, "C4"))
    assert set(map(repr, offered(st))) == {repr(go(st, "C3")), repr(Done())}
    lone = routing(PLAIN + "\nC4 woods", "0 4-6-7 C5 broken dm")
    lone, _ = play(lone, go(lone, "C4"))
    assert over(lone)


def test_no_stopping_short_of_the_destination() -> None:
    st = routing(PLAIN + "\nC2 woods", "0 4-6-7 C5 broken dm")
    st, _ = play(st, go(st, "C4"))
    assert Done() not in offered(st)
    with pytest.raises(Illegal, match="destination"):
        play(st, Done())


def test_low_crawl_is_one_hex_and_safe() -> None:
    st = routing(PLAIN + "\nC2 woods", "0 4-6-7 C5 broken dm", "1 4-4-7 C9")
    st, _ = play(st, go(st, "C4", crawl=True))
    assert over(st) and st.units[1].loc == at(st, "C4")


def test_no_low_crawl_out_of_an_enemys_location() -> None:
    st = routing(PLAIN, "0 4-6-7 F5 broken dm", "1 4-4-7 F5")
    actions = [a for a in offered(st) if isinstance(a, Rout)]
    assert actions and not any(a.crawl for a in actions)


# -- Interdiction ------------------------------------------------------------------------------


def interdicted() -> State:
    st = routing(PLAIN + "\nC2 woods", "0 4-6-7 C5 broken dm", "1 4-4-7 C8")
    st, _ = play(st, go(st, "C4"))
    return st


def test_an_open_hex_in_sight_and_range_costs_a_morale_check() -> None:
    asked = roll(interdicted())
    assert asked.subjects == (1,) and "NMC" in asked.purpose


def test_passing_goes_on() -> None:
    st, _ = play(interdicted(), (2, 2))
    assert set(offered(st)) >= {go(st, "C3")}


def test_passing_with_the_highest_dr_pins_and_ends_the_rout() -> None:
    st, events = play(interdicted(), (4, 3))
    assert over(st) and st.units[1].loc == at(st, "C4") and UnitPinned(unit=1) in events
    assert not st.units[1].pinned  # in the RtPh only (A7.8)


def test_failing_reduces_and_the_half_squad_routs_on() -> None:
    st, _ = play(interdicted(), (5, 4))
    assert st.units[1].type == "german:2-4-7"
    assert go(st, "C3") in offered(st)


def test_an_original_12_eliminates() -> None:
    st, _ = play(interdicted(), (6, 6))
    assert st.units[1].place == ELIMINATED and over(st)


def test_a_leader_may_go_along_helps_and_dies_with_a_failed_check() -> None:
    st = routing(PLAIN + "\nC2 woods", "0 4-6-7 C5 broken dm", "0 9-1 C5", "1 4-4-7 C8")
    assert go(st, "C4", leader=2) in offered(st)
    st, _ = play(st, go(st, "C4", leader=2))
    assert roll(st).need == "8 or less"
    passed, _ = play(st, (4, 3))
    passed, _ = play(passed, go(st, "C3", leader=2))
    assert passed.units[2].loc == passed.units[1].loc == at(st, "C3")
    failed, _ = play(st, (5, 4))
    assert failed.units[2].place == ELIMINATED and failed.units[1].type == "german:2-4-7"


def test_a_pinned_leader_stays() -> None:
    st = routing(PLAIN + "\nC2 woods", "0 4-6-7 C5 broken dm", "0 9-1 C5 pinned")
    assert not any(a.leader for a in offered(st) if isinstance(a, Rout))


# -- weapons and failure -----------------------------------------------------------------------


def test_what_exceeds_the_capacity_is_left_behind() -> None:
    st = routing(PLAIN + "\nC4 woods", "0 4-6-7 C5 broken dm", weapons=[(1, "german:HMG")])
    st, _ = play(st, go(st, "C4"))
    assert st.weapons[50].holder == 0 and st.weapons[50].loc == at(st, "C5")


def test_weapons_within_the_capacity_go_along() -> None:
    st = routing(PLAIN + "\nC4 woods", "0 4-6-7 C5 broken dm", weapons=[(1, "german:LMG")])
    st, _ = play(st, go(st, "C4"))
    assert st.weapons[50].holder == 1


def test_of_several_weapons_the_owner_chooses() -> None:
    st = routing(PLAIN + "\nC4 woods", "0 8-0 C5 broken dm", weapons=[(1, "german:LMG"), (1, "german:LMG")])
    assert offered(st) == [Abandon(1, (50,)), Abandon(1, (51,)), Done()]
    st, _ = play(st, Abandon(1, (50,)))
    assert all(isinstance(a, Rout) for a in offered(st))
    st, _ = play(st, go(st, "C4"))
    assert (st.weapons[50].holder, st.weapons[51].holder) == (0, 1)


def test_failure_to_rout_eliminates() -> None:
    around = [f"1 4-4-7 {name}" for name in ("F3", "F7", "D5", "H5", "G5")]
    st = routing(PLAIN, "0 4-6-7 F5 broken", *around)
    assert over(st) and st.units[1].place == ELIMINATED


def test_next_to_an_enemy_it_goes_away_from_him() -> None:
    st = table(PLAIN, "0 4-6-7 F5 broken", "1 4-4-7 F6", phase="RtPh")
    assert "F4" in steps(st) and steps(st) <= {"F4", "E4", "G4", "E5", "G5"}
    assert not {name for name in steps(st) if st.world.map.adjacent(at(st, name), at(st, "F6"))}


def test_a_unit_pinned_next_to_an_enemy_is_eliminated() -> None:
    st = routing(PLAIN, "0 4-6-7 F5 broken dm", "1 4-4-7 F5")
    first = next(a for a in offered(st) if isinstance(a, Rout))
    st, _ = play(st, first)
    st, log = play(st, (4, 3))
    assert st.units[1].place == ELIMINATED
    assert any(isinstance(event, UnitEliminated) for event in log)


def test_units_in_melee_do_not_rout() -> None:
    st = table(PLAIN, "0 4-6-7 F5 broken dm", "1 4-4-7 F5", phase="RtPh")
    st = begin(st.with_(markers={90: Marker(90, MK_MELEE, at(st, "F5"))}), RoutPhase())
    assert over(st) and st.units[1].broken


# -- the menu ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_menu_is_the_check_at_every_step_and_play_ends() -> None:
    terrain = PLAIN + "\nC4 woods ; D4 woods ; F2 brush ; G6 stone_building ; E8 wooden_building ; H3 woods\nE5-F4 wall"
    for seed in range(15):
        rng = random.Random(seed)
        units = []
        for side in (0, 1, 0, 1, 0, 1, 0):
            code = rng.choice(["4-6-7", "9-1", "2-4-7"] if side == 0 else ["4-4-7", "8-0"])
            where = rng.choice(["D5", "E5", "F5", "G5", "C5"] if side == 0 else ["D8", "F8", "H6", "I4", "B7"])
            units.append(f"{side} {code} {where} {rng.choice(['', 'broken', 'broken dm'])}")
        held: list[tuple[int | str, str]] = [(1, "german:HMG"), (1, "german:LMG"), (2, "russian:MMG")]
        st = routing(terrain, *units, weapons=held)
        near = range(len(st.world.map.hexes))
        for _ in range(40):
            asked = engine.pending(st)
            if over(st):
                break
            if isinstance(asked, Roll):
                st, _ = play(st, tuple(rng.randint(1, 6) for _ in asked.dice))
                continue
            candidates: list[Action] = [
                Rout(unit, to, crawl, leader)
                for unit in (1, 2, 3)
                for to in near
                for crawl in (False, True)
                for leader in (0, 1, 2, 3, 5)
            ]
            candidates += [Abandon(1, (50,)), Abandon(1, (51,)), Abandon(1, ())]
            assert_menu_is_check(st, candidates)
            st, _ = play(st, rng.choice(offered(st)))
        play_at_random(st, rng)


def test_a_location_left_by_failure_to_rout_changes_hands() -> None:
    around = [f"1 4-4-7 {name}" for name in ("F5", "E4", "G4", "F7", "D6", "H6")]
    st = table(PLAIN, "0 4-6-7 F5 broken", *around, phase="RtPh")
    here = at(st, "F5")
    done = begin(st.with_(control={here: 0}), RoutPhase())
    assert done.units[1].place == ELIMINATED and done.control[here] == 1
