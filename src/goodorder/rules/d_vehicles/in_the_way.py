"""Vehicles and wrecks in the hex that a vehicle enters, and Personnel who overstack it (D2.14, A5.11)."""

from __future__ import annotations

from goodorder.core.state import Vehicle

from ..a05_stacking import excess_of
from ..facts.vehicles import HALVES, DriveFacts
from ..ledger import Mod
from ..points import DRIVE_COST
from ..registry import removable, rule
from .mp import chart_mod, takes_all
from .paying import hex_rows

FLAT_IN_WOODS = 4
"""MP for each vehicle or wreck in woods by the sheet, whichever way they are entered (SK3.MPh.20)."""


def others_there(facts: DriveFacts) -> tuple[Vehicle, ...]:
    """The vehicles and wrecks of the hex entered, without those of the enemy that are under a "?"."""
    own = facts.vehicle.side
    there = (one for one in facts.st.vehicles_at(facts.to) if one.id != facts.vehicle.id)
    return tuple(one for one in there if one.side == own or not one.concealed)


@rule("D2.14", point=DRIVE_COST, rows=["SK3.MPh.20", "D2.14a", "D2.14b"], order=30)
def in_the_way(facts: DriveFacts) -> Mod | None:
    """One MP for each vehicle or wreck of the hex, two at the road rate; twice as many in woods and on narrow roads."""
    if facts.entry is None or facts.to < 0 or takes_all(facts):
        return None
    there = others_there(facts)
    if not there:
        return None
    doubled = any(row.doubled for row in hex_rows(facts))
    flat = flat_in_woods(facts)
    if flat:
        return Mod("in_the_way", HALVES * flat * len(there), "D2.14", "vehicles in the way, in woods")
    name = "in_the_way_at_road_rate" if facts.entry.road else "in_the_way"
    return chart_mod(name, "vehicles in the way", len(there) * (2 if doubled else 1))


def flat_in_woods(facts: DriveFacts) -> int:
    """MP for each of them in woods where the sheet has one number for them, else 0."""
    if doubles_by_road(facts):
        return 0
    return FLAT_IN_WOODS if any(row.id in ("woods", "light_woods") for row in hex_rows(facts)) else 0


@removable(without=False)
def doubles_by_road(facts: DriveFacts) -> bool:
    """Whether the MP for vehicles in the way are doubled by the road rate and doubled again by the terrain (D2.14)."""
    return True


@rule("A5.11", point=DRIVE_COST, order=31)
def among_many(facts: DriveFacts) -> Mod | None:
    """One MP for each squad by which Personnel of its side overstack the Location."""
    if facts.entry is None or facts.to < 0 or takes_all(facts):
        return None
    there = facts.st.side_at(facts.to, facts.vehicle.side)
    excess = excess_of(facts.st, there, facts.to) if len(there) > 1 else 0
    return Mod("overstack_cost", HALVES * excess, "A5.11", "overstacked Personnel") if excess else None
