"""What shields a crew, and what lies open: the CE DRM, fire from above, from behind, Air Bursts (D5.31, D5.311)."""

from __future__ import annotations

from goodorder.core.state import State, Vehicle
from goodorder.data.charts.vehicles import vehicle_chart

from ..facts.crews import manned
from ..facts.ground import map_now
from ..facts.vehicles import vtype
from ..registry import builds, removable
from .aspect import target_facing

SIX = 6
"""A colored die that is asked for where its face does not matter."""


@builds("D5.31", "D5.31c")
def levels_above(st: State, vehicle: Vehicle, frm: int) -> int:
    """By how many full levels more than hexes of range a firer stands above an open-topped AFV; 0 for none."""
    if not vtype(st, vehicle).open_topped:
        return 0
    board = map_now(st)
    return max(0, board.level(frm) - board.level(vehicle.loc) - board.distance(frm, vehicle.loc))


@builds("D1.22", "D5.311")
def bare_behind(st: State, vehicle: Vehicle, frm: int) -> bool:
    """Whether fire on the IFT comes through the facing of an AFV that has no armor on its turret (upper structure)."""
    kind, board = vtype(st, vehicle), map_now(st)
    if kind.unarmored or board.hex_at(frm) == board.hex_at(vehicle.loc):
        return False
    return kind.armor_factor("turret", target_facing(st, vehicle, "turret", frm, SIX)) is None


@builds("D5.311", "D5.311a", "D5.311d")
def lies_open(st: State, vehicle: Vehicle, eyes: tuple[int, ...]) -> bool:
    """Whether fire on the IFT from these places strikes an AFV as one without armor: all of it comes from above its
    open top, or from behind where it has none.
    """
    return bool(eyes) and all(levels_above(st, vehicle, frm) or bare_behind(st, vehicle, frm) for frm in eyes)


@builds("D5.31", "D5.31a", "D5.311a")
def crew_cover(st: State, vehicle: Vehicle, eyes: tuple[int, ...]) -> int:
    """The CE DRM of an AFV's crew against fire on the IFT from these places: the best of them."""
    return max((_cover(st, vehicle, frm) for frm in eyes), default=reduced(0))


def _cover(st: State, vehicle: Vehicle, frm: int) -> int:
    return 0 if bare_behind(st, vehicle, frm) else reduced(levels_above(st, vehicle, frm))


def reduced(levels: int) -> int:
    """The CE DRM less so many levels, never below zero."""
    return max(0, vehicle_chart().crew.exposed_drm - levels)


@builds("A7.307", "D5.31", "D5.311", "D5.311a")
def vulnerable(st: State, vehicle: Vehicle, eyes: tuple[int, ...]) -> bool:
    """Whether fire on the IFT from these places can do anything to a vehicle: it has no armor there, or its crew is
    exposed to it.
    """
    kind = vtype(st, vehicle)
    if kind.unarmored or (vehicle.ce and manned(st, vehicle)):
        return True
    if not eyes or not (kind.open_topped or kind.partly_armored):
        return False
    return lies_open(st, vehicle, eyes) or open_above_its_hex(st, vehicle, eyes)


@removable(without=False)
@builds("A7.21")
def open_above_its_hex(st: State, vehicle: Vehicle, eyes: tuple[int, ...]) -> bool:
    """Whether who fires within its hex reaches the crew of an open-topped AFV that is Buttoned Up."""
    board = map_now(st)
    here = board.hex_at(vehicle.loc)
    within = all(board.hex_at(frm) == here for frm in eyes)
    return vtype(st, vehicle).open_topped and manned(st, vehicle) and not shut_in(vehicle) and within


def shut_in(vehicle: Vehicle) -> bool:
    """Whether a crew is Shocked or Stunned, which fire on the IFT does not reach (D.8)."""
    return bool(vehicle.shocked) or vehicle.stunned == "stun"


@builds("A7.307")
def may_be_vulnerable(st: State, vehicle: Vehicle) -> bool:
    """Whether fire on the IFT from any place could do anything to a vehicle."""
    kind = vtype(st, vehicle)
    return kind.unarmored or kind.open_topped or kind.partly_armored or (vehicle.ce and manned(st, vehicle))
