"""The two ways into shellholes stand in the menu and are previewed: in the open, or for a MF more in cover (B2.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.core.actions import Go, Move, decode, encode
from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.core.notation import Names, parse, write
from goodorder.core.state import State
from goodorder.flow.move.move_phase import MovePhase
from goodorder.rules.ruleset import ruleset
from goodorder.web.preview import preview_action
from tests.support import begin, loc, map_of, position, squad


def beside_shellholes(profile: str) -> State:
    """A next to the shellholes of C5, B looks at them."""
    st = position("C5 shellholes ; gully E5 E6", squad("A", "C6"), squad("B", "C3", side=1), phase="MPh")
    return begin(st.with_(world=replace(st.world, rules=ruleset(profile))), MovePhase())[0]


@pytest.mark.parametrize(("profile", "ways"), [("full", [False, True]), ("starter", [False])])
def test_the_menu_has_both_ways_where_the_rules_have_them(profile: str, ways: list[bool]) -> None:
    st = beside_shellholes(profile)
    choice = pending(st)
    assert isinstance(choice, Choice)
    moves = (action for _, action in choice.menu.leaves(4000) if isinstance(action, Move))
    into = {
        action.first.cover
        for action in moves
        if isinstance(action.first, Go) and action.first.to == loc(st, "C5") and not action.declared
    }
    assert sorted(into) == ways


def test_the_preview_tells_the_cost_of_cover_and_the_fire_it_saves() -> None:
    st = beside_shellholes("full")
    bare, covered = (preview_action(st, Move((1,), 0, Go((1,), loc(st, "C5"), cover=cover))) for cover in (False, True))
    assert bare is not None and covered is not None
    assert [line.id for line in covered.lines] == ["terrain_cost", "cover_cost"]
    assert any("-2:" in text for text in bare.text) and any("+0:" in text for text in covered.text)


def test_the_preview_of_a_way_to_the_crest_tells_what_it_costs_and_who_sees_it() -> None:
    """One MF less than to the bottom of the gully, which is two (B20.91), and in sight from afar."""
    terrain = "gully E5 D5"
    st = position(terrain, squad("A", "E4"), squad("B", "E8", side=1), phase="MPh")
    st, _ = begin(st.with_(world=replace(st.world, map=map_of(terrain), rules=ruleset("full"))), MovePhase())
    found = preview_action(st, Move((1,), 0, Go((1,), loc(st, "E5"), crest=3)))
    assert found is not None
    assert [(line.id, line.value) for line in found.lines] == [("terrain_cost", "2"), ("crest_cost", "-1")]
    assert any("in E8" in text for text in found.text)
    deep = preview_action(st, Move((1,), 0, Go((1,), loc(st, "E5"))))
    assert deep is not None and not any("E8" in text for text in deep.text)


def test_cover_is_written_read_and_saved() -> None:
    st = beside_shellholes("full")
    names = Names.of(st)
    action = Go((1,), loc(st, "C5"), cover=True)
    assert parse(write(action, names), names) == action == decode(encode(action))
    assert "cover" not in encode(Go((1,), loc(st, "C5")))
