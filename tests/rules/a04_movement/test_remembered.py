"""What is remembered of a way and of a stack: the same as what would be found anew, over whole random games."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from goodorder.board.map.per_map_cache import forget
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.state import ASSAULT, DOUBLE_TIME, State
from goodorder.core.way import Way
from goodorder.flow.move.act import MOVE, offered_acts
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from goodorder.rules.a04_movement.all_mf import cost_for
from goodorder.rules.a04_movement.allotment import allotment, carried_now, least_left, mf_left
from goodorder.rules.a04_movement.bypass import could_bypass
from goodorder.rules.a04_movement.carrying import carried_by, carrier_of
from goodorder.rules.a04_movement.minimum import short_of_mf, spare_mf
from goodorder.rules.a04_movement.permission import entry_refusal, spent
from goodorder.rules.facts.bypass_path import bypasses
from goodorder.rules.facts.entry import facts_of, own_stack, road_leads
from goodorder.rules.facts.places import beside
from goodorder.rules.points import MAY_ENTER

MOST = 15
"""Decisions of the MPh that are looked at in one game, every third of them."""


def decisions(scenario: str) -> Iterator[State]:
    """Positions of a random game in which units may move."""
    st, rng, dice, number = new_game(given(scenario).scenario), random.Random(5), DiceStream("5"), 0
    while number < 3 * MOST:
        asked = pending(st)
        if isinstance(asked, Over):
            return
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        number += st.turn.phase == "MPh"
        if st.turn.phase == "MPh" and number % 3 == 0:
            yield st
        st, _ = answer(st, asked.menu.sample(rng))


def ways(st: State, loc: int) -> list[Way]:
    """Ways out of a Location and around beside it, sensible or not."""
    near = [to for to in beside(st, loc) if to >= 0]
    return [
        *(
            Way(loc, to, road=road, cover=cover)
            for to in (*near, loc)
            for road in (False, True)
            for cover in (False, True)
        ),
        *(Way(loc, to, bypass=sides) for to in near for sides in ((0,), (3,), (0, 1), (4, 3))),
        *(Way(loc, to, crest=crest) for to in near[:2] for crest in (0, 6)),
    ]


def found(st: State, stack: tuple[int, ...], way: Way) -> tuple[object, ...]:
    units = tuple(st.units[u] for u in stack)
    left = least_left(st, stack), mf_left(st, units[0], stack, True)
    return entry_refusal(st, stack, way), left, [cost_for(st, unit, units, way) for unit in units]


@pytest.mark.parametrize("scenario", ["assault", "houses", "bridges"])
def test_what_is_remembered_of_an_entry_is_what_is_found_anew(scenario: str) -> None:
    looked = 0
    for st in decisions(scenario):
        mine = [unit for unit in st.units.values() if unit.side == st.turn.attacker and unit.loc >= 0]
        stacks: list[tuple[int, ...]] = [(unit.id,) for unit in mine[:4]]
        stacks += [(a.id, b.id) for a, b in combinations(mine, 2) if a.loc == b.loc][:4]
        asked = [(stack, way) for stack in stacks for way in ways(st, st.units[stack[0]].loc)]
        for stack, way in asked:
            found(st, stack, way)
        remembered = [found(st, stack, way) for stack, way in asked]
        forget()
        assert remembered == [found(st.with_(), stack, way) for stack, way in asked]
        looked += len(asked)
    assert looked > 300


def stacks_of(st: State) -> list[tuple[int, ...]]:
    """Stacks of one and two of the ATTACKER's units on the map."""
    mine = [unit for unit in st.units.values() if unit.side == st.turn.attacker and unit.loc >= 0]
    pairs = [(a.id, b.id) for a, b in combinations(mine, 2) if a.loc == b.loc]
    return [*((unit.id,) for unit in mine), *pairs]


@pytest.mark.parametrize("scenario", ["houses", "bridges", "assault"])
def test_rules_of_entry_that_are_not_asked_would_say_nothing(scenario: str) -> None:
    silent = 0
    for st in decisions(scenario):
        for stack in stacks_of(st)[::3]:
            for way in ways(st, st.units[stack[0]].loc):
                facts = facts_of(st, own_stack(st, stack), way)
                rules: Any = st.world.rules
                asked = rules.speaking(MAY_ENTER, facts.kinds)
                unasked = [function for function in rules.functions(MAY_ENTER) if function not in asked]
                assert [function(facts) for function in unasked] == [None] * len(unasked)
                silent += len(unasked)
    assert silent > 1000


