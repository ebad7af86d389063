"""What the preview of an advance says of who waits there."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Advance
from goodorder.core.state import State
from goodorder.rules.ruleset import ruleset
from goodorder.web import preview_moves
from tests.support import position, squad


def beside(*, concealed: bool) -> State:
    """A squad in C4, under a "?" or not, next to a Disrupted and a Good Order enemy in C5."""
    st = position("size 6x6; C5 woods", squad("A", "C4"), squad("B", "C5", 1), squad("C", "C5", 1), phase="APh")
    st = st.with_(world=replace(st.world, rules=ruleset("full")))
    st = st.with_unit(replace(st.units[1], concealed=concealed))
    return st.with_unit(replace(st.units[2], broken=True, disrupted=True, dm=True))


def told(st: State) -> str:
    """The words of the preview."""
    return " ".join(preview_moves.advance(st, Advance((1,), st.world.map.index("C5"))).text)


def test_a_known_squad_takes_the_disrupted_one_and_fights_the_other() -> None:
    words = told(beside(concealed=False))
    assert "squad B (4-4-7): Disrupted, surrenders at once" in words
    assert "Close Combat with squad C (4-4-7)" in words


def test_before_a_squad_under_its_concealment_nobody_surrenders() -> None:
    words = told(beside(concealed=True))
    assert "surrenders" not in words
    assert "Close Combat with squad B (4-4-7), squad C (4-4-7)" in words
