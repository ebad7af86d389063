"""Rate of Fire of a Gun (C2.24, C2.5, C3.33)."""

from __future__ import annotations

from goodorder.core.actions import Ordnance
from goodorder.core.state import Weapon
from goodorder.data.charts import captured, to_hit

from ..facts.attack_facts import AttackFacts, FirePart
from ..facts.crew import misuse
from ..facts.ordnance import ToHitFacts, to_hit_facts
from ..facts.units import wtype
from ..registry import builds
from .firer_cases import mount, turned
from .spotters import rate_of_spotted


@builds("C2.24", "C2.5", "C3.33", "A21.12", "A21.13", "C2.5a", "C2.24a", "A21.12a", "A21.13a")
def rate_of_fire(attack: AttackFacts, part: FirePart) -> int:
    """The rate of a weapon that must hit first for this shot: none on the Area Target Type but of mortars, one less for
    a Gun without a turret that is turned for it, captured, and in the hands of who is not trained for it; none of a
    mortar that one man fires (C9.2).
    """
    weapon, shot = part.weapon, attack.shot
    assert weapon is not None
    if shot is None:
        return _by_ife(attack, part, weapon)
    kind, facts = wtype(attack.st, weapon), to_hit_facts(attack, shot)
    if (shot.target_type == "area" and not kind.mortar) or (part.alone and kind.mortar):
        return 0
    numbers = to_hit().gun
    less = numbers.rof_change.turned if _slowed(facts) else 0
    less += rate_of_spotted(facts)
    return kind.rof + less + numbers.rof_change.misused * misuse(attack.st, part.unit, weapon)


@builds("C2.29", "C2.29b")
def _by_ife(attack: AttackFacts, part: FirePart, weapon: Weapon) -> int:
    """By IFE it is one less, besides all else."""
    numbers = to_hit().gun.rof_change
    less = numbers.turned if _slowed(to_hit_facts(attack, Ordnance(facing=attack.facing))) else 0
    return wtype(attack.st, weapon).rof - 1 + less + numbers.misused * misuse(attack.st, part.unit, weapon)


def _slowed(facts: ToHitFacts) -> bool:
    """Whether a weapon without a turret is turned for its shot; mortars of 76 to 82mm turn without loss (C2.5)."""
    least, most = to_hit().gun.turning_costs_nothing
    spared = facts.kind.mortar and least <= (facts.kind.caliber or 0) <= most
    return bool(turned(facts)) and facts.kind.vehicle is None and mount(facts) == "NT" and not spared


@builds("C2.5", "C2.5b")
def ends_by_turning(attack: AttackFacts, part: FirePart) -> bool:
    """Whether a Gun without a rate of its own is turned for this shot, which leaves it no Intensive Fire either."""
    if part.weapon is None or attack.shot is None or wtype(attack.st, part.weapon).rof > 0:
        return False
    return _slowed(to_hit_facts(attack, attack.shot))


@builds("A9.2", "A21.12", "A21.12a")
def small_rate(attack: AttackFacts, part: FirePart) -> int:
    """The rate of a weapon that needs no To Hit DR: one less of a captured one."""
    if part.weapon is None:
        return 0
    return wtype(attack.st, part.weapon).rof - captured().rof * misuse(attack.st, part.unit, part.weapon)
