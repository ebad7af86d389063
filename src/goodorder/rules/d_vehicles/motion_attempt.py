"""The Motion attempt of a DEFENDING vehicle in the enemy's MPh (D2.401)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ON_MAP, State, Vehicle

from ..facts.ground import map_now
from ..facts.masks import as_walked, under_fire
from ..facts.moving_vehicles import place_after
from ..facts.places import eye
from ..facts.vehicles import HALVES, mobile, vtype
from ..registry import builds
from .manning import held_by_one_man


@builds("D2.401", "SK3.MPh.25", "SK3.MPh.27", "D2.401a", "D2.401c", "D2.401f")
def motion_refusal(st: State, side: int, vehicle: Vehicle | None, movers: tuple[int, ...]) -> Refusal | None:
    """Why a vehicle may not try to gain Motion because of these movers, or None."""
    if vehicle is None or vehicle.side != side or vehicle.place != ON_MAP or side == st.turn.attacker:
        return Refusal("D2.401", "a vehicle of the DEFENDER")
    if st.turn.phase != "MPh" or not mobile(vehicle):
        return Refusal("D2.401", "a Mobile vehicle, in the enemy's MPh")
    if held_by_one_man(st, vehicle):
        return Refusal("A21.22", "one man who is CE does not drive it", also=("D2.401",))
    if st.trail(vehicle.id).noted("motion"):
        return Refusal("D2.401", "it has tried in this MPh")
    if _first_fired(st, vehicle):
        return Refusal("D2.401", "it is marked First Fire")
    if not motion_needs(st, vehicle, movers):
        return Refusal("D2.401", "the enemy has spent no MF or MP in its sight, or was in it before")
    return None


def _first_fired(st: State, vehicle: Vehicle) -> bool:
    """Whether it bears a First, Final or Intensive Fire counter."""
    marks = st.trail(vehicle.id).shots
    if st.weapon_shots:
        for weapon in st.weapons_of(vehicle.id):
            marks = (*marks, *st.weapon_shots.get(weapon.id, ()))
    return bool(marks) and any(not mark.kept_rof or mark.final for mark in marks)


@builds("D2.401", "SK3.MPh.25", "SK3.MPh.26", "D2.401b", "D14.23c")
def motion_needs(st: State, vehicle: Vehicle, movers: tuple[int, ...]) -> int:
    """The highest dr that gains Motion: the MF or MP that the enemy has spent in its sight in this MPh, of the mover
    with the most; 0 where none of them is new to its sight. Without a radio one less.
    """
    sees, frm, most = map_now(st).sees, eye(st, vehicle), 0
    for mover in movers:
        came_from, spent = _spending(st, mover)
        if came_from < 0 or not sees(frm, came_from):
            most = max(most, sum([mf for place, mf in spent if sees(frm, place)]))
    most //= HALVES
    return max(0, most - vtype(st, vehicle).radioless) if most else 0


@once_a_position
def _spending(st: State, mover: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Where a mover came from in this MPh, -1 for nowhere on the map, and the half MF or MP that it has spent, by the
    place where it is looked at after that; of the "?" of a vehicle as those of Dummies.
    """
    movers = under_fire(st, (mover,)) if mover in st.units or st.vehicles[mover].concealed else ()
    steps, board = as_walked(st, movers).trail(mover).steps, map_now(st)
    spent = tuple([(place_after(board, step), step.mf) for step in steps if step.to >= 0])
    return steps[0].frm if steps else -1, spent
