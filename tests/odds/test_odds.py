"""Exact odds against plain enumeration of the engine, against an independent library of dice, and in themselves."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from fractions import Fraction

import icepool
import pytest
from msgspec.structs import replace

from goodorder import odds
from goodorder.core.actions import CloseCombat, Fire, Firer
from goodorder.core.events import DiceThrown
from goodorder.core.frames import Choice, Frame
from goodorder.core.state import ELIMINATED, ON_MAP, State, Step, Trail, Vehicle
from goodorder.core.world import DUMMY
from goodorder.data.charts import ift
from goodorder.flow.combat.cc_resolution import CombatAttack as CombatAttack
from goodorder.flow.combat.cc_resolution import CombatResolution
from goodorder.flow.fire.small_arms import SmallArms
from goodorder.flow.rally.rally_phase import RallyRoll
from goodorder.flow.shared.checks import MoraleCheck, TaskCheck
from goodorder.flow.shared.selection import selected
from goodorder.odds.fate import fate
from goodorder.odds.spread import SUMS, _ways, selection_weights, started
from goodorder.rules.a10_checks import FIRE, LEADER_LOSS, CheckFacts, check_result
from goodorder.rules.ruleset import ruleset
from tests.rules.a11_close_combat.fights import begin, fight


def firing(*units: str, phase: str = "PFPh") -> tuple[State, Fire]:
    """A position of the PFPh in which every MMC of side 0 fires at side 1."""
    st = fight(*units)
    st = st.with_(turn=replace(st.turn, phase=phase))
    mine = [u for u in st.units.values() if u.side == 0]
    target = next(u.loc for u in st.units.values() if u.side == 1)
    leaders = tuple(u.id for u in mine if st.world.unit_type(u.type).smc)
    return st, Fire(tuple(Firer(u.id) for u in mine if u.id not in leaders), target, leaders)


def targets_of(st: State) -> tuple[int, ...]:
    return tuple(u.id for u in st.units.values() if u.side == 1)


def plain(st: State, frame: Frame, ids: tuple[int, ...]) -> dict[tuple[odds.Fate, ...], Fraction]:
    """The joint fates by answering every roll of the engine with every face."""
    begun, _ = begin(st, frame)
    table: dict[tuple[odds.Fate, ...], Fraction] = defaultdict(Fraction)
    for end in odds.enumerate_rolls(begun).values():
        table[tuple(fate(st, end.state, unit) for unit in ids)] += end.chance
    return dict(table)


ALONE = [
    ("0 4-6-7 @E3", "1 4-4-7"),
    ("0 4-6-7 @D3", "1 4-4-7 broken"),
    ("0 4-6-7 @E3", "0 8-1 @E3", "1 6-2-8 pinned"),
    ("0 4-6-7 @D3", "1 9-1"),
    ("0 8-3-8 @D3", "1 german:8-3-8"),
]


@pytest.mark.parametrize("units", ALONE)
def test_odds_of_one_target_are_those_of_plain_enumeration(units: tuple[str, ...]) -> None:
    st, action = firing(*units)
    (unit,) = targets_of(st)
    expected = {fates[0]: p for fates, p in plain(st, SmallArms((unit,), "PFPh", action), (unit,)).items()}
    assert dict(odds.attack(st, action).fates[unit]) == expected


def test_joint_odds_of_a_leader_and_a_squad_are_those_of_plain_enumeration() -> None:
    st, action = firing("0 2-4-7 @F3", "1 8-1", "1 4-4-7")
    found = dict(odds.joint(st, action))
    assert found == plain(st, SmallArms((2, 3), "PFPh", action), (2, 3))


STACKS = [
    ("0 4-6-7 @E3", "0 4-6-7 @E3", "1 8-1", "1 4-4-7", "1 4-4-7"),
    ("0 4-6-7 @E3", "1 4-4-7", "1 4-2-6 broken", "1 6-2-8 cx"),
    ("0 4-6-7 @D3", "1 9-2", "1 7-0", "1 4-4-7"),
    ("0 8-3-8 @D3", "1 8-0 wounded", "1 german:8-3-8"),
]


@pytest.mark.parametrize("units", STACKS)
def test_units_followed_one_by_one_come_out_as_together(units: tuple[str, ...]) -> None:
    """Each target's fates, followed with the SMC alone, are the sums of the joint fates of everybody."""
    st, action = firing(*units)
    one_by_one_as_together(st, action, targets_of(st))


