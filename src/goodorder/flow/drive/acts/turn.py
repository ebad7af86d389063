"""A change of VCA (D2.11), and of TCA (D3.12)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from goodorder.core.actions import TurnHull, TurnTurret
from goodorder.core.events import VehicleTurned
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, branch_if_any, leaf, perhaps
from goodorder.core.state import State, Vehicle
from goodorder.rules.d_vehicles.bog import bog_checks, bog_ledger
from goodorder.rules.facts.ordnance import HEXSPINES, pointing
from goodorder.rules.facts.vehicles import drive_facts, vtype

from ..act import DRIVE, Deed, DriveAct, step_of, touched
from ..bogging import BogCheck


def turned_to(vehicle: Vehicle, facing: int) -> VehicleTurned:
    """The hull along another hexspine, the turret as much farther."""
    turret = vehicle.turret
    if turret >= 0:
        turret = (turret + facing - vehicle.facing) % HEXSPINES
    return VehicleTurned(vehicle=vehicle.id, facing=facing, turret=turret)


@DRIVE.act(TurnHull, order=20)
class TurnAct(DriveAct[TurnHull]):
    """It turns by one hexspine, and its turret with it."""

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """To either hand."""
        left, right = (TurnHull(vehicle.id, (vehicle.facing + hand) % HEXSPINES) for hand in (-1, 1))
        return [
            self.leaf(st, left, "left", "Turn left", rule="D2.11"),
            self.leaf(st, right, "right", "Turn right", rule="D2.11"),
        ]

    def checks(self, st: State, action: TurnHull) -> tuple[Frame, ...]:
        """A Bog Check in woods and the like (D2.11)."""
        found = bog_checks(drive_facts(st, action))
        return tuple(BogCheck(action.vehicle, bog_ledger(one).mods) for one in found)

    def do(self, st: State, action: TurnHull) -> Deed:
        """The hull points elsewhere; in Bypass it does so as it goes on from its vertex (D2.33)."""
        vehicle = st.vehicles[action.vehicle]
        turned = () if vehicle.stance.bypass else (turned_to(vehicle, action.facing),)
        return Deed((step_of(st, action, "turn"), *turned), touches=touched(st, vehicle, vehicle.loc))


@DRIVE.act(TurnTurret, order=65)
class TurretAct(DriveAct[TurnTurret]):
    """Its turret turns with the next MP that it spends."""

    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """Along every other hexspine."""
        if vtype(st, vehicle).turret_type == "NT":
            return []
        return [
            branch_if_any("tca", "Turn its turret", partial(self._spines, st, vehicle), hopeful=perhaps, rule="D3.12")
        ]

    def _spines(self, st: State, vehicle: Vehicle) -> Iterator[Entry]:
        for spine in range(HEXSPINES):
            action = TurnTurret(vehicle.id, spine)
            alive = partial(self.allows, st, action)
            yield leaf(f"t{spine}", f"Turret to {pointing(spine)}", action, kind="option", alive=alive, rule="D3.12")

    def do(self, st: State, action: TurnTurret) -> Deed:
        """It points there."""
        vehicle = st.vehicles[action.vehicle]
        return Deed((VehicleTurned(vehicle=vehicle.id, facing=vehicle.facing, turret=action.facing),))
