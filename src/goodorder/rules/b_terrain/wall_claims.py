"""Who has Wall Advantage by itself, and when the sides may claim it or give it up (B9.32)."""

from __future__ import annotations

from operator import is_

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.apply import apply
from goodorder.core.events import Event, WallAdvantage
from goodorder.core.frames import Request
from goodorder.core.state import State, Unit

from ..facts.ground import map_now
from ..facts.masks import every_mask
from ..facts.wall_advantage import could_hold, holds, mandatory, rivals, shared
from ..points import PHASE_BEGINS, PHASE_ENDS
from ..registry import builds, removable, rule

SETTLED = "walls settled"
"""The table of who was at the walls when nothing changed by itself, with the parts that this hangs on besides."""


class WallClaimsDue(Request, frozen=True):
    """First the ATTACKER, then the DEFENDER may claim Wall Advantage or give it up."""


@once_per_map(64)
def walled(board: Map) -> dict[int, tuple[int, ...]]:
    """The hexes of a map that have a wall, hedge or bocage on a hexside, each with those beyond such hexsides."""
    found = {}
    for h in board.hexes:
        sides = [side for side, kind in enumerate(h.sides) if kind is not None and kind.tem > 0]
        if sides:
            beyond = (board.around(h.index)[side] for side in sides)
            found[h.index] = tuple(there for there in beyond if there >= 0)
    return found


@removable(without=False)
def walls_matter(st: State) -> bool:
    """Whether there is anything on the map that could give Wall Advantage."""
    return bool(walled(map_now(st)))


@builds("B9.323", "B9.41")
def settled(st: State, late: tuple[int, ...] = ()) -> tuple[Event, ...]:
    """What changes by itself: claims of those who may not hold them are gone, and who has to claim does, the "?" of a
    vehicle as Dummies would (A12.2).

    Who has stood there longest comes first, then the ATTACKER; ``late`` are those whose turn has not come (B9.41).
    Asked at every step of a move, and nearly always nothing changes: where nothing did, nothing is asked again while
    the same units are at the walls.
    """
    if not walls_matter(st):
        return ()
    near = walled(map_now(st))
    at_walls = [units for loc, units in st.stacks().items() if loc in near]
    claimers = st.units_that_are("wall")
    parts = (st.weapons, st.vehicles, near, st.turn)
    before, known = st.tables.get(SETTLED, (None, None))
    if before is not None and all(map(is_, before, parts)) and known == (claimers, at_walls):
        return ()
    found = _settled(st, late)
    if not found and not late:
        st.tables[SETTLED] = (parts, (claimers, at_walls))
    return found


def _settled(st: State, late: tuple[int, ...]) -> tuple[Event, ...]:
    events: list[Event] = []
    for unit in (*st.units_that_are("wall"), *every_mask(st)):
        if unit.stance.wa and not could_hold(st, unit):
            events.append(WallAdvantage(unit=unit.id, held=False))
    for event in events:
        st = apply(st, event)
    near = walled(map_now(st))
    there = [u for loc, units in st.stacks().items() if loc in near for u in units]
    there += [u for u in every_mask(st) if u.loc in near]
    there = [u for u in there if not u.stance.wa and _enemies_beyond(st, u, near[u.loc])]
    bound = (u for u in there if u.id not in late and mandatory(st, u))
    waiting = [u for u in bound if could_hold(st, u) and (rivals(st, u) or shared(st, u))]
    if len(waiting) > 1:
        places = {unit: number for number, unit in enumerate(st.units)}
        waiting.sort(key=lambda u: (not holds(st, u), u.side != st.turn.attacker, places.get(u.id, len(places))))
    for unit in waiting:
        if not any(enemy.stance.wa for enemy in rivals(st, st.units.get(unit.id, unit))):
            event = WallAdvantage(unit=unit.id, held=True)
            events.append(event)
            st = apply(st, event)
    return tuple(events)


def _enemies_beyond(st: State, unit: Unit, beyond: tuple[int, ...]) -> bool:
    """Whether there are enemies, vehicles too, beyond the walls of its hex: without any nobody has to claim."""
    for loc in beyond:
        for other in st.all_at(loc):
            if other.side != unit.side:
                return True
    return False


@rule("B9.323", point=PHASE_BEGINS, order=10)
def taken_by_itself(st: State) -> tuple[Event, ...]:
    """As a phase begins who may not hold a wall loses it, and who has to claim one does."""
    return settled(st)


@rule("B9.322", point=PHASE_ENDS, order=5)
def claimed_after_rallies(st: State) -> tuple[WallClaimsDue, ...]:
    """At the end of the RPh the sides may claim Wall Advantage, before anything else ends with the phase."""
    return (WallClaimsDue(),) if st.turn.phase == "RPh" and walls_matter(st) else ()
