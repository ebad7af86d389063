"""Movement advantages that a special rule gives Partisans in woods and towns (A25.241)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..facts.entry import HALF
from ..facts.field import RUBBLE
from ..ledger import Mod
from ..registry import builds

if TYPE_CHECKING:
    from ..facts.entry import EntryFacts

WOODED = frozenset({"woods"})


@builds("A25.241", "A25.241a", "A25.241b")
def partisan_ways(facts: EntryFacts) -> Mod | None:
    """Woods, or buildings and rubble, cost a stack in which a Partisan moves who knows his way one MF, as open ground
    does; twice that uphill (ruling R2087). Others of the stack share in it for that entry.
    """
    way = facts.way
    if not facts.stack.ways or way.bypass or way.road or way.frm == way.to or facts.stairs:
        return None
    terrain = facts.terrain
    here = "wood_ways" if terrain.id in WOODED else "town_ways" if terrain.building or terrain.id in RUBBLE else ""
    less = int(terrain.mf * HALF) - HALF
    if here not in facts.stack.ways or less <= 0:
        return None
    return Mod("partisan_ways", -less * (2 if facts.rise > 0 else 1), "A25.241", "Partisans know their way")
