"""Hidden placement that a side chooses as it sets up (A12.3), and what bocage does for set-up (B9.55)."""

import pytest
from msgspec.structs import replace

from goodorder.core.actions import Done, Hide, Place
from goodorder.core.engine import answer, pending
from goodorder.core.errors import Illegal
from goodorder.core.frames import Choice
from goodorder.core.state import ON_MAP, State
from goodorder.core.view import is_masked, view
from goodorder.data.scenario import scenario
from goodorder.flow.sequence.opening import new_game

WOODS = "J5"
"""A hex of the patrol's map in which units may hide."""


def outpost(hip: int) -> State:
    """The patrol's set-up, with an outpost of which some squads may hide and no other hidden group."""
    told = scenario("patrol")
    british, german = told.sides
    groups = tuple(replace(g, hidden=False, hip=hip if g.id == "outpost" else 0) for g in german.groups)
    return new_game(replace(told, sides=(british, replace(german, groups=groups, setups=()))))


def choice(st: State) -> Choice:
    """The set-up's decision."""
    asked = pending(st)
    assert isinstance(asked, Choice)
    return asked


def placed(st: State, count: int) -> tuple[State, list[int]]:
    """So many squads of the outpost in the one Location, no more than a hex holds."""
    squads = [u.id for u in st.units.values() if u.group == "outpost" and u.type == "german:4-6-7"][:count]
    for unit in squads:
        st, _ = answer(st, Place(unit, st.world.map.words[WOODS]))
    return st, squads


def test_as_many_squads_of_a_group_hide_as_its_order_of_battle_says() -> None:
    st, squads = placed(outpost(1), 2)
    st, _ = answer(st, Hide(squads[0]))
    assert st.units[squads[0]].hidden and st.units[squads[0]].concealed
    with pytest.raises(Illegal, match="1 squads at most"):
        answer(st, Hide(squads[1]))
    st, _ = answer(st, Hide(squads[0], hidden=False))
    st, _ = answer(st, Hide(squads[1]))
    assert st.units[squads[1]].hidden and not st.units[squads[0]].hidden


def test_nobody_hides_where_the_order_of_battle_does_not_say_so() -> None:
    st, squads = placed(outpost(0), 1)
    refusal = choice(st).check(Hide(squads[0]))
    assert refusal is not None and refusal.rule == "A12.3"


def test_a_leader_hides_with_a_hidden_squad_only_and_does_not_count() -> None:
    st, squads = placed(outpost(1), 1)
    man = next(u.id for u in st.units.values() if u.type == "german:8-1")
    st, _ = answer(st, Place(man, st.world.map.words[WOODS]))
    assert choice(st).check(Hide(man)) is not None
    st, _ = answer(st, Hide(squads[0]))
    st, _ = answer(st, Hide(man))
    st, _ = answer(st, Hide(squads[0], hidden=False))
    refusal = choice(st).check(Done())
    assert refusal is not None


def test_who_hides_is_not_in_the_enemys_view_and_his_side_is_masked_all_game() -> None:
    st, squads = placed(outpost(1), 1)
    st, _ = answer(st, Hide(squads[0]))
    assert squads[0] not in view(st, 0).units
    assert is_masked(st, 1) and st.units[squads[0]].place == ON_MAP
    assert not is_masked(outpost(0).with_(units={}), 1)


def test_a_dummy_sets_up_in_a_bocage_hex_in_the_open_but_not_behind_a_hedge() -> None:
    st = outpost(0)
    dummy = next(u.id for u in st.units.values() if u.side == 1 and u.type == "dummy:?")
    board = st.world.map
    found = {True: 0, False: 0}
    for here in board.hexes:
        if here.terrain.concealment or not here.terrain.mf or not "F" <= here.name[0] <= "P":
            continue
        bocage = any(kind is not None and kind.id == "bocage" for kind in here.sides)
        refused = choice(st).check(Place(dummy, here.index))
        assert (refused is None) == bocage, here.name
        found[bocage] += 1
    assert found[False]
