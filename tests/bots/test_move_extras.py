"""What the standard opponent does besides moving and firing: SMOKE, weapons, Residual FP, leaders in CC."""

from __future__ import annotations

import random

from msgspec.structs import replace

from goodorder.bots import player
from goodorder.bots.closing import choose_stand
from goodorder.bots.ground import ground_of
from goodorder.bots.move_extras import GrenadeChoice, choose_residual, grenade_chance, lightened, screened
from goodorder.bots.moving import Planner, residual_harm
from goodorder.bots.objectives import Purpose
from goodorder.bots.stack_moves import best_plan, movers
from goodorder.bots.style import STANDARD
from goodorder.bots.threat_map import Threat, fire_positions
from goodorder.core.actions import Action, Done, Drop, Move, Recover, Residual, StandWith
from goodorder.core.state import MK_SMOKE_GRENADE, NOWHERE, State
from goodorder.flow.combat.close_combat import LocationCombat
from goodorder.flow.fire.residual import LeaveResidual
from goodorder.flow.move.move_phase import MovePhase
from goodorder.rules.a04_movement.allotment import allotment, carried_now
from goodorder.rules.a07_fire.firepower import UNIT
from tests.support import Dice, Placed, asked, begin, half_squad, hold, leader, loc, position, squad


def planner(st: State, side: int = 0) -> Planner:
    ground = ground_of(st)
    return Planner(st, side, ground, Threat(ground, fire_positions(st, 1 - side), st), Purpose(st, side, ground))


def lying(st: State, weapon: int, hex_name: str) -> State:
    """The position with a weapon on the ground."""
    return st.with_weapon(replace(st.weapons[weapon], holder=0, loc=loc(st, hex_name)))


def moves(st: State) -> Action:
    st, _ = begin(st, MovePhase())
    return player("standard").decide(st, asked(st, MovePhase), random.Random(1))


# -- weapons (A4.43, A4.44) ------------------------------------------------------------------

WALLED = "size 10x8\nE3 stone_building 2\nE4 stone_building 2\nE5 stone_building 2\nE6 stone_building 2\nC4 woods"


def test_a_machine_gun_on_the_ground_is_picked_up() -> None:
    st = position(WALLED, squad("A", "C4").armed("MMG"), squad("B", "C5"), squad("X", "J4", 1), phase="MPh")
    st = lying(st, 50, "C4")
    assert moves(st) == Move((1,), 0, Recover(1, 50))


def test_a_machine_gun_that_does_not_work_is_left_on_the_ground() -> None:
    st = position(WALLED, squad("A", "C4").armed("MMG"), squad("B", "C5"), squad("X", "J4", 1), phase="MPh")
    st = lying(st, 50, "C4")
    st = st.with_weapon(replace(st.weapons[50], malfunctioned=True))
    action = moves(st)
    assert not isinstance(action, Move) or not isinstance(action.first, Recover)


def heavy(turns: int) -> tuple[State, Planner]:
    st = position(
        "size 10x4", squad("A", "A2").armed("HMG"), squad("X", "I2", 1).now(broken=True), turns=turns, phase="MPh"
    )
    return st, planner(st)


def test_a_heavy_weapon_is_dropped_where_haste_counts_for_more() -> None:
    st, plans = heavy(1)
    budget = allotment(st, st.units[1], (1,), 0, carried_now(st, st.units[1]))
    assert lightened(plans, plans.best((1,), 0, budget), STANDARD).act == Drop(1, 50)


def test_a_heavy_weapon_is_kept_while_there_is_time() -> None:
    st, plans = heavy(9)
    budget = allotment(st, st.units[1], (1,), 0, carried_now(st, st.units[1]))
    assert lightened(plans, plans.best((1,), 0, budget), STANDARD).act is None


# -- SMOKE (A24.1) ---------------------------------------------------------------------------

STREET = "size 9x6\nB3 stone_building\nC3 stone_building\nB4 stone_building"
YANK = "american:6-6-6"


