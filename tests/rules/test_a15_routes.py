"""The way of a charge is the same whether it is known from before or looked for anew (A15.431)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from goodorder.core.counters import MK_WP_GRENADE
from goodorder.core.state import NOWHERE, Marker, State, Trail
from goodorder.rules.a15_berserk import route as routes
from goodorder.rules.a15_berserk.route import Route, route
from goodorder.rules.ruleset import ruleset
from tests.support import loc, position, squad

A, X, Y = 1, 2, 3


def field() -> State:
    """A berserk squad in C2 who charges X in C6 past a house and a wood; Y is far off."""
    st = position(
        "size 8x8 ; woods C4 D4 B4 ; building D5 stone",
        squad("A", "C2"),
        squad("X", "C6", side=1),
        squad("Y", "H8", side=1),
        phase="MPh",
    )
    st = st.with_(world=replace(st.world, rules=ruleset("full")))
    return st.with_unit(replace(st.units[A], berserk=True))


def way(st: State) -> Route | None:
    """The way to X."""
    return route(st, (A,), st.units[X].loc)


def anew(st: State) -> State:
    """The same position as if nobody had asked anything of it."""
    return replace(st, memo={}, tables={}, waits={})


CHANGES: dict[str, Callable[[State], State]] = {
    "it has begun": lambda st: st.with_trail(A, Trail(started=True, spent=2)),
    "it goes elsewhere": lambda st: st.with_unit(replace(st.units[A], loc=loc(st, "E3"))),
    "an enemy stands in the way": lambda st: st.with_unit(replace(st.units[Y], loc=loc(st, "C3"))),
    "WP lies in the way": lambda st: st.with_(markers={90: Marker(90, MK_WP_GRENADE, loc(st, "C3"), strength=3)}),
    "another enemy is gone": lambda st: st.with_unit(replace(st.units[Y], loc=NOWHERE, place="eliminated")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_the_way_is_the_one_that_would_be_found_anew(change: str) -> None:
    st = field()
    before = way(st)
    assert before is not None
    after = CHANGES[change](st)
    assert way(after) == way(anew(after))
    assert way(st) == before


def test_who_has_begun_to_move_is_not_asked_again_where_he_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    st, searched, search = field(), [0], routes._search

    def counted(*args: Any, **named: Any) -> Route | None:
        searched[0] += 1
        return search(*args, **named)

    monkeypatch.setattr(routes, "_search", counted)
    way(st)
    way(st.with_trail(A, Trail(started=True, spent=2)))
    assert searched == [1]
    way(st.with_unit(replace(st.units[Y], loc=loc(st, "C3"))))
    assert searched == [2]
