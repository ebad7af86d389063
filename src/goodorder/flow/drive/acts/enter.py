"""Entry of another hex by a vehicle (D2.1)."""

from __future__ import annotations

from functools import partial

from goodorder.core.actions import DriveTo
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State, Vehicle
from goodorder.rules.d_vehicles.movement import cost_ledger
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.places import beside

from ..act import DRIVE, Deed, DriveAct, mp_text, step_of, touched


@DRIVE.act(DriveTo, order=30)
class EnterAct(DriveAct[DriveTo]):
    """It drives into an adjacent hex."""

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """The hexes ahead."""
        board, found = map_now(st), []
        for to in beside(st, vehicle.loc) if vehicle.loc >= 0 else ():
            action = DriveTo(vehicle.id, to)
            if self.refusal(st, action) is None:
                words = f"to {board.place_name(to)}"
                note = partial(self._note, st, action)
                found.append(leaf(f"h:{board.word(to)}", words, action, kind="hex", hex=to, note=note, rule="D2.1"))
        return found

    def _note(self, st: State, action: DriveTo) -> str:
        return mp_text(cost_ledger(st, action).total())

    def do(self, st: State, action: DriveTo) -> Deed:
        """It is there."""
        vehicle = st.vehicles[action.vehicle]
        return Deed((step_of(st, action, "enter"),), touches=touched(st, vehicle, action.to))
