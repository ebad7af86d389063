"""How the standard opponent judges places, ways, shots, advances and stacks, each beside a position that differs."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from goodorder.bots.closing import ambush_chances, fight_value
from goodorder.bots.ground import ground_of
from goodorder.bots.moving import Planner, Volleys
from goodorder.bots.objectives import Purpose
from goodorder.bots.prospects import Prospects
from goodorder.bots.standard import StandardPlayer
from goodorder.bots.threat_map import Threat, fire_positions
from goodorder.core.actions import Move
from goodorder.core.state import State
from goodorder.data.scenario import scenario
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.sequence.opening import new_game
from goodorder.rules.ruleset import ruleset
from tests.support import Placed, asked, begin, leader, loc, position, squad


def planner(st: State, side: int = 0) -> Planner:
    ground = ground_of(st)
    return Planner(st, side, ground, Threat(ground, fire_positions(st, 1 - side)), Purpose(st, side, ground))


def full(terrain: str, *counters: Placed, **more: Any) -> State:
    st = position(terrain, *counters, **more)
    return st.with_(world=replace(st.world, rules=ruleset("full")))


def test_a_battery_that_has_a_better_target_adds_no_harm_elsewhere() -> None:
    st = position("size 8x8", squad("A", "A8"), squad("X", "D1", 1), phase="APh")
    threat = Threat(ground_of(st), fire_positions(st, 1))
    here, near = loc(st, "D5"), loc(st, "D3")
    alone = Volleys(threat, {}).harm(-1, here, 7.5, 0.0)
    beside = Volleys(threat, {near: 15.0}).harm(-1, here, 7.5, 0.0)
    assert alone > 0 and beside == 0.0
    assert Volleys(threat, {near: 15.0}).harm(-1, here, 7.5, 1.0) == alone


def test_a_way_along_the_front_of_one_gun_is_not_shot_at_by_it_in_every_hex() -> None:
    st = position("size 8x8", squad("A", "A5"), squad("X", "D1", 1), phase="MPh")
    plans = planner(st)
    ways = plans.ground.ways
    one = next(w for w in ways[loc(st, "C5")] if w.to == loc(st, "D5"))
    two = next(w for w in ways[loc(st, "D5")] if w.to == loc(st, "E5"))
    single, double = plans._risk(1.0, (one,), False), plans._risk(1.0, (one, two), False)
    assert 0 < single < double < 2 * single


def test_a_shot_is_worth_keeping_only_while_somebody_is_left_to_come() -> None:
    waiting = position("size 8x8", squad("A", "D8"), squad("X", "D1", 1), phase="MPh")
    none = position("size 8x8", squad("A", "D8").now(broken=True), squad("X", "D1", 1), phase="MPh")
    gun = loc(waiting, "D1")
    assert Prospects(waiting, ground_of(waiting)).later(gun, 4, 6) > 0
    assert Prospects(none, ground_of(none)).later(gun, 4, 6) == 0


def test_ambush_makes_an_advance_upon_concealed_enemies_dearer() -> None:
    def value(**state: Any) -> float:
        st = full("C4 woods; C5 woods", squad("A", "C4"), squad("X", "C5", 1).now(**state), phase="APh")
        return fight_value(st, loc(st, "C5"), (st.units[1],))

    assert value(broken=True) > value() > value(concealed=True)
    assert ambush_chances(-2, 0)[0] > ambush_chances(0, 0)[0] > ambush_chances(1, 0)[0]


def test_who_has_the_better_leader_gains_by_the_ambush_that_woods_make_possible() -> None:
    def value(terrain: str) -> float:
        st = full(terrain, squad("A", "C4"), leader("9-2", "C4"), squad("X", "C5", 1), phase="APh")
        return fight_value(st, loc(st, "C5"), (st.units[1], st.units[2]))

    assert value("C5 woods") > value("C4 woods")


def test_an_advance_that_tires_is_worth_less_in_close_combat() -> None:
    st = full("C4 woods; C5 woods", squad("A", "C4"), squad("X", "C5", 1), phase="APh")
    to = loc(st, "C5")
    assert fight_value(st, to, (st.units[1],)) > fight_value(st, to, (st.units[1],), (1,))


def moved(*enemies: Placed) -> Move:
    goal = squad("Z", "L4", 1).now(broken=True)
    st = position("size 12x8", squad("A", "A4"), squad("B", "A4"), leader("8-0", "A4"), goal, *enemies, phase="MPh")
    st, _ = begin(st, MovePhase())
    action = StandardPlayer().decide(st, asked(st, MovePhase), random.Random(1))
    assert isinstance(action, Move)
    return action


def test_a_stack_that_nobody_fires_at_moves_as_one() -> None:
    assert len(moved().units) == 3


def test_no_way_leads_beneath_a_bridge_over_a_river_and_the_road_leads_across_it() -> None:
    st = new_game(scenario("bridges"))
    board, ground = st.world.map, ground_of(st)
    beneath = [place for place in range(ground.size) if board.level_word(place) == "U"]
    assert beneath and not any(ground.into[place] for place in beneath)
    bridge = board.hex_at(beneath[0])
    assert any(way.cost == 2 for way in ground.into[bridge])
