"""What the Known enemies of a router see, who of them are beside it, and which steps they bar (A10.51).

All of it hangs on where they look from, and on the map with what lies on it: it is found out once wherever they stand
alike, for each side's view as for the position.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.sight.layers import Layers
from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import State, Unit

from ..a12_concealment.sight import clear_lines
from ..facts.adjacent import known_enemies
from ..facts.cliffs import abutting
from ..facts.ground import map_now
from ..facts.places import eye
from ..facts.smoke import layers_of
from ..registry import builds

Locs = frozenset[int]

Eyes = dict[int, set[int]]
"""Where enemies look from, by their Locations (B20.91)."""

Step = tuple[int, int]
"""From which Location into which a router goes."""

Bars = dict[Step, Refusal | None]
"""Why the rules bar steps."""

Searches = dict[tuple[Any, ...], tuple[Any, Locs]]
"""What searches for the ways of a rout have found, each with the Locations whose entry it asked the cost of."""


class Watched(Struct, frozen=True):
    """What is found out about routs before enemies who look out of ``eyes``.

    ``places`` are their Locations, ``looking`` all their eyes; ``level``: all look out of their Locations
    themselves. ``cover`` are the Locations of the map that a rout may be bound for. ``sights`` is filled by
    :func:`in_sight`, ``beside`` by :func:`foes_by`; ``bars`` holds, for those who have been seen by the same of them,
    why the rules at ``MAY_ROUT`` bar a step; ``searches`` what those find who pay for the ground alone wherever they
    look (:mod:`.direction`).
    """

    eyes: Eyes
    places: Locs
    looking: frozenset[int]
    level: bool
    cover: Locs
    sights: dict[int, Locs]
    beside: dict[int, Locs]
    bars: dict[Locs, Bars]
    searches: Searches

    def those_who(self, see: set[int]) -> Locs:
        """The Locations of enemies who look out of some of the places from which something is seen."""
        if self.level:
            return frozenset(see)
        return frozenset([loc for loc, frm in self.eyes.items() if not see.isdisjoint(frm)])


@once_a_position
def watched(st: State, side: int) -> Watched:
    """What has been found out for routers of a side; the rules at ``MAY_ROUT`` and ``ROUT_FOES`` ask of nothing else
    than its key.
    """
    looking = frozenset([(enemy.loc, eye(st, enemy)) for enemy in known_enemies(st, side)])
    return _watched(st.world.rules, map_now(st), layers_of(st), looking)


@once_per_map(64)
def _watched(rules: Any, board: Map, layers: Layers, looking: frozenset[tuple[int, int]]) -> Watched:
    eyes: Eyes = {}
    for loc, frm in sorted(looking):
        eyes.setdefault(loc, set()).add(frm)
    level = all(loc == frm for loc, frm in looking)
    return Watched(
        eyes, frozenset(eyes), frozenset([frm for _, frm in looking]), level, cover_on(board), {}, {}, {}, {}
    )


@once_per_map(64)
def cover_on(board: Map) -> Locs:
    """The Locations of a map that a rout may be bound for: in woods and buildings (A10.51)."""
    return frozenset([place.id for place in board.locations if board.hexes[place.hex].terrain.rout_destination])


def foes_by(st: State, before: Watched, loc: int) -> Locs:
    """The Locations of Known enemies who would be ADJACENT to a router in a Location (A.8)."""
    found = before.beside.get(loc)
    if found is None:
        sees, eyes = map_now(st).sees, before.eyes
        around = [there for there in abutting(st, loc) if there in eyes]
        found = before.beside[loc] = frozenset([at for at in around if any(sees(frm, loc) for frm in eyes[at])])
    return found


def in_sight(st: State, before: Watched, loc: int) -> Locs:
    """The Locations of Known enemies out of which one of them has LOS to ``loc``."""
    found = before.sights.get(loc)
    if found is None:
        found = before.sights[loc] = before.those_who(clear_lines(st, before.looking, loc))
    return found


@builds("B20.92")
def unit_in_sight(st: State, before: Watched, unit: Unit) -> Locs:
    """The same for a unit where it stands: on its Crest it is in the LOS of who sees that, or the bottom."""
    below = in_sight(st, before, unit.loc)
    return below if unit.stance.crest < 0 else below | in_sight(st, before, eye(st, unit))
