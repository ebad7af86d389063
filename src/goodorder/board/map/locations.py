"""The Locations of a map: ground, upper building levels, on and under bridges, in one dense numbering.

Behind them come the places at Crest level of Depression hexes. A unit in Crest status is in its hex's ground Location
(A2.8); the place is only where it looks from and is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from goodorder.board.errors import BoardError
from goodorder.board.map.facts import Facts
from goodorder.board.sight.kernel_rules import GROUND, ON_BRIDGE, UNDER_BRIDGE, UPPER

Kind = Literal["ground", "level", "bridge", "beneath", "crest", "climb", "gone", "corner"]
"""What a Location is; ``gone`` is one of the printed map that no longer stands, such as a level above rubble, and
``corner`` a vertex of a hex, from which and to which lines of a vehicle in Bypass run (D2.32).
"""
KIND_CODES: dict[Kind, int] = {
    "ground": GROUND,
    "level": UPPER,
    "bridge": ON_BRIDGE,
    "beneath": UNDER_BRIDGE,
    "crest": ON_BRIDGE,
    "climb": UPPER,
    "gone": GROUND,
    "corner": GROUND,
}
"""What the kernel knows of a Location. A place at Crest level lies above the Depression as a bridge does (B20.91)."""


CORNERS = 1 << 20
"""The number of vertex 0 of hex 0; those of the other vertices follow, six to a hex, beyond all Locations of a map."""


def corner(h: int, vertex: int) -> int:
    """The number by which a vertex of a hex is looked from and at.

    >>> corner_of(corner(7, 4))
    (7, 4)
    """
    return CORNERS + 6 * h + vertex


def corner_of(place: int) -> tuple[int, int]:
    """The hex and the vertex of such a number."""
    return divmod(place - CORNERS, 6)


TOWERS = {160: 1, 161: 2, 162: 3, 163: 1, 164: 2, 165: 3, 168: 1, 169: 2}
"""Towers by code, with the level of the one Location that they have above the ground (B34.2)."""


class Location(msgspec.Struct, frozen=True, gc=False):
    """A place in a hex. ``level`` is absolute; ``above`` counts levels from the hex's base level.

    ``side`` and ``vertex`` are the cliff hexside that is climbed and the vertex at which that is done (B11.42).
    """

    id: int
    hex: int
    level: int
    above: int
    kind: Kind
    name: str
    side: int = -1
    vertex: int = -1


def locations(facts: Facts, names: Sequence[str]) -> tuple[Location, ...]:
    """All Locations: the ground Location of a hex has the hex's number, the others follow hex by hex, from below.

    Places at Crest level stand behind all of them.
    """
    base = [int(level) for level in facts.base]
    found = [Location(h, h, base[h], 0, "ground", name) for h, name in enumerate(names)]

    def add(h: int, above: int, kind: Kind, word: str) -> None:
        found.append(Location(len(found), h, base[h] + above, above, kind, f"{names[h]} {word}"))

    for h in range(len(names)):
        if facts.bridge[h] < 0:
            add(h, -1, "beneath", "under the bridge")
        top = TOWERS.get(int(facts.code[h]), 0)
        for level in (top,) if top else range(1, int(facts.levels[h]) + 1):
            add(h, level, "level", f"level {level}")
        if facts.bridge[h] > 0:
            add(h, 1, "bridge", "on the bridge")
    for h in range(len(names)):
        if facts.depression[h] and not facts.bridge[h]:
            add(h, 1, "crest", "crest")
    return tuple(found)


def renumbered(now: Sequence[Location], printed: Sequence[Location]) -> tuple[Location, ...]:
    """The Locations of a map that has changed under the numbers of the printed one; those that it has no more are
    ``gone``.

    Raises BoardError for one that was not printed.
    """
    left = {(place.hex, place.above, place.kind): place for place in now}
    found = []
    for was in printed:
        still = left.pop((was.hex, was.above, was.kind), None)
        gone = replace(was, kind="gone", level=now[was.hex].level)
        found.append(gone if still is None else replace(still, id=was.id))
    if left:
        raise BoardError(f"{next(iter(left.values())).name} is no Location of the printed map", expected="fewer levels")
    return tuple(found)