def crossing(*enemies: Placed) -> GrenadeChoice:
    places = {"A": "C3", "B": "B3", "C": "B3", "D": "B4", "E": "B4"}
    own = [squad(ident, place, code=YANK) for ident, place in places.items()]
    st = position(STREET, *own, *enemies, phase="MPh", turns=1)
    return GrenadeChoice(planner(st), movers(st, 0), best_plan)


def test_smoke_lessens_the_danger_of_those_who_come_after() -> None:
    grenades = crossing(squad("X", "F3", 1).armed("HMG"), squad("Y", "F3", 1))
    target = loc(grenades.st, "D3")
    assert screened(grenades.planner, target).entering(target, False) < grenades.planner.entering(target, False)


def test_no_smoke_is_thrown_where_nobody_fires() -> None:
    grenades = crossing(squad("X", "F3", 1).now(broken=True))
    assert grenades.at_once() is None and grenades.in_passing((1,)) is None


def test_a_mover_with_mf_left_throws_smoke_for_the_others() -> None:
    grenades = crossing(squad("X", "F3", 1))
    thrown = grenades.in_passing((1,))
    assert thrown is not None and thrown.unit == 1
    cloud = (MK_SMOKE_GRENADE, thrown.to)
    assert cloud not in {(m.kind, m.loc) for m in grenades.st.markers.values()}


# -- Residual FP (A8.2, A8.23) ---------------------------------------------------------------


def test_residual_fp_on_the_way_is_a_risk() -> None:
    free = planner(position("size 8x6", squad("A", "A2"), squad("X", "H2", 1)))
    under = planner(position("size 8x6", squad("A", "A2"), squad("X", "H2", 1), residual=[("B2", 4)]))
    there = loc(free.st, "B2")
    assert under.entering(there, False) > free.entering(there, False)
    assert residual_harm(free.st, there, 4) > residual_harm(free.st, there, 1) > 0


def leaving(*movers: Placed) -> Action:
    """What the owner of a machine gun that kept its rate decides after fire at E3."""
    shooter = squad("X", "H3", 1).armed("russian:HMG")
    st = position("size 9x6", shooter, *movers, phase="MPh")
    frame = LeaveResidual(loc(st, "E3"), 1, ((50, 12 * UNIT),), (50,))
    st, _ = begin(st, frame)
    choice = asked(st, LeaveResidual)
    return choose_residual(st, choice, frame, 1.0 if movers else 0.0, STANDARD, [])


def test_a_rate_of_fire_is_given_up_against_a_crowd() -> None:
    crowd = [squad(letter, "D3") for letter in "ABC"] + [squad(letter, "D4") for letter in "DEF"]
    assert leaving(*crowd) == Residual((50,))


def test_a_rate_of_fire_is_kept_where_nobody_comes() -> None:
    assert leaving() == Residual(())


# -- leaders in Close Combat (A11.14) --------------------------------------------------------


def stands(*own: Placed) -> Action:
    st = position("size 6x6", *own, squad("X", "C3", 1), phase="CCPh")
    st, _ = begin(st, LocationCombat(loc(st, "C3")))
    st, _ = hold(st, Dice(), until=LocationCombat)
    frame = st.stack[-1]
    assert isinstance(frame, LocationCombat) and frame.step == "stand"
    return choose_stand(st, asked(st, LocationCombat), frame, STANDARD, [])


def test_a_leader_leaves_a_half_squad_for_a_squad() -> None:
    assert stands(leader("9-1", "C3"), half_squad("H", "C3"), squad("A", "C3")) == StandWith(1, 3)


def test_a_leader_with_the_strongest_squad_stays_there() -> None:
    assert stands(leader("9-1", "C3"), squad("A", "C3"), half_squad("H", "C3")) == Done()


def test_nowhere_is_no_place_to_throw_from() -> None:

    st = position("size 6x6", squad("A", "C3", code=YANK), squad("B", "C3"), squad("R", "E3", 1))
    assert grenade_chance(st, st.units[1]) == 3 / 6
    assert grenade_chance(st, st.units[3]) == 0.0
    assert grenade_chance(st, replace(st.units[1], loc=NOWHERE)) == 0.0
    assert grenade_chance(st, replace(st.units[1], cx=True)) == 2 / 6
