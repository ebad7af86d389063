"""The Locations of a map: ground, upper building levels, on and under bridges, in one dense numbering."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from goodorder.board.facts import Facts
from goodorder.board.kernel_rules import GROUND, ON_BRIDGE, UNDER_BRIDGE, UPPER

Kind = Literal["ground", "level", "bridge", "beneath"]
KIND_CODES: dict[Kind, int] = {"ground": GROUND, "level": UPPER, "bridge": ON_BRIDGE, "beneath": UNDER_BRIDGE}


class Location(msgspec.Struct, frozen=True, gc=False):
    """A place in a hex. ``level`` is absolute; ``above`` counts levels from the hex's base level."""

    id: int
    hex: int
    level: int
    above: int
    kind: Kind
    name: str


def locations(facts: Facts, names: Sequence[str]) -> tuple[Location, ...]:
    """All Locations: the ground Location of a hex has the hex's number, the others follow hex by hex, from below."""
    base = [int(level) for level in facts.base]
    found = [Location(h, h, base[h], 0, "ground", name) for h, name in enumerate(names)]

    def add(h: int, above: int, kind: Kind, word: str) -> None:
        found.append(Location(len(found), h, base[h] + above, above, kind, f"{names[h]} {word}"))

    for h in range(len(names)):
        if facts.bridge[h] < 0:
            add(h, -1, "beneath", "under the bridge")
        for level in range(1, int(facts.levels[h]) + 1):
            add(h, level, "level", f"level {level}")
        if facts.bridge[h] > 0:
            add(h, 1, "bridge", "on the bridge")
    return tuple(found)
