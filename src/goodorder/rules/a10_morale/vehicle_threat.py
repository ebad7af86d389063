"""What vehicles could fire at broken units: within their range, and well enough to Interdict (A10.53, A10.532)."""

from __future__ import annotations

from goodorder.core.state import ON_MAP, State, Unit, Vehicle, Weapon
from goodorder.data.charts import morale

from ..facts.arcs import bears
from ..facts.armed_vehicles import feared
from ..facts.bypass_arc import LEFT, RIGHT, area_along
from ..facts.ground import map_now
from ..facts.hatches import cramped, shut_out
from ..facts.manned import running, shaken
from ..facts.units import wtype
from ..facts.vehicles import buttoned_up, mount_facing, vtype
from ..registry import builds


def _working(st: State, vehicle: Vehicle) -> tuple[Weapon, ...]:
    return tuple(one for one in st.weapons_of(vehicle.id) if one.place == ON_MAP and not one.malfunctioned)


@builds("A10.532", "C5.9b", "D5.3a")
def vehicle_could_fire(
    st: State, vehicle: Vehicle, target: Unit, *, effective: bool, routers: tuple[int, ...] = ()
) -> bool:
    """Whether a vehicle that had fired nothing yet could fire at ``target`` within range and 16 hexes.

    ``effective``, as Interdiction asks: at full FP and without a positive DRM of its own: not in Motion, stunned before
    or with other enemies in its Location than those who rout, without turning hull or turret, and by a weapon that its
    crew can use as it is, its gun not from Buttoned Up.
    """
    reach = st.world.map.distance(vehicle.loc, target.loc)
    if reach > morale().rout.open_ground_range or not feared(st, vehicle) or shaken(vehicle):
        return False
    able = [one for one in _working(st, vehicle) if reach <= wtype(st, one).range]
    if not effective:
        return bool(able)
    if vehicle.stunned or running(st, vehicle):
        return False
    gone = (*routers, target.id)
    if any(unit.side != vehicle.side and not unit.concealed and unit.id not in gone for unit in st.at(vehicle.loc)):
        return False
    return any(_laid_on(st, vehicle, one, target, reach) for one in able)


def _laid_on(st: State, vehicle: Vehicle, weapon: Weapon, target: Unit, reach: int) -> bool:
    """Whether a weapon bears upon the target as it points, with at least one FP: a gun by HE or its IFE; a bow machine
    gun not into its own hex.
    """
    kind, own = wtype(st, weapon), vtype(st, vehicle)
    if (kind.kind == "BMG" and reach == 0) or shut_out(st, vehicle, weapon) or cramped(st, vehicle, weapon):
        return False
    if kind.ordnance and not kind.fp and buttoned_up(st, vehicle):
        return False
    if kind.ordnance and not (kind.fp or own.fires_he):
        return False
    if not kind.ordnance and not kind.fp:
        return False
    facing = mount_facing(st, vehicle, weapon)
    return facing < 0 or (bears(st, vehicle, target.loc, facing) and not _on_a_side(st, vehicle, weapon, target))


@builds("A10.532", "D2.321", "D2.321b")
def _on_a_side(st: State, vehicle: Vehicle, weapon: Weapon, target: Unit) -> bool:
    """Whether a weapon of a vehicle in Bypass would pay Case A unturned, for it points to a side: not where it has
    acquired the target.
    """
    if not vehicle.stance.bypass or area_along(vehicle, mount_facing(st, vehicle, weapon)) not in (RIGHT, LEFT):
        return False
    held, board = weapon.acquired, map_now(st)
    return held is None or board.hex_at(held.loc) != board.hex_at(target.loc)
