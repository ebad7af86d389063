"""Where a vehicle can drive to, by which acts, and what waits for it on the way (D2.1)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from goodorder.core.actions import DriveStep, DriveTo, StartUp, TurnHull
from goodorder.core.stance import PLAIN
from goodorder.core.state import State, Step, StepKind, Vehicle
from goodorder.rules.d_vehicles.movement import ledger_of
from goodorder.rules.d_vehicles.mp import mp_left
from goodorder.rules.d_vehicles.reach import Reached, reach, under_way
from goodorder.rules.d_vehicles.tracks import stance_after, track_of
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.ordnance import HEXSPINES
from goodorder.rules.facts.vehicles import HALVES, drive_facts, vehicle_of

from . import threats_lying
from .messages.answers import ReachHex, ThreatDoc, WayDoc, WayStep
from .threats_ordnance import arrived, at_vehicle

WAY_LETTERS = {(True, 0): ":r", (False, 1): ":s"}
"""What the key of an entry ends in, by road and by the way of paying."""


def driven(st: State, sample: DriveStep) -> tuple[ReachHex, ...]:
    """Every hex within reach of the vehicle that an act names, with the keys of the acts that lead there."""
    vehicle = st.vehicles.get(vehicle_of(sample))
    if vehicle is None:
        return ()
    found = sorted(reach(st, vehicle).values(), key=lambda one: (-one.left, one.loc))
    return tuple(_hex(st, vehicle, one) for one in found if one.loc != vehicle.loc)


def driven_way(st: State, sample: DriveStep, way: Sequence[int]) -> WayDoc:
    """The way of a vehicle to the last of these hexes, as :func:`driven` knows it: MP at each of its hexes."""
    vehicle = st.vehicles.get(vehicle_of(sample))
    board = map_now(st)
    one = reach(st, vehicle).get(way[-1]) if vehicle is not None and way else None
    if vehicle is None or one is None or [act.to for act in one.acts if isinstance(act, DriveTo)] != list(way):
        return WayDoc(steps=(), stop=None)
    budget = mp_left(st, vehicle)
    steps = (
        WayStep(
            hex=board.hex_of(there.loc).name,
            mf=spent / HALVES,
            left=max(0, budget - spent) / HALVES,
            threats=_threats(after, there),
            covered=(),
        )
        for there, spent, after in spending(st, vehicle, one)
    )
    return WayDoc(steps=tuple(steps), stop=None)


def _threats(st: State, vehicle: Vehicle) -> tuple[ThreatDoc, ...]:
    """Who could fire at a vehicle on its way, and what lies there, the likeliest to harm it first."""
    lying = (one.doc(st, vehicle.loc) for one in threats_lying.at_vehicle(st, vehicle))
    return tuple(sorted((*at_vehicle(st, vehicle), *lying), key=lambda one: -one.p))


def _hex(st: State, vehicle: Vehicle, one: Reached) -> ReachHex:
    board, spent = map_now(st), spending(st, vehicle, one)
    return ReachHex(
        hex=board.hex_of(one.loc).name,
        level=board.level_word(one.loc),
        mf=(mp_left(st, vehicle) - one.left) / HALVES,
        left=one.left / HALVES,
        via=tuple(board.hex_of(there.loc).name for there, _, _ in spent),
        acts=act_keys(st, vehicle, one.acts),
        spent=tuple(halves / HALVES for _, halves, _ in spent),
        facing=one.facing,
        bog=one.bog,
    )


def spending(st: State, vehicle: Vehicle, one: Reached) -> list[tuple[Vehicle, int, State]]:
    """The vehicle in each Location of a way, the halves of MP spent as it is entered, and the position then."""
    found, spent = [], 0
    for act in one.acts:
        facts = drive_facts(st.with_vehicle(vehicle), act)
        cost, frm = ledger_of(facts).total(), vehicle.loc
        spent += cost
        if isinstance(act, StartUp):
            st = arrived(under_way(st, vehicle), vehicle, Step("start", frm, frm, cost))
        elif isinstance(act, TurnHull):
            stance = stance_after(facts)
            vehicle = replace(vehicle, stance=stance) if stance is not None else replace(vehicle, facing=act.facing)
            st = arrived(st, vehicle, Step("turn", frm, frm, cost))
        elif isinstance(act, DriveTo):
            track, stance = track_of(facts), stance_after(facts) or PLAIN
            facing = vehicle.facing if track is None else track.facing
            vehicle = replace(vehicle, loc=act.to, off_road=False, stance=stance, facing=facing)
            kind: StepKind = "reverse" if act.reverse else "bypass" if act.to == frm else "enter"
            st = arrived(st, vehicle, Step(kind, frm, act.to, cost, facts.hexside))
            found.append((vehicle, spent, st))
    return found


def act_keys(st: State, vehicle: Vehicle, acts: tuple[DriveStep, ...]) -> tuple[str, ...]:
    """Acts that follow one another as the keys of the menus in which they will stand."""
    board, facing, found = map_now(st), vehicle.facing, []
    for act in acts:
        match act:
            case StartUp():
                found.append("start")
            case TurnHull(facing=to):
                found.append("right" if (to - facing) % HEXSPINES == 1 else "left")
                facing = to
            case DriveTo(to=to, bypass=(side,)):
                found.append(f"h:{board.word(to)}:b{side}")
            case DriveTo(to=to, road=road, share=share):
                found.append(f"h:{board.word(to)}{WAY_LETTERS.get((road, share), '')}")
    return tuple(found)
