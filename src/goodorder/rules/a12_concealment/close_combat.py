"""Concealed, hidden and Dummy counters in Close Combat (A11.19, A11.4)."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.events import ConcealmentLost, DummyRemoved, Event, HiddenPlaced, MarkerPlaced, VehicleRevealed
from goodorder.core.state import MK_CC, MK_MELEE, ON_MAP, Marker, State, Unit, Vehicle

from ..a11_close_combat.aftermath import contested
from ..facts.units import is_dummy
from ..registry import builds


@builds("A11.19")
def hidden_in_contact(st: State) -> tuple[Event, ...]:
    """Hidden units that share a Location with an enemy when the CCPh begins come under a "?"."""
    if not st.units_that_are("hidden"):
        return ()
    events: list[Event] = []
    found = {loc: [unit for unit in st.at(loc) if unit.hidden] for loc in contested(st)}
    for number, (loc, hidden) in enumerate((loc, units) for loc, units in found.items() if units):
        events += [HiddenPlaced(unit=unit.id, rule="A11.19") for unit in hidden]
        if st.marker_at(MK_MELEE, loc) is None and st.marker_at(MK_CC, loc) is None:
            events.append(MarkerPlaced(marker=Marker(st.next_id + number, MK_CC, loc)))
    return tuple(events)


@builds("A11.19")
def strengths_shown(st: State, loc: int) -> tuple[Event, ...]:
    """Before a Location's CC each concealed unit shows its strength: Dummies have none and go."""
    return tuple([DummyRemoved(unit=unit.id, rule="A11.19") for unit in st.at(loc) if is_dummy(unit)])


@builds("A11.19")
def vehicles_known(st: State, vehicles: Iterable[int], rule: str = "A11.19") -> tuple[Event, ...]:
    """Vehicles under a "?" that attack in CC, or suffer by it, are Known; others keep it though they are seen there."""
    found = [one for one in vehicles if one in st.vehicles and st.vehicles[one].concealed]
    return tuple([VehicleRevealed(vehicle=one, rule=rule) for one in found])


@builds("A11.4")
def surprised(st: State, loc: int, side: int) -> tuple[Event, ...]:
    """The side that was ambushed loses every "?" in the Location, on vehicles too."""
    units = [ConcealmentLost(unit=unit.id, rule="A11.4") for unit in st.side_at(loc, side) if unit.concealed]
    own = [one.id for one in st.vehicles_at(loc) if one.side == side] if st.vehicles else []
    return (*units, *vehicles_known(st, own, "A11.4"))


@builds("A11.4")
def gave_themselves_away(st: State, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> tuple[Event, ...]:
    """Concealed ambushers whose attack left a target in place are Known."""
    if not any(_still_there(st, unit) for unit in defenders):
        return ()
    found = (st.units[unit] for unit in attackers if unit in st.units)
    return tuple(ConcealmentLost(unit=u.id, rule="A11.4") for u in found if u.concealed and u.place == ON_MAP)


def _still_there(st: State, unit: int) -> bool:
    found = st.fighter(unit)
    return found.place == ON_MAP and not (isinstance(found, Vehicle) and found.wreck)


def masked(st: State, loc: int, side: int) -> tuple[Unit, ...]:
    """Concealed units of a side in a Location: they attack only once they have dropped their "?" (A11.19)."""
    return tuple(unit for unit in st.side_at(loc, side) if unit.concealed and not unit.broken)
