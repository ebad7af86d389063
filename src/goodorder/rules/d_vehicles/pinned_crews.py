"""What a Pin does to the Inherent crew of a vehicle, which is never pinned itself (A7.82)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.events import CrewExposed, CrewPinned, Event, Tried
from goodorder.core.notes import Note
from goodorder.core.state import ON_MAP, State, Vehicle

from ..facts.vehicles import vtype
from ..registry import builds, removable

SHUT = Note("shut")
"""It stays Buttoned Up for the Player Turn."""


@removable(without=False)
@builds("A7.82")
def crews_are_pinned(st: State) -> bool:
    """Whether a Pin means anything to a crew."""
    return True


@builds("A7.82", "A7.82a")
def pin_crew(st: State, vehicle: Vehicle, *, bare: bool) -> tuple[Event, ...]:
    """A Pin of a crew: of a closed-topped AFV it is Buttoned Up for the Player Turn; of an open-topped one, or through
    a facing without armor (``bare``), it goes on as it was, with a counter that hampers its fire.
    """
    if not crews_are_pinned(st) or vehicle.pinned:
        return ()
    if bare or vtype(st, vehicle).open_topped or vtype(st, vehicle).unarmored:
        return (CrewPinned(vehicle=vehicle.id, pinned=True),)
    shut = (CrewExposed(vehicle=vehicle.id, ce=False),) if vehicle.ce else ()
    return (*shut, Tried(unit=vehicle.id, note=SHUT))


def may_be_pinned(st: State, vehicle: Vehicle) -> bool:
    """Whether a PTC is rolled for a crew: not for one that is pinned, or shut in by a Pin, already."""
    return crews_are_pinned(st) and not vehicle.pinned and SHUT not in st.trail(vehicle.id).tried


@builds("A7.82", "A7.82a")
def kept_shut(st: State, vehicle: Vehicle) -> Refusal | None:
    """Why a crew that has been pinned may not show itself in this Player Turn."""
    if SHUT not in st.trail(vehicle.id).tried:
        return None
    return Refusal("A7.82", "its crew was pinned and stays Buttoned Up for the Player Turn")


@builds("A.12", "A.12c", "A7.82")
def crews_unpinned(st: State) -> tuple[Event, ...]:
    """The Pin counters of vehicles come off with the others."""
    hampered = (one for one in st.vehicles.values() if one.place == ON_MAP and one.pinned)
    return tuple(CrewPinned(vehicle=one.id, pinned=False) for one in hampered)
