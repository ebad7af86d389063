"""The MPh of one vehicle, expenditure by expenditure (D2.1)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from goodorder.core.actions import Action, DriveStep
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import DriveEnded, Event, MotionChanged
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, branch
from goodorder.core.state import ON_MAP, State, Vehicle
from goodorder.rules.d_vehicles.movement import mp_left, running
from goodorder.rules.facts.vehicles import mobile, vehicle_name, vehicle_of
from goodorder.rules.registry import builds

from ..fire.defensive_fire import Window
from .act import DRIVE, mp_text


@builds("D2.1", "A8.1")
class Driving(Frame, frozen=True):
    """A vehicle under way; ``next`` is what it has announced and is still to be done."""

    vehicle: int
    next: DriveStep | None = None

    def ask(self, st: State) -> Choice | Do:
        """What it has announced, or what it does next; done when it can't go on."""
        if self.next is not None:
            return self._do(st, self.next)
        vehicle = st.vehicles[self.vehicle]
        if st.trail(self.vehicle).ended or vehicle.place != ON_MAP:
            return Do()
        if not mobile(vehicle):
            return Do(events=(DriveEnded(vehicle=self.vehicle),))

        def check(action: Action) -> Refusal | None:
            if not isinstance(action, DriveStep) or vehicle_of(action) != self.vehicle:
                return not_asked("D2.1", "only acts of the vehicle that moves")
            return act_refusal(st, action)

        title = f"{vehicle_name(st, vehicle)} moving"
        left = f"{mp_text(mp_left(st, vehicle))} left"
        return Choice(st.turn.attacker, title, "D2.1", Menu(lambda: drive_entries(st, vehicle)), check, left)

    def chosen(self, st: State, action: Action) -> Do:
        """Spend MP, or end the move."""
        assert isinstance(action, DriveStep)
        return self._do(st, action)

    def _do(self, st: State, action: DriveStep) -> Do:
        act = DRIVE.of(action)
        assert act is not None
        deed = act.do(st, action)
        window = (Window(deed.touches),) if deed.touches else ()
        then = None if deed.over else replace(self, next=None)
        return Do(events=deed.events, then=then, push=(*deed.before, *window, *deed.after))

    def resumed(self, st: State, value: Any) -> Do:
        """After a window: go on."""
        return Do(then=self)

    def title(self, st: State) -> str:
        """Who moves, in the breadcrumb."""
        return f"{vehicle_name(st, st.vehicles[self.vehicle])} moving"


def act_refusal(st: State, action: DriveStep) -> Refusal | None:
    """Why a vehicle may not do this now, or None; also that there is no such vehicle."""
    vehicle = st.vehicles.get(vehicle_of(action))
    if vehicle is None or vehicle.wreck:
        return Refusal("D2.1", "there is no such vehicle")
    act = DRIVE.of(action)
    return act.refusal(st, action) if act is not None else not_asked("D2.1", "not an act of a vehicle")


def drive_entries(st: State, vehicle: Vehicle) -> list[Entry]:
    """All that a vehicle could do now."""
    return [entry for act in DRIVE.all() for entry in act.entries(st, vehicle)]


@builds("D2.1")
def may_drive(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle may begin its MPh."""
    return (
        vehicle.side == st.turn.attacker
        and vehicle.place == ON_MAP
        and mobile(vehicle)
        and not st.trail(vehicle.id).started
    )


def drive_begin_refusal(st: State, action: DriveStep) -> Refusal | None:
    """Why the MPh of a vehicle may not begin like this, or None."""
    vehicle = st.vehicles.get(vehicle_of(action))
    if vehicle is not None and st.trail(vehicle.id).started:
        return Refusal("D2.1", "its move is over")
    return act_refusal(st, action)


def begin_drive_entries(st: State, side: int) -> list[Entry]:
    """A branch for each vehicle of a side that may begin its MPh."""
    own = (vehicle for vehicle in st.vehicles.values() if vehicle.side == side and may_drive(st, vehicle))
    return [
        branch(f"v{one.id}", vehicle_name(st, one), partial(drive_entries, st, one), kind="unit", unit=one.id)
        for one in own
    ]


@builds("D2.4")
def parked(st: State, vehicle: Vehicle) -> tuple[Event, ...]:
    """The end of its MPh: in Motion when it has not stopped."""
    runs = running(st, vehicle)
    motion = (MotionChanged(vehicle=vehicle.id, motion=runs),) if runs != vehicle.motion else ()
    return (DriveEnded(vehicle=vehicle.id), *motion)
