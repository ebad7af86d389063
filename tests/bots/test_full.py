"""The standard opponent by the full rules: "?" on both sides, Bypass, held fire, Dash, walls, enemies upstairs."""

from __future__ import annotations

import random

from msgspec.structs import replace

from goodorder.bots.declaring import as_dash, overrun
from goodorder.bots.ground import BotStep, Ground, ground_of
from goodorder.bots.moving import Plan, Planner
from goodorder.bots.objectives import Purpose
from goodorder.bots.standard import StandardPlayer
from goodorder.bots.threat_map import Threat, fire_positions
from goodorder.bots.unseen import guess
from goodorder.bots.values import unit_worth
from goodorder.core.actions import Done, Fire, Go, Move, Opportunity, OverrunCheck, Wall
from goodorder.core.state import ASSAULT, DASH, ON_MAP, State
from goodorder.core.view import STAND_IN, view
from goodorder.core.world import DUMMY
from goodorder.data.scenario import scenario
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.sequence.opening import new_game
from goodorder.flow.shared.walls import WallClaims
from goodorder.rules.ruleset import ruleset
from tests.support import asked, begin, leader, loc, map_of, position, squad, unit


def full(st: State) -> State:
    return st.with_(world=replace(st.world, rules=ruleset("full")))


def planner(st: State) -> Planner:
    ground = ground_of(st)
    return Planner(st, 0, ground, Threat(ground, fire_positions(st, 1)), Purpose(st, 0, ground))


def test_a_question_mark_is_feared_and_worth_a_shot() -> None:
    st = view(full(position("C3 woods", squad("A", "C5"), squad("X", "C3", 1).now(concealed=True))), 0)
    stand_in = st.units[STAND_IN + loc(st, "C3")]
    assert unit_worth(st, stand_in) == guess(st, 1).worth > 1
    assert Threat(ground_of(st), fire_positions(st, 1)).still(loc(st, "C5")) > 0


def test_a_dummy_tells_a_bot_no_more_than_a_squad_does() -> None:
    counters = (squad("A", "C5"), squad("X", "C3", 1).now(concealed=True))
    real = view(full(position("C3 woods", *counters)), 0)
    decoy = view(full(position("C3 woods", counters[0], unit("X", DUMMY, "C3", 1).now(concealed=True))), 0)
    assert fire_positions(real, 1) == fire_positions(decoy, 1)


def shot(concealed: bool) -> bool:
    """Whether a squad fires in the DFPh at a squad far away in a stone building."""
    one = squad("A", "A1").now(concealed=concealed)
    st = full(position("size 8x8; A1 woods; G4 stone_building", one, squad("X", "G4", 1), phase="DFPh", attacker=1))
    st, _ = begin(st, FirePhase(phase="DFPh"))
    return isinstance(StandardPlayer().decide(st, asked(st, FirePhase), random.Random(1)), Fire)


def test_who_is_concealed_does_not_give_that_up_for_a_poor_shot() -> None:
    assert shot(concealed=False)
    assert not shot(concealed=True)


def test_a_concealed_squad_keeps_its_question_mark_by_assault_movement_into_cover() -> None:
    st = full(position("C4 woods; C5 woods", squad("A", "C5").now(concealed=True), squad("X", "C1", 1)))
    plans, mover = planner(st), (st.units[1],)
    assert plans.worth_at(mover, loc(st, "C4"), True) > plans.worth_at(mover, loc(st, "C4"), False)
    known = full(position("C4 woods; C5 woods", squad("A", "C5"), squad("X", "C1", 1)))
    same, mover = planner(known), (known.units[1],)
    assert same.worth_at(mover, loc(known, "C4"), True) == same.worth_at(mover, loc(known, "C4"), False)


HOUSE = "C4 wooden_building 1"


def test_the_way_past_a_building_leads_around_it() -> None:
    """Two MF into the building and one beyond make three; in Bypass past it costs one, and one beyond."""
    st = full(position(HOUSE, squad("A", "C5")))
    rounds = [way for way in Ground(st).ways[loc(st, "C5")] if way.first is not None]
    assert rounds and all(way.cost == 4 and way.first.to == loc(st, "C4") for way in rounds if way.first)
    steps = rounds[0].steps()
    assert steps[0].around and steps[1].to == rounds[0].to and sum(step.cost for step in steps) == rounds[0].cost
    bare = position(HOUSE, squad("A", "C5"))
    assert all(way.first is None for way in Ground(bare).ways[loc(bare, "C5")])


