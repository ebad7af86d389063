"""One vehicle that is no wreck in a Location at the end of the MPh, by the sheet (SK3.MPh.21)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import DriveTo, ParkHere
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, VehicleWrecked
from goodorder.core.state import State, Vehicle

from ..facts.ground import map_now
from ..facts.ordnance import HEXSPINES, hexspines_turned
from ..facts.vehicles import DriveFacts, drive_facts, front_hexsides
from ..points import MAY_DRIVE, PHASE_ENDS
from ..registry import rule
from .movement import ledger_of
from .mp import allotment, chart_mod, takes_all


def standing(st: State, loc: int, but: int = 0) -> tuple[Vehicle, ...]:
    """The vehicles of a Location that are no wrecks, of both sides."""
    return tuple(one for one in st.vehicles_at(loc) if not one.wreck and one.id != but)


@rule("A5.1", point=MAY_DRIVE, rows=["SK3.MPh.21"], order=92)
def room_to_leave(facts: DriveFacts) -> Refusal | None:
    """A hex with another vehicle is entered only with MP to leave it again."""
    if facts.entry is None or facts.to < 0 or facts.probing or not standing(facts.st, facts.to, facts.vehicle.id):
        return None
    if can_leave(facts):
        return None
    return Refusal("A5.1", "one vehicle to a hex: it has to have the MP to leave it again")


@rule("A5.1", point=MAY_DRIVE, rows=["SK3.MPh.21"], order=93)
def not_together(facts: DriveFacts) -> Refusal | None:
    """It does not end its MPh where another vehicle is."""
    if not isinstance(facts.action, ParkHere) or not standing(facts.st, facts.vehicle.loc, facts.vehicle.id):
        return None
    return Refusal("A5.1", "one vehicle to a hex: it has to leave this one")


def can_leave(facts: DriveFacts) -> bool:
    """Whether with what its entry leaves of its MP a vehicle could go on into a hex without another, turning first."""
    st, vehicle = facts.st, facts.vehicle
    if takes_all(facts):
        return False
    left = allotment(st, vehicle) - st.trail(vehicle.id).spent - ledger_of(facts).total()
    each = chart_mod("turn", "change of VCA").value
    moved_in = replace(vehicle, loc=facts.to, facing=max(vehicle.facing, 0))
    for facing in range(HEXSPINES):
        rest = left - each * hexspines_turned(moved_in.facing, facing)
        there = st.with_vehicle(replace(moved_in, facing=facing))
        if rest > 0 and any(cost <= rest for cost in _ways_out(there, there.vehicles[vehicle.id])):
            return True
    return False


def _ways_out(st: State, vehicle: Vehicle) -> list[int]:
    """What the free hexes before a vehicle would cost."""
    found = []
    for side in front_hexsides(vehicle):
        to = map_now(st).around(vehicle.loc)[side]
        if to < 0 or standing(st, to):
            continue
        for road in (False, True):
            asked = replace(drive_facts(st, DriveTo(vehicle.id, to, road)), probing=True)
            if st.world.rules.refuse(MAY_DRIVE, asked) is None and not takes_all(asked):
                found.append(ledger_of(asked).total())
    return found


@rule("A5.1", point=PHASE_ENDS, of=["MPh"], rows=["SK3.MPh.21"], order=40)
def crowded_out(st: State) -> tuple[Event, ...]:
    """Where two vehicles are at the end of the MPh the last to enter is a wreck."""
    if not st.vehicles:
        return ()
    began = list(st.trails)
    found: list[Event] = []
    for loc in sorted({one.loc for one in st.vehicles.values() if one.loc >= 0}):
        here = standing(st, loc)
        came = [one for one in here if any(step.to == loc != step.frm for step in st.trail(one.id).steps)]
        late = sorted(came, key=lambda one: began.index(one.id), reverse=True)
        found += [VehicleWrecked(vehicle=one.id) for one in late[: len(here) - 1]]
    return tuple(found)
