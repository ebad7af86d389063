"""The MPh of one vehicle, expenditure by expenditure (D2.1)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from goodorder.core.actions import Action, AnyDriveStep, DriveStep, DriveTo, Fire, Hatch, ParkHere, Stop, Unbog
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import DriveEnded, Event, MotionChanged, VehicleStepped
from goodorder.core.frames import Choice, Do, Frame, in_turn
from goodorder.core.menu import Entry, Menu, branch
from goodorder.core.remembered import once_a_position
from goodorder.core.state import OFF_BOARD, ON_MAP, State, Step, Vehicle
from goodorder.rules.d_vehicles.armored_assault import went_beside
from goodorder.rules.d_vehicles.edges import entries_of, waiting
from goodorder.rules.d_vehicles.movement import cost_ledger, prep_refusal
from goodorder.rules.d_vehicles.mp import mp_left
from goodorder.rules.facts.vehicles import heading, mobile, stuck, vehicle_name, vehicle_of
from goodorder.rules.registry import builds

from ..fire.defensive_fire import Window
from .act import DRIVE, mp_text, touched
from .bounding import bounding_refusal, bounding_shot, fire_entries

Driven = AnyDriveStep | Fire
"""What a vehicle may do in its MPh: spend MP, or fire (D2.1, D3.3)."""


def driver_of(action: Driven) -> int:
    """The vehicle that does it."""
    return action.firers[0].unit if isinstance(action, Fire) else vehicle_of(action)


@builds("D2.1", "A8.1")
class Driving(Frame, frozen=True):
    """A vehicle under way; ``next`` is what it has announced and is still to be done, ``checked``: what has to be
    passed before that has been rolled; ``once``: after it the MPh goes on elsewhere (D9.31).
    """

    standing: ClassVar[bool] = True
    vehicle: int
    next: Driven | None = None
    checked: bool = False
    once: bool = False

    def ask(self, st: State) -> Choice | Do:
        """What it has announced, or what it does next; done when it can't go on."""
        vehicle = st.vehicles[self.vehicle]
        if self.next is not None:
            if self.checked and st.trail(self.vehicle).ended:
                return Do(push=(Window(touched(st, vehicle, vehicle.loc)),))
            if self.checked and vehicle.bogged and isinstance(self.next, DriveStep):
                return self._stuck(st, self.next)
            return self._do(st, self.next)
        if st.trail(self.vehicle).ended or vehicle.place != ON_MAP:
            return Do()
        steps = st.trail(self.vehicle).steps
        if not mobile(vehicle) and not (stuck(vehicle) and all(step.kind == "delay" for step in steps)):
            return Do(events=(DriveEnded(vehicle=self.vehicle),))

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Fire) and action.firers and action.firers[0].unit == self.vehicle:
                return bounding_refusal(st, action)
            if not isinstance(action, DriveStep) or vehicle_of(action) != self.vehicle:
                return not_asked("D2.1", "only acts of the vehicle that moves")
            return act_refusal(st, action)

        title = f"{vehicle_name(st, vehicle)} moving"
        left = f"{mp_text(mp_left(st, vehicle))} left"
        return Choice(st.turn.attacker, title, "D2.1", Menu(lambda: drive_entries(st, vehicle)), check, left)

    def chosen(self, st: State, action: Action) -> Do:
        """Spend MP, or end the move."""
        assert isinstance(action, Driven)
        return self._do(st, action)

    def _do(self, st: State, action: Driven) -> Do:
        if isinstance(action, Fire):
            events, frames = bounding_shot(st, action)
            return Do(events=events, then=self._after(), push=frames)
        act = DRIVE.of(action)
        assert act is not None
        due = () if self.checked else act.checks(st, action)
        if due:
            return Do(then=replace(self, next=action, checked=True), push=due)
        deed = act.do(st, action)
        window = (Window(deed.touches),) if deed.touches else ()
        then = None if deed.over else self._after()
        tied = went_beside(st, action) if isinstance(action, DriveTo) else ()
        return Do(events=(*deed.events, *tied), then=then, push=in_turn(*deed.before, *window, *deed.after))

    def _after(self) -> Driving | None:
        """What it does next is asked again, here or where this has been asked for."""
        return None if self.once else replace(self, next=None, checked=False)

    def _stuck(self, st: State, action: DriveStep) -> Do:
        """It has bogged before it could: the MP are spent where it is."""
        vehicle, cost = st.vehicles[self.vehicle], cost_ledger(st, action).total()
        step = Step("turn", vehicle.loc, vehicle.loc, cost)
        spent = VehicleStepped(vehicle=vehicle.id, step=step)
        window = Window(touched(st, vehicle, vehicle.loc))
        return Do(events=(spent,), then=self._after(), push=(window,))

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
    acts = [entry for act in DRIVE.all() for entry in act.entries(st, vehicle)]
    return [*acts, *fire_entries(st, vehicle)]


