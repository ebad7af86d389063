"""Prisoners are no fighting units: beside a Guard they change nothing that anybody may do (A20.5, A20.53)."""

from __future__ import annotations

from typing import Any

import pytest

from goodorder.core.actions import HandPrisoners, Massacre, ReleasePrisoners
from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.core.state import CAPTURED, NOWHERE, State, Unit, with_stance
from goodorder.core.view import view
from goodorder.rules.a10_morale.dm import dm_causes
from goodorder.rules.facts.adjacent import known_enemies
from goodorder.rules.facts.units import utype

from .games import beats

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
    return [action for action in found if not isinstance(action, HandPrisoners | ReleasePrisoners | Massacre)]


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
