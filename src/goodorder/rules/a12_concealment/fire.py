"""Fire at concealed units (A12.13)."""

from __future__ import annotations

from ..a07_fire.firepower import MAX_MG_RANGE
from ..facts.attack_facts import PartFacts
from ..ledger import Mod
from ..points import FIRE_FACTOR
from ..registry import rule


@rule("A12.13", point=FIRE_FACTOR, order=62)
def concealed_target(facts: PartFacts) -> Mod | None:
    """Fire at a concealed unit is Area Fire; Known units of the same Location take it whole.

    A MG beyond 16 hexes fires at everybody as at concealed Infantry already (A9.4).
    """
    targets = facts.attack.targets
    units = tuple(unit.id for unit in targets if unit.concealed)
    if not units or (facts.part.weapon is not None and facts.range > MAX_MG_RANGE):
        return None
    return Mod("concealed_target", -2, "A12.13", "concealed target", () if len(units) == len(targets) else units)
