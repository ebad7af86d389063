"""A line that passes everything that lies on the map at a distance is hindered as if it were looked at hex by hex."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from goodorder.core.state import MK_SMOKE, ON_MAP, Marker, State, Step
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from goodorder.rules.facts import smoke as facts
from goodorder.rules.facts.smoke import hindered, hinders, smoke_between


def littered(rng: random.Random, *, smoke: bool) -> State:
    """Wrecks, some of them burning, and SMOKE on the map of a scenario."""
    st = new_game(given("orchard").scenario)
    hexes = range(len(st.world.map.hexes))
    wrecks = {
        one.id: replace(one, place=ON_MAP, loc=rng.choice(hexes), wreck=True, burning=smoke and rng.random() < 0.5)
        for one in st.vehicles.values()
    }
    clouds = {n: Marker(n, MK_SMOKE, rng.choice(hexes)) for n in range(9001, 9004)} if smoke else {}
    return st.with_(vehicles=wrecks, markers={**st.markers, **clouds})


@pytest.mark.parametrize("smoke", [False, True])
def test_a_line_clear_of_all_that_lies_on_the_map_is_hindered_the_same(
    monkeypatch: pytest.MonkeyPatch, smoke: bool
) -> None:
    rng = random.Random(3)
    st = littered(rng, smoke=smoke)
    hexes = range(len(st.world.map.hexes))
    pairs = [(rng.choice(hexes), rng.choice(hexes)) for _ in range(600)]
    quick = [hindered(st, *pair) for pair in pairs]
    assert [smoke_between(st, *pair) for pair in pairs] == [one.smoke for one in quick]
    for least in range(1, 8):
        assert [hinders(st, *pair, least) for pair in pairs] == [one.total >= least for one in quick]
    monkeypatch.setattr(facts._Obstacles, "near", lambda laid, *_: laid.most)
    assert quick == [hindered(st, *pair) for pair in pairs]
    assert len({one.total for one in quick}) > 1


def test_what_may_hinder_lines_is_found_anew_when_anything_of_it_changes() -> None:
    rng = random.Random(4)
    st = littered(rng, smoke=True)
    [driven, *_] = [one.id for one in st.vehicles.values() if not st.world.vehicles[one.type].unarmored]
    whole = replace(st.vehicles[driven], wreck=False, burning=False)
    st = st.with_vehicle(whole)
    before = facts._obstacles(st)
    assert before is not None and before == facts._obstacles(st.with_())
    away = Step("enter", 0, whole.loc, 2)
    changed = (
        st.with_trail(driven, replace(st.trail(driven), steps=(away,))),
        st.with_vehicle(replace(whole, loc=whole.loc + 1)),
        st.with_(markers={}),
        st.with_(weather=replace(st.weather, wind="heavy")),
    )
    for other in changed:
        fresh = facts._laid_out(other)
        assert facts._obstacles(other) == fresh != before
    rested = changed[0].with_(turn=replace(st.turn, phase="RtPh"))
    assert facts._obstacles(changed[0]) != facts._obstacles(rested) == before
