"""Prisoners and free Unarmed units under fire from another Location (A20.54)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from goodorder.core.state import State, Unit

from .a07_fire.attack import Outcome
from .facts.attack_facts import AttackFacts
from .facts.captives import captives, captives_at, prisoners_of, unarmed_at
from .registry import builds, removable


@removable(without=())
@builds("A20.54", "A20.54a")
def also_under_fire(st: State, attack: AttackFacts) -> tuple[Unit, ...]:
    """Who is hit beside the targets: prisoners of a Guard that moves, or all of the Location and free Unarmed units of
    the firer's own side; nobody by fire from that very Location.
    """
    if any(unit.loc == attack.target for unit in attack.firing_units()):
        return ()
    if attack.moving:
        return tuple(one for unit in attack.targets for one in prisoners_of(st, unit.id)) if captives(st) else ()
    friends = tuple([one for one in unarmed_at(st, attack.target, attack.side) if one not in attack.targets])
    return (*captives_at(st, attack.target), *friends) if captives(st) else friends


def with_captives(found: Sequence[Outcome], hit: Sequence[Unit]) -> list[Outcome]:
    """What a DR does to each group of targets, captives with the group of their Guard, others with the first."""
    if not found or not hit:
        return list(found)
    more: dict[int, list[int]] = {}
    for unit in hit:
        at = next((number for number, one in enumerate(found) if unit.stance.guard in one.units), 0)
        more.setdefault(at, []).append(unit.id)
    return [replace(one, units=(*one.units, *more.get(number, ()))) for number, one in enumerate(found)]
