"""Surrender in the RtPh: who gives himself up, and to whom (A20.21, A19.12).

Prisoners are not built: by the clause ``prisoners-removed`` who surrenders is taken off the map and counts as
captured for victory. No Quarter can't be invoked, so that every surrender is accepted.
"""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.state import ON_MAP, State, Unit

from .a10_morale.direction import goals_of, reach
from .a10_morale.dm import beside_enemy
from .a10_morale.places import foes_beside
from .a10_morale.rout import REPULSED, ROUTED, first_walk
from .a19_disruption import steadfast
from .registry import builds
from .units import encircled, in_melee, is_good_order

CLAUSE = "prisoners-removed"
"""The name of the clause that stands in for the rules of prisoners."""


@builds("A20.21")
def captors(st: State, unit: Unit) -> tuple[Unit, ...]:
    """Known Good Order armed enemies ADJACENT to a broken unit or in its Location, who could take its surrender."""
    return tuple(other for other in foes_beside(st, unit) if is_good_order(st, other))


@builds("A20.21")
def surrenders_to(st: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemies to one of whom a broken unit surrenders instead of routing, empty when it does not (A20.21).

    A Disrupted or Encircled one does so in any case, others when they can't rout away, or only under Interdiction
    or by Low Crawl.  Partisans, Japanese, Fanatics and SS before Russians never do; nor does a unit that is pinned,
    held in Melee or has routed.
    """
    if st.world.rules.lacks("surrender") or unit.place != ON_MAP or not unit.broken or steadfast(st, unit):
        return ()
    if unit.pinned or in_melee(st, unit) or ROUTED in st.trail(unit.id).tried:
        return ()
    found = captors(st, unit)
    if not found or unit.disrupted or encircled(st, unit):
        return found
    return () if slips_away(st, unit) else found


@builds("A20.21")
def captured_at_end(st: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemies who take a unit that ends the RtPh beside them, in place of its elimination (A10.5, A20.21).

    A unit pinned by Interdiction or thrown back by a concealed enemy is eliminated (A10.53, A10.533).
    """
    if REPULSED in st.trail(unit.id).tried:
        return ()
    if st.world.rules.lacks("surrender") or steadfast(st, unit) or unit.pinned or in_melee(st, unit):
        return ()
    return captors(st, unit)


@builds("A19.12")
def yields_at(st: State, side: int, loc: int) -> tuple[Unit, ...]:
    """Disrupted units that surrender at once because an armed unit of ``side`` comes into their Location (A19.12)."""
    if st.world.rules.lacks("surrender") or loc < 0:
        return ()
    return tuple(u for u in st.side_at(loc, 1 - side) if u.disrupted and not steadfast(st, u) and not in_melee(st, u))


def slips_away(st: State, unit: Unit) -> bool:
    """Whether a broken unit can rout away from its enemies, never Interdicted and without Low Crawl."""
    walk = first_walk(st, unit)
    goals = goals_of(walk)
    safe = reach(walk, shy=True)
    if not goals.free:
        return any(loc in safe for loc in goals.locs)
    return any(not beside_enemy(st, replace(unit, loc=loc, crest=-1), unbroken=True) for loc in safe)
