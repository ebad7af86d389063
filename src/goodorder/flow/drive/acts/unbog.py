"""A bogged vehicle tries to free itself (D8.3)."""

from __future__ import annotations

from goodorder.core.actions import Unbog
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State, Vehicle
from goodorder.rules.d_vehicles.reliability import unreliable

from ..act import DRIVE, Deed, DriveAct, touched
from ..bogging import BogRemoval, ReliabilityCheck


@DRIVE.act(Unbog, order=5)
class UnbogAct(DriveAct[Unbog]):
    """The dice are its Start MP."""

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """As its MPh begins."""
        action = Unbog(vehicle.id)
        if not vehicle.bogged or self.refusal(st, action) is not None:
            return []
        return [leaf("unbog", "Try to free it", action, rule="D8.3")]

    def do(self, st: State, action: Unbog) -> Deed:
        """The attempt, then the DEFENDER's window over its MP."""
        vehicle = st.vehicles[action.vehicle]
        starts: tuple[Frame, ...] = (ReliabilityCheck(vehicle.id),) if unreliable(st, vehicle) else ()
        return Deed(before=(BogRemoval(vehicle.id), *starts), touches=touched(st, vehicle, vehicle.loc))
