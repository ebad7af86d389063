"""How a vehicle's weapons are laid: turret or hull turned for a shot, and what that costs (D3.12, D3.51)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from goodorder.core.events import Event, VehicleTurned
from goodorder.core.state import State, Vehicle, Weapon
from goodorder.data.charts import to_hit

from ..facts.arcs import bears, facings_for, turned_by
from ..facts.attack_facts import AttackFacts
from ..facts.bypass_arc import LEFT, RIGHT, area_along
from ..facts.ground import map_now
from ..facts.ordnance import HEXSPINES
from ..facts.vehicles import in_hull, mount_facing, tca, vtype
from ..registry import builds
from .turning import obstructed


def leading(st: State, vehicle: Vehicle, weapons: Iterable[Weapon]) -> Weapon | None:
    """The weapon that a turn for a shot lays: the first in the hull, else the first in the turret; None where all fire
    all around.
    """
    aimed = [weapon for weapon in weapons if mount_facing(st, vehicle, weapon) >= 0]
    return next((weapon for weapon in aimed if in_hull(st, vehicle, weapon)), aimed[0] if aimed else None)


@builds("D3.12", "D3.51", "D3.12a", "D3.12c", "D3.51c", "D3.12d")
def laid(
    st: State, vehicle: Vehicle, weapons: Sequence[Weapon], facing: int, *, hull: bool = False, target: int = -1
) -> Vehicle:
    """The vehicle with its leading weapon along ``facing`` (-1: as it is): the hull carries the turret with it, which
    turns on if one of its own ``weapons`` fires along and does not bear so upon the ``target``. ``hull``: that turns
    though the weapon is in the turret.
    """
    first = leading(st, vehicle, weapons)
    if facing < 0 or first is None:
        return vehicle
    turn = (facing - mount_facing(st, vehicle, first)) % HEXSPINES
    if hull or in_hull(st, vehicle, first):
        turret = vehicle.turret if vehicle.turret < 0 else (vehicle.turret + turn) % HEXSPINES
        carried = replace(vehicle, facing=(vehicle.facing + turn) % HEXSPINES, turret=turret)
        return carried if hull or target < 0 else _turned_on(st, carried, weapons, target)
    return _turret_by(vehicle, turn)


def _turret_by(vehicle: Vehicle, turn: int) -> Vehicle:
    turret = (tca(vehicle) + turn) % HEXSPINES
    return replace(vehicle, turret=-1 if turret == vehicle.facing else turret)


def _turned_on(st: State, vehicle: Vehicle, weapons: Sequence[Weapon], target: int) -> Vehicle:
    """With its turret turned no farther than its weapons among these need to bear upon a target."""
    for weapon in weapons:
        if in_hull(st, vehicle, weapon) or covers(st, vehicle, weapon, target):
            continue
        own = mount_facing(st, vehicle, weapon)
        return _turret_by(vehicle, facings_for(st, vehicle, target, own)[0] - own)
    return vehicle


def covers(st: State, vehicle: Vehicle, weapon: Weapon, target: int) -> bool:
    """Whether a target lies in the Covered Arc of a weapon of a vehicle that stands so; of one that fires all around it
    always does.
    """
    own = mount_facing(st, vehicle, weapon)
    return own < 0 or bears(st, vehicle, target, own)


def laid_events(
    st: State, vehicle: Vehicle, weapons: Sequence[Weapon], facing: int, *, hull: bool = False, target: int = -1
) -> tuple[Event, ...]:
    """Turret or hull turned for the shot."""
    after = laid(st, vehicle, weapons, facing, hull=hull, target=target)
    if after is vehicle or (after.facing, tca(after)) == (vehicle.facing, tca(vehicle)):
        return ()
    return (VehicleTurned(vehicle=vehicle.id, facing=after.facing, turret=after.turret),)


@builds("D1.31", "D1.31a")
def turn_drm(st: State, vehicle: Vehicle, weapons: Iterable[Weapon], facing: int, *, hull: bool = False) -> int:
    """Case A of the turn that a shot makes: the hull as a weapon without a turret, the turret by its own type."""
    first = leading(st, vehicle, weapons)
    if facing < 0 or first is None:
        return 0
    own = mount_facing(st, vehicle, first)
    mount = "NT" if hull or in_hull(st, vehicle, first) else vtype(st, vehicle).case_a_mount
    turned = to_hit().case_a(mount, turned_by(vehicle, own, facing), obstructed=obstructed(st, vehicle))
    return turned + past_a_side(vehicle, own, facing)


@builds("D3.51", "D3.51c")
def turret_drm(st: State, vehicle: Vehicle, weapons: Sequence[Weapon], facing: int, target: int) -> int:
    """Case A of a turret that turns on after the hull has been turned for weapons in both that fire together."""
    first = leading(st, vehicle, weapons)
    if facing < 0 or first is None or not in_hull(st, vehicle, first):
        return 0
    carried = laid(st, vehicle, (first,), facing)
    old, new = tca(carried), tca(laid(st, vehicle, weapons, facing, target=target))
    mount = vtype(st, vehicle).case_a_mount
    turned = to_hit().case_a(mount, turned_by(carried, old, new), obstructed=obstructed(st, vehicle))
    return turned + past_a_side(carried, old, new)


@builds("D2.321", "C5.1", "D2.321c", "C5.1b")
def past_a_side(vehicle: Vehicle, old: int, new: int) -> int:
    """One more for a turret of a vehicle in Bypass that turns to one of its sides, or past one."""
    if not vehicle.stance.bypass:
        return 0
    turned, area = turned_by(vehicle, old, new), area_along(vehicle, new)
    return to_hit().other["bypass_turret_change"].drm if turned and (area in (RIGHT, LEFT) or turned > 1) else 0


@builds("D2.321", "D2.321b", "D2.321.EX1")
def on_a_side(st: State, vehicle: Vehicle, weapon: Weapon, attack: AttackFacts) -> int:
    """Case A of a turret that points to a side in Bypass and is not turned: as for one Target Facing, but for a weapon
    with Acquisition of its target, and for one of no To Hit DR that last fired at that target from there.
    """
    if not vehicle.stance.bypass or in_hull(st, vehicle, weapon):
        return 0
    if area_along(vehicle, mount_facing(st, vehicle, weapon)) not in (RIGHT, LEFT):
        return 0
    if attack.shot is not None:
        held = weapon.acquired
        if held is not None and map_now(st).hex_at(held.loc) == map_now(st).hex_at(attack.target):
            return 0
    elif (last := next(iter(st.weapon_shots.get(weapon.id, ())[::-1]), None)) is not None:
        if last.target == attack.target and not last.spent:
            return 0
    return to_hit().case_a(vtype(st, vehicle).case_a_mount, 1, obstructed=False)


@builds("D3.51", "D3.52", "C5.12", "D3.51a", "D3.51c", "D3.51.EX1", "D3.52a", "C5.11a", "C5.12a", "C5.13a", "D3.51d")
def laying_drm(
    st: State, vehicle: Vehicle, weapon: Weapon, occasion: str, facing: int, attack: AttackFacts | None = None
) -> int:
    """What a weapon pays that fires on an occasion: for the turn that its own shot makes, and at its first shot what an
    earlier one has paid that turned the same turret or hull, unless the hull now takes it to another arc; of the hull's
    turn every weapon pays.
    """
    if mount_facing(st, vehicle, weapon) < 0:
        return 0
    by_hull = attack is not None and attack.hull
    lies_in_hull = in_hull(st, vehicle, weapon)
    together = _fired_together(attack)
    with_hull = not lies_in_hull and any(in_hull(st, vehicle, other) for other in together)
    lays = together if with_hull else (weapon,)
    paid = turn_drm(st, vehicle, lays, facing, hull=by_hull)
    onward = turret_drm(st, vehicle, together, facing, attack.target) if with_hull and attack is not None else 0
    standing = on_a_side(st, vehicle, weapon, attack) if attack is not None else 0
    shots = [mark for mark in st.trail(vehicle.id).shots if mark.occasion == occasion and not mark.spent]
    if any(mark.weapon == weapon.id for mark in shots):
        return paid + onward or standing
    hull = turret = 0
    for mark in shots:
        other = st.weapons.get(mark.weapon)
        if not mark.turned or other is None:
            continue
        if mark.hull or in_hull(st, vehicle, other):
            hull = mark.turned
        else:
            turret = mark.turned
    if lies_in_hull:
        return paid or hull
    if paid and (by_hull or with_hull):
        return paid + onward
    return hull + (paid or onward or turret or standing)


def _fired_together(attack: AttackFacts | None) -> tuple[Weapon, ...]:
    """The weapons of an attack on the IFT."""
    if attack is None or attack.shot is not None:
        return ()
    return tuple(part.weapon for part in attack.parts if part.weapon is not None)
