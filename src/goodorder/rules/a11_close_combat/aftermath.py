"""What Close Combat leaves behind: Melee and Pin counters (A11.15, A.12c)."""

from __future__ import annotations

from goodorder.core.events import CrestChanged, Event, MarkerPlaced, MarkerRemoved, UnitEliminated, UnitUnpinned
from goodorder.core.remembered import once_a_position
from goodorder.core.state import MK_CC, MK_HAND_TO_HAND, MK_MELEE, ON_MAP, Marker, State

from ..d_vehicles.pinned_crews import crews_unpinned
from ..facts.captives import prisoners_of
from ..facts.manned import held_by_vehicle
from ..facts.units import in_melee, known_at
from ..registry import builds


@once_a_position
def contested(st: State) -> tuple[int, ...]:
    """Locations that hold Infantry of one side and Infantry or a vehicle of the other, in rising order: an Abandoned
    vehicle too, no wreck (A11.31).
    """
    found: set[int] = set()
    for loc, units in st.stacks().items():
        if len(units) > 1:
            side = units[0].side
            for unit in units:
                if unit.side != side:
                    found.add(loc)
    if st.vehicles:
        found |= {one.loc for one in st.vehicles.values() if not one.wreck and st.side_at(one.loc, 1 - one.side)}
    return tuple(sorted(found))


def in_melee_here(st: State, loc: int) -> bool:
    """Whether the fight of a Location is a Melee, not one that began in this Player Turn (A11.15)."""
    return st.marker_at(MK_MELEE, loc) is not None


@builds("A11.16")
def held_broken(st: State) -> tuple[Event, ...]:
    """Broken units still held in Melee at the end of the CCPh are eliminated, but for Guards (A11.16).

    They were unable to Withdraw, or were reduced as they tried.  Units whose CC began in this Player Turn are not in
    Melee yet.
    """
    return tuple(
        UnitEliminated(unit=unit.id, reason="A11.16")
        for loc in contested(st)
        if st.marker_at(MK_MELEE, loc) is not None
        for unit in st.at(loc)
        if unit.broken and (not st.vehicles or in_melee(st, unit)) and not prisoners_of(st, unit.id)
    )


@builds("A11.15")
def ended_melees(st: State) -> tuple[Event, ...]:
    """Melee counters, Hand-to-Hand ones too, come off where losses left one side alone: a later CC is new (A11.15)."""
    fights = [marker for marker in st.markers.values() if marker.kind in (MK_MELEE, MK_HAND_TO_HAND)]
    both = contested(st) if fights else ()
    return tuple(MarkerRemoved(marker=marker.id) for marker in fights if marker.loc not in both)


@builds("A11.15", "SK3.CCPh.7")
def melee_events(st: State) -> tuple[Event, ...]:
    """Melee counters where both sides remain, in place of CC counters; both kinds come off elsewhere, Hand-to-Hand
    counters with them (A25.43).

    Concealed units neither are held nor hold (A11.15).  A vehicle that stands still holds Infantry, in ``full`` only,
    and is itself never held (A11.7).
    """
    both = tuple(loc for loc in contested(st) if all(_holds(st, loc, side) for side in (0, 1)))
    events: list[Event] = [
        MarkerRemoved(marker=marker.id)
        for marker in st.markers.values()
        if marker.kind == MK_CC or (marker.kind in (MK_MELEE, MK_HAND_TO_HAND) and marker.loc not in both)
    ]
    fresh = [loc for loc in both if st.marker_at(MK_MELEE, loc) is None]
    events.extend(MarkerPlaced(marker=Marker(st.next_id + n, MK_MELEE, loc)) for n, loc in enumerate(fresh))
    return (*events, *down_from_the_crest(st, both))


def _holds(st: State, loc: int, side: int) -> bool:
    """Whether a side has somebody in a Location who holds its enemy in Melee."""
    return bool(known_at(st, loc, side)) or held_by_vehicle(st, loc, 1 - side)


@builds("B20.94")
def down_from_the_crest(st: State, locs: tuple[int, ...]) -> tuple[Event, ...]:
    """Who is held in Melee at these Locations has no Crest status any more."""
    held = (unit for loc in locs for unit in st.at(loc) if unit.stance.crest >= 0 and not unit.concealed)
    return tuple(CrestChanged(unit=unit.id, crest=-1) for unit in held)


@builds("A.12", "A.12c", "SK3.CCPh.8")
def unpin_events(st: State) -> tuple[Event, ...]:
    """Every Pin counter comes off at the end of the CCPh, of both sides."""
    men = tuple(UnitUnpinned(unit=unit.id) for unit in st.units.values() if unit.place == ON_MAP and unit.pinned)
    return (*men, *crews_unpinned(st))
