"""The ground as it is now: the printed map with what works (rubble, Blazes, breaches ...) lay upon it.

Every rule and procedure asks here; the printed map itself (``st.world.map``) is asked only for what play never changes:
names, ranges, which hexes are neighbours. What a work lays is said by the rules at the point ``LAID``.

What is remembered for a map stays true: a map with rubble on it is another map, whose Locations and buildings have the
same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from goodorder.board import Map
from goodorder.board.map.derive import Hex
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.sight.layers import Layers, changed_map, merged
from goodorder.core.state import State, Work

from ..points import LAID
from .streams_now import with_depth


class WorkFacts(Struct, frozen=True):
    """A work as a rule at ``LAID`` is asked about it; ``board`` is the printed map."""

    board: Map
    work: Work


class Laid(Struct, frozen=True):
    """What a work lays upon the ground, where that is more than a counter.

    ``layers`` is what lines of sight meet; of these rubble and roadblocks change the map itself. ``hexes`` take the
    place of the map's own, such as one whose bar is breached; their levels and Depressions must be the same.
    """

    layers: Layers = Layers()
    hexes: tuple[Hex, ...] = ()


def map_now(st: State) -> Map:
    """The map as it is now. Locations and buildings have their printed numbers; what fell is of the kind ``gone``."""
    return _land(st)[0] if st.works or st.weather.depth else st.world.map


def ground(st: State, loc: int) -> Hex:
    """The hex of a Location as it is now; of an upper level or a bridge see :func:`.places.ground_terrain`."""
    return map_now(st).hex_of(loc)


def layers_now(st: State) -> Layers:
    """What works lay upon the map that lines of sight meet, besides what has changed :func:`map_now`."""
    return _land(st)[1] if st.works else Layers()


Land = tuple[Map, Layers]
"""The map as it is now, and what lies on it for lines of sight."""


def _land(st: State) -> Land:
    """Worked out once for the works that there are, on the part that holds them."""
    known, depth = st.tables.get("land"), st.weather.depth
    if known is not None and known[0] is st.works and known[1][0] is st.world and known[1][1] == depth:
        found: Land = known[1][2]
        return found
    printed = with_depth(st.world.map, depth) if depth else st.world.map
    laid = tuple(_laid(st))
    layers = merged([one.layers for one in laid])
    drawn = Layers(rubble=layers.rubble, fallen=tuple(tree for tree in layers.fallen if tree.side is not None))
    board = _changed(printed, drawn, tuple(here for one in laid for here in one.hexes))
    rest = tuple(tree for tree in layers.fallen if tree.side is None)
    found = board, replace(layers, rubble=(), fallen=rest)
    st.tables["land"] = (st.works, (st.world, depth, found))
    return found


def _laid(st: State) -> Iterator[Laid]:
    """What the works on the map lay there, in the order of their ids."""
    for _, work in sorted(st.works.items()):
        facts = WorkFacts(st.world.map, work)
        for lays in st.world.rules.functions(LAID) if work.loc >= 0 else ():
            found: Laid | None = lays(facts)
            if found is not None:
                yield found


@once_per_map(64)
def _changed(printed: Map, drawn: Layers, hexes: tuple[Hex, ...]) -> Map:
    """A printed map with what changes it: the same one for equal changes, the printed one for none."""
    board = changed_map(printed, drawn)
    return board.with_hexes(hexes) if hexes else board
