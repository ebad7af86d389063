"""Fire at concealed units (A12.13)."""

from __future__ import annotations

from goodorder.core.state import Vehicle

from ..a07_fire.firepower import MAX_MG_RANGE
from ..facts.attack_facts import PartFacts, by_ife
from ..ledger import Mod
from ..points import FIRE_FACTOR
from ..registry import rule


@rule("A12.13", point=FIRE_FACTOR, order=62)
def concealed_target(facts: PartFacts) -> Mod | None:
    """Fire at a concealed unit is Area Fire; Known units of the same Location take it whole.

    A MG of Infantry beyond 16 hexes fires at everybody as at concealed Infantry already (A9.4); ordnance takes Case K
    in place of it (C6.2).
    """
    part, targets = facts.part, facts.attack.targets
    units = tuple(unit.id for unit in targets if unit.concealed)
    vehicle = facts.attack.vehicle
    if not units and not (vehicle is not None and vehicle.concealed):
        return None
    other = part.weapon is None or facts.attack.shot is not None or isinstance(part.unit, Vehicle)
    if facts.range > MAX_MG_RANGE and not other and not by_ife(facts.attack, part):
        return None
    return Mod("concealed_target", -2, "A12.13", "concealed target", () if len(units) == len(targets) else units)
