"""Rate of Fire of a Gun (C2.24, C2.5, C3.33)."""

from __future__ import annotations

from goodorder.data.charts import to_hit

from ..facts.attack_facts import AttackFacts, FirePart
from ..facts.crew import qualified
from ..facts.ordnance import to_hit_facts
from ..facts.units import wtype
from ..registry import builds
from .firer_cases import mount, turned


@builds("C2.24", "C2.5", "C3.33", "A21.13")
def rate_of_fire(attack: AttackFacts, part: FirePart) -> int:
    """The rate of a weapon that must hit first for this shot: none on the Area Target Type but of mortars, one less for
    a Gun without a turret that is turned for it, and in the hands of who is not trained for it.
    """
    weapon, shot = part.weapon, attack.shot
    assert weapon is not None and shot is not None
    kind, facts = wtype(attack.st, weapon), to_hit_facts(attack, shot)
    mortar = kind.kind == "MTR"
    if shot.target_type == "area" and not mortar:
        return 0
    numbers = to_hit().gun
    least, most = numbers.turning_costs_nothing
    spared = mortar and least <= (kind.caliber or 0) <= most
    less = numbers.rof_change.turned if turned(facts) and mount(facts) == "NT" and not spared else 0
    return kind.rof + less + (0 if qualified(attack.st, part.unit, weapon) else numbers.rof_change.misused)
