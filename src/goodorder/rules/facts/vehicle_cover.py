"""AFV and wrecks as cover for Infantry and as LOS Hindrances (D9.3, D9.4)."""

from __future__ import annotations

from typing import Final

from goodorder.board.sight.layers import Blaze, Layers
from goodorder.board.sight.layers import Vehicle as Hulk
from goodorder.core.state import State, Trail, Unit, Vehicle
from goodorder.data.charts.vehicles import vehicle_chart

from ..ledger import Mod
from ..registry import builds
from .bypass_path import bypass_path, hexsides
from .moving_vehicles import moving_target

BROKE_OFF: Final = "broke_off"
"""The note of a unit that has left the stack with its AFV, or was left by it."""
AFTER_FIRE = ("RtPh", "APh", "CCPh")
"""The phases after the AFPh, in which what has moved and stands now shelters again."""


@builds("D9.3", "D9.4", "D9.3b", "D9.3c", "D9.4b", "D9.4c", "D2.41b", "D10.3a")
def solid(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle is cover and Hindrance at all: a wreck that doesn't burn, or an AFV, neither of them a moving
    target; what has moved and stands is again after the AFPh. One under a "?" is neither until it is Known.
    """
    if vehicle.loc < 0 or vehicle.burning or vehicle.concealed:
        return False
    if not vehicle.wreck and st.world.vehicles[vehicle.type].unarmored:
        return False
    if st.turn.phase in AFTER_FIRE:
        return not vehicle.motion
    return not moving_target(st, vehicle)


@builds("D9.3", "D9.3a")
def beside_hull(st: State, unit: Unit, loc: int) -> bool:
    """Whether Infantry has the cover of a wreck, of an AFV of its side, or of an Abandoned one of the enemy: none on
    the Crest of a Depression hex, in whose bed that is.
    """
    there = st.vehicles_at(loc) if st.vehicles and unit.stance.crest < 0 else ()
    ours = (one for one in there if one.wreck or one.abandoned or one.side == unit.side)
    return any(solid(st, one) or goes_beside(st, unit, one) for one in ours)


@builds("D9.3", "D9.3a")
def hull_tem(st: State, unit: Unit) -> Mod | None:
    """What an AFV or wreck of its Location gives Infantry that has no other TEM."""
    if not st.vehicles or not beside_hull(st, unit, unit.loc):
        return None
    return Mod("afv_tem", vehicle_chart().cover.tem, "D9.3", "beside an AFV or wreck")


@builds("D9.31", "D9.3d", "D9.31a", "D9.31c")
def goes_beside(st: State, unit: Unit, vehicle: Vehicle) -> bool:
    """Whether a unit has the cover of a moving AFV of its Location: it moves with it, or has and the AFV stands now, or
    it has got out of it in this Player Turn.
    """
    if not keeps_with(st, unit, vehicle) or vehicle.burning or vehicle.concealed:
        return False
    if not vehicle.wreck and st.world.vehicles[vehicle.type].unarmored:
        return False
    return not vehicle.motion or not st.trail(vehicle.id).ended


@builds("D9.31", "D14.331")
def keeps_with(st: State, unit: Unit, vehicle: Vehicle) -> bool:
    """Whether a unit moves in one stack with an AFV, or has and stays where that brought it, or has not moved since it
    got out of it.
    """
    mine = st.trail(unit.id)
    if mine.afv != vehicle.id or any(note.kind == BROKE_OFF for note in mine.tried):
        return False
    entered, its = _entered(mine), _entered(st.trail(vehicle.id))
    return entered == its[: len(entered)]


def _entered(trail: Trail) -> list[tuple[int, int]]:
    return [(step.frm, step.to) for step in trail.steps if step.frm != step.to]


@builds("D9.31", "D.8B", "D.8Ba")
def came_together(st: State, unit: Unit, vehicle: Vehicle) -> bool:
    """Whether the last that a unit and the AFV with which it moves have done is to enter their Location together: fire
    at what has moved there finds both.
    """
    mine, its = st.trail(unit.id), st.trail(vehicle.id)
    if not keeps_with(st, unit, vehicle) or mine.ended or its.ended or not mine.steps or not its.steps:
        return False
    last, other = mine.steps[-1], its.steps[-1]
    same = (last.frm, last.to) == (other.frm, other.to)
    return same and last.frm != last.to == unit.loc == vehicle.loc


@builds("D9.31", "D.8B")
def company(st: State, vehicle: Vehicle) -> bool:
    """Whether Infantry has just entered the Location of an AFV together with it."""
    return any(came_together(st, unit, vehicle) for unit in st.side_at(vehicle.loc, vehicle.side))


@builds("B25.14")
def burning(st: State, loc: int) -> bool:
    """Whether a wreck burns in a Location, whose smoke is as that of a counter there."""
    return bool(st.vehicles) and any(one.burning for one in st.vehicles_at(loc))


@builds("D9.4", "D9.4a", "B25.14")
def hulks(st: State) -> Layers:
    """The vehicles and wrecks of a position as lines of sight meet them, and the smoke of those that burn."""
    fires = [one.loc for one in st.vehicles.values() if one.burning and one.loc >= 0]
    return Layers(
        blazes=tuple(Blaze(loc, "burning_wreck") for loc in fires),
        vehicles=tuple(
            Hulk(one.loc, "wreck" if one.wreck else "afv", _hexside(one))
            for one in st.vehicles.values()
            if solid(st, one)
        ),
    )


@builds("D9.4", "D10.3")
def bare_hulks(st: State) -> Layers:
    """The vehicles and wrecks of a position without smoke, those that burn among the wrecks."""
    fires = (one for one in st.vehicles.values() if one.burning and one.loc >= 0)
    return Layers(vehicles=(*hulks(st).vehicles, *(Hulk(one.loc, "wreck", _hexside(one)) for one in fires)))


def _hexside(vehicle: Vehicle) -> int | None:
    """The hexside that it is astride in Bypass, which alone it hinders across."""
    path = bypass_path(vehicle)
    return hexsides(path)[0] if path else None
