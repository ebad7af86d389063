"""Which units a side sets up on the map, and where: in the areas of their group (A2.9)."""

from __future__ import annotations

from goodorder.core.remembered import once_a_position
from goodorder.core.state import ON_MAP, UNPLACED, Fighter, State, Unit
from goodorder.data.hexarea import HexArea, in_any
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.places import stands

TO_BE_PLACED = (UNPLACED, ON_MAP)
"""Places of units that set up: they may be moved until the set-up is confirmed."""


@once_a_position
def setup_units(st: State, side: int) -> tuple[Unit, ...]:
    """Units that a side sets up on the map, placed already or not."""
    return tuple([u for u in st.units.values() if u.side == side and not u.enters and u.place in TO_BE_PLACED])


def any_setup_unit(st: State, side: int) -> bool:
    """Whether there is any of them."""
    for unit in st.units.values():  # noqa: SIM110 - a plain loop: every placement asks, and mostly the first is one
        if unit.side == side and not unit.enters and unit.place in TO_BE_PLACED:
            return True
    return False


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
