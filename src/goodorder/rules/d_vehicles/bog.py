"""Bog Checks: what asks for one, and its DRM (D8.2, D8.21)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from goodorder.core.actions import TurnHull
from goodorder.core.state import State, Vehicle
from goodorder.data.charts.vehicle_terrain import vehicle_terrain
from goodorder.data.charts.vehicles import vehicle_chart

from ..facts.ground import ground, map_now
from ..facts.ordnance import hexspines_turned
from ..facts.places import is_deep, joined
from ..facts.vehicles import DriveFacts, drive_facts, on_road
from ..ledger import Ledger, Mod
from ..points import BOG_DRM
from ..registry import builds, removable, rule
from .mp import takes_all
from .paying import beneath_cost, chosen_cost, hex_rows, rise, side_cost, ways_to_pay

Place = Literal["leave", "enter", "turn"]
WOODS = ("woods", "light_woods", "forest")
MARSHES = ("marsh", "mudflat")


class BogFacts(Struct, frozen=True):
    """A Bog Check of an expenditure: as the vehicle leaves its hex, enters another, or turns its VCA."""

    drive: DriveFacts
    place: Place


@builds("D8.2", "D2.11", "SK3.MPh.24", "D2.11c", "D8.2a", "D8.2c")
def bog_checks(facts: DriveFacts) -> tuple[BogFacts, ...]:
    """The Bog Checks of an expenditure, in order; the first that is failed is the last."""
    if isinstance(facts.action, TurnHull):
        return (BogFacts(facts, "turn"),) if _turns_in_bog(facts) else ()
    if facts.entry is None or facts.to < 0:
        return ()
    found = [BogFacts(facts, "leave")] if _leaves_bog(facts) else []
    return (*found, BogFacts(facts, "enter")) if _enters_bog(facts) else tuple(found)


@builds("D2.401", "D8.2")
def free_turn_checks(st: State, vehicle: Vehicle, facing: int) -> tuple[BogFacts, ...]:
    """The Bog Checks of a free change of VCA, one for each hexspine."""
    turned = hexspines_turned(vehicle.facing, facing)
    one = drive_facts(st, TurnHull(vehicle.id, facing))
    return (BogFacts(one, "turn"),) * turned if _turns_in_bog(one) else ()


def _turns_in_bog(facts: DriveFacts) -> bool:
    """Whether it turns off the road in a hex that asks for a check (D2.11)."""
    if on_road(facts.st, facts.vehicle) or facts.vehicle.stance.bypass:
        return False
    terrain = ground(facts.st, facts.vehicle.loc).terrain.id
    row = vehicle_terrain().row(terrain)
    costs = vehicle_terrain().costs(terrain, facts.kind.movement.kind) if row is not None else ()
    return any(cost.bog for cost in costs)


@builds("D8.2", "B13.421", "B20.46")
def _leaves_bog(facts: DriveFacts) -> bool:
    """Whether it goes out of a Depression that asks for a check, or from a road into the woods of its hex."""
    st = facts.st
    if facts.frm < 0 or facts.hexside < 0:
        return False
    here = ground(st, facts.frm)
    row = vehicle_terrain().row(here.terrain.id)
    if on_road(st, facts.vehicle) and not here.roads[facts.hexside] and row is not None and row.id in WOODS:
        return True
    if here.depression is None or not is_deep(map_now(st), facts.frm) or joined(map_now(st), facts.frm, facts.hexside):
        return False
    deep = vehicle_terrain().row(here.depression.id)
    costs = vehicle_terrain().costs(here.depression.id, facts.kind.movement.kind) if deep is not None else ()
    return any(cost.bog_out for cost in costs)


def _enters_bog(facts: DriveFacts) -> bool:
    """Whether the hex entered, or the hexside crossed, asks for a check."""
    if facts.entry is None or facts.entry.road:
        return False
    paid = (side_cost(facts), beneath_cost(facts), chosen_cost(facts) or next(iter(ways_to_pay(facts)), None))
    if any(cost is not None and cost.bog for cost in paid):
        return True
    return abs(rise(facts)) > 1 or beside_marsh(facts)


@removable(without=False)
@builds("B16.43")
def beside_marsh(facts: DriveFacts) -> bool:
    """Whether the hex entered lies beside a marsh, low enough to be soft."""
    board = map_now(facts.st)
    if board.level(facts.to) > 0:
        return False
    around = board.around(facts.to)
    return any(near >= 0 and ground(facts.st, near).terrain.id in MARSHES for near in around)


def bog_ledger(facts: BogFacts) -> Ledger:
    """The DRM of a Bog Check."""
    mods: tuple[Mod, ...] = facts.drive.st.world.rules.mods(BOG_DRM, facts)
    return Ledger(mods)


def bog_chance(ledger: Ledger) -> int:
    """In how many of 36 DR it bogs."""
    needed = vehicle_chart().bog.bogs_from - ledger.total()
    return sum(white + colored >= needed for white in range(1, 7) for colored in range(1, 7))


def _cause(name: str, reason: str) -> Mod:
    found = vehicle_chart().bog.drm[name]
    return Mod(name, found.drm, found.rule, reason)


@rule("D8.21", point=BOG_DRM, rows=["D8.21a", "D1.41a"], order=10)
def ground_pressure(facts: BogFacts) -> Mod | None:
    """Normal ground pressure +1, high +2."""
    word = facts.drive.kind.ground_pressure
    drm = vehicle_chart().bog.pressure[word]
    return Mod("ground_pressure", drm, "D1.4", f"{word} ground pressure") if drm else None


@rule("D8.21", point=BOG_DRM, order=11)
def not_fully_tracked(facts: BogFacts) -> Mod | None:
    """+1 for what is not fully tracked."""
    return None if facts.drive.kind.fully_tracked else _cause("not_fully_tracked", "not fully tracked")


@rule("D8.21", point=BOG_DRM, order=12)
def truck(facts: BogFacts) -> Mod | None:
    """+1 for what moves as a truck."""
    return _cause("truck", "moves as a truck") if facts.drive.kind.movement.kind == "truck" else None


@rule("D8.21", point=BOG_DRM, rows=["D8.21b", "B13.42a"], order=13)
def at_a_share(facts: BogFacts) -> Mod | None:
    """Woods, buildings and rubble entered for a share of the MP and not for all of them."""
    drive = facts.drive
    cost = chosen_cost(drive) if facts.place == "enter" and not takes_all(drive) else None
    return _cause(cost.drm, "for a share of the MP") if cost is not None and cost.drm else None


@rule("D8.21", point=BOG_DRM, order=14)
def up_into_woods(facts: BogFacts) -> Mod | None:
    """+1 for woods entered from below."""
    if facts.place != "enter" or rise(facts.drive) <= 0 or not any(row.id in WOODS for row in hex_rows(facts.drive)):
        return None
    return _cause("up_into_woods", "up into woods")


@rule("D8.21", point=BOG_DRM, order=15)
def abrupt_change(facts: BogFacts) -> Mod | None:
    """+1 for an Abrupt Elevation Change."""
    if facts.place != "enter" or abs(rise(facts.drive)) < 2:
        return None
    return _cause("abrupt_change", "Abrupt Elevation Change")


@rule("D8.21", point=BOG_DRM, order=16)
def out_of_deep_stream(facts: BogFacts) -> Mod | None:
    """+1 for leaving a deep stream."""
    here = ground(facts.drive.st, facts.drive.frm) if facts.place == "leave" else None
    if here is None or here.depression is None or here.depression.id != "deep_stream":
        return None
    return _cause("leaving_deep_stream", "out of a deep stream")
