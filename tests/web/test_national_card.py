"""The card of a unit says what its nation makes of it, with the rule (A25)."""

from __future__ import annotations

from goodorder.flow.sequence.opening import new_game
from goodorder.rules.a25_nations.card import capabilities


def test_a_russian_squad_says_that_it_does_not_deploy_and_a_british_one_that_it_never_cowers() -> None:
    said = {}
    for name in ("hedges", "cherries"):
        st = new_game(name)
        for unit in st.units.values():
            said[unit.type] = [f"{line.text} ({line.rule})" for line in capabilities(st, unit)]
    assert "does not Deploy (A25.2)" in said["russian:4-4-7"]
    assert said["british:4-5-7"] == ["never cowers (A25.45)"]


def test_starter_says_nothing_of_nations() -> None:
    st = new_game("first")
    assert all(capabilities(st, unit) == () for unit in st.units.values())
