"""What the Terrain Chart asks of a vehicle that enters a hex: for the hex, its hexside, and by road (D2.1, B3)."""

from __future__ import annotations

from goodorder.board import Terrain
from goodorder.data.charts.vehicle_terrain import EntryCost, VehicleTerrain, vehicle_terrain

from ..facts.entry import rail_leads, road_leads
from ..facts.ground import ground, map_now
from ..facts.places import ground_terrain, has_bridge
from ..facts.vehicles import DriveFacts, of_the_act
from ..registry import builds
from .tracks import ground_of, straddled

OPEN_GROUND = "open_ground"
BUILDING_ROWS = ("wooden_building", "stone_building", "tower")
"""The rows of buildings in the chart."""


def row_of(terrain: Terrain) -> VehicleTerrain | None:
    """The row of a kind of terrain, None where it is not built for vehicles."""
    return vehicle_terrain().row(terrain.id)


@of_the_act
def terrain_entered(facts: DriveFacts) -> Terrain:
    """The terrain of the Location entered; in Bypass what lies along the hexside (D2.3)."""
    if (beside := ground_of(facts)) is not None:
        return beside
    return ground_terrain(map_now(facts.st), facts.to)


@builds("B3.4", "D2.16")
@of_the_act
def road_open(facts: DriveFacts) -> bool:
    """Whether a road crosses the hexside that the vehicle would cross, so that it may enter at the road rate."""
    if facts.to < 0 or not road_leads(facts.st, facts.frm, facts.to):
        return False
    return facts.frm < 0 or not rail_leads(map_now(facts.st), facts.frm, facts.to)


@of_the_act
def hex_rows(facts: DriveFacts) -> tuple[VehicleTerrain, ...]:
    """The rows of the hex entered by its terrain: what governs it, and the Depression beneath what grows in it."""
    here, chart = ground(facts.st, facts.to), vehicle_terrain()
    found = [chart.row(terrain_entered(facts).id)]
    deep = here.depression if not has_bridge(map_now(facts.st), here.index) else None
    if deep is not None and not here.terrain.depression:
        found.append(chart.row(deep.id))
    return tuple(row for row in found if row is not None)


def ways_to_pay(facts: DriveFacts) -> tuple[EntryCost, ...]:
    """The ways to pay for what governs the hex entered, none where such a vehicle can't enter it off the road."""
    chart, terrain = vehicle_terrain(), terrain_entered(facts)
    return chart.costs(terrain.id, facts.kind.movement.kind) if chart.row(terrain.id) is not None else ()


@of_the_act
def chosen_cost(facts: DriveFacts) -> EntryCost | None:
    """The way to pay that the entry names, None where there is none such."""
    entry = facts.entry
    if entry is None or facts.to < 0:
        return None
    found = ways_to_pay(facts)
    return found[entry.share] if 0 <= entry.share < len(found) else None


@of_the_act
def beneath_cost(facts: DriveFacts) -> EntryCost | None:
    """What a Depression costs beside what grows in it, None where the hex has none."""
    rows = hex_rows(facts)
    costs = vehicle_terrain().costs(rows[1].terrain[0], facts.kind.movement.kind) if len(rows) > 1 else ()
    return costs[0] if costs else None


def open_ground_cost(facts: DriveFacts) -> EntryCost:
    """What open ground costs such a vehicle: the other terrain of a hex that has no other."""
    return vehicle_terrain().costs(OPEN_GROUND, facts.kind.movement.kind)[0]


@of_the_act
def side_row(facts: DriveFacts) -> VehicleTerrain | None:
    """The row of the hexside crossed, None where nothing stands on it, a road leads through it, or the vehicle
    straddles it in Bypass (D2.36).
    """
    if facts.frm < 0 or facts.hexside < 0 or ground(facts.st, facts.frm).roads[facts.hexside] or straddled(facts):
        return None
    side = ground(facts.st, facts.frm).sides[facts.hexside]
    return vehicle_terrain().row(side.id) if side is not None else None


@of_the_act
def side_cost(facts: DriveFacts) -> EntryCost | None:
    """What the hexside crossed costs such a vehicle, None where nothing is to pay."""
    row = side_row(facts)
    costs = vehicle_terrain().costs(row.terrain[0], facts.kind.movement.kind) if row is not None else ()
    return costs[0] if costs else None


@of_the_act
def rise(facts: DriveFacts) -> int:
    """Levels up (positive) or down."""
    if facts.frm < 0 or facts.to < 0:
        return 0
    board = map_now(facts.st)
    return board.level(facts.to) - board.level(facts.frm)
