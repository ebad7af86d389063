"""What a line of fire shows of a vehicle: Target Facing by VCA or TCA, Hull Down (D3.2, D4.2)."""

from __future__ import annotations

from typing import Literal

from goodorder.core.state import State, Vehicle
from goodorder.data.charts import to_kill
from goodorder.data.charts.to_kill import Facing

from ..facts.attack_facts import AttackFacts
from ..facts.bypass_arc import AREAS, area_along, area_of
from ..facts.cover import at_vehicle, owned
from ..facts.ground import map_now
from ..facts.ordnance import HEXSPINES
from ..facts.road import through_gap
from ..facts.vehicles import tca, vtype
from ..registry import builds

Aspect = Literal["hull", "turret"]

ASPECTS: tuple[Aspect, ...] = ("hull", "turret")
FACINGS: tuple[Facing, ...] = ("front", "side", "rear")
COVERS_THE_HULL = frozenset({"wall", "bocage"})
"""Hexsides behind which a vehicle is Hull Down (D4.21)."""


@builds("D3.11", "D3.12", "C3.9c", "D3.11a")
def pointing(st: State, vehicle: Vehicle, aspect: Aspect) -> int:
    """The hexspine by which an aspect's Target Facing is told: the TCA for the turret of a vehicle that has one, else
    the VCA.
    """
    turreted = aspect == "turret" and vtype(st, vehicle).turret_type != "NT"
    return tca(vehicle) if turreted else vehicle.facing


def facing_across(spine: int, hexside: int) -> Facing:
    """The facing that lies behind a hexside of a vehicle which points along a hexspine: front the two beside it."""
    return ("front", "side", "rear", "rear", "side", "front")[(hexside - spine) % HEXSPINES]


@builds("D3.2", "D3.2a", "D3.2b", "SK3.TH.5", "D1.61a", "D1.63a")
def target_facing(st: State, vehicle: Vehicle, aspect: Aspect, frm: int, colored: int) -> Facing:
    """The Target Facing that fire from a place strikes. Along a hexspine it is the one less favourable to the firer;
    from the vehicle's own hex the colored die of the To Hit DR tells it.
    """
    if vehicle.stance.bypass:
        return facing_in_bypass(st, vehicle, aspect, frm)
    board = map_now(st)
    h = board.hex_at(vehicle.loc)
    if board.hex_at(frm) == h:
        return to_kill().same_hex_facing(colored)
    spine = pointing(st, vehicle, aspect)
    found = {facing_across(spine, side) for side in board.line(frm, vehicle.loc).entry_sides(h)}
    return max(found, key=lambda facing: hardness(st, vehicle, aspect, facing))


@builds("D2.32", "D2.321", "D2.32b", "D2.32c", "D2.32d", "D3.2b")
def facing_in_bypass(st: State, vehicle: Vehicle, aspect: Aspect, frm: int) -> Facing:
    """The Target Facing of a vehicle in Bypass, by the area in which the hex of the firer lies: of the hull by the way
    it points, of a turret by where that does.
    """
    way = area_of(st, vehicle, frm) - area_along(vehicle, pointing(st, vehicle, aspect))
    return ("front", "side", "rear", "side")[way % AREAS]


def hardness(st: State, vehicle: Vehicle, aspect: Aspect, facing: Facing) -> tuple[int, int]:
    """How well a facing resists: by its armor with Case A, then from the rear forward."""
    factor = vtype(st, vehicle).armor_factor(aspect, facing)
    rear = to_kill().rear if facing == "rear" and factor is not None else 0
    return (-1 if factor is None else factor - rear, -FACINGS.index(facing))


@builds("D4.2", "D4.21", "D4.2a", "D4.21a", "D4.2c")
def hull_down(attack: AttackFacts) -> bool:
    """Whether the vehicle that is aimed at is Hull Down to the firer: Direct Fire comes across a wall or bocage hexside
    that would give it TEM, and it does not claim that of its Location instead.
    """
    vehicle = attack.vehicle
    if vehicle is None or attack.source.indirect or attack.in_terrain:
        return False
    return any(_covered(attack, vehicle, place) for place in attack.eyes())


def _covered(attack: AttackFacts, vehicle: Vehicle, frm: int) -> bool:
    st, to = attack.st, vehicle.loc
    board = map_now(st)
    h = board.hex_at(to)
    if board.hex_at(frm) == h:
        return False
    aim = at_vehicle(st, frm, vehicle, attack.firers_at(frm), moving=attack.moving)
    for index, side, kind in board.cover(aim.sight(), to):
        if kind.id not in COVERS_THE_HULL or (attack.moving and through_gap(board, frm, to, index, side)):
            continue
        if index == h and owned(aim, side):
            continue
        if kind.tem - (0 if kind.id == "bocage" else aim.drop) > 0:
            return True
    return False
