"""Prisoners are no fighting units: beside a Guard they change nothing that anybody may do (A20.5, A20.53); free
Unarmed units frighten nobody, hold nothing and bar no way (A20.54).
"""

from __future__ import annotations

from typing import Any

import pytest

from goodorder.core.actions import DeployGuard, HandPrisoners, Massacre, ReleasePrisoners
from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.core.state import CAPTURED, NOWHERE, ON_MAP, State, Unit, with_stance
from goodorder.core.view import view
from goodorder.core.way import Way
from goodorder.rules.a04_movement.permission import no_enemy_location
from goodorder.rules.a10_morale.dm import dm_causes
from goodorder.rules.a26_control import _sole_occupant
from goodorder.rules.facts.adjacent import known_enemies
from goodorder.rules.facts.entry import entry_facts
from goodorder.rules.facts.units import utype

from .games import beats

GUARDING = (DeployGuard, HandPrisoners, ReleasePrisoners, Massacre)
SAMPLE = 23
LEAVES = 2000


def with_prisoners(st: State) -> State:
    """The position with a captured half-squad beside each unit that could guard one without being outnumbered."""
    units, number = dict(st.units), st.next_id
    enemies = {side: [one for one in st.units.values() if one.side == side] for side in (0, 1)}
    for guard in st.units.values():
        halves = [one for one in enemies[1 - guard.side] if utype(st, one).kind == "half_squad"]
        if guard.loc < 0 or guard.concealed or utype(st, guard).kind != "squad" or not halves:
            continue
        taken = Unit(number, 1 - guard.side, halves[0].type, NOWHERE, CAPTURED)
        units[number] = with_stance(taken, guard=guard.id)
        number += 1
    return st.with_(units=units, next_id=number)


def answers(st: State) -> list[Any]:
    """The answers in the menu of what is asked, but for what a Guard does with his prisoners."""
    asked = pending(st)
    found = (action for _, action in asked.menu.leaves(LEAVES)) if isinstance(asked, Choice) else ()
    return [action for action in found if not isinstance(action, GUARDING)]


@pytest.mark.parametrize("scenario_id", ["patrol", pytest.param("houses", marks=pytest.mark.soak)])
def test_prisoners_change_nothing_that_anybody_may_do(scenario_id: str) -> None:
    looked = 0
    for number, beat in enumerate(beats(scenario_id, 2)):
        st = beat.before
        if number % SAMPLE or st.turn.phase in ("setup", "CCPh"):
            continue
        more = with_prisoners(st)
        if len(more.units) == len(st.units):
            continue
        looked += 1
        assert answers(more) == answers(st.with_())
        assert dm_causes(more, at_rout=True) == dm_causes(st, at_rout=True)
        for side in (0, 1):
            assert {one.id for one in known_enemies(more, side)} == {one.id for one in known_enemies(st, side)}
            seen, plain = view(more, side), view(st, side)
            assert seen.occupied().keys() == plain.occupied().keys()
            assert seen.control == plain.control
    assert looked > 5


def with_unarmed(st: State) -> State:
    """The position with a free Unarmed half-squad in a Location beside each unit of the other side, where nobody is."""
    units, number, board = dict(st.units), st.next_id, st.world.map
    taken = {one.loc for one in st.units.values()}
    halves = {one.side: one for one in st.units.values() if utype(st, one).kind == "half_squad"}
    for other in st.units.values():
        if other.loc < 0 or other.loc >= len(board.hexes) or 1 - other.side not in halves:
            continue
        half = halves[1 - other.side]
        for loc in board.around(other.loc):
            if loc < 0 or loc in taken or not board.hexes[loc].terrain.mf:
                continue
            taken.add(loc)
            units[number] = Unit(number, half.side, half.type, loc, ON_MAP, order=1, unarmed=True)
            number += 1
            break
    return st.with_(units=units, next_id=number)


@pytest.mark.parametrize("scenario_id", ["patrol", pytest.param("houses", marks=pytest.mark.soak)])
def test_free_unarmed_units_frighten_nobody_and_bar_no_way(scenario_id: str) -> None:
    looked = 0
    for number, beat in enumerate(beats(scenario_id, 2)):
        st = beat.before
        if number % SAMPLE or st.turn.phase == "setup":
            continue
        more = with_unarmed(st)
        new = {one for one in more.units if one not in st.units}
        if not new:
            continue
        looked += 1
        assert set(dm_causes(more, at_rout=True)) == set(dm_causes(st, at_rout=True))
        for side in (0, 1):
            assert {one.id for one in known_enemies(more, side)} == {one.id for one in known_enemies(st, side)}
        for unit in (more.units[one] for one in new):
            assert _sole_occupant(more, more.at(unit.loc)) is None, "it Controls nothing"
            for mover in (one for one in st.units.values() if one.loc >= 0 and one.side != unit.side):
                facts = entry_facts(more, (mover,), Way(mover.loc, unit.loc))
                assert no_enemy_location(facts) is None
    assert looked > 5
