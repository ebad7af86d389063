"""Vehicles that move as targets: moving, Non-Stopped, MP spent in an enemy's sight (C.8, C6.1)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.map.locations import corner
from goodorder.core.state import State, Step, Vehicle

from ..registry import builds
from .ground import map_now
from .manned import mobile, running


def changed_hex(st: State, vehicle: Vehicle) -> bool:
    """Whether it has entered a new hex, or gone along one in Bypass, in this Player Turn."""
    return any(step.to != step.frm or step.kind == "bypass" for step in st.trail(vehicle.id).steps)


@builds("C.8", "C.8a", "C.8b", "C.8d", "D2.1e", "D2.13c", "D2.12b", "D2.51c", "D8.4a")
def moving_target(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle is a moving one: in Motion now, or in this Player Turn it was as its MPh began, or it has
    entered a hex; MP that it spends where it stands, on a change of its VCA too, don't make it one.
    """
    return vehicle.motion or st.trail(vehicle.id).began_motion or changed_hex(st, vehicle)


@builds("C.8", "C.8c")
def non_stopped(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle is Non-Stopped: moving, Mobile, and without a Stop since its last Start."""
    if not moving_target(st, vehicle) or not mobile(vehicle):
        return False
    return running(st, vehicle)


@builds("D2.32", "D2.32a")
def place_after(board: Map, step: Step) -> int:
    """Where a vehicle is looked at after an expenditure: in Bypass at the vertex that it faces then."""
    return step.to if step.vertex < 0 else corner(board.hex_at(step.to), step.vertex)


@builds("C6.15", "C6.15a", "C6.15b")
def mp_in_sight(st: State, vehicle: Vehicle, frm: int, steps: int = -1) -> int | None:
    """Half MP that a vehicle has spent in unbroken sight of a place, by its first ``steps`` expenditures (-1: by all);
    None where it has been in that sight since its MPh began.
    """
    every = st.trail(vehicle.id).steps
    every = every if steps < 0 else every[:steps]
    board = map_now(st)
    if not every:
        return None
    spent: int | None = None if every[0].frm >= 0 and board.sees(frm, every[0].frm) else 0
    for step in every:
        if step.to < 0 or not board.sees(frm, place_after(board, step)):
            spent = 0
        elif spent is not None:
            spent += step.mf
    return spent
