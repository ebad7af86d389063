"""Where counters may set up: the areas of their group (A2.9)."""

from __future__ import annotations

from goodorder.core.state import Fighter, State
from goodorder.data.hexarea import HexArea, in_any
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.places import stands


def setup_hexes(st: State, unit: Fighter) -> tuple[int, ...]:
    """Locations of a unit's set-up area that it may enter."""
    scenario = st.world.scenario
    board = map_now(st)
    if scenario is None:
        return ()
    areas = next(g.area for g in scenario.side(st.world.sides[unit.side].id).groups if g.id == unit.group)
    key = (board.digest, areas, len(board.locations))
    found = _AREAS.get(key)
    if found is None:
        places = (place for place in board.locations if place.kind not in ("crest", "climb"))
        inside = (place.id for place in places if in_any(areas, board.hexes[place.hex].name))
        found = _AREAS[key] = tuple(loc for loc in inside if stands(st, loc))
    return found


_AREAS: dict[tuple[str, tuple[HexArea, ...], int], tuple[int, ...]] = {}