@builds("D2.1", "D2.1f")
def may_drive(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle may begin its MPh."""
    return vehicle.side == st.turn.attacker and _may_drive(st, vehicle)


@once_a_position
def _may_drive(st: State, vehicle: Vehicle) -> bool:
    return (
        vehicle.place in (ON_MAP, OFF_BOARD)
        and not vehicle.wreck
        and not st.trail(vehicle.id).started
        and (
            ((mobile(vehicle) or stuck(vehicle)) and prep_refusal(st, vehicle) is None)
            or may_unbog(st, vehicle)
            or may_hatch(st, vehicle)
        )
    )


def may_hatch(st: State, vehicle: Vehicle) -> bool:
    """Whether a crew may show itself or button up in its MPh (D5.33)."""
    return act_refusal(st, Hatch(vehicle.id, not vehicle.ce)) is None


def may_unbog(st: State, vehicle: Vehicle) -> bool:
    """Whether a bogged vehicle may try to free itself (D8.3)."""
    return vehicle.bogged and vehicle.place == ON_MAP and act_refusal(st, Unbog(vehicle.id)) is None


@builds("D2.4", "D2.4d")
def idle_in_motion(st: State, side: int) -> tuple[Frame, ...]:
    """The moves of a side's vehicles in Motion that have spent nothing as the MPh ends: all their MP where they are, in
    Motion still where that may be, else after a Stop.
    """
    found: list[Frame] = []
    for one in st.vehicles.values() if st.vehicles else ():
        if one.side == side and one.motion and one.place == ON_MAP and may_drive(st, one):
            stays = act_refusal(st, ParkHere(one.id)) is None
            found.append(Driving(one.id, ParkHere(one.id) if stays else Stop(one.id)))
    return tuple(found)


@builds("A2.5")
def must_drive_in(st: State, side: int) -> bool:
    """Whether a vehicle of a side waits off board that can enter the map, which is never put off by choice."""
    return any(act_refusal(st, action) is None for one in waiting(st, side) for action in entries_of(st, one))


def drive_begin_refusal(st: State, action: Driven) -> Refusal | None:
    """Why the MPh of a vehicle may not begin like this, or None."""
    if isinstance(action, Fire):
        return _fire_begin_refusal(st, action)
    vehicle = st.vehicles.get(vehicle_of(action))
    if vehicle is not None and st.trail(vehicle.id).started:
        return Refusal("D2.1", "its move is over")
    return act_refusal(st, action)


def _fire_begin_refusal(st: State, action: Fire) -> Refusal | None:
    """Why the MPh of a vehicle may not begin with this shot, or None."""
    vehicle = st.vehicles.get(action.firers[0].unit) if action.firers else None
    if vehicle is None or vehicle.side != st.turn.attacker:
        return not_asked("A4.1", "only moves are made in the MPh")
    refusal = bounding_refusal(st, action)
    return refusal if refusal is not None or may_drive(st, vehicle) else Refusal("D3.3", "it cannot begin its MPh")


def begin_drive_entries(st: State, side: int) -> list[Entry]:
    """A branch for each vehicle of a side that may begin its MPh."""
    own = (vehicle for vehicle in st.vehicles.values() if vehicle.side == side and may_drive(st, vehicle))
    return [
        branch(f"v{one.id}", partial(vehicle_name, st, one), partial(drive_entries, st, one), kind="unit", unit=one.id)
        for one in own
    ]


@builds("D2.4", "D2.1", "SK3.MPh.17", "SK3.MPh.22", "D2.1d", "D2.24a")
def parked(st: State, vehicle: Vehicle) -> tuple[Event, ...]:
    """The end of its MPh: what is left of its MP is spent where it is; it is in Motion when it has not stopped."""
    way, left = heading(st, vehicle), mp_left(st, vehicle)
    rest = (VehicleStepped(vehicle=vehicle.id, step=Step("delay", vehicle.loc, vehicle.loc, left)),) if left else ()
    motion = (MotionChanged(vehicle=vehicle.id, motion=True, backing=way == "reverse"),) if way else ()
    return (*rest, DriveEnded(vehicle=vehicle.id), *motion)
