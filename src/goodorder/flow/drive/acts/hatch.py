"""A crew shows itself or buttons up in its MPh (D5.33)."""

from __future__ import annotations

from functools import partial

from goodorder.core.actions import Hatch
from goodorder.core.events import CrewExposed
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State, Vehicle

from ..act import DRIVE, Deed, DriveAct


@DRIVE.act(Hatch, order=70)
class HatchAct(DriveAct[Hatch]):
    """At no cost, before, between or after its MP."""

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """The other than now."""
        action = Hatch(vehicle.id, not vehicle.ce)
        words, alive = "Open up: CE" if action.ce else "Button up: BU", partial(self.allows, st, action)
        return [leaf("hatch", words, action, alive=alive, rule="D5.33")]

    def do(self, st: State, action: Hatch) -> Deed:
        """Exposed, or not; its MPh has not begun by it."""
        begun = bool(st.trail(action.vehicle).steps)
        return Deed((CrewExposed(vehicle=action.vehicle, ce=action.ce),), over=not begun)
