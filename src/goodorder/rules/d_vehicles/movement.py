"""MP of a vehicle: its allotment, and what its expenditures cost (D2.1)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from goodorder.core.actions import DriveStep, DriveTo, ParkHere, StartUp, Stop, TurnHull
from goodorder.core.errors import Refusal
from goodorder.core.state import State, Vehicle
from goodorder.data.charts.vehicle_terrain import vehicle_terrain
from goodorder.data.charts.vehicles import vehicle_chart

from ..facts.ground import ground, map_now
from ..facts.ordnance import hexspines_turned
from ..facts.vehicles import HALVES, DriveFacts, drive_facts, front_hexsides, mobile, vtype
from ..ledger import Ledger, Mod
from ..points import DRIVE_COST, MAY_DRIVE
from ..registry import builds, rule


@builds("D1.1")
def allotment(st: State, vehicle: Vehicle) -> int:
    """The printed MP of a vehicle, in halves."""
    return HALVES * vtype(st, vehicle).movement.mp


def mp_left(st: State, vehicle: Vehicle) -> int:
    """What is left of its MP, in halves."""
    return max(0, allotment(st, vehicle) - st.trail(vehicle.id).spent)


def running(st: State, vehicle: Vehicle) -> bool:
    """Whether it has started and not stopped: in Motion, or by a start of this MPh (D2.12, D2.13)."""
    state = vehicle.motion
    for step in st.trail(vehicle.id).steps:
        if step.kind in ("start", "stop"):
            state = step.kind == "start"
    return state


def cost_ledger(st: State, action: DriveStep) -> Ledger:
    """What an expenditure costs, in halves of MP, line by line."""
    facts = drive_facts(st, action)
    mods: tuple[Mod, ...] = st.world.rules.mods(DRIVE_COST, facts)
    return Ledger(mods)


def drive_refusal(st: State, action: DriveStep) -> Refusal | None:
    """Why a vehicle may not do this now, or None."""
    return st.world.rules.refuse(MAY_DRIVE, drive_facts(st, action))


def _mod(name: str, reason: str) -> Mod:
    found = vehicle_chart().mp[name]
    return Mod(name, HALVES * found.mp, found.rule, reason)


@rule("D2.12", point=DRIVE_COST, order=10)
def start(facts: DriveFacts) -> Mod | None:
    """A start costs one MP."""
    return _mod("start", "start") if isinstance(facts.action, StartUp) else None


@rule("D2.13", point=DRIVE_COST, order=11)
def stop(facts: DriveFacts) -> Mod | None:
    """A stop costs one MP."""
    return _mod("stop", "stop") if isinstance(facts.action, Stop) else None


@rule("D2.11", point=DRIVE_COST, order=12)
def turn(facts: DriveFacts) -> Mod | None:
    """Each hexspine of the VCA costs one MP."""
    return _mod("turn", "change of VCA") if isinstance(facts.action, TurnHull) else None


@rule("D2.1", point=DRIVE_COST, order=20)
def terrain_cost(facts: DriveFacts) -> Mod | None:
    """The MP of the terrain entered."""
    if facts.entry is None or facts.to < 0:
        return None
    where = ground(facts.st, facts.to)
    found = vehicle_terrain().costs(where.terrain.id, facts.kind.movement.kind)
    cost = found[facts.entry.share].mp if facts.entry.share < len(found) else Fraction(0)
    return Mod("terrain", ceil(HALVES * cost), "D2.1", where.terrain.name)


@rule("D2.1", point=MAY_DRIVE, order=10)
def can_move(facts: DriveFacts) -> Refusal | None:
    """A vehicle of the ATTACKER that can move, and has not ended its MPh."""
    vehicle, st = facts.vehicle, facts.st
    if vehicle.side != st.turn.attacker:
        return Refusal("D2.1", "the ATTACKER's vehicles move")
    if not mobile(vehicle):
        return Refusal("D8.1" if vehicle.immobile or vehicle.bogged else "D2.1", "it can't move")
    return Refusal("D2.1", "its move is over") if st.trail(vehicle.id).ended else None


@rule("D2.12", point=MAY_DRIVE, order=20)
def started(facts: DriveFacts) -> Refusal | None:
    """It starts once, before anything else; what runs can stop."""
    runs = running(facts.st, facts.vehicle)
    if isinstance(facts.action, StartUp):
        return Refusal("D2.12", "it has started already") if runs else None
    if isinstance(facts.action, ParkHere) or runs:
        return None
    return Refusal("D2.12", "it has to start first")


@rule("D2.11", point=MAY_DRIVE, order=30)
def turns_by_one(facts: DriveFacts) -> Refusal | None:
    """The VCA turns by one hexspine at a time."""
    if not isinstance(facts.action, TurnHull) or hexspines_turned(facts.vehicle.facing, facts.action.facing) == 1:
        return None
    return Refusal("D2.11", "the VCA turns by one hexspine at a time")


@rule("D2.1", point=MAY_DRIVE, order=40)
def ahead(facts: DriveFacts) -> Refusal | None:
    """It enters a hex ahead of it, across a hexside of its VCA."""
    entry = facts.entry
    if entry is None:
        return None
    if entry.reverse or entry.bypass or entry.road or entry.to < 0:
        return Refusal("D2.1", "reverse, roads, Bypass and the map's edge are not built for vehicles", kind="not_built")
    if facts.hexside < 0 or facts.to >= len(map_now(facts.st).locations):
        return Refusal("D2.1", "an adjacent hex")
    if facts.hexside not in front_hexsides(facts.vehicle):
        return Refusal("D2.1", "it drives on across the hexsides of its VCA")
    row = vehicle_terrain().row(ground(facts.st, facts.to).terrain.id)
    if row is None:
        return Refusal("D2.1", f"{ground(facts.st, facts.to).terrain.name} is not built for vehicles", kind="not_built")
    costs = vehicle_terrain().costs(ground(facts.st, facts.to).terrain.id, facts.kind.movement.kind)
    if not costs:
        return Refusal("D2.1", "such vehicles can't enter there")
    if not 0 <= entry.share < len(costs) or costs[entry.share].share is not None or costs[entry.share].bog:
        return Refusal("D8.2", "a Bog Check is not built", kind="not_built")
    return None


@rule("D2.1", point=MAY_DRIVE, order=90)
def enough_mp(facts: DriveFacts) -> Refusal | None:
    """It has the MP."""
    if isinstance(facts.action, ParkHere):
        return None
    cost, left = cost_ledger(facts.st, facts.action).total(), mp_left(facts.st, facts.vehicle)
    return Refusal("D2.1", f"it costs {cost / HALVES:g} MP of {left / HALVES:g}") if cost > left else None


__all__ = ["DriveTo", "allotment", "cost_ledger", "drive_refusal", "mp_left", "running"]
