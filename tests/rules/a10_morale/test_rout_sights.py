"""What Known enemies see of a router's way, and which steps they bar, is kept from position to position: it is
what would be found anew.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.core.view import view
from goodorder.rules.a10_morale.direction import WATCHED, in_sight, reach, walk_from
from tests.properties.games import beats


@pytest.mark.parametrize("scenario", ["houses", "patrol"])
def test_what_enemies_see_is_the_same_with_nothing_remembered(scenario: str) -> None:
    looked = kept = routed = 0
    for beat in beats(scenario, 3):
        if beat.after.turn.phase not in ("MPh", "RtPh") or beat.number % 4:
            continue
        for side in (0, 1):
            for st in (beat.after, view(beat.after, side)):
                anew = replace(st, memo={}, tables={}, waits={})
                before = st.tables.get(WATCHED[side])
                for loc in range(0, len(st.world.map.hexes), 5):
                    assert in_sight(st, loc, side) == in_sight(anew, loc, side), (scenario, beat.number, loc)
                for unit in [one for one in st.units.values() if one.side == side and one.broken and one.loc >= 0]:
                    here, there = (walk_from(one, unit, unit.loc, unit.loc, 0, ()) for one in (st, anew))
                    assert reach(here) == reach(there), (scenario, beat.number, unit.id)
                    routed += 1
                kept += st.tables.get(WATCHED[side]) is before
                looked += 1
        if looked > 120:
            break
    assert looked > 60 and kept > 20 and routed > 20
