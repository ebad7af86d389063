"""Who is asked first for an advance or a move changes no answer: whether there is any is found as by asking all in
order. What lies about is what a search of all weapons finds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.remembered import Later
from goodorder.core.state import State
from goodorder.core.view import asked_of
from goodorder.core.way import Way
from goodorder.flow.advance import LEADS, _anybody_leads, _leads
from goodorder.flow.move.move_phase import BEGINS, _anybody_begins, _fresh, may_begin
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from goodorder.rules.a04_movement.allotment import affords, least_left
from goodorder.rules.facts.bearers import lying_at


def decisions(scenario: str) -> Iterator[State]:
    """The positions of a random game in which somebody decides."""
    st, rng, dice = new_game(given(scenario).scenario), random.Random(4), DiceStream("4")
    while not isinstance(asked := pending(st), Over):
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        yield st
        st, _ = answer(st, asked_of(st, asked)[1].menu.sample(rng))


def test_whether_anybody_can_advance_is_the_same_whoever_is_asked_first() -> None:
    found = set[bool]()
    for st in decisions("first"):
        if st.turn.phase != "APh":
            continue
        side = st.turn.attacker
        slow = any(_leads(st, (unit.id,)) for unit in st.units.values() if unit.side == side)
        for before in (*st.units, 0, 999):
            unit = st.units.get(before)
            near = st.world.map.around(unit.loc) if unit is not None and unit.loc >= 0 else ()
            for way in (None, *(Way(unit.loc, to) for to in near if unit is not None)):
                fresh = st.with_()
                fresh.tables[LEADS] = (before, way)
                assert _anybody_leads(fresh, side) == slow
        found.add(slow)
    assert True in found


def test_whether_anybody_can_begin_his_move_is_the_same_whoever_is_asked_first() -> None:
    found = set[bool]()
    for st in decisions("first"):
        if st.turn.phase != "MPh":
            continue
        own = _fresh(st, st.turn.attacker)
        slow = any(may_begin(st, (unit.id,)) for unit in own)
        for before in (*st.units, 0, 999):
            fresh = st.with_()
            fresh.tables[BEGINS] = (before, None)
            assert _anybody_begins(fresh, Later(lambda own=own: own)) == slow  # type: ignore[misc]
        found.add(slow)
    assert True in found


def test_what_lies_about_is_known_anew_where_a_weapon_changes() -> None:
    several = set[int]()
    for st in decisions("first"):
        there = [one for one in st.weapons.values() if not one.holder and one.loc >= 0]
        for loc in st.stacks().keys() | {one.loc for one in there}:
            assert lying_at(st, loc) == tuple(one for one in there if one.loc == loc)
        several.add(len(there))
    assert len(several) > 1


def test_who_can_afford_an_expenditure_is_seen_as_by_the_allotment() -> None:
    answers = set[bool]()
    for st in decisions("houses"):
        for unit in st.units.values() if st.turn.phase == "MPh" else ():
            left = least_left(st, (unit.id,))
            for cost in range(2 * left + 2):
                can = affords(st, (unit.id,), cost)
                assert can == (cost <= left)
                answers.add(can)
    assert answers == {True, False}
