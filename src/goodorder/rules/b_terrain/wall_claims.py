"""Who has Wall Advantage by itself, and when the sides may claim it or give it up (B9.32)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import compress
from operator import is_, ne
from types import MappingProxyType

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
"""The table of who was at the walls in which Player Turn when nothing changed by itself, with the parts that this hangs
on besides."""


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


@removable(without=MappingProxyType({}))
def walls_now(st: State) -> Mapping[int, tuple[int, ...]]:
    """The hexes of the map as it is now that have anything which could give Wall Advantage."""
    return walled(map_now(st))


@builds("B9.323", "B9.41")
def settled(st: State, late: tuple[int, ...] = ()) -> tuple[Event, ...]:
    """What changes by itself: claims of those who may not hold them are gone, and who has to claim does, the "?" of a
    vehicle as Dummies would (A12.2).

    Who has stood there longest comes first, then the ATTACKER; ``late`` are those whose turn has not come (B9.41).
    Asked at every step of a move, and nearly always nothing changes: where nothing did, only those are asked again in
    the same Player Turn at whose walls somebody has changed since.
    """
    near = walls_now(st)
    if not near:
        return ()
    stacks, claimers = [*map(st.stacks().get, near)], st.units_that_are("wall")
    parts = (st.weapons, st.vehicles, near)
    when = (st.turn.number, st.turn.attacker)
    before, known = st.tables.get(SETTLED, (None, None))
    asked: Collection[int] = near
    if before is not None and all(map(is_, before, parts)) and known[0] == when:
        if known[1] == claimers and known[2] == stacks:
            return ()
        if not st.vehicles:
            changed = set(compress(near, map(ne, known[2], stacks)))
            asked = changed.union(*map(near.__getitem__, changed))
    found = _settled(st, late, asked)
    if not found and not late:
        st.tables[SETTLED] = (parts, (when, claimers, stacks))
    return found


def _settled(st: State, late: tuple[int, ...], asked: Collection[int]) -> tuple[Event, ...]:
    """The same for those in some of the hexes with walls, and for all once anybody has lost a claim."""
    near = walls_now(st)
    events: list[Event] = []
    masks = every_mask(st) if st.vehicles else ()
    for unit in (*st.units_that_are("wall"), *masks):
        if unit.stance.wa and (unit.loc in asked or unit.loc not in near) and not could_hold(st, unit):
            events.append(WallAdvantage(unit=unit.id, held=False))
    for event in events:
        st = apply(st, event)
    if masks:
        masks = every_mask(st)  # with the claims that they have now
    waiting: list[Unit] = []
    stacks = st.stacks()
    for loc in near if events else asked:
        here = stacks.get(loc, ())
        if masks:
            here = (*here, *(one for one in masks if one.loc == loc))
        for unit in here:
            if unit.stance.wa or unit.id in late or not _enemies_beyond(st, unit, near[loc]):
                continue
            if mandatory(st, unit) and could_hold(st, unit) and (rivals(st, unit) or shared(st, unit)):
                waiting.append(unit)
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
        for other in st.all_at(loc) if st.vehicles else st.at(loc):
            if other.side != unit.side:
                return True
    return False


@rule("B9.323", point=PHASE_BEGINS, order=10)
def taken_by_itself(st: State) -> tuple[Event, ...]:
    """As a phase begins who may not hold a wall loses it, and who has to claim one does."""
    return settled(st)


@rule("B9.322", point=PHASE_ENDS, of=["RPh"], order=5)
def claimed_after_rallies(st: State) -> tuple[WallClaimsDue, ...]:
    """At the end of the RPh the sides may claim Wall Advantage, before anything else ends with the phase."""
    return (WallClaimsDue(),) if walls_now(st) else ()
