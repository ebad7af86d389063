"""The wind of a position: where it blows, which hexes lie upwind and downwind, where it does not reach (B25.63)."""

from __future__ import annotations

from goodorder.core.state import State

from ..registry import builds
from .ground import map_now
from .smoke_places import interior

HEXSIDES = 6
CALM, BREEZE, HEAVY = "none", "mild_breeze", "heavy"


@builds("B25.64", "B25.64a")
def downwind_side(st: State) -> int:
    """The hexside of every hex that the wind blows to: a direction of 1 is the top one, 0."""
    return st.weather.direction - 1


@builds("A24.1", "A24.1e")
def upwind(st: State, loc: int) -> frozenset[int]:
    """The three hexes adjacent to a Location on the side that the wind comes from; none without wind."""
    if st.weather.wind == CALM:
        return frozenset()
    board = map_now(st)
    back = downwind_side(st) + HEXSIDES // 2
    sides = {(back + turn) % HEXSIDES for turn in (-1, 0, 1)}
    here = board.hex_at(loc)
    return frozenset(near for near in board.around(here) if board.side_between(here, near) in sides)


def downwind(st: State, loc: int, hexes: int) -> tuple[int, ...]:
    """So many hexes in a line straight downwind of a Location, as far as the map goes; the first is adjacent."""
    board, found = map_now(st), []
    here = board.hex_at(loc)
    for _ in range(hexes):
        after = [near for near in board.around(here) if board.side_between(here, near) == downwind_side(st)]
        if not after:
            break
        [here] = after
        found.append(here)
    return tuple(found)


@builds("B25.63", "B25.63d")
def sheltered(st: State, loc: int) -> bool:
    """Whether there is never any wind in a Location: in an Interior Building hex."""
    board = map_now(st)
    return interior(board, board.hex_at(loc))


@builds("A24.6", "A24.6a")
def smoke_blows_away(st: State) -> bool:
    """Whether SMOKE in the open is gone at once: in Heavy Winds."""
    return st.weather.wind == HEAVY


@builds("A24.6", "A24.6a", "A24.11b")
def smoke_is_idle(st: State) -> bool:
    """Whether SMOKE in the open does nothing, or is gone at once: in Mud, in Heavy Winds."""
    return st.weather.ec == "mud" or smoke_blows_away(st)
