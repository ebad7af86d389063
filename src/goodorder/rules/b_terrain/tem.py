"""What the target's terrain does to an attack: TEM and height (B, A7.6), and a runway (B7.3)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import SNAP
from goodorder.core.state import Unit

from ..facts.attack_facts import AttackFacts
from ..facts.cover import Aimed, tem_of
from ..facts.indirect import indirect_tem
from ..facts.road import on_open_road
from ..facts.shelter import on_runway
from ..facts.tem import came_up_across, terrain_tem
from ..ledger import Mod
from ..points import FIRE_DRM
from ..registry import rule


@rule("A7.6", point=FIRE_DRM, order=50)
def target_terrain(attack: AttackFacts) -> tuple[Mod, ...] | None:
    """The TEM of each target, told once for those who have the same; of a Fire Group's Locations the worst for the
    attacker counts (A7.52).
    """
    if attack.via == SNAP:
        return None
    found: dict[Mod, tuple[int, ...]] = {}
    for unit in attack.targets:
        for mod in _unit_mods(attack, unit):
            found[mod] = (*found.get(mod, ()), unit.id)
    every = len(attack.targets)
    return tuple([mod if len(units) == every else replace(mod, units=units) for mod, units in found.items()])


def _unit_mods(attack: AttackFacts, unit: Unit) -> tuple[Mod, ...]:
    """The TEM of one target: that against Indirect Fire may be of several parts."""
    if attack.source.indirect:
        [place] = attack.eyes()
        under = attack.source.line(attack, place, (unit,)).ground
        return indirect_tem(attack.st, unit, under, moving=attack.moving)
    mod = _unit_tem(attack, unit)
    return (mod,) if mod is not None else ()


def _unit_tem(attack: AttackFacts, unit: Unit) -> Mod | None:
    """The TEM of one target; of several firing places the worst for the attacker counts (A7.52).

    Against Residual FP a unit in Bypass has the TEM of the obstacle too (A8.2), and so it has against a Fire Lane,
    whose line runs to the hex centre (A9.222).
    """
    st = attack.st
    if not attack.eyes():
        return tem_of(Aimed(st, None, attack.target, unit, (), None, None, True))
    found: list[Mod] = []
    for place in attack.eyes():
        road = attack.moving and attack.source.aimed and on_open_road(st, unit, place)
        aimed = attack.source.line(attack, place, (unit,))
        mod = terrain_tem(
            st,
            place,
            attack.target,
            on_road=road,
            moving=attack.moving,
            aimed=aimed,
            unit=unit,
            firers=attack.firers_at(place),
        )
        if mod is not None and mod.id == "height_advantage" and attack.moving and came_up_across(st, unit, place):
            mod = None
        if mod is not None:
            found.append(mod)
    return max(found, key=lambda mod: mod.value, default=None)


@rule("B7.3", point=FIRE_DRM, rows=[], order=55)
def runway(attack: AttackFacts) -> Mod | None:
    """One less for whoever is on a runway, beside every other modifier."""
    if not on_runway(attack.st, attack.target):
        return None
    return Mod("runway", -1, "B7.3", "runway")