def test_a_squad_without_a_shot_or_a_way_holds_its_fire() -> None:
    def found(st: State) -> object:
        st, _ = begin(st, FirePhase(phase="PFPh"))
        return StandardPlayer().decide(st, asked(st, FirePhase), random.Random(1))

    st = position("size 14x4; L2 stone_building", squad("A", "A2").now(pinned=True), squad("X", "L2", 1))
    assert found(full(st)) == Opportunity((1,))
    assert found(full(position("size 14x4", squad("A", "A2").now(pinned=True), squad("X", "N2", 1)))) == Done()


ROAD = "C4 woods; C6 stone_building; road A5 B5 C5 D5 E5 F5 G5 H5; size 8x8"


def test_a_plan_across_a_road_under_fire_becomes_a_dash() -> None:
    st = full(position(ROAD, squad("A", "C4"), squad("X", "F5", 1), phase="MPh"))
    st, _ = begin(st, MovePhase())
    over = tuple(BotStep(loc(st, name), cost, False) for name, cost in (("C5", 2), ("C6", 4)))
    plan = Plan((1,), 0, over, 1.0, 0.0, 0.5)
    assert as_dash(asked(st, MovePhase), plan) == Move((1,), DASH, Go((1,), over[0].to), over[1].to)
    assert as_dash(asked(st, MovePhase), replace(plan, ways=over[:1])) is None
    assert as_dash(asked(st, MovePhase), replace(plan, declared=ASSAULT)) is None


def test_a_man_alone_beside_a_squad_is_overrun_and_two_are_not() -> None:
    st = full(position("size 8x8", squad("A", "C4"), leader("8-0", "C5", 1), phase="MPh"))
    best = overrun(planner(st), [st.units[1]])
    assert best is not None and best[0] > 0 and best[1] == OverrunCheck(1, loc(st, "C5"))
    two = full(position("size 8x8", squad("A", "C4"), leader("8-0", "C5", 1), squad("X", "C5", 1), phase="MPh"))
    assert overrun(planner(two), [two.units[1]]) is None


def test_a_wall_is_claimed_where_it_covers_better_than_the_hex() -> None:
    def claim(hex_terrain: str) -> object:
        st = full(position(f"C4 {hex_terrain}; C4-C5 wall", squad("A", "C4"), squad("X", "G5", 1), phase="RPh"))
        st, _ = begin(st, WallClaims())
        return StandardPlayer().decide(st, asked(st, WallClaims), random.Random(1))

    assert claim("brush") == Wall((1,))
    assert claim("stone_building") == Done()


def test_enemies_upstairs_are_part_of_a_goal() -> None:
    """A building Controlled on the ground is not won while an enemy stands on its first level (A26.14)."""
    st = new_game(scenario("houses"))
    board = st.world.map
    upper = board.words["L4/1"]
    holder = next(u for u in st.units.values() if u.side == 1)
    st = st.with_(units={**st.units, holder.id: replace(holder, loc=upper, place=ON_MAP)})
    wanted = Purpose(st, 0, ground_of(st))
    feature = frozenset(board.buildings[board.hexes[board.index("L4")].building])
    assert upper in wanted._todo(feature) and upper not in Purpose(st, 1, ground_of(st))._todo(feature)


def test_no_way_of_its_own_leads_beneath_a_bridge_by_the_road() -> None:
    rest = "road E3 E4 E5 E6\nbridge E5 stone"
    for water, cost in (("river E5", None), ("gully D5 E5 F4", 4)):
        board = map_of(f"{water}\n{rest}")
        st = full(position(f"{water}\n{rest}", squad("A", "E4"), phase="MPh"))
        st = st.with_(world=replace(st.world, map=board))
        beneath = board.place(board.index("E5"), "U")
        found = {way.to: way.cost for way in Ground(st).ways[loc(st, "E4")]}
        assert found.get(beneath) == cost
        over = next(to for to in found if to != beneath and board.hex_at(to) == board.index("E5"))
        assert found[over] == 2
