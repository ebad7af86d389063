"""What Known enemies see of a router's way is kept from position to position: it is what would be found anew."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.core.view import view
from goodorder.rules.a10_morale.direction import SIGHTS, in_sight
from tests.properties.games import beats


@pytest.mark.parametrize("scenario", ["houses", "patrol"])
def test_what_enemies_see_is_the_same_with_nothing_remembered(scenario: str) -> None:
    looked = kept = 0
    for beat in beats(scenario, 3):
        if beat.after.turn.phase not in ("MPh", "RtPh") or beat.number % 4:
            continue
        for side in (0, 1):
            for st in (beat.after, view(beat.after, side)):
                anew = replace(st, memo={}, tables={}, waits={})
                before = st.tables.get(SIGHTS[side])
                for loc in range(0, len(st.world.map.hexes), 5):
                    assert in_sight(st, loc, side) == in_sight(anew, loc, side), (scenario, beat.number, loc)
                kept += st.tables.get(SIGHTS[side]) is before
                looked += 1
        if looked > 120:
            break
    assert looked > 60 and kept > 20
