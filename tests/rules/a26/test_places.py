"""The places of a victory clause and who Controls them (A26.1)."""

from __future__ import annotations

from goodorder.play import start
from goodorder.play.record import Options
from goodorder.rules.a26_victory import clause_places, standings


def test_a_clause_about_houses_names_each_house_with_its_controller() -> None:
    _, state = start.begin("first", {"german": "human", "russian": "human"}, Options(), {"russian": "Stone houses"})
    (standing,) = standings(state)
    places = clause_places(state, standing.clause)
    names = {state.world.map.hexes[loc].name for loc, _ in places}
    assert names == {"K6", "L3", "M7", "N4", "N6", "O2", "O4", "O6"}
    assert {held for _, held in places} <= {0, 1, None}
