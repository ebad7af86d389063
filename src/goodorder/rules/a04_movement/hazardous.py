"""Hazardous Movement: -2 to all fire at who is busy with dangerous work (A4.62).

The work itself (Guns, Clearance, parachutes, Fording, Set DC, Climbing, sewers) is refused by name where it is not
built; what it brings upon a unit is here.
"""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import ASSAULT
from goodorder.data.charts import movement

from ..facts.attack_facts import AttackFacts, hazardous
from ..ledger import Mod
from ..points import FIRE_DRM, MAY_MOVE
from ..registry import builds, rule
from .permission import MoverFacts

HAZARD = -2


@builds("A4.62", "A4.62c")
def hazards() -> dict[str, str]:
    """The acts that are Hazardous Movement, with the rule of each."""
    return movement().hazards


@rule("A4.62", point=FIRE_DRM, rows=["A4.62a", "A4.62b"], order=61)
def hazardous_movement(attack: AttackFacts) -> Mod | None:
    """-2 in every fire phase, also from Residual FP, until the unit is pinned; TEM counts, FFMO and FFNAM don't."""
    units = tuple([unit.id for unit in attack.targets if hazardous(attack.st, unit)])
    if not units:
        return None
    scope = () if len(units) == len(attack.targets) else units
    return Mod("hazardous", HAZARD, "A4.62", "Hazardous Movement", scope)


@rule("A4.61", point=MAY_MOVE, order=5)
def no_hazardous_assault(facts: MoverFacts) -> Refusal | None:
    """Assault Movement is not for Hazardous Movement."""
    if facts.declared & ASSAULT and hazardous(facts.st, facts.unit):
        return Refusal("A4.61", "no Assault Movement in Hazardous Movement")
    return None