@pytest.mark.slow
def test_units_beside_three_leaders_followed_one_by_one_come_out_as_together() -> None:
    st, action = firing("0 8-3-8 @D3", "0 8-3-8 @D3", "1 9-1", "1 8-1", "1 8-0", "1 4-4-7")
    one_by_one_as_together(st, action, targets_of(st))


def test_a_leader_who_does_not_move_along_is_no_help_in_the_odds() -> None:
    """In Defensive First Fire only leaders of the moving stack help (A10.22): the 9-2 stands where the others enter."""
    st, action = firing("0 8-3-8 @D3", "0 8-3-8 @D3", "1 9-2", "1 8-1", "1 4-4-7")
    movers = (4, 5)
    trail = Trail(started=True, steps=(Step("enter", 0, action.target, 2),))
    trails = dict.fromkeys(movers, trail)
    st = st.with_(turn=replace(st.turn, phase="MPh", attacker=1), trails=trails)
    one_by_one_as_together(st, action, movers)
    helped = odds.attack(st.with_(turn=replace(st.turn, phase="DFPh")), action, (3, 4, 5), "DFPh")
    assert helped.chance(5, "unharmed") > odds.attack(st, action, movers).chance(5, "unharmed")


def one_by_one_as_together(st: State, action: Fire, ids: tuple[int, ...]) -> None:
    together = odds.joint(st, action, ids)
    quick = odds.attack(st, action, ids)
    for place, unit in enumerate(ids):
        table: dict[odds.Fate, Fraction] = defaultdict(Fraction)
        for fates, chance in together:
            table[fates[place]] += chance
        assert dict(quick.fates[unit]) == dict(table)
        assert sum(quick.units[unit].values()) == 1


def test_first_results_against_an_independent_library() -> None:
    """8 FP with a directing 8-1: no cowering, DRM -1 on the 8 column."""
    st, action = firing("0 4-6-7 @E3", "0 4-6-7 @E3", "0 8-1 @E3", "1 4-4-7")
    column = ift().column(8)
    assert column is not None
    two = 2 @ icepool.d6
    oracle: Counter[str] = Counter()
    for total, weight in two.items():
        oracle[str(ift().result(column, total - 1))] += weight
    assert {line.label: line.chance * 36 for line in odds.first(st, action)} == dict(oracle)


def test_a_normal_check_against_an_independent_library() -> None:
    """NMC and PTC alone: 1 FP at a broken and an unbroken Morale of 7 can do nothing worse than 1MC."""
    st, action = firing("0 2-4-7 @E3", "0 8-0 @E3", "1 4-4-7")
    column = ift().column(2)
    assert column is not None
    two = 2 @ icepool.d6
    pinned = Fraction(0)
    for total, weight in two.items():
        result = ift().result(column, total)
        if result.kind == "MC":
            pinned += Fraction(weight, 36) * two.probability(7 - result.number)
        elif result.kind == "PTC":
            pinned += Fraction(weight, 36) * two.probability(">", 7)
        elif result.kind == "K":  # a half-squad of the same Morale checks after it
            pinned += Fraction(weight, 36) * two.probability(7 - result.number)
    (unit,) = targets_of(st)
    assert sum(p for f, p in odds.attack(st, action).fates[unit] if f.pinned) == pinned


@pytest.mark.parametrize(("count", "chosen"), [(1, 1), (2, 1), (3, 1), (4, 1), (3, 2), (4, 2), (4, 3)])
def test_random_selection_weights_are_those_of_all_faces(count: int, chosen: int) -> None:
    table: Counter[tuple[int, ...]] = Counter()
    for faces in itertools.product(range(1, 7), repeat=count):
        table[selected(tuple(range(count)), faces, chosen)] += 1
    assert dict(selection_weights(count, chosen)) == dict(table)


