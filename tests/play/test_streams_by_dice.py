"""A game whose scenario leaves the depth of its streams to a dr (B20.4, B25.5)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.state import State
from goodorder.data.load import DataError
from goodorder.data.scenario import Scenario, ScenarioWeather, scenario
from goodorder.flow.sequence.opening import new_game
from goodorder.rules.facts.ground import map_now
from goodorder.web.weather import weather_doc


def _rolled(id: str) -> Scenario:
    return replace(scenario(id), weather=ScenarioWeather("dry", "none", changes=False, depth="rolled"))


def _kinds(st: State) -> set[str]:
    return {here.depression.id for here in map_now(st).hexes if here.depression is not None}


def test_the_depth_is_rolled_for_before_anybody_sets_up_and_lasts() -> None:
    before = new_game(_rolled("plums"))
    asked = pending(before)
    assert isinstance(asked, Roll) and (asked.purpose, asked.rule) == ("depth of the streams", "B20.4")
    assert asked.need == "Deep 1 of 6, Shallow 3 of 6, Dry 2 of 6"
    after, events = answer(before, (5,))
    assert [type(event).__name__ for event in events][:2] == ["DiceThrown", "DepthFound"]
    assert after.weather.depth == "dry" and "dry_stream" in _kinds(after)
    assert not {"shallow_stream", "deep_stream"} & _kinds(after)
    told = weather_doc(after)
    assert told is not None and "streams: Dry (B20.4)" in told.told


def test_where_no_scenario_says_so_nobody_rolls_and_streams_are_as_drawn() -> None:
    st = new_game("plums")
    assert not isinstance(pending(st), Roll) and st.weather.depth is None
    assert map_now(st) is st.world.map


@pytest.mark.parametrize(("id", "why"), [("patrol", "no stream"), ("rearguard", "different depths")])
def test_a_map_without_streams_or_with_different_ones_takes_no_depth(id: str, why: str) -> None:
    with pytest.raises(DataError) as caught:
        new_game(_rolled(id))
    assert caught.value.place == "$.weather.depth" and why in caught.value.expected
