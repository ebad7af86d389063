"""Start, stop, and the end of the MPh (D2.12, D2.13)."""

from __future__ import annotations

from goodorder.core.actions import ParkHere, StartUp, Stop
from goodorder.core.errors import Refusal
from goodorder.core.events import MotionChanged
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State, Vehicle
from goodorder.rules.d_vehicles.movement import cost_ledger, running

from ..act import DRIVE, Deed, DriveAct, mp_text, step_of, touched
from ..driving import parked


@DRIVE.act(StartUp, order=10)
class StartAct(DriveAct[StartUp]):
    """It starts."""

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """While it stands."""
        return _leaf(st, self.refusal(st, StartUp(vehicle.id)), StartUp(vehicle.id), "start", "Start", "D2.12")

    def do(self, st: State, action: StartUp) -> Deed:
        """It runs."""
        vehicle = st.vehicles[action.vehicle]
        return Deed((step_of(st, action, "start"),), touches=touched(st, vehicle, vehicle.loc))


@DRIVE.act(Stop, order=60)
class StopAct(DriveAct[Stop]):
    """It stops."""

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """While it runs."""
        return _leaf(st, self.refusal(st, Stop(vehicle.id)), Stop(vehicle.id), "stop", "Stop", "D2.13")

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
        """At any time."""
        if self.refusal(st, ParkHere(vehicle.id)) is not None:
            return []
        words = "End its move in Motion" if running(st, vehicle) else "End its move"
        return [leaf("park", words, ParkHere(vehicle.id), kind="pass", hotkey=" ", rule="D2.1")]

    def do(self, st: State, action: ParkHere) -> Deed:
        """In Motion, or standing."""
        return Deed(parked(st, st.vehicles[action.vehicle]), over=True)


def _leaf(st: State, refusal: Refusal | None, action: StartUp | Stop, key: str, words: str, rule: str) -> list[Entry]:
    if refusal is not None:
        return []
    return [leaf(key, words, action, note=mp_text(cost_ledger(st, action).total()), rule=rule)]