def test_random_selection_against_an_independent_library() -> None:
    highest = icepool.highest(icepool.d6, icepool.d6, icepool.d6)
    first = sum(
        (
            icepool.d6.probability(m) * (highest.probability("<=", m) / icepool.d6.probability("<=", m))
            for m in range(1, 7)
        ),
        Fraction(0),
    )
    found = sum(weight for who, weight in selection_weights(3, 1) if 0 in who)
    assert Fraction(found, 6**3) == first


def test_checks_read_only_the_sum_of_their_dice() -> None:
    """The quick odds throw one pair of faces a sum; this holds the rules to it."""
    st = fight("0 8-0", "0 4-6-7", "0 4-6-7 broken", "1 4-4-7 @A1")
    for unit, cause in itertools.product((1, 2, 3), (FIRE, LEADER_LOSS)):
        facts = CheckFacts(st, st.units[unit], 1, cause)
        by_sum: dict[int, set[object]] = {}
        for pair in itertools.product(range(1, 7), repeat=2):
            by_sum.setdefault(sum(pair), set()).add(check_result(facts, (pair[0], pair[1])))
        assert all(len(results) == 1 for results in by_sum.values())
    assert sum(count for _, count in SUMS) == 36
    assert sorted(sum(faces) for faces, _ in SUMS) == list(range(2, 13))


@pytest.mark.parametrize("cause", [FIRE, LEADER_LOSS])
@pytest.mark.parametrize("check", [MoraleCheck, TaskCheck])
def test_faces_of_one_effect_do_the_same(check: type[MoraleCheck | TaskCheck], cause: str) -> None:
    """The quick odds throw one pair of faces for each effect of a check; this holds the checks to it."""
    st = fight("0 8-0", "0 4-6-7", "0 2-3-7 broken", "0 8-3-8", "0 german:8-1 wounded", "1 4-4-7 @A1")
    for unit, drm in itertools.product((1, 2, 3, 4, 5), (0, 3)):
        frame = check(unit, drm, cause)
        by_effect: dict[object, set[object]] = {}
        for faces, _ in SUMS:
            do = frame.rolled(st, faces)
            quiet = tuple(event for event in do.events if not isinstance(event, DiceThrown))
            by_effect.setdefault(frame.effect(st, faces), set()).add((quiet, do.then, do.push, do.value))
        assert all(len(results) == 1 for results in by_effect.values())


def test_cc_odds_against_an_independent_library_and_plain_enumeration() -> None:
    st = fight("0 4-6-7", "0 4-6-7", "1 4-4-7")  # 8-4 is 2-1, Kill Number 7; German leaders come with an Original 2
    found = odds.close_combat(st, CloseCombat((1, 2), (3,)))
    two = 2 @ icepool.d6
    assert found.first[0]["eliminated"] == two.probability("<", 7)
    assert found.chance(3, "eliminated") == two.probability("<", 7)
    assert found.chance(3, "reduced") == two.probability(7)
    assert found.promoted == Fraction(1, 36)
    attack = CombatAttack(0, (1, 2), (3,))
    assert plain(st, CombatResolution(st.units[1].loc, (attack,)), (3,)) == {(f,): p for f, p in found.fates[3]}


def test_both_sides_of_a_cc_together() -> None:
    st = fight("0 4-6-7", "1 4-4-7")
    attacks = (CloseCombat((1,), (2,)), CloseCombat((2,), (1,)))
    found = odds.close_combat(st, attacks)
    frame = CombatResolution(st.units[1].loc, (CombatAttack(0, (1,), (2,)), CombatAttack(1, (2,), (1,))))
    expected = plain(st, frame, (1, 2))
    for place, unit in enumerate((1, 2)):
        gone = sum(p for fates, p in expected.items() if fates[place].eliminated)
        assert found.chance(unit, "eliminated") == gone
        assert sum(found.units[unit].values()) == 1


@pytest.mark.parametrize("leader", [0, 1])
def test_rally_odds_are_those_of_plain_enumeration(leader: int) -> None:
    st = fight("0 8-1", "0 4-6-7 broken", "1 4-4-7 @A1").with_(turn=replace(fight("0 8-1").turn, phase="RPh"))
    found = odds.rally(st, 2, leader)
    assert {(f,): p for f, p in found.fates} == plain(st, RallyRoll(2, leader), (2,))
    assert found.chances["reduced"] == Fraction(1, 36)
    assert (found.promoted > 0) is (leader == 0)


