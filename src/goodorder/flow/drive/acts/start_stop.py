"""Start, stop, Delay, and the end of the MPh (D2.12, D2.13, D2.17)."""

from __future__ import annotations

from functools import partial

from goodorder.core.actions import Delay, ParkHere, StartUp, Stop
from goodorder.core.errors import Refusal
from goodorder.core.events import MotionChanged
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State, Vehicle
from goodorder.rules.d_vehicles.mp import mp_left
from goodorder.rules.d_vehicles.reliability import unreliable
from goodorder.rules.facts.crews import clumsy
from goodorder.rules.facts.vehicles import running

from ..act import DRIVE, Deed, DriveAct, step_of, touched
from ..bogging import ReliabilityCheck
from ..driving import parked
from ..starting import StartDr


@DRIVE.act(StartUp, order=10)
class StartAct(DriveAct[StartUp]):
    """It starts, forward or in reverse."""

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """While it stands."""
        ahead, back = StartUp(vehicle.id), StartUp(vehicle.id, True)
        return [
            self.leaf(st, ahead, "start", "Start", rule="D2.12"),
            self.leaf(st, back, "back", "Start in reverse", rule="D2.23"),
        ]

    def checks(self, st: State, action: StartUp) -> tuple[Frame, ...]:
        """The dr of Infantry that has captured it."""
        return (StartDr(action.vehicle),) if clumsy(st, st.vehicles[action.vehicle]) else ()

    def do(self, st: State, action: StartUp) -> Deed:
        """It runs, unless it breaks down."""
        vehicle = st.vehicles[action.vehicle]
        check: tuple[Frame, ...] = (ReliabilityCheck(vehicle.id),) if unreliable(st, vehicle) else ()
        step = step_of(st, action, "start_back" if action.reverse else "start")
        return Deed((step,), before=check, touches=touched(st, vehicle, vehicle.loc))


@DRIVE.act(Delay, order=55)
class DelayAct(DriveAct[Delay]):
    """It spends one MP standing."""

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """While it stands."""
        action = Delay(vehicle.id)
        return [self.leaf(st, action, "delay", "Delay", rule="D2.17")]

    def do(self, st: State, action: Delay) -> Deed:
        """A MP gone."""
        vehicle = st.vehicles[action.vehicle]
        return Deed((step_of(st, action, "delay"),), touches=touched(st, vehicle, vehicle.loc))


@DRIVE.act(Stop, order=60)
class StopAct(DriveAct[Stop]):
    """It stops."""

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """While it runs."""
        return [self.leaf(st, Stop(vehicle.id), "stop", "Stop", rule="D2.13")]

    def do(self, st: State, action: Stop) -> Deed:
        """It stands, and is in Motion no longer."""
        vehicle = st.vehicles[action.vehicle]
        still = (MotionChanged(vehicle=vehicle.id, motion=False),) if vehicle.motion else ()
        return Deed((step_of(st, action, "stop"), *still), touches=touched(st, vehicle, vehicle.loc))

    def refusal(self, st: State, action: Stop) -> Refusal | None:
        """What stands can't stop."""
        if not running(st, st.vehicles[action.vehicle]):
            return Refusal("D2.13", "it stands")
        return super().refusal(st, action)


@DRIVE.act(ParkHere, order=90)
class ParkAct(DriveAct[ParkHere]):
    """It ends its MPh."""

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """When it may, or can do nothing else."""
        action = ParkHere(vehicle.id)
        words = "End its move in Motion" if running(st, vehicle) else "End its move"
        alive = partial(self.allows, st, action)
        return [leaf("park", words, action, kind="pass", alive=alive, hotkey=" ", rule="D2.1")]

    def refusal(self, st: State, action: ParkHere) -> Refusal | None:
        """A place where it must not end forbids it only while it could do something else."""
        refusal = super().refusal(st, action)
        vehicle = st.vehicles[action.vehicle]
        if refusal is None or not st.trail(vehicle.id).steps or st.trail(vehicle.id).ended:
            return refusal
        acts = sorted((act for act in DRIVE.all() if act is not self), key=_is_no_stop)  # a Stop is soonest judged
        return refusal if any(entry.lives() for act in acts for entry in act.entries(st, vehicle)) else None

    def do(self, st: State, action: ParkHere) -> Deed:
        """In Motion, or standing; what is left of its MP is spent there."""
        vehicle = st.vehicles[action.vehicle]
        touches = touched(st, vehicle, vehicle.loc) if mp_left(st, vehicle) else ()
        return Deed(parked(st, vehicle), touches=touches, over=True)


def _is_no_stop(act: object) -> bool:
    return not isinstance(act, StopAct)
