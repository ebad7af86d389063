"""What Known enemies see of a router's way, which steps they bar and what those cost is kept where they look over
the same ground: it is what would be found anew.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.board.map.per_map_cache import forget
from goodorder.core.state import State
from goodorder.core.view import view
from goodorder.rules.a10_morale.direction import reach, walk_from
from goodorder.rules.a10_morale.watched import Locs, in_sight, watched
from tests.properties.games import beats

Found = tuple[dict[int, Locs], dict[int, dict[int, int]]]


def found_out(st: State, side: int) -> Found:
    """What is seen of every fifth Location, and how far each broken unit of a side could rout."""
    routers = [unit for unit in st.units.values() if unit.side == side and unit.broken and unit.loc >= 0]
    sights = {loc: in_sight(st, watched(st, side), loc) for loc in range(0, len(st.world.map.hexes), 5)}
    return sights, {unit.id: reach(walk_from(st, unit, unit.loc, unit.loc, 0, ())) for unit in routers}


@pytest.mark.parametrize(("scenario", "least"), [("houses", 20), ("patrol", 20), ("furrows", 1)])
def test_what_enemies_see_is_the_same_with_nothing_remembered(scenario: str, least: int) -> None:
    looked = kept = routed = 0
    for beat in beats(scenario, 3):
        if beat.after.turn.phase not in ("MPh", "RtPh") or beat.number % 4:
            continue
        for side in (0, 1):
            for st in (beat.after, view(beat.after, side)):
                kept += bool(watched(st, side).sights)
                known = found_out(st, side)
                forget()
                assert known == found_out(replace(st, memo={}, tables={}, waits={}), side), (scenario, beat.number)
                routed += len(known[1])
                looked += 1
        if looked > 120:
            break
    assert looked > 60 and kept > 20 and routed >= least