def test_enumeration_stops_at_a_choice_and_shows_it() -> None:
    st, _ = begin(fight("0 4-6-7", "1 4-4-7", terrain="C3 woods"))
    ends = odds.enumerate_rolls(st)
    assert sum(end.chance for end in ends.values()) == 1
    assert all(type(end.waits_for).__name__ == "Choice" for end in ends.values())
    sides: dict[int, Fraction] = defaultdict(Fraction)
    for end in ends.values():
        assert isinstance(end.waits_for, Choice)
        sides[end.waits_for.side] += end.chance
    # The DEFENDER decides first only if he ambushes: 6 of the 36 pairs are lower by three or more.
    assert sides == {0: Fraction(5, 6), 1: Fraction(1, 6)}


def test_weights_of_a_roll_add_up() -> None:
    st, action = firing("0 4-6-7 @E3", "1 4-4-7")
    frame = SmallArms((2,), "PFPh", action)
    ways = list(_ways(started(st, frame), frame, 2, odds.spread.Project((2,))))
    assert sum(times for times, _, _ in ways) == 36


def test_a_dead_unit_and_an_untouched_one_are_told_apart() -> None:
    st = fight("0 4-6-7", "1 4-4-7")
    gone = st.with_unit(replace(st.units[2], place=ELIMINATED, loc=-1))
    assert str(fate(st, gone, 2)) == "eliminated"
    assert str(fate(st, gone, 1)) == "unharmed"


def test_a_wound_in_the_move_is_not_remembered_for_a_wound_at_rest() -> None:
    """Who spent more than three MF is pinned by a wound in the MPh (A17.2), and not in the DFPh."""
    st, action = firing("0 8-3-8 @D3", "1 8-0")
    (leader,) = targets_of(st)
    trail = replace(st.trail(leader), started=True, spent=8)
    moving = st.with_(turn=replace(st.turn, phase="MPh", attacker=1), trails={leader: trail})
    moved = odds.attack(moving, action, (leader,), "MPh")
    rested = odds.attack(moving.with_(turn=replace(moving.turn, phase="DFPh")), action, (leader,), "DFPh")
    assert [fate.pinned for fate, _ in moved.fates[leader] if fate.wounded and not fate.broken] == [True]
    assert [fate.pinned for fate, _ in rested.fates[leader] if fate.wounded and not fate.broken] == [False]


@pytest.mark.parametrize("others", [(), ("1 8-1",)])
def test_a_dummy_that_is_seen_goes_by_any_result(others: tuple[str, ...]) -> None:
    """Four FP against a "?" beside an open hex: the column of two, on which 14 of the 36 DR do something (A12.14)."""
    st, action = firing("0 4-6-7 @E3", "1 4-4-7", *others)
    dummy = replace(st.units[2], type=DUMMY, concealed=True)
    st = st.with_unit(dummy).with_(world=replace(st.world, rules=ruleset("full")))
    assert {str(one): chance for one, chance in odds.attack(st, action).fates[2]} == {
        "eliminated": Fraction(7, 18),
        "unharmed": Fraction(11, 18),
    }


def test_the_mark_of_a_vehicle_has_no_fate() -> None:
    """Fire at the "?" of a vehicle does nothing to it; who is under it too fares as without it (A12.2)."""
    st, action = firing("0 4-6-7 @E3", "1 4-4-7")
    st = st.with_(world=replace(st.world, rules=ruleset("full"))).with_unit(replace(st.units[2], concealed=True))
    tank = Vehicle(70, 1, "russian:t_34_m41", st.units[2].loc, place=ON_MAP, concealed=True)
    both, phase = (2, tank.id), st.turn.phase
    with_tank = st.with_vehicle(tank)
    assert odds.attack(with_tank, action, both, phase).fates == odds.attack(st, action, (2,), phase).fates
    assert odds.joint(with_tank, action, both, phase) == odds.joint(st, action, (2,), phase)
    assert odds.hurts(with_tank, action, both, phase) == odds.hurts(st, action, (2,), phase) > 0
    alone = with_tank.with_(units={1: st.units[1]})
    assert (
        odds.attack(alone, action, (tank.id,), phase).fates == {} and odds.hurts(alone, action, (tank.id,), phase) == 0
    )
