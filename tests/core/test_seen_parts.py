"""What of a view is found once and remembered is what would be found anew: after every answer of hidden games."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.view import hides_anything, stand_ins, view
from tests.properties.games import beats


@pytest.mark.parametrize("scenario", ["patrol", "rearguard"])
def test_a_view_is_the_same_with_nothing_remembered(scenario: str) -> None:
    looked = remembered = 0
    for beat in beats(scenario, 3):
        for side in (0, 1):
            if not hides_anything(beat.after, side):
                continue
            anew = replace(beat.after, memo={}, tables={}, waits={})
            assert saving.encode(view(beat.after, side)) == saving.encode(view(anew, side)), (scenario, beat.number)
            before = stand_ins(beat.before, side)
            remembered += stand_ins(beat.after, side) is before
            looked += 1
        if looked > 400:
            break
    assert looked > 100 < 4 * remembered
