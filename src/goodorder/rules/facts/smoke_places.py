"""Where SMOKE grenades go: levels, stairs, bridges, and where they can't lie (A24.1)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.errors import Refusal
from goodorder.core.state import State, Unit

from ..registry import builds
from .cliffs import cliff_between
from .ground import map_now
from .places import links


class SmokeAsk(Struct, frozen=True):
    """May this squad try to place a SMOKE grenade in this Location?"""

    st: State
    unit: Unit
    to: int


@builds("A24.1", "A24.1f", "A24.1g")
def grenade_places(st: State, loc: int) -> tuple[int, ...]:
    """The Locations that a grenade reaches from ``loc``: that Location itself and those ADJACENT to it, up or down
    stairs too; adjacent lower ground; from an upper level the ground of a building hex that is not an Interior one.
    """
    return _grenade_places(map_now(st), loc)


@once_per_map(8192)
def _grenade_places(board: Map, loc: int) -> tuple[int, ...]:
    found = [loc, *(link.to for link in links(board, loc) if link.kind != "around")]
    h = board.hex_at(loc)
    if board.locations[loc].above > 0 and board.locations[loc].kind == "level" and not interior(board, h):
        found.append(h)
    return tuple(dict.fromkeys(found))


def interior(board: Map, h: int) -> bool:
    """Whether a building hex has that building on all its sides (B23.21)."""
    mine = board.hexes[h].building
    return mine >= 0 and all(near >= 0 and board.hexes[near].building == mine for near in board.neighbours[h])


@builds("A24.1")
def height_refusal(st: State, unit: Unit, to: int) -> Refusal | None:
    """Why a grenade does not go so high, or None: one level up across a single Crest Line or a stairwell, no cliff."""
    board = map_now(st)
    rise = board.level(to) - board.level(unit.loc)
    if rise > 1:
        return Refusal("A24.1", "two or more levels up is too high")
    if rise > 0 and cliff_between(st, unit.loc, to):
        return Refusal("A24.1", "not up a cliff")
    return None
