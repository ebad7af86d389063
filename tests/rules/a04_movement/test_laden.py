"""Who has no MF for his load: his menu holds the drops that set him free, and nothing that is refused (A4.43)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.core.actions import Done, Drop, Go, Move
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.menu import Entry
from goodorder.core.state import ASSAULT, DOUBLE_TIME, State
from goodorder.flow.move.move_phase import MovePhase
from goodorder.rules.ruleset import ruleset
from tests.support import begin, leader, position, squad

PROFILES = ("starter", "full")


def laden(profile: str) -> State:
    st = position(
        "size 8x8",
        squad("A", "C4").armed("HMG", "MMG"),
        leader("8-0", "C4"),
        squad("Y", "H8", 1),
        phase="MPh",
    )
    st = st.with_(world=replace(st.world, rules=ruleset(profile)))
    return begin(st, MovePhase())[0]


def asked(st: State) -> Choice:
    found = pending(st)
    assert isinstance(found, Choice)
    return found


def of_the_squad(found: Choice) -> list[Move]:
    """The squad's own moves but by Double Time, with which it has one MF."""
    moves = [action for _, action in found.menu.leaves() if isinstance(action, Move)]
    return [move for move in moves if move.units == (1,) and not move.declared & DOUBLE_TIME]


@pytest.mark.parametrize("profile", PROFILES)
def test_every_leaf_is_accepted_and_every_branch_ends_in_one(profile: str) -> None:
    found = asked(laden(profile))
    todo: list[tuple[tuple[str, ...], Entry]] = [((entry.key,), entry) for entry in found.menu.top()]
    while todo:
        path, entry = todo.pop()
        if entry.action is not None:
            assert found.check(entry.action) is None, (path, entry.action)
        else:
            below = entry.opened()
            assert below, path
            todo.extend(((*path, child.key), child) for child in below)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_laden_squad_begins_with_a_drop_under_each_declaration(profile: str) -> None:
    moves = of_the_squad(asked(laden(profile)))
    assert all(isinstance(move.first, Drop) for move in moves)
    assert {move.declared for move in moves} == {0, ASSAULT}


@pytest.mark.parametrize("profile", PROFILES)
def test_after_the_drop_it_goes_with_its_mf_and_may_stay(profile: str) -> None:
    st = laden(profile)
    drop = next(move for move in of_the_squad(asked(st)) if move.declared == ASSAULT)
    st, _ = answer(st, drop)
    leaves = [action for _, action in asked(st).menu.leaves()]
    assert any(isinstance(action, Go) for action in leaves) and any(isinstance(action, Done) for action in leaves)
    assert all(asked(st).check(action) is None for action in leaves)
