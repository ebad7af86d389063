"""Vehicles as they set up: their hex, VCA, TCA, and whether their crew is exposed (A2.9, D2.11, D3.12, D5.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from goodorder.core.actions import Face, Place
from goodorder.core.errors import Refusal
from goodorder.core.events import CrewExposed, Event, VehicleTurned
from goodorder.core.menu import Entry, Late, branch, leaf
from goodorder.core.state import NOWHERE, ON_MAP, State, Vehicle
from goodorder.data.charts.vehicle_terrain import vehicle_terrain
from goodorder.data.charts.vehicles import vehicle_chart
from goodorder.rules.facts.ground import ground, map_now
from goodorder.rules.facts.ordnance import HEXSPINES, pointing
from goodorder.rules.facts.vehicles import is_afv, tca, vtype
from goodorder.rules.registry import builds

from .setup_areas import TO_BE_PLACED, setup_hexes


def setup_vehicles(st: State, side: int) -> list[Vehicle]:
    """Vehicles that a side sets up on the map, placed already or not."""
    own = st.vehicles.values()
    return [one for one in own if one.side == side and not one.enters and one.place in TO_BE_PLACED]


@builds("A2.9", "A5.1", "D2.1", "D2.4", "D2.4g")
def vehicle_place_refusal(st: State, side: int, vehicle: Vehicle, loc: int) -> Refusal | None:
    """Why a vehicle may not set up in a Location, or None: its area, no enemy, room, terrain that it could enter."""
    if vehicle not in setup_vehicles(st, side):
        return Refusal("A2.9", "not a vehicle that this side sets up")
    if loc == NOWHERE:
        return None if vehicle.place == ON_MAP else Refusal("A2.9", "it is not set up")
    if loc not in setup_hexes(st, vehicle):
        return Refusal("A2.9", "outside its set-up area")
    if any(one.side != side and not one.hidden for one in st.all_at(loc)):
        return Refusal("A2.9", "an enemy is set up there")
    chart = vehicle_chart().stacking
    if sum(one.id != vehicle.id for one in st.vehicles_at(loc)) >= chart.vehicles_per_location:
        return Refusal(chart.rule, "that would exceed the stacking limits")
    terrain = ground(st, loc).terrain
    if vehicle_terrain().row(terrain.id) is None or map_now(st).locations[loc].kind != "ground":
        return Refusal("D2.1", f"no vehicle can be in {terrain.name} there")
    if not vehicle_terrain().costs(terrain.id, vtype(st, vehicle).movement.kind):
        return Refusal("D2.1", f"such a vehicle can't enter {terrain.name}")
    return None


def face_refusal(st: State, side: int, action: Face) -> Refusal | None:
    """Why a vehicle may not be turned so, or its crew exposed, as it sets up; or None."""
    vehicle = st.vehicles.get(action.vehicle)
    if vehicle is None or vehicle not in setup_vehicles(st, side):
        return Refusal("D2.11", "not a vehicle that this side sets up")
    if not 0 <= action.facing < HEXSPINES or not -1 <= action.turret < HEXSPINES:
        return Refusal("D2.11", f"a hexspine is 0 to {HEXSPINES - 1}")
    if action.turret not in (-1, action.facing) and vtype(st, vehicle).turret_type == "NT":
        return Refusal("D3.12", "it has no turret")
    if action.ce and not is_afv(st, vehicle):
        return Refusal("D5.2", "only an AFV's crew can button up")
    return None


def faced(st: State, action: Face) -> tuple[Event, ...]:
    """The vehicle turned, its crew exposed or not."""
    vehicle = st.vehicles[action.vehicle]
    turned = VehicleTurned(vehicle=vehicle.id, facing=action.facing, turret=action.turret)
    exposed = (CrewExposed(vehicle=vehicle.id, ce=action.ce),) if action.ce != vehicle.ce else ()
    return (turned, *exposed)


def vehicle_entries(st: State, vehicle: Vehicle) -> Sequence[Entry]:
    """Its hexes; once it is placed how it points, and its crew."""
    found, hexes = _placed_entries(st, vehicle), setup_hexes(st, vehicle)

    def entry(number: int) -> Entry:
        return found[number] if number < len(found) else _hex_entry(st, vehicle, hexes[number - len(found)])

    return Late(len(found) + len(hexes), entry)


def _placed_entries(st: State, vehicle: Vehicle) -> list[Entry]:
    """How it points, its crew, and that it is taken off again."""
    if vehicle.place != ON_MAP:
        return []
    found: list[Entry] = []
    if vehicle.facing >= 0 and is_afv(st, vehicle):
        words = "Button the crew up" if vehicle.ce else "Expose the crew"
        action = Face(vehicle.id, vehicle.facing, vehicle.turret, not vehicle.ce)
        found.append(leaf("ce", words, action, rule="D5.3"))
    found.append(branch("face", "Turn it", partial(_faces, vehicle), rule="D2.11"))
    if vehicle.facing >= 0 and vtype(st, vehicle).turret_type != "NT":
        found.append(branch("turret", "Turn its turret", partial(_turrets, vehicle), rule="D3.12"))
    found.append(leaf("off", "take off again", Place(vehicle.id, NOWHERE)))
    return found


def _faces(vehicle: Vehicle) -> list[Entry]:
    return [
        leaf(f"f{spine}", f"Point it to {pointing(spine)}", Face(vehicle.id, spine, -1, vehicle.ce), rule="D2.11")
        for spine in range(HEXSPINES)
        if spine != vehicle.facing
    ]


def _turrets(vehicle: Vehicle) -> list[Entry]:
    points = (Face(vehicle.id, vehicle.facing, spine, vehicle.ce) for spine in range(HEXSPINES))
    return [
        leaf(f"t{one.turret}", f"Turret to {pointing(one.turret)}", one, rule="D3.12")
        for one in points
        if one.turret != tca(vehicle)
    ]


def _hex_entry(st: State, vehicle: Vehicle, loc: int) -> Entry:
    return leaf(
        f"h:{st.world.map.word(loc)}",
        f"in {st.world.map.place_name(loc)}",
        Place(vehicle.id, loc),
        kind="hex",
        hex=loc,
        alive=partial(_room, st, vehicle.side, vehicle, loc),
    )


def _room(st: State, side: int, vehicle: Vehicle, loc: int) -> bool:
    return vehicle_place_refusal(st, side, vehicle, loc) is None
