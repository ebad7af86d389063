"""Vehicles under a "?": where they are out of sight, set-up, what the eyes of the enemy cost them (A12.2)."""

from __future__ import annotations

from collections.abc import Iterator

from goodorder.core.events import (
    ConcealmentLost,
    Event,
    UnitEntered,
    UnitMoved,
    UnitRallied,
    VehicleConcealed,
    VehicleRevealed,
    VehicleStepped,
)
from goodorder.core.state import ON_MAP, Fighter, State, Vehicle
from goodorder.core.way import Way

from ..a04_movement.costs import entry_cost
from ..event_facts import EventFacts
from ..facts.ground import map_now
from ..facts.masks import mask
from ..facts.road import keeps_to_road
from ..facts.vehicles import on_road
from ..points import CONSEQUENCE, PHASE_BEGINS, SETUP_ENDS
from ..registry import builds, rule
from .gain import can_hide, concealment_terrain
from .loss import lost
from .sight import NEAR, known, watchers, watching


def masked_vehicles(st: State) -> Iterator[Vehicle]:
    """The vehicles on the map that are under a "?"."""
    for one in st.vehicles.values() if st.vehicles else ():
        if one.concealed and one.place == ON_MAP:
            yield one


@builds("A12.2", "A12.2a", "A12.2e", "B13.31")
def out_of_view(st: State, vehicle: Vehicle, viewer: Fighter) -> bool:
    """Whether a vehicle is in Concealment Terrain to who looks at it: not in Bypass, nor on the road of its hex where
    the line comes along that.
    """
    if vehicle.stance.bypass or not concealment_terrain(st, vehicle.loc):
        return False
    board = map_now(st)
    h, frm = board.hex_at(vehicle.loc), board.hex_at(viewer.loc)
    return not on_road(st, vehicle) or h == frm or not keeps_to_road(board, frm, h)


@builds("A12.2", "A12.11")
def walked(st: State, vehicle: Vehicle, frm: int, to: int, *, road: bool) -> int:
    """What Infantry would pay to enter where a vehicle under a "?" drives, in half MF: as Dummies going that way it is
    told; -1 where nothing is.
    """
    if not vehicle.concealed or to < 0 or to == frm:
        return -1
    return entry_cost(st, (mask(vehicle),), Way(frm, to, road=road))


@builds("A12.2", "A12.2a")
def found_in_the_open(st: State) -> tuple[Event, ...]:
    """The vehicles under a "?" that a Known Good Order enemy sees, at any range, outside Concealment Terrain, or in
    Motion within 16 hexes wherever they are.
    """
    found = []
    for one in masked_vehicles(st):
        seen_by = watching(st, one, None, known)
        distance = st.world.map.distance
        if any(not out_of_view(st, one, e) or (one.motion and distance(e.loc, one.loc) <= NEAR) for e in seen_by):
            found.append(lost(one, "A12.2"))
    return tuple(found)


@rule(
    "A12.2",
    point=CONSEQUENCE,
    order=57,
    on=[UnitMoved, UnitEntered, UnitRallied, VehicleStepped, ConcealmentLost, VehicleRevealed],
)
def comes_into_sight(facts: EventFacts) -> tuple[Event, ...]:
    """A vehicle outside Concealment Terrain is Known as soon as somebody sees it (Case H)."""
    return found_in_the_open(facts.after) if facts.after.vehicles else ()


@rule("A12.2", point=PHASE_BEGINS, order=13)
def found_as_a_phase_begins(st: State) -> tuple[Event, ...]:
    """The same where what hid it is gone: SMOKE, a wreck, enemies who were not in Good Order."""
    return found_in_the_open(st)


@rule("A12.12", point=SETUP_ENDS, order=21, rows=["A12.2a"])
def vehicles_out_of_sight(st: State) -> tuple[Event, ...]:
    """As both sides have set up, vehicles that no unbroken enemy within 16 hexes sees come under a "?"."""
    own = (one for one in st.vehicles.values() if one.place == ON_MAP and not one.concealed and can_hide(st, one))
    return tuple(
        VehicleConcealed(vehicle=one.id) for one in own if not watchers(st, one, within=NEAR, good_order=False)
    )


@rule("A12.2", point=SETUP_ENDS, order=41)
def seen_at_setup(st: State) -> tuple[Event, ...]:
    """A vehicle under one of the OB's "?" that an enemy sees outside Concealment Terrain is Known when both sides have
    set up.
    """
    return found_in_the_open(st)
