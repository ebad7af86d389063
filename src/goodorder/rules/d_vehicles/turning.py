"""A change of VCA in the MPh (D2.11), and of TCA with it or by itself (D3.12)."""

from __future__ import annotations

from goodorder.core.actions import TurnHull, TurnTurret
from goodorder.core.errors import Refusal
from goodorder.core.state import State, Vehicle
from goodorder.data.charts.vehicle_terrain import vehicle_terrain

from ..facts.bypass_arc import area_along, spine_toward
from ..facts.ground import ground
from ..facts.ordnance import HEXSPINES, hexspines_turned
from ..facts.vehicles import DriveFacts, on_road, tca, vtype
from ..ledger import Mod
from ..points import DRIVE_COST, MAY_DRIVE
from ..registry import builds, rule
from .mp import chart_mod, mp_left

OBSTACLES = ("woods", "light_woods", "wooden_building", "stone_building", "rubble", "forest", "tower")
"""The rows of the terrain chart in which a turn costs double: woods, buildings, rubble."""


@builds("D2.11", "D3.12")
def obstructed(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle is in woods, a building or rubble, not on a road nor in Bypass there."""
    if vehicle.loc < 0 or on_road(st, vehicle) or vehicle.stance.bypass:
        return False
    row = vehicle_terrain().row(ground(st, vehicle.loc).terrain.id)
    return row is not None and row.id in OBSTACLES


@rule("D2.11", point=DRIVE_COST, rows=["SK3.MPh.18", "D2.11b"], order=12)
def turn(facts: DriveFacts) -> Mod | None:
    """Each hexspine of the VCA costs one MP, two in woods, a building or rubble."""
    if not isinstance(facts.action, TurnHull):
        return None
    if facts.vehicle.stance.bypass:
        return chart_mod("turn_in_bypass", "change of VCA in Bypass")
    if obstructed(facts.st, facts.vehicle):
        return chart_mod("turn_obstructed", "change of VCA in the obstacle")
    return chart_mod("turn", "change of VCA")


@rule("D2.11", point=MAY_DRIVE, rows=["D2.11a", "D2.11d"], order=30)
def turns_by_one(facts: DriveFacts) -> Refusal | None:
    """The VCA turns by one hexspine at a time, and not in a MPh of a Minimum Move (D2.15)."""
    if not isinstance(facts.action, TurnHull):
        return None
    if not 0 <= facts.action.facing < HEXSPINES or hexspines_turned(facts.vehicle.facing, facts.action.facing) != 1:
        return Refusal("D2.11", "the VCA turns by one hexspine at a time")
    return None


@builds("D2.321", "D2.321a")
def turret_in_bypass(vehicle: Vehicle, spine: int) -> Refusal | None:
    """Why a turret in Bypass is not turned so, or None: to another of the four areas, each by the hexspine that names
    it.
    """
    area = area_along(vehicle, spine)
    if area == area_along(vehicle, tca(vehicle)):
        return Refusal("D2.321", "it points to that side of its Bypass")
    return None if spine == spine_toward(vehicle, area) else Refusal("D2.321", "each side has one hexspine in Bypass")


@rule("D3.12", point=MAY_DRIVE, rows=["D3.12a", "D3.12e", "D3.12f"], order=31)
def turret_turns(facts: DriveFacts) -> Refusal | None:
    """A turret turns with the next MP, of which there are to be some: two of them in woods, buildings and rubble."""
    action = facts.action
    if not isinstance(action, TurnTurret):
        return None
    if vtype(facts.st, facts.vehicle).turret_type == "NT":
        return Refusal("D3.12", "it has no turret")
    if not 0 <= action.facing < HEXSPINES or tca(facts.vehicle) == action.facing:
        return Refusal("D3.12", "along another hexspine than now")
    if facts.vehicle.stance.bypass and (refusal := turret_in_bypass(facts.vehicle, action.facing)):
        return refusal
    needed = chart_mod("turn_obstructed" if obstructed(facts.st, facts.vehicle) else "turn", "turret").value
    if mp_left(facts.st, facts.vehicle) < needed:
        return Refusal("D3.12", "a turret turns with MP that are spent")
    return None
