"""Climbing: who crosses a cliff, how the Falling DR ends, and what climbers may not do meanwhile (B11.4).

A place on a cliff is a Location of its own (:mod:`goodorder.board.sight.cliff_places`): to be there is to be Climbing.
"""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.errors import Refusal
from goodorder.core.events import (
    Event,
    UnitBroke,
    UnitCreated,
    UnitEliminated,
    UnitWounded,
    WeaponDropped,
    WeaponRemoved,
)
from goodorder.core.state import State, Unit

from ..a04_movement.allotment import AllotmentFacts, capacity
from ..a04_movement.permission import MoverFacts, can_move, move_refusal
from ..event_facts import EventFacts
from ..facts.firing import PartAsk
from ..facts.ground import map_now
from ..facts.masks import faced_at
from ..facts.places import climbs, on_cliff
from ..facts.smoke import in_smoke
from ..facts.units import encircled, name, wtype
from ..points import CONSEQUENCE, MAY_FIRE, MAY_MOVE
from ..registry import builds, by_name, removable, rule

RISES_TO, FALLS_FROM = 9, 12
"""A Falling DR up to the first gets the climber on, one from the second on ends in a fall (B11.41)."""


@once_per_map(4096)
def climb_goals(board: Map, loc: int) -> tuple[int, ...]:
    """Places on cliffs to which one Falling DR may lead from a Location: one level on from where the climb is, or
    begins.
    """
    first = len(board.sight.places)
    if on_cliff(board, loc):
        return tuple(p.id for p in board.locations[first:] if _same_face(board, p.id, loc, 1))
    if loc >= len(board.hexes):
        return ()
    return tuple(p.id for p in board.locations[first:] if climb_start(board, loc, p.id) >= 0)


def _same_face(board: Map, one: int, other: int, apart: int) -> bool:
    """Whether two places are on one cliff at one vertex, so many levels apart."""
    a, b = board.locations[one], board.locations[other]
    return (a.hex, a.side, a.vertex) == (b.hex, b.side, b.vertex) and abs(a.above - b.above) == apart


@once_per_map(4096)
def climb_start(board: Map, loc: int, to: int) -> int:
    """Where a climb from ``loc`` to the place ``to`` begins: on the cliff at the climber's own level, -1 if it can't.

    Who is on a cliff is there already.
    """
    if on_cliff(board, loc):
        return loc if _same_face(board, loc, to, 1) else -1
    goal = board.locations[to]
    above = board.neighbours[goal.hex][goal.side]
    height = board.hexes[above].level - board.hexes[goal.hex].level
    begins = {goal.hex: 0, above: height}.get(loc)
    if begins is None or abs(begins - goal.above) != 1:
        return -1
    places = board.locations[len(board.sight.places) :]
    return next(p.id for p in places if p.above == begins and _same_face(board, p.id, to, 1))


@removable(without=by_name("climbing"))
@builds("B11.4", "B11.41", "B11.43")
def climb_refusal(st: State, units: tuple[int, ...], to: int) -> Refusal | None:
    """Why these units may not climb together towards a place on a cliff now, or None."""
    board = map_now(st)
    if not units or len(set(units)) != len(units) or any(u not in st.units for u in units):
        return Refusal("B11.4", "a climb needs one or more different units")
    first = st.units[units[0]]
    if any(st.units[u].loc != first.loc for u in units) or first.loc < 0:
        return Refusal("B11.4", "they climb from one Location on the map")
    if not 0 <= to < len(board.locations) or not on_cliff(board, to):
        return Refusal("B11.4", "a climb leads to a place on a cliff")
    if (start := climb_start(board, first.loc, to)) < 0:
        return Refusal("B11.43", "a climb goes one level up or down, from its foot, its top or where it has come to")
    for unit in (st.units[u] for u in units):
        if refusal := _climber_refusal(st, unit, units):
            return refusal
    met = (one for place in (start, to) for one in faced_at(st, place) if one.side != first.side)
    if any(not enemy.hidden for enemy in met):
        return Refusal("A4.14", "an enemy climbs there")
    return None


def _climber_refusal(st: State, unit: Unit, units: tuple[int, ...]) -> Refusal | None:
    if not climbs(st, unit):
        refusal = move_refusal(st, units, 0)
    elif unit.ti:
        refusal = Refusal("A4.8", f"{name(st, unit)} is TI")
    else:
        refusal = can_move(MoverFacts(st, unit))
    if refusal is not None:
        return refusal
    if unit.stance.crest >= 0:
        return Refusal("B11.4", "a unit in Crest status makes no other way")
    if unit.wounded:
        return Refusal("B11.41", "a wounded man does not climb", also=("B11.4",))
    load = sum(wtype(st, weapon).pp for weapon in st.weapons_of(unit.id))
    if load > capacity(AllotmentFacts(st, replace(unit, cx=True), (unit.id,), False, ())):
        return Refusal("B11.41", f"{name(st, unit)} climbs with no more than its IPC when CX", also=("B11.4",))
    return None


@rule("B11.4", point=MAY_MOVE, order=3)
def only_on_the_cliff(facts: MoverFacts) -> Refusal | None:
    """A climber makes no other move."""
    return Refusal("B11.4", f"{name(facts.st, facts.unit)} is Climbing") if climbs(facts.st, facts.unit) else None


@rule("B11.431", point=MAY_FIRE, order=14)
def fire_from_the_cliff(ask: PartAsk) -> Refusal | None:
    """A climber fires its inherent FP in its AFPh, within Normal Range, and nothing else."""
    if not climbs(ask.st, ask.unit):
        return None
    if ask.phase != "AFPh":
        return Refusal("B11.431", "climbers fire in their AFPh only")
    if ask.weapon is not None:
        return Refusal("B11.4", "climbers use no SW")
    if ask.range > ask.normal_range:
        return Refusal("B11.431", "climbers fire no farther than their Normal Range")
    return None


@rule(
    "B11.42",
    point=CONSEQUENCE,
    order=50,
    on=[UnitBroke, UnitWounded, UnitCreated, UnitEliminated, WeaponDropped],
)
def falls(facts: EventFacts) -> tuple[Event, ...]:
    """Who breaks or is wounded on a cliff is eliminated; what nobody possesses there is lost (B11.43)."""
    event, st = facts.event, facts.after
    if isinstance(event, UnitBroke | UnitWounded):
        return (UnitEliminated(unit=event.unit, reason="B11.42"),) if climbs(st, st.units[event.unit]) else ()
    if isinstance(event, UnitCreated):
        fallen = event.unit.broken and climbs(st, st.units[event.unit.id])
        return (UnitEliminated(unit=event.unit.id, reason="B11.42"),) if fallen else ()
    lying = (w for w in st.weapons.values() if not w.holder and w.loc >= 0 and on_cliff(map_now(st), w.loc))
    return tuple(WeaponRemoved(weapon=weapon.id, reason="B11.43") for weapon in lying)


@builds("B11.432")
def pinned_by_it(st: State, unit: Unit, to: int) -> bool:
    """Whether a climber is pinned as it gets off the cliff: SMOKE or encirclement made the climb harder."""
    smoke = any(in_smoke(st, place) for place in (unit.loc, to))
    return climbs(st, unit) and (smoke or encircled(st, unit)) and not unit.pinned
