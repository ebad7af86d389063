"""Motion: who ends its MPh in it, and what is left of its MP (D2.4, D2.1)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import DriveTo, ParkHere
from goodorder.core.errors import Refusal
from goodorder.core.state import State, Vehicle

from ..facts.ground import map_now
from ..facts.vehicles import DriveFacts, drive_facts, front_hexsides, heading, rear_hexsides, running
from ..points import MAY_DRIVE
from ..registry import builds, removable, rule
from .movement import ledger_of
from .mp import mp_left, spent_all
from .tracks import tracks


@rule("D2.4", point=MAY_DRIVE, rows=["SK3.MPh.22", "SK3.MPh.17", "D2.4a", "D2.4b", "D2.4d", "D2.4c"], order=60)
def ends(facts: DriveFacts) -> Refusal | None:
    """A vehicle ends its MPh once it has begun it; in Motion with MP in hand only where that may be."""
    if not isinstance(facts.action, ParkHere):
        return None
    st, vehicle = facts.st, facts.vehicle
    if not st.trail(vehicle.id).steps and not st.trail(vehicle.id).shots and not vehicle.motion:
        return Refusal("D2.1", "it has not begun to move")
    return unspent_refusal(st, vehicle) if running(st, vehicle) else None


@removable(without=None)
@builds("D2.4", "D2.4b")
def unspent_refusal(st: State, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle may not end in Motion with the MP that it has left, or None: they are too few for a hex before it,
    or it has spent MP on nothing else than all of them.
    """
    if not mp_left(st, vehicle) or spent_all(st, vehicle):
        return None
    if not st.trail(vehicle.id).steps:
        return Refusal("D2.4", "a vehicle in Motion spends one MP at least")
    if any(cost > mp_left(st, vehicle) for cost in _costs_ahead(st, vehicle)):
        return None
    return Refusal("D2.4", "it ends in Motion only with too few MP for the next hex; it could stop")


def _costs_ahead(st: State, vehicle: Vehicle) -> list[int]:
    """What the hexes before it would cost, by the cheapest way each."""
    board, back = map_now(st), heading(st, vehicle) == "reverse"
    found = []
    for side in rear_hexsides(vehicle) if back else front_hexsides(vehicle):
        to = board.around(vehicle.loc)[side]
        if to < 0:
            continue
        ways = [DriveTo(vehicle.id, to, road, back, share=share) for road in (False, True) for share in (0, 1)]
        asked = [replace(drive_facts(st, way), probing=True) for way in ways]
        legal = [facts for facts in asked if st.world.rules.refuse(MAY_DRIVE, facts) is None]
        if legal:
            found.append(min(ledger_of(one).total() for one in legal))
    for track in tracks(st, vehicle, back=back):
        asked_for = drive_facts(st, DriveTo(vehicle.id, track.to, reverse=back, bypass=(track.side,)))
        along = replace(asked_for, probing=True)
        if st.world.rules.refuse(MAY_DRIVE, along) is None:
            found.append(ledger_of(along).total())
    return found
