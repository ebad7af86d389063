"""Vehicles in Bypass: how they turn there, and where they may not end their MPh (D2.33, D2.34)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Delay, DriveTo, ParkHere, StartUp, Stop, TurnHull
from goodorder.core.errors import Refusal
from goodorder.core.state import Vehicle

from ..facts.bypass_path import bypass_path, spine_along
from ..facts.ground import map_now
from ..facts.ordnance import HEXSPINES
from ..facts.vehicles import DriveFacts, heading, rear_hexsides
from ..points import MAY_DRIVE
from ..registry import rule
from .entering import can_enter
from .movement import ledger_of
from .mp import chart_mod, mp_left
from .tracks import bypass_refusal, tracks


@rule("D2.33", point=MAY_DRIVE, rows=["D2.33a", "D2.33b"], order=29)
def turns_at_its_vertex(facts: DriveFacts) -> Refusal | None:
    """In Bypass the VCA turns along the two other hexsides of its vertex alone, once, to go on along one of them."""
    vehicle, st = facts.vehicle, facts.st
    path = bypass_path(vehicle)
    if not path or not isinstance(facts.action, TurnHull):
        return None
    if vehicle.stance.turning >= 0:
        return Refusal("D2.33", "it has turned already: it goes on along that hexside, or backs out")
    if heading(st, vehicle) == "reverse":
        return Refusal("D2.33", "it turns at the vertex that it faces, to go on forward")
    if facts.action.facing not in turned_spines(path):
        return Refusal("D2.33", "along one of the other two hexsides of its vertex")
    if not facts.probing and not any(_goes(facts, one) for one in _after_turn(facts)):
        return Refusal("D2.33", "it has to go on along that hexside, and can't")
    return None


def turned_spines(path: tuple[int, ...]) -> tuple[int, int]:
    """The two hexspines along which a vehicle in Bypass can turn."""
    spine = spine_along(path)
    return (spine - 1) % HEXSPINES, (spine + 1) % HEXSPINES


def _after_turn(facts: DriveFacts) -> list[DriveFacts]:
    """The ways on that a turn in Bypass would leave."""
    assert isinstance(facts.action, TurnHull)
    vehicle = facts.vehicle
    turned = _with(vehicle, facts.action.facing)
    st = facts.st.with_vehicle(turned)
    found = []
    for one in tracks(st, turned):
        side = map_now(st).side_between(vehicle.loc, one.to)
        action = DriveTo(vehicle.id, one.to, bypass=(one.side,))
        found.append(DriveFacts(st, turned, action, vehicle.loc, one.to, -1 if side is None else side))
    return found


def _with(vehicle: Vehicle, turning: int) -> Vehicle:
    return replace(vehicle, stance=vehicle.stance.with_(turning=turning))


def _goes(facts: DriveFacts, way: DriveFacts) -> bool:
    """Whether a vehicle could go on that way, and has the MP for it after the turn."""

    if bypass_refusal(way) is not None or can_enter(way) is not None:
        return False
    left = mp_left(facts.st, facts.vehicle) - chart_mod("turn_in_bypass", "change of VCA in Bypass").value
    return ledger_of(way).total() <= left


@rule("D2.33", point=MAY_DRIVE, rows=["D2.33c"], order=39)
def not_into_the_obstacle(facts: DriveFacts) -> Refusal | None:
    """From Bypass no vehicle goes into the obstacle that it goes around: it leaves the hex, and comes back."""
    entry = facts.entry
    if entry is None or entry.bypass or facts.to < 0 or facts.to != facts.frm or not facts.vehicle.stance.bypass:
        return None
    return Refusal("D2.33", "it goes around that obstacle, and not from there into it")


@rule("D2.33", point=MAY_DRIVE, order=39)
def beside_the_road(facts: DriveFacts) -> Refusal | None:
    """Out of Bypass nothing is entered at the road rate: the vehicle is not on the road of its hex (D2.16)."""
    if facts.entry is None or not facts.entry.road or not facts.vehicle.stance.bypass:
        return None
    return Refusal("D2.33", "in Bypass it is beside the road", also=("D2.16",))


@rule("D2.33", point=MAY_DRIVE, rows=["D2.33d"], order=58)
def not_to_stay_turned(facts: DriveFacts) -> Refusal | None:
    """Who has turned in Bypass does not end his MPh so: he goes on to the next vertex, or stops and backs out."""
    vehicle, st = facts.vehicle, facts.st
    if vehicle.stance.turning < 0 or facts.probing:
        return None
    if isinstance(facts.action, (ParkHere, Delay)):
        return Refusal("D2.33", "it has turned: it goes on along that hexside, or backs out")
    if isinstance(facts.action, StartUp) and not facts.action.reverse:
        return Refusal("D2.33", "it has turned, and stopped: it backs out")
    if isinstance(facts.action, Stop) and heading(st, vehicle) != "reverse" and not backs_out(facts):
        return Refusal("D2.33", "it has turned, and has not the MP to stop and back out")
    return None


def backs_out(facts: DriveFacts) -> bool:
    """Whether a vehicle in Bypass has the MP to stop, start in reverse and leave its hex behind it."""

    st, vehicle = facts.st, facts.vehicle
    (side,) = rear_hexsides(vehicle)
    to = map_now(st).around(vehicle.loc)[side]
    if to < 0:
        return False
    way = DriveFacts(st, vehicle, DriveTo(vehicle.id, to, reverse=True), vehicle.loc, to, side)
    needed = chart_mod("stop", "stop").value + chart_mod("start", "start").value + ledger_of(way).total()
    return can_enter(way) is None and needed <= mp_left(st, vehicle)
