"""A change of VCA (D2.11)."""

from __future__ import annotations

from goodorder.core.actions import TurnHull
from goodorder.core.events import VehicleTurned
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State, Vehicle
from goodorder.rules.d_vehicles.movement import cost_ledger
from goodorder.rules.facts.ordnance import HEXSPINES

from ..act import DRIVE, Deed, DriveAct, mp_text, step_of, touched


@DRIVE.act(TurnHull, order=20)
class TurnAct(DriveAct[TurnHull]):
    """It turns by one hexspine, and its turret with it."""

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """To either hand."""
        found = []
        for hand, word in ((-1, "left"), (1, "right")):
            action = TurnHull(vehicle.id, (vehicle.facing + hand) % HEXSPINES)
            if self.refusal(st, action) is None:
                note = mp_text(cost_ledger(st, action).total())
                found.append(leaf(word, f"Turn {word}", action, kind="option", note=note, rule="D2.11"))
        return found

    def do(self, st: State, action: TurnHull) -> Deed:
        """The hull points elsewhere, the turret as much farther."""
        vehicle = st.vehicles[action.vehicle]
        turret = vehicle.turret
        if turret >= 0:
            turret = (turret + action.facing - vehicle.facing) % HEXSPINES
        turned = VehicleTurned(vehicle=vehicle.id, facing=action.facing, turret=turret)
        return Deed((step_of(st, action, "turn"), turned), touches=touched(st, vehicle, vehicle.loc))