def worn(st: State, stack: tuple[int, ...]) -> State:
    """The position in which a stack has spent all that each of its units has left."""
    found = st
    for unit in stack:
        trail = st.trail(unit)
        found = found.with_trail(unit, replace(trail, spent=trail.spent + least_left(st, stack, True), started=True))
    return found


@pytest.mark.parametrize("scenario", ["houses", "bridges"])
def test_who_is_passed_over_for_want_of_mf_could_go_no_way(scenario: str) -> None:
    nowhere, no_bypass = 0, 0
    for now in decisions(scenario):
        able = [stack for stack in stacks_of(now) if not any(now.units[unit].broken for unit in stack)]
        for st, stack in [(at, some) for some in able[::2] for at in (now, worn(now, some))]:
            first = st.units[stack[0]]
            if spent(st, own_stack(st, stack)):
                assert all(entry_refusal(st, stack, way) for way in ways(st, first.loc) if way.to != first.loc)
                nowhere += 1
            for to in (first.loc, *beside(st, first.loc)):
                if not could_bypass(st, own_stack(st, stack), to):
                    around = [Way(first.loc, to, bypass=sides) for sides in bypasses(st, first, first.loc, to)]
                    assert all(entry_refusal(st, stack, way) for way in around)
                    no_bypass += 1
    assert nowhere > 50
    assert no_bypass > 200


@pytest.mark.parametrize("scenario", ["houses", "assault"])
def test_acts_that_are_not_offered_have_no_entries(scenario: str) -> None:
    left_out = 0
    for st in decisions(scenario):
        for stack in stacks_of(st):
            calm = not any(st.units[unit].berserk for unit in stack)
            offered = offered_acts(st, stack)
            for act in (act for act in MOVE.all() if calm and act not in offered):
                assert not list(act.entries(st, stack, lambda step: step))
                assert not list(act.later(st, stack, True))
                left_out += 1
    assert left_out > 100


def test_who_carries_whom_is_found_anew_as_a_trail_changes() -> None:
    st = next(decisions("houses"))
    man, other, by = list(st.units.values())[:3]
    assert carried_by(st, by) == ()
    one = st.with_trail(man.id, replace(st.trail(man.id), carrier=by.id))
    two = one.with_trail(other.id, replace(one.trail(other.id), carrier=by.id))
    assert carried_by(one, by) == (man,)
    assert set(carried_by(two, by)) == {man, other}
    assert (carried_by(st, by), carried_by(one, by)) == ((), (man,))


@pytest.mark.parametrize("scenario", ["houses", "bridges"])
def test_the_mf_to_spare_are_those_that_leave_nobody_short_of_any_entry_beside(scenario: str) -> None:
    all_pay, some_short = 0, 0
    for st in decisions(scenario):
        for stack in stacks_of(st):
            loc = st.units[stack[0]].loc
            near = [Way(loc, to, road=road) for to in beside(st, loc) for road in (False, road_leads(st, loc, to))]
            for paid in (0, 1, 2, 3, 4):
                short = any(short_of_mf(st, stack, way, paid) for way in near)
                if spare_mf(st, stack) >= paid:
                    assert not short
                    all_pay += 1
                some_short += short
    assert all_pay > 100
    assert some_short > 100


@pytest.mark.parametrize("scenario", ["houses", "bridges"])
def test_who_carries_nothing_and_goes_by_himself_always_has_an_allotment(scenario: str) -> None:
    looked = 0
    for st in decisions(scenario):
        for stack in stacks_of(st):
            for unit in (st.units[number] for number in stack if not st.units[number].broken):
                alone = carrier_of(st, unit) is None and not carried_by(st, unit)
                if alone and not carried_now(st, unit):
                    looked += 1
                    assert all(allotment(st, unit, stack, declared, ()) for declared in (0, ASSAULT, DOUBLE_TIME))
    assert looked > 100
